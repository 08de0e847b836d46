"""How strong are the bots? One bot of a level against a table of another, for docs/strength.md.

    python bench/strength.py [GAME …] [--matches 3-2,4-2,5-3] [--players 2,3,4,5] [--deals N] [--budget 60ms]
        [--luck-playouts K] [--seed S] [--jobs J] [--work FOLDER] [--json FILE]

`4-2` is one bot of level 4 against bots of level 2 in all other seats; matches that a game has no levels for are left
out. Every deal is played once with the bot in each seat. Prints the bot's win share with a 95 % interval clustered by
deal, and the multiple of a fair share. Where luck is measured (by default where a bot searches), these figures have
luck taken out, and a second line has them with luck. With --work, a run that was interrupted goes on where it stopped.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from koloda.arena import runner
from koloda.arena.intervals import Estimate
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import Plan, read_budget
from koloda.bots.bot import Budget
from koloda.bots.levels import GUIDED, SEARCH, can_play, level_of
from koloda.games import GAMES, find


@dataclass(frozen=True)
class Strength:
    """What one match has shown. Shares and halves of intervals are parts of 1."""

    game: str
    bot: str
    others: str
    players: int
    deals: int
    games: int
    budget: str
    seed: int
    share: float
    half: float
    fair_shares: float
    share_with_luck: float
    half_with_luck: float
    failures: int
    """Decisions in which the arena had to step in for a bot."""
    seconds: float

    def shown(self, share: float, half: float) -> str:
        times = f" ({share * self.players:.2f}×)" if self.players > 2 else ""
        return f"{100 * share:.1f} ± {100 * half:.1f} %{times}"


def searches(bots: Sequence[str]) -> bool:
    return any(level_of(bot) in (SEARCH, GUIDED) for bot in bots)


def measure(
    game: str, bot: str, others: str, players: int, options: argparse.Namespace, budget: Budget, work: Path
) -> Strength:
    bots = [bot, *[others] * (players - 1)]
    luck = options.luck_playouts if options.luck_playouts is not None else None if searches(bots) else 0
    plan = Plan.of(game, bots, options.deals, players, options.seed, budget, luck_playouts=luck)
    began = perf_counter()
    played = runner.run(plan, options.jobs, resume=work / f"{game}-{bot}-{others}-{players}-{plan.digest()}.jsonl")
    result = MatchResult.of(plan, played)
    found: Estimate = result.win_share(0)
    plain = found.plain or found
    return Strength(
        game=game,
        bot=bot,
        others=others,
        players=players,
        deals=plan.deals,
        games=sum(len(batch["games"]) for batch in played),
        budget=options.budget,
        seed=plan.seed,
        share=found.mean,
        half=found.half,
        fair_shares=found.mean * players,
        share_with_luck=plain.mean,
        half_with_luck=plain.half,
        failures=sum(sum(batch.get("failures", {}).values()) for batch in played),
        seconds=round(perf_counter() - began, 1),
    )


def show(title: str, found: Sequence[Strength]) -> None:
    print(f"| {title} | {' | '.join(each.shown(each.share, each.half) for each in found)} |", flush=True)
    if any(each.share != each.share_with_luck for each in found):
        cells = [each.shown(each.share_with_luck, each.half_with_luck) for each in found]
        print(f"| {title}, with luck | {' | '.join(cells)} |", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--matches", default="3-2,4-2,5-3")
    parser.add_argument("--players", default="2,3,4,5")
    parser.add_argument("--deals", type=int, default=60, metavar="N")
    parser.add_argument("--budget", default="500", help="of bots that search: iterations (500) or milliseconds (60ms)")
    parser.add_argument("--luck-playouts", type=int, default=None, metavar="K")
    parser.add_argument("--seed", type=int, default=20261115)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--work", type=Path, metavar="FOLDER")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    counts = [int(count) for count in options.players.split(",")]
    budget = read_budget(options.budget)
    matches = [match.split("-") for match in options.matches.split(",")]
    found: list[Strength] = []
    with TemporaryDirectory() as folder:
        work = options.work or Path(folder)
        for bot, others in matches:
            print(f"\n| {bot} against {others}: players | {' | '.join(map(str, counts))} |")
            print("|---" * (1 + len(counts)) + "|")
            for name in options.game or GAMES:
                game = find(name)
                if not (can_play(bot, game) and can_play(others, game)):
                    continue
                allowed = [count for count in counts if count in game.set_up.players]
                measured = [measure(name, bot, others, count, options, budget, work) for count in allowed]
                show(name, measured)
                found += measured
                if options.json is not None:
                    options.json.write_text(json.dumps([asdict(each) for each in found], indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
