"""How strong is level 3? One bot of level 3 against a table of level 2, for docs/strength.md.

    python bench/strength.py [GAME …] [--players 2,3,4,5] [--deals N] [--seed S] [--jobs J]

Prints the win share of level 3 with a 95 % interval, luck taken out, and the multiple of a fair share; then the same
with luck.
"""

import argparse
from pathlib import Path
from tempfile import TemporaryDirectory

from koloda.arena import runner
from koloda.arena.intervals import Estimate
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import Plan
from koloda.bots.bot import Budget
from koloda.games import GAMES

ITERATIONS = 500
"""Of a search, where --iterations does not say otherwise."""


def shown(share: Estimate, players: int) -> str:
    times = f" ({share.mean * players:.2f}×)" if players > 2 else ""
    return f"{100 * share.mean:.1f} ± {100 * share.half:.1f} %{times}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--players", default="2,3,4,5")
    parser.add_argument("--deals", type=int, default=60, metavar="N")
    parser.add_argument("--iterations", type=int, default=ITERATIONS)
    parser.add_argument("--seed", type=int, default=20261115)
    parser.add_argument("--jobs", type=int, default=1)
    options = parser.parse_args()
    counts = [int(count) for count in options.players.split(",")]
    print(f"| players | {' | '.join(map(str, counts))} |")
    print("|---" * (1 + len(counts)) + "|")
    for name in options.game or GAMES:
        without, plain = [], []
        for players in counts:
            plan = Plan.of(
                name,
                ["3", *["2"] * (players - 1)],
                options.deals,
                seed=options.seed,
                budget=Budget(iterations=options.iterations),
                luck_playouts=None,
            )
            with TemporaryDirectory() as folder:
                played = runner.run(plan, options.jobs, resume=Path(folder) / "match.jsonl")
            found = MatchResult.of(plan, played).win_share(0)
            without.append(shown(found, players))
            plain.append(shown(found.plain or found, players))
        print(f"| {name} | {' | '.join(without)} |")
        print(f"| {name}, with luck | {' | '.join(plain)} |", flush=True)


if __name__ == "__main__":
    main()
