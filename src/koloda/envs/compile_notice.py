"""Says on stderr that code is being compiled, if that takes longer than a second."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Timer

from koloda.core.facts import fact
from koloda.core.game import Game
from koloda.core.text import say

PATIENCE = 1.0
"""Seconds before the first line."""


@contextmanager
def compile_notice(game: Game, shown: bool) -> Iterator[None]:
    """Wrap what may have to compile a game's code. Code that was compiled before is loaded in less than a second."""
    if not shown:
        yield
        return
    began = time.perf_counter()
    lines = 0

    def announce() -> None:
        nonlocal lines
        lines += 1
        print(say(fact("envs.compiling", game=fact(f"{game.name}.title"))), file=sys.stderr, flush=True)

    timer = Timer(PATIENCE, announce)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    if lines:
        seconds = round(time.perf_counter() - began)
        print(say(fact("envs.compiled", seconds=seconds)), file=sys.stderr, flush=True)
