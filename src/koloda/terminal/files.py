"""Read and write the files that people name, with clear errors."""

from pathlib import Path

from koloda.core.errors import BadRecord
from koloda.core.facts import Fact, fact
from koloda.table import record


def read_record(file: Path) -> record.Record:
    try:
        text = file.read_text("utf-8")
    except OSError as problem:
        raise BadRecord.of("errors.file", file=str(file), problem=problem.strerror or str(problem)) from None
    except UnicodeDecodeError:
        raise BadRecord.of("errors.not_text", file=str(file)) from None
    return record.read(text)


def save_record(found: record.Record, file: Path, make_folder: bool = False) -> Fact | None:
    """Write a record to a file. Returns the problem, if there is one."""
    try:
        if make_folder:
            file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(record.write(found), "utf-8")
    except OSError as problem:
        return fact("terminal.not_saved", file=str(file), problem=problem.strerror or str(problem))
    return None
