"""Where 32 games on a GPU wait for each other: `python bench/warps.py GAME [turns]`. No GPU is needed.

The 32 threads of a warp go through the code in step: what one of them does, all wait for, so that a rule which a game
needs once in a hundred moves is gone through in nearly every third. Here 32 interpreted games play side by side, turn
by turn as in `play` of `koloda/compiled/batch_cuda.py`, and every Python instruction is counted: as often as the
busiest game of the turn needs it (*warp*), and as often as an average game does (*game*). Instructions are not alike,
so the figures show where to look, not how long it takes.
"""

import argparse
import sys
from collections import Counter, defaultdict
from collections.abc import Callable
from types import CodeType, FrameType
from typing import Any

from koloda.compiled.batch_cuda import PAUSE
from koloda.compiled.generator import below, seed
from koloda.core.bits import lowest
from koloda.games import GAMES, find

GAMES_SIDE_BY_SIDE = 32

Place = tuple[tuple[tuple[CodeType, int], ...], CodeType, int]  # the calls that led there, the code, the instruction


class Thread:
    """One game after another, each part of a turn a method."""

    def __init__(self, game: Any, number: int) -> None:
        self.game, self.rules = game, game.rules
        self.out, self.points = [0] * game.widest, [0] * game.seats
        self.number, self.decisions = number, 0
        self.begin()

    def begin(self) -> None:
        self.state, self.words = self.game.new(4), [0] * 4
        seed(self.words, 1, self.number)
        self.number += GAMES_SIDE_BY_SIDE

    def finish(self) -> None:
        if self.rules.over(self.state):
            self.rules.scores(self.state, self.points)
            self.rules.standings(self.state, self.points)
            self.begin()
            self.rules.start(self.state)

    def draw(self) -> None:
        due = self.rules.chance(self.state)
        if due > 0:
            self.rules.draw(self.state, below(self.words, due))

    def choose(self) -> None:
        self.asked = self.rules.actors(self.state)
        if self.asked:
            self.seat = lowest(self.asked)
            count = self.rules.legal(self.state, self.seat, self.out)
            self.action = self.out[below(self.words, count)]

    def act(self) -> None:
        if self.asked:
            self.rules.act(self.state, self.seat, self.action)
            self.decisions += 1


def counted(work: Callable[[], None]) -> Counter[Place]:
    """Every instruction that the rules carry out in this work."""
    found: Counter[Place] = Counter()

    def entered(frame: FrameType, _event: str, _arg: object) -> Any:
        if frame.f_code.co_filename == __file__:
            return None
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        calls = tuple((f.f_code, f.f_lasti) for f in callers(frame))

        def traced(frame: FrameType, event: str, _arg: object) -> Any:
            if event == "opcode":
                found[calls, frame.f_code, frame.f_lasti] += 1
            return traced

        return traced

    sys.settrace(entered)
    work()
    sys.settrace(None)
    return found


def callers(frame: FrameType) -> list[FrameType]:
    above = frame.f_back
    if above is None or above.f_code.co_filename == __file__:
        return [] if above is None else [above]
    return [above, *callers(above)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("turns", type=int, nargs="?", default=200, help="how many are counted (200)")
    asked = parser.parse_args()
    threads = [Thread(find(asked.game), i) for i in range(GAMES_SIDE_BY_SIDE)]
    if asked.turns < 1:
        parser.error("turns: one or more")
    warp: dict[str, float] = defaultdict(float)
    game: dict[str, float] = defaultdict(float)
    untold = 3 * asked.turns  # until the games are no longer all in the same round
    for turn in range(untold + asked.turns):
        if turn == untold:
            for thread in threads:
                thread.decisions = 0
        parts = ("finish", "draw", "choose", "act") if turn % PAUSE == 0 else ("draw", "choose", "act")
        for part in parts:
            if turn < untold:
                for thread in threads:
                    getattr(thread, part)()
                continue
            most: Counter[Place] = Counter()
            for thread in threads:
                found = counted(getattr(thread, part))
                most |= found
                add(game, found, 1 / GAMES_SIDE_BY_SIDE)
            add(warp, most, 1)
    decisions = sum(thread.decisions for thread in threads) / GAMES_SIDE_BY_SIDE
    print(f"{asked.game}: Python instructions a decision, with all functions that are called from there")
    print(f"{'warp':>8}{'game':>8}  function")
    for function, count in sorted(warp.items(), key=lambda found: -found[1])[:40]:
        print(f"{count / decisions:8.1f}{game[function] / decisions:8.1f}  {function}")


def add(functions: dict[str, float], found: Counter[Place], share: float) -> None:
    for (calls, code, _), count in found.items():
        for name in {code.co_qualname, *(call.co_qualname for call, _ in calls)}:
            functions[name] += count * share


if __name__ == "__main__":
    main()
