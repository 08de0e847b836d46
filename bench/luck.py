"""Does luck average to zero? Accounts of games among bots of every level: the mean luck of every seat.

    python bench/luck.py [GAME …] [--levels 0,1,2,3] [--games N] [--playouts K] [--iterations I] [--seed S]

Prints the mean, its standard error and their ratio, in shares of the win and in points. Few playouts are enough: they
make luck noisier, but not less fair. Bots of level 3 think for I iterations a move. In the end comes
the largest ratio of each game.
"""

import argparse
from math import sqrt
from statistics import fmean, stdev

from koloda.analysis.account import account
from koloda.analysis.reference import Reference
from koloda.arena.bot_games import bot_games
from koloda.bots.bot import Budget
from koloda.games import GAMES, find


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--games", type=int, default=400, metavar="N")
    parser.add_argument("--playouts", type=int, default=8, metavar="K")
    parser.add_argument("--levels", default="0,1,2,3")
    parser.add_argument("--iterations", type=int, default=20, metavar="I")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{'game':<12} level seat {'wins':>8} {'± s.e.':>8} {'ratio':>6}  {'points':>8} {'± s.e.':>8} {'ratio':>6}")
    budget = Budget(iterations=options.iterations)
    largest: dict[str, list[float]] = {}
    for name in options.game or GAMES:
        game = find(name)
        reference = Reference(game, game.set_up.usual)
        largest[name] = [0.0, 0.0]
        for level in options.levels.split(","):
            accounts = [
                account(match, options.playouts, seed=options.seed, reference=reference)
                for match in bot_games(game, level, options.games, options.seed, budget=budget)
            ]
            for seat in range(game.set_up.usual):
                luck = [each.seats[seat].luck for each in accounts]
                row = [_mean([float(each[measure]) for each in luck]) for measure in (0, 1)]
                ratios = [abs(mean / error) for mean, error in row]
                largest[name] = [max(each) for each in zip(largest[name], ratios, strict=True)]
                shown = "  ".join(f"{mean:8.4f} {error:8.4f} {mean / error:6.2f}" for mean, error in row)
                print(f"{name:<12} {level:<5} {seat + 1:<4} {shown}", flush=True)
    for name, (wins, points) in largest.items():
        print(f"{name:<12} largest ratio: {wins:.1f} of the win, {points:.1f} of points")


def _mean(numbers: list[float]) -> tuple[float, float]:
    return fmean(numbers), stdev(numbers) / sqrt(len(numbers))


if __name__ == "__main__":
    main()
