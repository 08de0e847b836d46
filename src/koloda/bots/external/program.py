"""A program on the other end of two pipes: lines to it, lines from it, never waiting longer than asked to.

Each pipe has a thread of its own, so nothing that the program does (or leaves undone) can block the game: what it
does not read waits in a queue, what it writes is kept within bounds.
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
THREAD = "guest"
GOODBYE = 0.5
"""Seconds that a program has to end by itself once its input is closed."""


class Silent(Exception):
    """Nothing came in time."""


class Ended(Exception):
    """The program is not there any more."""


class TooLong(Exception):
    """It sent a line without an end."""


class Program:
    """Started at once (OSError if that fails); ended by `end`, or when nobody refers to it any longer."""

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
        """The exit status, once it has ended (it is made to if it has only closed its output)."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(GOODBYE)
        self.end()
        return self._process.wait()

    def last_words(self) -> list[str]:
        """The last lines it wrote to standard error."""
        if self._process.poll() is not None:
            self._listener.join(GOODBYE)
        return list(self._words)

    def end(self) -> None:
        """Let it go, and make it if it does not; returns when it is gone."""
        self._finalizer()

    def kill(self) -> None:
        """End it at once."""
        _kill(self._process)
        self._finalizer()


def run(work: Callable[..., None], *arguments: object) -> threading.Thread:
    """Start a thread that does not keep the program from ending."""
    thread = threading.Thread(target=work, args=arguments, daemon=True, name=THREAD)
    thread.start()
    return thread


def _send(stream: IO[bytes], lines: "queue.SimpleQueue[bytes | None]") -> None:
    with contextlib.suppress(OSError), stream:  # a program that has ended shows in what it says
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
    """Wait until there is room: a program that talks and talks is left to wait, too."""
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
    """What a stranger wrote, fit for a terminal: no control characters, not too long."""
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
    """A program, and whatever it has started."""
    if sys.platform == "win32":
        process.kill()
    else:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
