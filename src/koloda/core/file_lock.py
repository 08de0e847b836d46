"""A lock on an open file, against other processes. The operating system releases it, however the process ends."""

import errno
import os
from typing import Any


def lock_file(file: int, wait: bool) -> None:
    """Lock a file that is open for writing, by its descriptor.

    Raises BlockingIOError if another process has it and we shall not `wait`; another OSError where the folder knows no
    locks.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        _lock_on_windows(file, wait)
    else:
        fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))


def unlock_file(file: int) -> None:
    """Unlock a file before it is closed: a forked process may still have it open, and the lock with it."""
    try:
        import fcntl
    except ImportError:
        windows = _windows()
        os.lseek(file, 0, os.SEEK_SET)
        windows.locking(file, windows.LK_UNLCK, 1)
    else:
        fcntl.flock(file, fcntl.LOCK_UN)


def _lock_on_windows(file: int, wait: bool) -> None:
    """Lock the first byte, which need not be there. With LK_LOCK, Windows gives up after ten seconds."""
    windows = _windows()
    while True:
        os.lseek(file, 0, os.SEEK_SET)
        try:
            windows.locking(file, windows.LK_LOCK if wait else windows.LK_NBLCK, 1)
            return
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EDEADLOCK):
                raise
            if not wait:
                raise BlockingIOError(errno.EAGAIN, "held by another process") from error


def _windows() -> Any:
    import msvcrt

    return msvcrt
