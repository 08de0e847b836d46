"""Does it pay to take luck out of a balance report? The same bot in all seats; the win shares of seats.

    python bench/seat_variance.py [GAME …] [--bot 2] [--deals N] [--playouts K] [--budget 500] [--seed S]

Prints which part of the variance of a seat's win share is left without luck, the mean over all seats; what measuring
luck takes, as a multiple of the processor time of the games; and what a second of processor time is worth with luck
taken out, as a multiple of what it is worth when it is spent on more deals: 1 ÷ (part left × (1 + time)). Above 1 it
pays. Then the win share of the player who decides first, plain and as if luck could be taken out of that, too: it
cannot, because who begins is drawn.
"""

import argparse
from dataclasses import replace
from time import thread_time
from typing import Any

from report import table

from koloda.arena.balance import Balance
from koloda.arena.batch_job import BatchPlayer
from koloda.arena.control_variate import without_luck
from koloda.arena.failures import Failures
from koloda.arena.intervals import estimate
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import STATISTICS, Plan, read_budget
from koloda.games import GAMES

HEAD = [
    "game",
    "deals",
    "playouts",
    "variance left",
    "luck ÷ games, time",
    "gain",
    "first, plain",
    "first, without luck",
]


def timed(plan: Plan) -> tuple[list[dict[str, Any]], float]:
    player = BatchPlayer(plan)
    player.play(0)  # compiles
    began = thread_time()
    return [player.play(number) for number in range(plan.batches)], thread_time() - began


def row(plan: Plan) -> list[str]:
    import numpy as np

    plan = replace(plan, keep=(STATISTICS,))
    _, alone = timed(replace(plan, luck_playouts=0))
    results, whole = timed(plan)
    match = MatchResult.of(plan, results)
    replayed = [each for result in results for each in result["courses"]]
    balance = Balance(match, replayed, match, Failures())
    left = float(np.mean([balance.seat(seat).variance_factor or 1.0 for seat in range(plan.players)]))
    times = whole / alone - 1
    cells = [plan.game, str(plan.deals), str(plan.luck_playouts), f"{left:.3f}", f"{times:.2f}"]
    cells.append(f"{1 / (left * (1 + times)):.2f}")
    if not balance.in_turn:
        return [*cells, "—", "—"]
    first = np.array([each[2] for each in replayed])[:, None]
    plain = balance.by_deal(balance.turns[:, 0])
    lucky = (match.games.luck_wins, match.games.luck_scores)
    luck = [balance.by_deal(np.take_along_axis(each, first, axis=1)[:, 0]) for each in lucky]
    for values in (plain, without_luck(plain, luck)):
        found = estimate(values)
        cells.append(f"{100 * found.mean:.2f} ± {100 * found.half:.2f} %")
    return cells


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--bot", default="2")
    parser.add_argument("--deals", type=int, default=2000, metavar="N")
    parser.add_argument("--playouts", type=int, default=8, metavar="K")
    parser.add_argument("--budget", default="500")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rows = []
    for game in options.game or GAMES:
        budget = read_budget(options.budget)
        plan = Plan.of(game, [options.bot], options.deals, 4, options.seed, budget, luck_playouts=options.playouts)
        rows.append(row(plan))
    print(table(HEAD, rows))


if __name__ == "__main__":
    main()
