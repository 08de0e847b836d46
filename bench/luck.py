"""Does luck average to zero? Accounts of games among bots of levels 0 to 2: the mean luck of every seat.

    python bench/luck.py [GAME …] [--games N] [--playouts K] [--seed S]

Prints the mean, its standard error and their ratio, in shares of the win and in points. Few playouts are enough: they
make luck noisier, but not less fair.
"""

import argparse
from math import sqrt
from statistics import fmean, stdev

from koloda.analysis.account import account
from koloda.analysis.reference import Reference
from koloda.arena.bot_games import bot_games
from koloda.games import GAMES, find


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=400, metavar="N")
    parser.add_argument("--playouts", type=int, default=8, metavar="K")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{'game':<12} level seat {'wins':>8} {'± s.e.':>8} {'ratio':>6}  {'points':>8} {'± s.e.':>8} {'ratio':>6}")
    for name in options.game or GAMES:
        game = find(name)
        reference = Reference(game, game.set_up.usual)
        for level in ("0", "1", "2"):
            accounts = [
                account(match, options.playouts, seed=options.seed, reference=reference)
                for match in bot_games(game, level, options.games, options.seed)
            ]
            for seat in range(game.set_up.usual):
                luck = [each.seats[seat].luck for each in accounts]
                row = [_mean([float(each[measure]) for each in luck]) for measure in (0, 1)]
                shown = "  ".join(f"{mean:8.4f} {error:8.4f} {mean / error:6.2f}" for mean, error in row)
                print(f"{name:<12} {level:<5} {seat + 1:<4} {shown}", flush=True)


def _mean(numbers: list[float]) -> tuple[float, float]:
    return fmean(numbers), stdev(numbers) / sqrt(len(numbers))


if __name__ == "__main__":
    main()
