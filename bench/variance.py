"""How much variance is left when luck is taken out, and are the intervals honest? Matches of one bot against three.

    python bench/variance.py [GAME …] [--pairs 0-1,1-2,2-3] [--deals N] [--playouts K,K] [--null M] [--group 30]
                             [--seed S] [--jobs J] [--seconds S] [--out FILE]

For each game and pair of levels, one bot of the higher level plays three of the lower one. Prints: the difference of
the win shares, plain and without luck, with standard errors; which part of the plain variance is left, of win shares
and of scores, the mean over all matches of 30 deals that fit into the deals; in how many of these a 95 % interval
tells the levels apart, plain and without luck; how often 30 deals chosen at random have an interval without the mean
of all deals; and what a game and its luck take.

Are the intervals honest? With `--null M` there are M more matches of 30 deals of two kinds in which the rule of level 2
stands in for bots as if nobody knew them: level 0 against itself under another name, where luck explains nothing, and
level 2 against level 1, where it explains a part. Prints how often an interval does not have the true difference, which
is zero, or the plain mean of all these matches: 5 % is what it promises.

The file gets a line of JSON for every few deals. What is in the file is not played again.
"""

import argparse
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Any

from in_processes import Line, Lines, Task, results

from koloda.analysis.luck import LuckMeter
from koloda.arena.batch_job import bot_factory, luck_key
from koloda.arena.failures import Failures
from koloda.arena.intervals import Estimate
from koloda.arena.match_player import MatchPlayer
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import Plan
from koloda.compiled.bot_match import FOREIGN
from koloda.core.ranking import places
from koloda.games import GAMES

NULL, GUESTS, WARM = "null", "1-2 guests", "2-3 warm"
"""The pairs of matches with bots that nobody knows, and of one that only compiles."""
HEAD = (
    "game",
    "levels",
    "playouts",
    "deals",
    "plain",
    "without luck",
    "variance left, wins",
    "scores",
    "30 deals tell apart",
    "false alarms",
    "ms a game + luck",
)
GUEST_PLAYOUTS = {NULL: [4], GUESTS: [16]}
MANY = 100
"""Matches of a few deals: with so many, none are chosen at random."""
RESAMPLED = 500
"""Matches of a few deals that are chosen at random among all."""


def plan_of(game: str, pair: str, deals: int, seed: int) -> Plan:
    low, high = ("random", "0") if pair == NULL else pair.split()[0].split("-")
    return Plan.of(game, [high, low, low, low], deals, seed=seed)


def measure(game: str, pair: str, first: int, end: int, seed: int, playouts: Sequence[int]) -> Line:
    """Play a few deals; measure their luck with each number of playouts."""
    plan = plan_of(game, pair, end, seed)
    start = plan.rules.start(plan.values)
    meters = [LuckMeter(plan.rules, start, count) for count in playouts]
    games: list[list[int]] = []
    luck: list[list[list[float]]] = [[] for _ in playouts]
    taken = [0.0] * len(playouts)
    player = MatchPlayer(plan, bot_factory(plan))
    whole, began = 0.0, perf_counter()
    for played in player.play(range(first, end)):
        whole += perf_counter() - began if games else 0.0  # the first one compiles
        placed = places(played.standings)
        games.append([*played.scores, *placed, played.decisions])
        wins = [(place == 1) / placed.count(1) for place in placed]
        levels = [FOREIGN if pair in (NULL, GUESTS) else plan.levels[bot] for bot in played.seating]
        for number, meter in enumerate(meters):
            began = perf_counter()
            found = meter.of(played.log, levels, wins, played.scores, luck_key(seed, played.deal), played.number)
            taken[number] += perf_counter() - began if len(games) > 1 else 0.0
            luck[number].append([round(each, 6) for each in (*found.wins, *found.points)])
        began = perf_counter()
    timed = max(len(games) - 1, 1)
    return {
        "game": game,
        "pair": pair,
        "first": first,
        "games": games,
        "luck": dict(zip(map(str, playouts), luck, strict=True)),
        "milliseconds": [round(1000 * each / timed, 4) for each in (whole, *taken)],
    }


def run(tasks: list[Task], lines: Lines, jobs: int, seconds: float) -> list[Line]:
    """Play and measure in processes. Tasks of a game wait until one of them has compiled it."""
    cold = list(dict.fromkeys(task[1] for task in tasks))
    warm: set[str] = set()

    def next_task() -> Task | None:
        if cold:
            return measure, cold.pop(), WARM, 0, 1, 0, [1]
        for number, task in enumerate(tasks):
            if task[1] in warm:
                return tasks.pop(number)
        return None

    found = list(lines.found)
    for line in results(next_task, jobs, seconds):
        if line["pair"] == WARM:
            warm.add(line["game"])
        else:
            found.append(lines.add(line))
    return found


def report(lines: Sequence[Line], seed: int, group: int) -> None:
    """Print a row for each game, pair and number of playouts."""
    cells: dict[tuple[str, str], list[Line]] = defaultdict(list)
    for line in lines:
        cells[line["game"], line["pair"]].append(line)
    print(f"| {' | '.join(HEAD)} |")
    print("|---" * len(HEAD) + "|")
    for name in dict.fromkeys(game for game, _ in cells):
        for game, pair in sorted(each for each in cells if each[0] == name):
            for number, playouts in enumerate(cells[game, pair][0]["luck"]):
                print(row(cells[game, pair], playouts, number, seed, group), flush=True)


def match_of(lines: Sequence[Line], playouts: str, seed: int) -> MatchResult:
    """The match of all deals that were played: they count as if they had come one after another."""
    lines = sorted(lines, key=lambda line: int(line["first"]))
    plan = plan_of(lines[0]["game"], lines[0]["pair"], 1, seed)
    deals = sum(len(line["games"]) for line in lines) // len(plan.seatings(0))
    results = [{"chunk": 0, "games": line["games"], "luck": line["luck"][playouts]} for line in lines]
    return MatchResult.of(replace(plan, deals=deals, luck_playouts=int(playouts)), results)


def row(lines: Sequence[Line], playouts: str, number: int, seed: int, group: int) -> str:
    import numpy as np

    match = match_of(lines, playouts, seed)
    deals = match.plan.deals
    won = match.win_difference(0, 1)
    small = [part(match, range(first, first + group)) for first in range(0, deals - group + 1, group)]
    found, scored = [each.win_difference(0, 1) for each in small], [each.score_difference(0, 1) for each in small]
    null = lines[0]["pair"] == NULL
    if null:
        alarms = [each.excludes(0.0) for each in found]
        plain_alarms = [(each.plain or each).excludes(0.0) for each in found]
    else:
        random = np.random.default_rng(7)
        some = found
        if len(found) < MANY:
            times = RESAMPLED if deals > 2 * group else 0
            chosen = [part(match, random.permutation(deals)[:group]) for _ in range(times)]
            some = [each.win_difference(0, 1) for each in chosen]
        plain = won.plain or won
        alarms = [misses(each, (won if len(found) < MANY else plain).mean, deals) for each in some]
        plain_alarms = [misses(each.plain or each, plain.mean, deals) for each in some]
    milliseconds = np.mean([line["milliseconds"] for line in lines], axis=0)
    told = sum(each.excludes(0.0) for each in found), sum((each.plain or each).excludes(0.0) for each in found)
    cells = [
        match.plan.game,
        lines[0]["pair"].replace("-", "–"),
        playouts,
        str(deals),
        shown(won.plain),
        shown(won),
        left(found),
        left(scored),
        "" if null else f"{told[0]} of {len(found)}, plain {told[1]}",
        f"{rate(alarms)}, plain {rate(plain_alarms)}",
        f"{milliseconds[0]:.2f} + {milliseconds[1 + number]:.2f}",
    ]
    return f"| {' | '.join(cells)} |"


def part(match: MatchResult, deals: Any) -> MatchResult:
    """A match of some of the deals."""
    import numpy as np

    kept = np.isin(match.games.deal, deals)
    return MatchResult(replace(match.plan, deals=len(deals)), match.games.subset(kept), Failures())


def misses(some: Estimate, mean: float, deals: int) -> bool:
    """Is the mean of all deals outside the interval of some? These were part of it, so they miss it less often."""
    stretch = sqrt(1 - some.deals / deals)
    return some.excludes(some.mean + (mean - some.mean) / stretch)


def left(found: Sequence[Estimate]) -> str:
    """Which part of the plain variance is left, in matches of few deals."""
    plain = sum((each.plain or each).error ** 2 for each in found)
    return f"{sum(each.error**2 for each in found) / plain:.3f}" if plain else "—"


def rate(alarms: Sequence[bool]) -> str:
    if not alarms:
        return "—"
    share = sum(alarms) / len(alarms)
    return f"{100 * share:.1f} ± {100 * sqrt(share * (1 - share) / len(alarms)):.1f} %"


def shown(found: Estimate | None) -> str:
    return "—" if found is None else f"{100 * found.mean:+.2f} ± {100 * found.error:.2f} %"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--pairs", default="0-1,1-2,2-3")
    parser.add_argument("--deals", type=int, default=120, metavar="N")
    parser.add_argument("--playouts", default="64", metavar="K,K")
    parser.add_argument("--null", type=int, default=0, metavar="M")
    parser.add_argument("--group", type=int, default=30, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    playouts = [int(count) for count in options.playouts.split(",")]
    lines = Lines(options.out, {"seed": options.seed, "playouts": playouts})
    done = {(line["game"], line["pair"], line["first"]) for line in lines.found}
    tasks: list[Task] = []
    pairs = {pair: (options.deals, 4 if "3" in pair else 30) for pair in options.pairs.split(",") if pair}
    for pair in (NULL, GUESTS):
        pairs[pair] = options.null * options.group, options.group
    most = max(-(-deals // step) for deals, step in pairs.values())
    for number in range(most):  # a little of everything first, in case the time is over
        for pair, (deals, step) in pairs.items():
            if (number * step) < deals:
                first = number * step
                counts = GUEST_PLAYOUTS.get(pair, playouts)
                tasks += [
                    (measure, game, pair, first, min(first + step, deals), options.seed, counts)
                    for game in options.game or GAMES
                    if (game, pair, first) not in done
                ]
    report(run(tasks, lines, options.jobs, options.seconds), options.seed, options.group)


if __name__ == "__main__":
    main()
