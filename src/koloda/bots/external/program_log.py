"""What a program writes to standard error: its first and its last lines since the last question, however much it is."""

import os
import select
import sys
import threading
import time
from contextlib import suppress
from typing import IO

KEPT = 4096
"""Bytes that are kept from the beginning, and as many from the end."""
FIRST_LINES, LAST_LINES, LINE_LENGTH = 6, 6, 200
LEFT_OUT = "…"
CHUNK, BREATH = 1 << 16, 0.005
"""A program that floods its log is read this many bytes at a time, with a pause of so many seconds after each."""
MOST_CHUNKS = 64  # that `catch_up` reads


class ProgramLog:
    """Keeps the beginning and the end of what a program has written since the last `mark`.

    The beginning matters as much as the end: many languages print the error first and then a long stack.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._reading = threading.Lock()
        self._stream: IO[bytes] | None = None
        self._first = self._last = self._before = b""
        self._length = 0

    def mark(self) -> None:
        """Begin anew: another question is asked."""
        with self._lock:
            if self._length:
                self._before = self._last
            self._first = self._last = b""
            self._length = 0

    def add(self, written: bytes) -> None:
        with self._lock:
            self._first += written[: KEPT - len(self._first)]
            self._last = (self._last + written)[-KEPT:]
            self._length += len(written)

    def attach(self, stream: IO[bytes]) -> None:
        """Say what to read. `follow` and `catch_up` do it."""
        self._stream = stream
        if sys.platform != "win32":
            os.set_blocking(stream.fileno(), False)

    def follow(self) -> None:
        """Read to the end, in a thread of its own."""
        stream = self._stream
        assert stream is not None
        if sys.platform == "win32":
            with stream:
                while written := os.read(stream.fileno(), CHUNK):
                    self.add(written)
            return
        waiting = select.poll()
        waiting.register(stream, select.POLLIN)
        while True:
            waiting.poll()
            with self._reading:
                read = self._read()
                if read == 0:
                    stream.close()
                    return
            if read == CHUNK:
                time.sleep(BREATH)

    def catch_up(self) -> None:
        """Read what is already there: a program may write to its log just before it answers."""
        if self._stream is not None and sys.platform != "win32":
            with self._reading, suppress(ValueError):  # the stream is closed
                for _ in range(MOST_CHUNKS):
                    if not self._read():
                        break

    def _read(self) -> int | None:
        """Read once; return the number of bytes, 0 at the end, None if there is nothing yet."""
        assert self._stream is not None
        try:
            written = os.read(self._stream.fileno(), CHUNK)
        except BlockingIOError:
            return None
        self.add(written)
        return len(written)

    def lines(self) -> list[str]:
        """The lines, safe to show in a terminal. If it has written nothing since the mark: what it wrote before."""
        with self._lock:
            first, last, length = self._first, self._last, self._length
            before = self._before
        if not length:
            return _lines(before)[-LAST_LINES:]
        if length <= KEPT:
            return _shortened(_lines(last))
        whole = 2 * KEPT - length
        if whole >= 0:
            return _shortened(_lines(first + last[whole:]))
        return [*_lines(first)[:FIRST_LINES], LEFT_OUT, *_lines(last)[-LAST_LINES:]]


def printable(line: bytes | str, most: int = LINE_LENGTH) -> str:
    """Text from a program, safe to show in a terminal: no control characters, not too long."""
    text = line if isinstance(line, str) else line.decode("utf-8", "replace")
    text = "".join(c if c.isprintable() else " " for c in text.strip())
    return text if len(text) <= most else text[: most - 1] + "…"


def _lines(text: bytes) -> list[str]:
    found = (printable(line) for line in text.splitlines())
    return [line for line in found if line]


def _shortened(lines: list[str]) -> list[str]:
    if len(lines) <= FIRST_LINES + LAST_LINES:
        return lines
    return [*lines[:FIRST_LINES], LEFT_OUT, *lines[-LAST_LINES:]]
