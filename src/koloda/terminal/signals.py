"""How the program ends when it is told to: by `kill`, by Ctrl-C, or because its terminal is gone."""

import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

NAMES = ("SIGTERM", "SIGHUP")
"""Windows has no SIGHUP."""
HUNG_UP = 1
"""The number of SIGHUP, everywhere where there is one."""
CHECK = 1.0
"""Seconds between two looks at the terminal."""


class Ended(SystemExit):
    """A signal ends the program. The exit status is 128 and its number, as shells have it."""

    def __init__(self, number: int) -> None:
        super().__init__(128 + number)
        self.number = number


@contextmanager
def when_told_to_end(handle: Callable[[int], None], *more: str) -> Iterator[None]:
    """Call `handle` with the number of a signal that asks the program to end: SIGTERM, SIGHUP, and `more`."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread may handle signals
        yield
        return
    found = [getattr(signal, name) for name in (*NAMES, *more) if hasattr(signal, name)]
    before = {number: signal.signal(number, lambda number, _: handle(number)) for number in found}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def end(number: int) -> None:
    """Leave whatever the program is doing."""
    raise Ended(number)


def read_line(prompt: str) -> str:
    """Read a line from the terminal. A signal is handled at once.

    `input` misses a signal that comes after the prompt and before it waits, and handles it after the next line.
    """
    if os.name == "nt":
        return input(prompt)
    print(prompt, end="", flush=True)
    awoken, wake = os.pipe()
    os.set_blocking(wake, False)
    before = signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    try:
        select.select([sys.stdin, awoken], [], [])
        line = sys.stdin.readline()
    except OSError:
        raise Ended(HUNG_UP) from None
    finally:
        signal.set_wakeup_fd(before)
        os.close(awoken)
        os.close(wake)
    if not line:
        raise EOFError
    return line.removesuffix("\n")


def terminal_is_gone() -> bool:
    """Has somebody closed the window that we were started in?"""
    return not os.isatty(0)


def leave_if_terminal_is_gone() -> bool:
    """Only the first program in a window hears that the window was closed; if make has started us, we must check."""
    if terminal_is_gone():
        os.kill(os.getpid(), getattr(signal, "SIGHUP", signal.SIGTERM))
        return True
    return False


@contextmanager
def watching_the_terminal() -> Iterator[None]:
    """Look now and then whether the terminal is still there, in a thread: a screen that cannot be drawn may hang."""
    done = threading.Event()

    def watch() -> None:
        while not done.wait(CHECK) and not leave_if_terminal_is_gone():
            pass

    threading.Thread(target=watch, name="koloda-terminal", daemon=True).start()
    try:
        yield
    finally:
        done.set()


def forget_output() -> None:
    """Write to nowhere from now on: writing to a terminal that is gone is an error."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (sys.__stdout__, sys.__stderr__):
        if stream is not None:
            os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
