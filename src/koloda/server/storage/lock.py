"""A lock that lets only one server use a database. The operating system releases it, however the server ends."""

import errno
import os
import struct
import sys
from pathlib import Path

FAR = 1 << 62
"""A byte that no database reaches, far from those that SQLite locks."""


HELD = (errno.EACCES, errno.EAGAIN, errno.EDEADLK)
"""What systems say when somebody else has the lock."""


class SeveralNames(OSError):
    """A file has hard links, so that its name does not say whether two names are the same file."""


class Lock:
    """Locks the database at `path`, and creates it if it does not exist.

    It holds two locks: one on a file beside the database, on every system (that file is never removed); and, where the
    system can (Linux), one on the database itself, because a bind mount shows the same file in another folder. Release
    them only after SQLite has closed the database: closing a file drops the locks that SQLite holds on it.

    Raises BlockingIOError if another process has it, SeveralNames if the database has hard links.
    """

    def __init__(self, path: Path) -> None:
        self._files: list[int] = []
        try:
            _lock_file(self._open(path.with_name(path.name + ".lock")))
            # Private, because it contains the secrets of the deals. SQLite gives its log the same permissions.
            locked = _lock_far_byte(self._open(path))
            if os.fstat(self._files[-1]).st_nlink > 1:
                raise SeveralNames(errno.EMLINK, "it has another name, a hard link", str(path))
            if not locked:  # Windows renames no file that is open
                os.close(self._files.pop())
        except OSError as error:
            self.release()
            if error.errno in HELD:
                raise BlockingIOError(error.errno, "held by another process", str(path)) from error
            raise

    def _open(self, path: Path) -> int:
        try:
            self._files.append(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except PermissionError as error:  # not to be taken for a lock that somebody holds
            raise OSError(errno.EPERM, error.strerror, str(path)) from error
        return self._files[-1]

    def release(self) -> None:
        while self._files:
            os.close(self._files.pop())


def _lock_file(file: int) -> None:
    """Lock a whole file. A system without locks does without: there the operator must not start two servers."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        return
    try:
        import fcntl
    except ImportError:
        return
    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _lock_far_byte(file: int) -> bool:
    """Lock a byte of a file for this open file alone. False if the system or the file system has no such locks."""
    if sys.platform != "linux":
        return False
    try:
        import fcntl
    except ImportError:
        return False
    wanted = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, FAR, 1, 0)
    try:
        fcntl.fcntl(file, fcntl.F_OFD_SETLK, wanted)
    except OSError as error:
        if error.errno in HELD:
            raise
        return False
    return True
