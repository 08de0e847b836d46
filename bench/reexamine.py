"""Do mistakes survive a closer look? Judges games of bots, and examines the mistakes again with a larger budget.

    python bench/reexamine.py GAME [--mistakes N] [--times T] [--levels 0,1,2,3] [--seed S]

Mistakes are chosen at random among those of whole games, equally many of every level. The new examination has fresh
seeds and T times the iterations of the longest searches that name mistakes: √T times as many of them, each √T times as
long. A mistake survives if the move is again worse than the best one by three standard errors, and by what a mistake
must cost. Prints the share that does, and the others.
"""

import argparse
from math import isqrt, sqrt
from random import Random

from koloda.analysis.judge import USUAL, WORTH, Difference, difference, judge
from koloda.analysis.review import Moment, moments
from koloda.arena.bot_games import bot_games
from koloda.bots.bot import Budget
from koloda.bots.engine import Engine
from koloda.bots.hint import best_move, opinions
from koloda.core.game import Game
from koloda.games import find

BUDGET = Budget(iterations=500)
"""Of level 3, when it plays."""
FROM_A_GAME = 5
"""Mistakes that are taken from one game at most."""


def named_mistakes(game: Game, level: str, count: int, seed: int) -> list[Moment]:
    """So many mistakes of bots of a level, a few of every game."""
    found: list[Moment] = []
    random = Random(seed)
    for match in bot_games(game, level, 100 * count, seed, budget=BUDGET):
        all_moments = list(moments(match))
        random.shuffle(all_moments)
        mistakes = (each for each in all_moments if judge(each.knowledge, each.played).verdict == "mistake")
        found += [moment for moment, _ in zip(mistakes, range(FROM_A_GAME), strict=False)]
        if len(found) >= count:
            break
    return found[:count]


def examine(moment: Moment, times: int) -> Difference:
    """How much worse the move is than the best one, with so many times the iterations."""
    more = isqrt(times)
    seeds = [f"reexamine {number}" for number in range(USUAL.long * more)]
    found = opinions(moment.knowledge, seeds, USUAL.long_iterations * more)
    actions = [each.action for each in found[0]]
    return difference(found, best_move(found), actions.index(moment.played))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--mistakes", type=int, default=200, metavar="N")
    parser.add_argument("--times", type=int, default=100, metavar="T")
    parser.add_argument("--levels", default="0,1,2,3")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    game = find(options.game)
    game.once(Engine).load()
    levels = options.levels.split(",")
    survived = examined = 0
    for level in levels:
        for moment in named_mistakes(game, level, -(-options.mistakes // len(levels)), options.seed):
            named = judge(moment.knowledge, moment.played).difference
            again = examine(moment, options.times)
            examined += 1
            if again.clear and again.mean >= WORTH:
                survived += 1
            else:
                print(
                    f"level {level}: {named.mean:.4f} ± {named.error:.4f} became {again.mean:.4f} ± {again.error:.4f}"
                )
        print(f"{game.name}, up to level {level}: {survived} of {examined} survived", flush=True)
    if examined:
        share = survived / examined
        print(f"{share:.1%} ± {sqrt(share * (1 - share) / examined):.1%}")


if __name__ == "__main__":
    main()
