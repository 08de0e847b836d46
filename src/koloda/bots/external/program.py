"""A program that exchanges lines with us through pipes, and never keeps us waiting longer than we ask.

Each pipe has its own thread, so nothing that the program does or fails to do can block the game: lines that it does not
read wait in a queue, and the queue of what it writes is bounded.
"""

import contextlib
import os
import queue
import signal
import subprocess
import sys
import threading
import weakref
from collections import deque
from collections.abc import Callable, Sequence
from typing import IO

LINES_WAITING = 64
WORDS_KEPT, WORD_LENGTH = 8, 200
THREAD = "external bot"
GOODBYE = 0.5
"""How many seconds a program has to end after its input is closed, before it is killed."""


class Silent(Exception):
    """No line came in time."""


class Ended(Exception):
    """The program has ended."""


class TooLong(Exception):
    """The program sent a line that is too long."""


class Program:
    """A running program. It starts at once (or raises OSError) and ends with `end`, or when it is garbage collected."""

    def __init__(self, command: Sequence[str], longest: int) -> None:
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=sys.platform != "win32",  # so that its children end with it
        )
        self._to: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._from: queue.Queue[bytes | Exception] = queue.Queue(LINES_WAITING)
        self._words: deque[str] = deque(maxlen=WORDS_KEPT)
        self._stopped = threading.Event()
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        run(_send, process.stdin, self._to)
        run(_receive, process.stdout, self._from, longest, self._stopped)
        self._listener = run(_listen, process.stderr, self._words)
        self._finalizer = weakref.finalize(self, _end, self._process, self._to, self._stopped)

    def send(self, line: bytes) -> None:
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

    def last_words(self) -> list[str]:
        """The last lines that it wrote to standard error."""
        if self._process.poll() is not None:
            self._listener.join(GOODBYE)
        return list(self._words)

    def end(self) -> None:
        """Close its input, kill it if it does not end, and wait until it has ended."""
        self._finalizer()

    def kill(self) -> None:
        """Kill it at once."""
        _kill(self._process)
        self._finalizer()


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


def _listen(stream: IO[bytes], words: deque[str]) -> None:
    with stream:
        while line := stream.readline(WORD_LENGTH):
            if word := printable(line):
                words.append(word)


def printable(line: bytes | str, most: int = WORD_LENGTH) -> str:
    """Text from a program, safe to show in a terminal: no control characters, not too long."""
    text = line if isinstance(line, str) else line.decode("utf-8", "replace")
    text = "".join(c if c.isprintable() else " " for c in text.strip())
    return text if len(text) <= most else text[: most - 1] + "…"


def _end(process: "subprocess.Popen[bytes]", to: "queue.SimpleQueue[bytes | None]", stopped: threading.Event) -> None:
    to.put(None)
    try:
        process.wait(GOODBYE)
    except subprocess.TimeoutExpired:
        pass
    finally:
        stopped.set()
        _kill(process)
        process.wait()


def _kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program and the processes that it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
