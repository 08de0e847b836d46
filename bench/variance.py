"""How much variance is left when luck is taken out? Matches of one bot against three of the level below.

    python bench/variance.py [GAME …] [--pairs 0-1,1-2,2-3] [--deals N] [--playouts K,K] [--group 30] [--seed S]

Prints for each game and pair: the difference of the win shares, plain and without luck, with standard errors; which
part of the plain variance is left, of win shares and of scores; in how many matches of 30 deals (as many as fit into
the deals) a 95 % interval tells the levels apart, plain and without luck; and what a game and its luck take.
"""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from koloda.analysis.luck import LuckMeter
from koloda.arena.batch_job import bot_factory, luck_key
from koloda.arena.failures import Failures
from koloda.arena.intervals import Estimate
from koloda.arena.match_player import MatchPlayer
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import Plan
from koloda.core.ranking import places
from koloda.games import GAMES

HEAD = (
    "game",
    "levels",
    "playouts",
    "plain",
    "without luck",
    "variance left, wins",
    "scores",
    "30 deals tell apart",
    "ms a game + luck",
)


@dataclass
class Played:
    """A match whose luck was measured with one number of playouts."""

    match: MatchResult
    milliseconds: float
    """To play a game."""
    luck_milliseconds: float
    """To measure its luck."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--pairs", default="0-1,1-2,2-3")
    parser.add_argument("--deals", type=int, default=120, metavar="N")
    parser.add_argument("--playouts", default="64", metavar="K,K")
    parser.add_argument("--group", type=int, default=30, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"| {' | '.join(HEAD)} |")
    print("|---" * len(HEAD) + "|")
    for name in options.game or GAMES:
        for pair in options.pairs.split(","):
            low, high = pair.split("-")
            plan = Plan.of(name, [high, low, low, low], options.deals, seed=options.seed)
            for played in play(plan, [int(count) for count in options.playouts.split(",")]):
                print(row(pair, played, options.group), flush=True)


def play(plan: Plan, playouts: Sequence[int]) -> list[Played]:
    """Play a match once; measure its luck with each number of playouts."""
    start = plan.rules.start(plan.values)
    meters = [LuckMeter(plan.rules, start, count) for count in playouts]
    games: list[list[int]] = []
    luck: list[list[list[float]]] = [[] for _ in playouts]
    taken = [0.0] * len(playouts)
    player = MatchPlayer(plan, bot_factory(plan))
    whole, began = 0.0, perf_counter()
    for game in player.play(range(plan.deals)):
        whole += perf_counter() - began if games else 0.0  # the first one compiles
        placed = places(game.standings)
        games.append([*game.scores, *placed, game.decisions])
        wins = [(place == 1) / placed.count(1) for place in placed]
        levels = [plan.levels[bot] for bot in game.seating]
        for number, meter in enumerate(meters):
            began = perf_counter()
            found = meter.of(game.log, levels, wins, game.scores, luck_key(plan.seed, game.deal), game.number)
            taken[number] += perf_counter() - began if len(games) > 1 else 0.0
            luck[number].append([*found.wins, *found.points])
        began = perf_counter()
    per_game = 1000 / max(len(games) - 1, 1)
    return [
        Played(
            MatchResult.of(replace(plan, luck_playouts=count), [{"chunk": 0, "games": games, "luck": rows}]),
            whole * per_game,
            seconds * per_game,
        )
        for count, rows, seconds in zip(playouts, luck, taken, strict=True)
    ]


def row(pair: str, played: Played, group: int) -> str:
    match = played.match
    won, scored = match.win_difference(0, 1), match.score_difference(0, 1)
    groups = [part(match, first, group) for first in range(0, match.plan.deals - group + 1, group)]
    found = [each.win_difference(0, 1) for each in groups]
    plainly = sum((each.plain or each).excludes(0.0) for each in found)
    cells = [
        match.plan.game,
        pair.replace("-", "–"),
        str(match.plan.luck_playouts),
        shown(won.plain),
        shown(won),
        f"{won.variance_factor or 1:.3f}",
        f"{scored.variance_factor or 1:.3f}",
        f"{sum(each.excludes(0.0) for each in found)} of {len(found)}, plain {plainly}",
        f"{played.milliseconds:.2f} + {played.luck_milliseconds:.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def part(match: MatchResult, first: int, deals: int) -> MatchResult:
    """A match of some of the deals."""
    kept = (match.games.deal >= first) & (match.games.deal < first + deals)
    return MatchResult(replace(match.plan, deals=deals), match.games.subset(kept), Failures())


def shown(found: Estimate | None) -> str:
    return "—" if found is None else f"{100 * found.mean:+.2f} ± {100 * found.error:.2f} %"


if __name__ == "__main__":
    main()
