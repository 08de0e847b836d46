"""Read and write the files that people name, with clear errors."""

import glob
import os
from pathlib import Path

from koloda.core.errors import BadRecord
from koloda.core.facts import Fact, fact
from koloda.table import record

PART = ".{file}.{process}.part"
"""The name of a file while it is written. A process that is killed may leave one behind."""


def read_record(file: Path) -> record.Record:
    try:
        text = file.read_text("utf-8")
    except OSError as problem:
        raise BadRecord.of("errors.file", file=str(file), problem=problem.strerror or str(problem)) from None
    except UnicodeDecodeError:
        raise BadRecord.of("errors.not_text", file=str(file)) from None
    return record.read(text)


def save_record(found: record.Record, file: Path, make_folder: bool = False) -> Fact | None:
    """Write a record to a file, whole or not at all. Returns the problem, if there is one."""
    try:
        if make_folder:
            file.parent.mkdir(parents=True, exist_ok=True)
        write_whole(file, record.write(found))
    except (OSError, ValueError) as problem:  # ValueError: a name that no file can have
        return fact("terminal.not_saved", file=str(file), problem=getattr(problem, "strerror", "") or str(problem))
    return None


def is_there(file: Path) -> bool:
    """Is there such a file? If we may not even look, there is none that we could read or replace."""
    try:
        return file.is_file()
    except (OSError, ValueError):
        return False


def write_whole(file: Path, text: str) -> None:
    """Write a text so that a crash at any moment leaves either the old file or the new one, never half of it."""
    if file.exists() and not file.is_file():  # a device such as /dev/null, or a pipe
        file.write_text(text, "utf-8", newline="\n")
        return
    file = file.resolve()  # what a link points to is replaced, not the link
    part = file.with_name(PART.format(file=file.name, process=os.getpid()))
    try:
        with part.open("w", encoding="utf-8", newline="\n") as written:
            written.write(text)
            written.flush()
            os.fsync(written.fileno())
        os.replace(part, file)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def remove_parts(file: Path) -> None:
    """Remove what killed processes have left of a file that nobody writes any more."""
    for part in file.parent.glob(PART.format(file=glob.escape(file.name), process="*")):
        part.unlink(missing_ok=True)
