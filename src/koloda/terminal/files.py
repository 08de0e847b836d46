"""Read and write the files that people name, with clear errors."""

from codecs import BOM_UTF8, utf_8_decode
from pathlib import Path

from koloda.core.errors import BadRecord
from koloda.core.facts import Fact, fact
from koloda.core.files import decoded, read_bytes, write_whole
from koloda.table import record

LARGEST = 8_000_000
"""Bytes of a record. The longest games have less than a hundredth of it."""
LONGEST_LINE = 1000
"""Bytes by which a file can be told from a record."""


def read_record(file: Path) -> record.Record:
    """Read a record; `-` is standard input. What is not a record is refused without reading it as a whole."""
    content = read_bytes(file, LARGEST + 1).removeprefix(BOM_UTF8)
    promising = content.startswith(record.FIRST_LINE.encode())
    if promising and len(content) > LARGEST:
        raise BadRecord.of("errors.too_large", file=str(file), most=LARGEST // 1_000_000)
    try:
        text = decoded(content) if promising else utf_8_decode(content[:LONGEST_LINE], "strict", False)[0]
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
