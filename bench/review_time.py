"""How long does the review of a game take? The goal is at most ten seconds on one core, with the compiled cache warm.

    python bench/review_time.py [GAME …] [--levels 0,1,2,3] [--players all] [--games N] [--accuracy A] [--seed S]
                                [--jobs J]

Games among bots of a level, with four players and with as many as the game allows, or with every number. Prints for
each kind: decisions that were judged, mistakes found, seconds for the account (with all cards face up), for the
searches, and in all; of several games the slowest. Seconds are those of the processor: a review does nothing but
compute, in one thread.
"""

import argparse
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import process_time
from typing import NamedTuple

from koloda.analysis.account import account
from koloda.analysis.review import ACCURACY, playouts_for, review
from koloda.arena.bot_games import bot_games
from koloda.games import GAMES, find

USUAL = 4
"""Players."""


class Taken(NamedTuple):
    """What a review took."""

    seconds: float
    account: float
    """Seconds of it for the account."""
    decisions: int
    mistakes: int


def measure(name: str, level: str, players: int, seed: int, accuracy: float) -> Taken:
    game = find(name)
    (match,) = bot_games(game, level, 1, seed, players)
    (tiny,) = bot_games(game, "2", 1, seed, game.set_up.players[0])
    review(tiny, accuracy=0.3)  # compiles, or loads what was compiled
    began = process_time()
    account(match, playouts_for(accuracy, players))
    accounted = process_time() - began
    began = process_time()
    found = review(match, accuracy=accuracy)
    mistakes = sum(found.count(seat, "mistake") for seat in range(players))
    return Taken(process_time() - began, accounted, len(found.decisions), mistakes)


def numbers(name: str, every: bool) -> list[int]:
    """Of players."""
    counts = find(name).set_up.players
    return list(counts) if every else sorted({USUAL, counts[-1]})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--levels", default="0,1,2,3")
    parser.add_argument("--players", choices=["few", "all"], default="few")
    parser.add_argument("--games", type=int, default=1, metavar="N")
    parser.add_argument("--accuracy", type=float, default=ACCURACY)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    kinds = [
        (name, level, players)
        for name in options.game or GAMES
        for level in options.levels.split(",")
        for players in numbers(name, options.players == "all")
    ]
    print("| game | level | players | decisions | mistakes | account, s | searches, s | review, s |")
    print("|---" * 8 + "|")
    longest = 0.0
    with ProcessPoolExecutor(options.jobs, get_context("spawn")) as pool:
        coming = [
            [pool.submit(measure, *kind, options.seed + number, options.accuracy) for number in range(options.games)]
            for kind in kinds
        ]
        for (name, level, players), games in zip(kinds, coming, strict=True):
            worst = max(game.result() for game in games)
            longest = max(longest, worst.seconds)
            searches = worst.seconds - worst.account
            print(
                f"| {name} | {level} | {players} | {worst.decisions} | {worst.mistakes} "
                f"| {worst.account:.1f} | {searches:.1f} | {worst.seconds:.1f} |",
                flush=True,
            )
    print(f"the longest: {longest:.1f} s")


if __name__ == "__main__":
    main()
