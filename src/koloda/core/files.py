"""Reads and writes the files that people name. What goes wrong is a `FileError` that names the file."""

import errno
import glob
import os
import shutil
import sys
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from koloda.core.errors import FileError

STDIN = Path("-")
PART = ".{file}.{process}.part"
"""The name of a file while it is written. A process that is killed may leave one behind."""


def reason(problem: OSError) -> str:
    """What the system says, without the name of the file."""
    return problem.strerror or str(problem)


def cannot_read(file: Path, problem: OSError) -> FileError:
    return FileError.of("errors.file", file=str(file), problem=reason(problem))


def cannot_write(file: Path, problem: OSError) -> FileError:
    return FileError.of("errors.not_written", file=str(file), problem=reason(problem))


def read_bytes(file: Path, most: int = -1) -> bytes:
    """What a file contains, at most so many bytes of it; `-` is standard input."""
    try:
        if file == STDIN:
            return _typed(most)
        with file.open("rb") as opened:
            return opened.read(most)
    except OSError as problem:
        raise cannot_read(file, problem) from None


def _typed(most: int) -> bytes:
    binary: BinaryIO | None = getattr(sys.stdin, "buffer", None)
    return sys.stdin.read(most).encode() if binary is None else binary.read(most)


def decoded(content: bytes) -> str:
    """UTF-8 as text, with line feeds as line ends and without a byte order mark. Raises UnicodeDecodeError."""
    return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")


def read_text(file: Path) -> str:
    """A text in UTF-8; `-` is standard input."""
    try:
        return decoded(read_bytes(file))
    except UnicodeDecodeError:
        raise FileError.of("errors.no_text", file=str(file)) from None


def write_text(file: Path, text: str) -> None:
    """Write a file as a whole: if that fails, what was there before stays."""
    _write(file, text)


def write_bytes(file: Path, content: bytes) -> None:
    """The same for bytes."""
    _write(file, content)


def _write(file: Path, content: str | bytes) -> None:
    try:
        write_whole(file, content)
    except OSError as problem:
        raise cannot_write(file, problem) from None


def write_whole(file: Path, content: str | bytes) -> None:
    """Write a file so that a crash at any moment leaves either the old one or the new one, never half of it."""
    written = content.encode() if isinstance(content, str) else content
    target = file.resolve()  # a link stays a link
    if target.exists() and not target.is_file():  # a device or a pipe
        target.write_bytes(written)
        return
    aside = target.with_name(PART.format(file=target.name, process=os.getpid()))
    try:
        with aside.open("wb") as out:
            out.write(written)
            out.flush()
            os.fsync(out.fileno())
        if target.exists():
            shutil.copymode(target, aside)
        aside.replace(target)
    except BaseException:
        with suppress(OSError):  # it may not even have been made
            aside.unlink(missing_ok=True)
        raise


def remove_parts(file: Path) -> None:
    """Remove what killed processes have left of a file that nobody writes any more."""
    for part in file.parent.glob(PART.format(file=glob.escape(file.name), process="*")):
        part.unlink(missing_ok=True)


def check_writable(file: Path) -> None:
    """Refuse a file that cannot be written, before the work whose result it is to take."""
    folder = file.resolve().parent
    try:
        if file.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        os.stat(folder / ".")
    except OSError as problem:
        raise cannot_write(file, problem) from None
    if not os.access(file if file.exists() else folder, os.W_OK):
        raise cannot_write(file, PermissionError(errno.EACCES, os.strerror(errno.EACCES)))
