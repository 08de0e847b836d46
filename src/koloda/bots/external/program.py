"""A program that exchanges lines with us through pipes, and never keeps us waiting longer than we ask.

Each pipe has its own thread, so nothing that the program does or fails to do can block the game: lines that it does not
read wait in a queue, the queue of what it writes is bounded, and of its log only the first and last lines are kept.

A supervisor (`supervisor.py`) runs it and ends whatever it has started, also when this process is killed. On Windows
there is none: `taskkill` ends the program and the children that it still has.
"""

import contextlib
import os
import queue
import subprocess
import sys
import threading
import weakref
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from subprocess import PIPE
from typing import IO

from koloda.bots.external.program_log import ProgramLog

LINES_WAITING = 64
THREAD = "external bot"
GOODBYE = 0.5
"""How many seconds a program has to end after its input is closed, before it is killed."""
SUPERVISOR = Path(__file__).with_name("supervisor.py")
KEPT_SETTING = "KOLODA_CACHE"
SECRETS = ("CREDENTIALS_DIRECTORY", "NOTIFY_SOCKET", "LISTEN_FDS", "LISTEN_PID")


class Silent(Exception):
    """No line came in time."""


class Ended(Exception):
    """The program has ended."""


class TooLong(Exception):
    """The program sent a line that is too long."""


class Program:
    """A running program. It starts at once (or raises OSError) and ends with `end`, or when it is garbage collected."""

    def __init__(self, command: Sequence[str], longest: int) -> None:
        self._process, self._lifeline = _start(command)
        self._to: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._from: queue.Queue[bytes | Exception] = queue.Queue(LINES_WAITING)
        self._log = ProgramLog()
        self._asked = False
        self._stopped = threading.Event()
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        run(_send, process.stdin, self._to)
        run(_receive, process.stdout, self._from, longest, self._stopped)
        self._log.attach(process.stderr)
        self._listener = run(self._log.follow)
        self._finalizer = weakref.finalize(self, _end, process, self._lifeline, self._to, self._stopped)

    def ask(self, *lines: bytes) -> None:
        """Send a question. What the program writes to its log from now on belongs to it.

        To the first question belongs everything: a program that breaks down at its start may be writing already.
        """
        if self._asked:
            self._log.mark()
        self._asked = True
        self.send(*lines)

    def send(self, *lines: bytes) -> None:
        for line in lines:
            self._to.put(line)

    def receive(self, seconds: float) -> bytes:
        """The next line, without its end. Raises Silent, Ended or TooLong."""
        try:
            line = self._from.get(timeout=max(seconds, 0))
        except queue.Empty:
            raise Silent from None
        if isinstance(line, Exception):
            raise line
        return line

    def status(self) -> int:
        """The exit status. A program that has only closed its output is ended first."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(GOODBYE)
        self.end()
        return self._process.wait()

    def last_lines(self) -> list[str]:
        """The first and last lines that it wrote to standard error since it was asked."""
        if self._process.poll() is not None:
            self._listener.join(GOODBYE)
        self._log.catch_up()
        return self._log.lines()

    def end(self) -> None:
        """Close its input, kill it if it does not end, and wait until it has ended."""
        self._finalizer()

    def kill(self) -> None:
        """Kill it at once, with everything that it has started."""
        self._lifeline.cut()
        self._finalizer()


class Lifeline:
    """Keeps a program alive until it is cut. When this process dies, the system cuts it."""

    def __init__(self, pipe: int | None, process: "subprocess.Popen[bytes]") -> None:
        self._pipe = pipe
        self._process = process

    def cut(self) -> None:
        """Kill the program and what it has started."""
        if self._pipe is not None:
            pipe, self._pipe = self._pipe, None
            os.close(pipe)
        if sys.platform == "win32" and self._process.poll() is None:
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(self._process.pid)], capture_output=True)


def environment(ours: Mapping[str, str]) -> dict[str, str]:
    """The environment of a bot: ours without Koloda's settings (passwords, paths) and the service manager's handles."""
    return {
        name: value
        for name, value in ours.items()
        if name not in SECRETS and (name == KEPT_SETTING or not name.upper().startswith("KOLODA_"))
    }


def _start(command: Sequence[str]) -> tuple["subprocess.Popen[bytes]", Lifeline]:
    given = environment(os.environ)
    if sys.platform == "win32":
        process = subprocess.Popen(command, stdin=PIPE, stdout=PIPE, stderr=PIPE, env=given)
        return process, Lifeline(None, process)
    with ExitStack() as ours, ExitStack() as theirs:
        held, lifeline = _pipe(theirs, ours)
        reported, report = _pipe(theirs, ours, to_us=True)
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", str(SUPERVISOR), str(held), str(reported), *command],
            stdin=PIPE,
            stdout=PIPE,
            stderr=PIPE,
            env=given,
            pass_fds=(held, reported),
            start_new_session=True,  # so that no Ctrl-C reaches it
        )
        theirs.close()
        answer = os.read(report, 8)  # nothing if the supervisor has ended
        if answer == b"0":
            ours.pop_all()
            os.close(report)
            return process, Lifeline(lifeline, process)
    process.communicate()
    number = int(answer or 0)
    raise OSError(number, os.strerror(number) if number else "the supervisor of the program has ended")


def _pipe(theirs: ExitStack, ours: ExitStack, to_us: bool = False) -> tuple[int, int]:
    """A pipe to the supervisor, or from it: its end, then ours. Whoever leaves its stack closes them."""
    reading, writing = os.pipe()
    their_end, our_end = (writing, reading) if to_us else (reading, writing)
    theirs.callback(os.close, their_end)
    ours.callback(os.close, our_end)
    return their_end, our_end


def run(work: Callable[..., None], *arguments: object) -> threading.Thread:
    """Start a thread that does not keep the program from ending."""
    thread = threading.Thread(target=work, args=arguments, daemon=True, name=THREAD)
    thread.start()
    return thread


def _send(stream: IO[bytes], lines: "queue.SimpleQueue[bytes | None]") -> None:
    with contextlib.suppress(OSError), stream:  # `receive` notices that the program has ended
        while (line := lines.get()) is not None:
            stream.write(line)
            stream.flush()


def _receive(
    stream: IO[bytes], lines: "queue.Queue[bytes | Exception]", longest: int, stopped: threading.Event
) -> None:
    with stream:
        while not stopped.is_set():
            line = stream.readline(longest + 1)
            sound = 0 < len(line) <= longest
            _put(lines, line.rstrip(b"\r\n") if sound else TooLong() if line else Ended(), stopped)
            if not sound:
                return


def _put(lines: "queue.Queue[bytes | Exception]", line: bytes | Exception, stopped: threading.Event) -> None:
    """Wait until there is room: a program that writes too much has to wait."""
    while not stopped.is_set():
        with contextlib.suppress(queue.Full):
            lines.put(line, timeout=0.1)
            break


def _end(
    process: "subprocess.Popen[bytes]",
    lifeline: Lifeline,
    to: "queue.SimpleQueue[bytes | None]",
    stopped: threading.Event,
) -> None:
    to.put(None)
    try:
        process.wait(GOODBYE)
    except subprocess.TimeoutExpired:
        pass
    finally:
        stopped.set()
        lifeline.cut()
        process.wait()
