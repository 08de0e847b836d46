"""Baselines for learners: what one bot of a level wins among three of another, for docs/environments.md.

    python bench/baselines.py [GAME …] [--deals N] [--search-deals N] [--iterations N] [--seeds 1,2,3] [--work FOLDER]

Every deal is played once with the bot in each seat. A cell has the mean of the seeds and the lowest and highest of
them: how much a result can vary with the deals alone. With --work, an interrupted run goes on where it stopped.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from koloda.arena import runner
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import Plan
from koloda.bots.bot import Budget
from koloda.bots.levels import LEVELS
from koloda.core.text import texts
from koloda.games import GAMES

PLAYERS = 4
SEARCH = 3
AMONG = (1, 2, SEARCH)


def cell(game: str, bot: int, others: int, options: argparse.Namespace, work: Path) -> str:
    """The share of wins, by seeds."""
    shares = []
    for seed in map(int, options.seeds.split(",")):
        deals = options.search_deals if SEARCH in (bot, others) else options.deals
        bots = [str(bot), *[str(others)] * (PLAYERS - 1)]
        budget = Budget(iterations=options.iterations)
        plan = Plan.of(game, bots, deals, seed=seed, budget=budget, luck_playouts=0)
        played = runner.run(plan, 1, resume=work / f"{game}-{bot}-{others}-{plan.digest()}.jsonl")
        shares.append(100 * MatchResult.of(plan, played).win_share(0).mean)
    return f"{sum(shares) / len(shares):.1f} ({min(shares):.1f}–{max(shares):.1f})"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--deals", type=int, default=500, metavar="N")
    parser.add_argument("--search-deals", type=int, default=10, metavar="N")
    parser.add_argument("--iterations", type=int, default=200, metavar="N")
    parser.add_argument("--seeds", default="1,2,3")
    parser.add_argument("--work", type=Path, metavar="FOLDER")
    options = parser.parse_args()
    with TemporaryDirectory() as folder:
        work = options.work or Path(folder)
        work.mkdir(parents=True, exist_ok=True)
        print(f"| game | one bot | {' | '.join(f'among three {LEVELS[others]}' for others in AMONG)} |")
        print("|---" * (2 + len(AMONG)) + "|")
        for game in options.game or GAMES:
            for bot in range(SEARCH + 1):
                cells = [cell(game, bot, others, options, work) if bot != others else "25" for others in AMONG]
                print(f"| {texts('en')[f'{game}.title']} | {LEVELS[bot]} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
