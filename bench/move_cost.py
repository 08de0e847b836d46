"""Measure what a move costs the server: its processor time for each move at tables of four, by game.

A server of its own (a process, with its database in a file) serves people on loopback who move at an even rate. What
counts is the processor time of the server's process, with all its threads, while moves are played, divided by the moves
that were answered. Connecting and beginning the games do not count. With --against, another checkout is measured by
turns with this one, game by game, so that a slow spell of the machine touches both.
"""

import argparse
import asyncio
import json
import statistics
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from load import GAMES, allow_files, sit_down
from load_clients import Crowd, calm_collector
from load_server import ServerProcess
from report import cpu_model

EXAMPLES = """\
examples:
  python bench/move_cost.py
  python bench/move_cost.py --against ../before
  python bench/move_cost.py --games dobro --rounds 1 --seconds 3
  python bench/move_cost.py --against ../before --json > cost.json

To get an older version to compare with:
  git worktree add ../before HEAD~10
"""
WARM_UP = 1.0
"""Seconds in which moves are played that are not measured."""
REST = 0.3
"""Seconds in which the last answers come."""
FEWEST = 200
"""Moves without which a figure means nothing."""
GOAL = 0.4
"""Milliseconds."""


@dataclass
class Cost:
    """What was measured of one game in one round."""

    moves: int
    milliseconds: float
    """The server's processor time for a move."""
    frames: float
    """Sent for a move, its answer included."""
    octets: float
    """Sent for a move."""


Rounds = dict[str, list[Cost]]
"""By game."""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXAMPLES, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", type=Path, metavar="PATH", help="another checkout, measured by turns with this")
    parser.add_argument("--games", default=",".join(GAMES), help="which games, separated by commas (default: all four)")
    parser.add_argument("--sockets", type=int, default=800, help="connections to hold (default 800)")
    parser.add_argument("--rate", type=float, default=1000, help="moves a second (default 1000)")
    parser.add_argument("--seconds", type=float, default=4, help="how long to measure each game in a round (default 4)")
    parser.add_argument("--rounds", type=int, default=3, help="how often to measure each game (default 3)")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    options = parser.parse_args()
    games = options.games.split(",")
    unknown = [game for game in games if game not in GAMES]
    if unknown:
        parser.error(f"no game {unknown[0]!r}; there are {', '.join(GAMES)}")
    if options.against is not None and not (options.against / "src" / "koloda").is_dir():
        parser.error(f"{options.against} is no checkout of Koloda: it has no src/koloda")
    allow_files(2 * options.sockets + 1000)
    sides: dict[str, Path | None] = {} if options.against is None else {"before": options.against.resolve()}
    sides["now"] = None
    found: dict[str, Rounds] = {side: {game: [] for game in games} for side in sides}
    for number in range(options.rounds):
        for game in games:
            for side, checkout in sides.items():
                tell(f"round {number + 1} of {options.rounds}: {game}, {side}")
                found[side][game].append(measured(game, checkout, options))
    print(json.dumps(as_json(found), indent=2) if options.json else as_markdown(found, options))


def measured(game: str, checkout: Path | None, options: argparse.Namespace) -> Cost:
    with tempfile.TemporaryDirectory(prefix="koloda-cost-") as folder:
        return asyncio.run(measure(ServerProcess(Path(folder), checkout=checkout), game, options))


async def measure(server: ServerProcess, game: str, options: argparse.Namespace) -> Cost:
    server.start()
    try:
        crowd = Crowd(server.port, await sit_down(server.port, options.sockets, [game]))
        await crowd.connect()
        calm_collector()
        await crowd.move(options.rate, WARM_UP)
        await asyncio.sleep(REST)
        figures = crowd.figures
        frames, octets, cpu = figures.frames, figures.octets, server.cpu()
        crowd.measuring = True
        await crowd.move(options.rate, options.seconds)
        await asyncio.sleep(REST)
        cpu, moves = server.cpu() - cpu, len(figures.answers)
        if figures.refused or figures.lost or moves < FEWEST:
            wrong = f"{figures.refused} moves were refused, {figures.lost} connections lost, {moves} moves answered"
            raise SystemExit(f"{game}: {wrong}.")
        sent = (figures.frames - frames) / moves, (figures.octets - octets) / moves
        return Cost(moves, 1000 * cpu / moves, *sent)
    finally:
        server.stop()


def ratio(before: list[Cost], now: list[Cost]) -> float:
    """The median of the rounds' ratios."""
    return statistics.median(new.milliseconds / old.milliseconds for old, new in zip(before, now, strict=True))


def milliseconds(rounds: list[Cost]) -> float:
    return statistics.median(cost.milliseconds for cost in rounds)


def mean(rounds: Rounds) -> float:
    return statistics.fmean(milliseconds(each) for each in rounds.values())


def as_json(found: dict[str, Rounds]) -> dict[str, Any]:
    told: dict[str, Any] = {
        side: {"mean_ms": mean(rounds), "games": {game: [asdict(cost) for cost in rounds[game]] for game in rounds}}
        for side, rounds in found.items()
    }
    if "before" in found:
        told["ratio"] = {game: ratio(found["before"][game], now) for game, now in found["now"].items()}
    return {"processor": cpu_model(), "goal_ms": GOAL, **told}


def as_markdown(found: dict[str, Rounds], options: argparse.Namespace) -> str:
    """The median of the rounds, their range, and what was sent for a move."""
    sides = list(found)
    head = [f"{side}, ms a move | kB a move" for side in sides] + ["ratio"] * ("before" in found)
    rows = [f"| game | {' | '.join(head)} |", f"|{' --- |' * (1 + 2 * len(sides) + ('before' in found))}"]
    for game in found["now"]:
        cells: list[str] = []
        for side in sides:
            times = [cost.milliseconds for cost in found[side][game]]
            sent = statistics.fmean(cost.octets for cost in found[side][game]) / 1000
            cells += [f"{milliseconds(found[side][game]):.3f} ({min(times):.3f}–{max(times):.3f})", f"{sent:.1f}"]
        if "before" in found:
            cells.append(f"{ratio(found['before'][game], found['now'][game]):.2f}")
        rows.append(f"| {game} | {' | '.join(cells)} |")
    last = [cell for side in sides for cell in (f"{mean(found[side]):.3f}", "")]
    if "before" in found:
        last.append(f"{mean(found['now']) / mean(found['before']):.2f}")
    rows.append(f"| mean | {' | '.join(last)} |")
    told = f"{options.sockets} connections at tables of four, {options.rate:g} moves a second for {options.seconds:g} s"
    return "\n".join([f"- {cpu_model()}; {told}, rounds: {options.rounds}", "", *rows])


def tell(what: str) -> None:
    print(f"move_cost: {what} …", file=sys.stderr)


if __name__ == "__main__":
    main()
