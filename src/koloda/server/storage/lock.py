"""A lock that lets only one server use a database. The operating system releases it, however the server ends."""

import os
import sys
from pathlib import Path

if sys.platform == "win32":
    import msvcrt
else:
    import fcntl


class Lock:
    """Locks `path`, a file beside the database that is never removed.

    Raises BlockingIOError if another process has it.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if sys.platform == "win32":
                msvcrt.locking(self._file, msvcrt.LK_NBLCK, 1)
            else:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._file)
            raise BlockingIOError(f"{path} is held by another process") from error

    def release(self) -> None:
        os.close(self._file)
