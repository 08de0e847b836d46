"""A lock that lets only one server use a database. The operating system releases it, however the server ends."""

import os
from pathlib import Path

from koloda.core.file_lock import lock_file


class Lock:
    """Locks `path`, a file beside the database that is never removed.

    Raises BlockingIOError if another process has it.
    """

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            lock_file(self._file, wait=False)
        except OSError as error:
            os.close(self._file)
            raise BlockingIOError(f"{path} is held by another process") from error

    def release(self) -> None:
        os.close(self._file)
