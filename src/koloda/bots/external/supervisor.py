"""Runs one program and ends everything that it started: `python -I -S supervisor.py LIFELINE REPORT PROGRAM ARGUMENT…`.

Koloda starts this file as a process of its own for every external bot, on systems other than Windows. It imports
nothing but small parts of the standard library, so that it starts within hundredths of a second. The program inherits
standard input, output and error; the supervisor keeps none of them.

- LIFELINE is a pipe that Koloda keeps open. When it ends, because Koloda closes it or has died itself (`kill -9`
  included), the supervisor kills the program and all its descendants.
- REPORT is a pipe on which it reports the start: 0, or the number of the error.
- When the program ends by itself, the supervisor kills what is left of its descendants and ends with the same status.

On Linux no descendant escapes: orphans become children of the supervisor (PR_SET_CHILD_SUBREAPER), whatever sessions
they make and however often they fork, and the program dies if somebody kills the supervisor (PR_SET_PDEATHSIG).
Elsewhere the supervisor kills the program's process group, and the descendants whose parents are still alive.
"""

import os
import select
import signal
import sys
from contextlib import suppress
from typing import NoReturn

SET_PDEATHSIG, SET_CHILD_SUBREAPER = 1, 36  # linux/prctl.h
PAUSE = 0.01
PATIENCE = 500
"""How many pauses to wait for processes that do not die: they may hang in the kernel, or belong to somebody else."""


def prctl(option: int, value: int) -> None:
    """Set an attribute of this process, on Linux; elsewhere do nothing."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def start(command: list[str]) -> int:
    """Start the program in a session of its own. Return its process id. Raises OSError."""
    failed, failing = os.pipe()
    supervisor = os.getpid()
    pid = os.fork()
    if pid == 0:
        _become(command, supervisor, failing)
    os.close(failing)
    with os.fdopen(failed, "rb") as answer:
        problem = answer.read()  # ends without a byte when the program has replaced the child
    if problem:
        os.waitpid(pid, 0)
        raise OSError(int(problem), os.strerror(int(problem)))
    return pid


def _become(command: list[str], supervisor: int, failing: int) -> NoReturn:
    """Replace this new process with the program."""
    try:
        os.setsid()
        prctl(SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != supervisor:
            os._exit(1)
        with suppress(OSError), open("/proc/self/oom_score_adj", "w") as score:
            score.write("1000")  # when memory runs out, the kernel ends the bot and not the game
        for number in (signal.SIGPIPE, signal.SIGCHLD, signal.SIGTERM):
            signal.signal(number, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as problem:
        os.write(failing, str(problem.errno).encode())
    finally:
        os._exit(127)


def descendants() -> list[int]:
    """The processes that descend from this one."""
    children: dict[int, list[int]] = {}
    for pid, parent in _processes():
        children.setdefault(parent, []).append(pid)
    found, waiting = [], [os.getpid()]
    while waiting:
        below = children.pop(waiting.pop(), [])
        found += below
        waiting += below
    return found


def _processes() -> list[tuple[int, int]]:
    """All processes and their parents."""
    if sys.platform != "linux":
        with os.popen("ps -A -o pid=,ppid=") as listed:
            return [(int(pid), int(parent)) for pid, parent in map(str.split, listed)]
    found = []
    for name in os.listdir("/proc"):
        if name.isdigit():
            with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:
                found.append((int(name), int(file.read().rpartition(b")")[2].split()[1])))
    return found


def kill_all(program: int) -> None:
    """Kill every descendant, and wait until all have ended."""
    for _ in range(PATIENCE):
        if sys.platform != "linux":
            with suppress(OSError):
                os.killpg(program, signal.SIGKILL)
        for pid in descendants():
            with suppress(OSError):
                os.kill(pid, signal.SIGKILL)
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            return
        select.select([], [], [], PAUSE)


def reap(program: int) -> int | None:
    """Collect the children that have ended. Return the status of the program if it is one of them."""
    status = None
    with suppress(ChildProcessError):
        while True:
            pid, ended = os.waitpid(-1, os.WNOHANG)
            if pid == 0:
                break
            if pid == program:
                status = ended
    return status


def watch(program: int, lifeline: int, woken: int) -> int | None:
    """Wait until the program ends and return its status; None if Koloda wants it to end."""
    while True:
        ready, _, _ = select.select([lifeline, woken], [], [])
        if lifeline in ready or signal.SIGTERM in os.read(woken, 64):
            return None
        status = reap(program)
        if status is not None:
            return status


def end_like(status: int) -> NoReturn:
    """End as the program has ended."""
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        with suppress(OSError, ValueError):
            signal.signal(-code, signal.SIG_DFL)
        os.kill(os.getpid(), -code)
    os._exit(code)


def main(arguments: list[str]) -> NoReturn:
    lifeline, report, *command = int(arguments[0]), int(arguments[1]), *arguments[2:]
    for inherited in (lifeline, report):
        os.set_inheritable(inherited, False)
    prctl(SET_CHILD_SUBREAPER, 1)
    woken, waking = os.pipe()
    os.set_blocking(waking, False)
    signal.set_wakeup_fd(waking, warn_on_full_buffer=False)
    for number in (signal.SIGCHLD, signal.SIGTERM):
        signal.signal(number, lambda *_: None)
    try:
        program = start(command)
    except OSError as problem:
        os.write(report, str(problem.errno).encode())
        os._exit(127)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nothing, stream)
    os.write(report, b"0")
    os.close(report)
    status = watch(program, lifeline, woken)
    kill_all(program)
    end_like(signal.SIGKILL if status is None else status)


if __name__ == "__main__":
    main(sys.argv[1:])
