"""Files that people give: read with clear errors."""

from pathlib import Path

from koloda.core.errors import BadRecord
from koloda.table import record


def read_record(file: Path) -> record.Record:
    try:
        text = file.read_text("utf-8")
    except OSError as problem:
        raise BadRecord.of("errors.file", file=str(file), problem=problem.strerror or str(problem)) from None
    except UnicodeDecodeError:
        raise BadRecord.of("errors.not_text", file=str(file)) from None
    return record.read(text)
