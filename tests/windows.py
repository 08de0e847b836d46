"""Run as a script: Koloda where nothing of Unix is to be had, as far as this machine can show it.

Koloda's own modules get `os`, `signal`, `socket` and `sys` as they are on Windows, cannot import what is not there, and
find a stand-in for `msvcrt`. The standard library and other packages have Windows parts of their own, which are theirs
to test, so they are left alone.
"""

import builtins
import errno
import fcntl
import importlib
import io
import os
import pkgutil
import sys
from collections.abc import Mapping, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from types import ModuleType
from typing import Any

UNIX_ONLY = {"fcntl", "grp", "posix", "pty", "pwd", "readline", "resource", "syslog", "termios", "tty"}
NOT_ON_WINDOWS = {
    "os": {
        *("O_CLOEXEC", "O_DIRECTORY", "O_NOFOLLOW", "O_NONBLOCK", "chown", "fchmod", "fchown", "fork", "forkpty"),
        *("getegid", "geteuid", "getgid", "getloadavg", "getpgid", "getpgrp", "getsid", "getuid", "initgroups"),
        *("killpg", "lchown", "mkfifo", "nice", "openpty", "posix_spawn", "pread", "pwrite", "register_at_fork"),
        *("sched_getaffinity", "sched_setaffinity", "setgid", "setpgid", "setsid", "setuid", "statvfs", "sync"),
        *("tcgetpgrp", "tcsetpgrp", "uname", "wait", "wait3", "wait4", "waitid"),
    },
    "signal": {
        *("SIGALRM", "SIGCHLD", "SIGCONT", "SIGHUP", "SIGKILL", "SIGPIPE", "SIGQUIT", "SIGSTOP", "SIGTSTP", "SIGTTIN"),
        *("SIGTTOU", "SIGUSR1", "SIGUSR2", "SIGWINCH", "alarm", "pthread_sigmask", "setitimer", "sigwait"),
    },
    "socket": {"AF_UNIX", "SO_REUSEPORT", "socketpair"},
    "select": {"epoll", "poll"},
}
WINDOWS = {"sys": {"platform": "win32"}, "os": {"name": "nt"}}


class OnWindows(ModuleType):
    """A module without what Windows does not have."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        self.__dict__["_module"] = module

    def __getattr__(self, name: str) -> Any:
        module = self.__dict__["_module"]
        if name in NOT_ON_WINDOWS.get(module.__name__, ()):
            raise AttributeError(
                f"module {module.__name__!r} has no attribute {name!r} on Windows", name=name, obj=self
            )
        return WINDOWS.get(module.__name__, {}).get(name) or getattr(module, name)


class Msvcrt(ModuleType):
    """Locks as Windows has them: none is given twice, and a refused one says so in its own way."""

    LK_UNLCK, LK_LOCK, LK_NBLCK = 0, 1, 2

    def locking(self, file: int, mode: int, size: int) -> None:
        assert (os.lseek(file, 0, os.SEEK_CUR), size) == (0, 1)
        how = {self.LK_UNLCK: fcntl.LOCK_UN, self.LK_LOCK: fcntl.LOCK_EX, self.LK_NBLCK: fcntl.LOCK_EX | fcntl.LOCK_NB}
        try:
            fcntl.flock(file, how[mode])
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None


real_import = builtins.__import__


def windows_import(
    name: str,
    globals: Mapping[str, Any] | None = None,
    locals: Mapping[str, Any] | None = None,
    fromlist: Sequence[str] | None = (),
    level: int = 0,
) -> ModuleType:
    if not str((globals or {}).get("__name__")).startswith("koloda"):
        return real_import(name, globals, locals, fromlist or (), level)
    if name == "msvcrt":
        return Msvcrt(name)
    if name.partition(".")[0] in UNIX_ONLY:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    found = real_import(name, globals, locals, fromlist or (), level)
    return OnWindows(found) if name in (*NOT_ON_WINDOWS, *WINDOWS) else found


def import_everything() -> int:
    """Import every module of the base install; those of an extra say which."""
    import koloda
    from koloda.core.extras import MissingExtra

    left_out = set()
    modules = [module.name for module in pkgutil.walk_packages(koloda.__path__, "koloda.")]
    for name in modules:
        if name.rpartition(".")[2] != "__main__":
            try:
                importlib.import_module(name)
            except MissingExtra:
                left_out.add(name)
    assert all(name.startswith(("koloda.envs.", "koloda.learn.")) for name in left_out), left_out
    return len(modules) - len(left_out)


def play(folder: Path) -> str:
    """A whole game, line by line, and its verification; numba compiles nothing."""
    from koloda.cli.main import main

    told, sys.stdin = io.StringIO(), io.StringIO("#1\n" * 300)
    record = str(folder / "game.koloda")
    with redirect_stdout(told):
        game = ["play", "no_thanks", "--players", "3", "--level", "0", "--seed", "5", "--plain", "--lang", "en"]
        assert main([*game, "--record", record]) == 0
        assert main(["verify", record, "--lang", "en"]) == 0
    return told.getvalue().splitlines()[-1]


def lock(folder: Path) -> str:
    """Two servers cannot use the same tables."""
    from koloda.compiled.loader import _file_lock
    from koloda.server.serve import _lift_limit
    from koloda.server.storage.lock import Lock

    path = folder / "tables.db.lock"
    first = Lock(path)
    try:
        Lock(path)
    except BlockingIOError as refused:
        told = str(refused)
    first.release()
    Lock(path).release()
    for _ in range(2):
        with _file_lock(folder / "cache.lock"):
            pass
    _lift_limit()
    return told


def main(folder: Path) -> None:
    builtins.__import__ = windows_import
    print(import_everything())
    print(play(folder))
    print(lock(folder))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
