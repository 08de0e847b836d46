"""How strong are the bots? Measures every table of docs/strength.md, in parts if you like, and writes them there.

    python bench/strength.py [GAME …] [--only SECTION,…] [--quick] [--work FOLDER] [--seconds S] [--jobs J] [--write]

Run it in the root of the repository. With games it plays only these; tables show what there is of all of them.

What is in the folder of --work is not played again, so a long campaign can be done in parts: stop it whenever you like,
or give it --seconds, and start the same command again. With --write the tables go into docs/strength.md, each between
markers, with its settings; a match that is not finished says on how many deals its figure is based, and what was not
measured says so. Without --write they are printed. --quick plays a few deals of everything, and writes nothing.

| section | what it measures |
|---|---|
| level-1, level-2 | one bot of the level among bots of the level below, 2 to 5 players |
| level-3 | the same for level 3, with 500 iterations a move |
| seventy | level 3 with 1000 iterations among two bots of examples/bots/seventy.py, in No Thanks! |
| level-3-60ms | level 3 among level 2 with its usual 60 ms of processor time, four players |
| level-4 | level 4 among level 2, 2 to 5 players |
| level-4-greedy | the same among level 1, four players |
| level-5 | level 5 among level 3, both with 60 ms of processor time, four players |
| level-5-15ms | the same with 15 ms, so that there is time for more deals |
| population | all levels, examples/bots, careless players, networks and attackers, each alone among each other |
| reuse | what level 3 gains by going on in the tree of its last decision (bench/tree_reuse.py) |
| time | how long levels 3 to 5 think about a move, four players |
| attacks | not played here: from the files of `koloda attack --json` in the folder of --attacks |

Luck is taken out of matches in which a bot searches (docs/arena.md), with as many playouts as `koloda arena` uses, or
with those of --luck-playouts K; 0 leaves it in. Matches of faster bots and populations are plain.
Searches that think for some time count the time of the processor, so that other work on the machine does not matter.
Attackers are networks in the folder of --attackers, named GAME-ANYTHING.npz.
"""

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from textwrap import fill

import numpy as np
from in_processes import Lines
from report import machine, table, write_between_markers
from strength_matches import Campaign, Cell, Played
from think_times import think_times
from tree_reuse import HEAD as REUSE_HEAD
from tree_reuse import measure as measure_reuse

from koloda.arena.control_variate import FEWEST
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import USUAL_LUCK_PLAYOUTS
from koloda.arena.population import PopulationResult
from koloda.bots.levels import GUIDED, SEARCH, can_play, level_of
from koloda.core.facts import fact
from koloda.core.game import Game
from koloda.core.text import say
from koloda.games import GAMES, find

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "strength.md"
COMMAND = "python bench/strength.py"
SEED = 20261118
QUICK = 4  # deals
NOT_MEASURED = "not measured"
WIDTH = 120  # columns of the page
TIMED_GAMES, TIMED_PLAYERS = 8, 4
TIMED_LEVELS = ("3", "4", "5")
REUSE_SETTINGS = {"players": 2, "deals": 40, "milliseconds": 20}


@dataclass(frozen=True)
class HeadToHead:
    """A table of matches: one bot among others."""

    name: str
    one: str
    others: str
    deals: dict[int, int]
    """By number of players."""
    budget: str = "500"
    goal: Callable[[int], float] = lambda players: 0.6 if players == 2 else 1.5 / players
    games: tuple[str, ...] = tuple(GAMES)

    def bots(self, game: Game) -> tuple[str, str]:
        return self.one.format(game=game.name), self.others

    def cells(self, game: Game) -> list[Cell]:
        bots = self.bots(game)
        if game.name not in self.games or not all(can_play(bot, game) and is_there(bot) for bot in bots):
            return []
        counts = [players for players in self.deals if players in game.set_up.players]
        return [Cell(self.name, game.name, bots, players, self.deals[players], self.budget) for players in counts]


def is_there(bot: str) -> bool:
    return not bot.endswith(".npz") or (ROOT / bot.rpartition(":")[2]).exists()


def every(deals: int) -> dict[int, int]:
    return dict.fromkeys(range(2, 6), deals)


SEVENTY = "examples/bots/seventy.py:Seventy"
SECTIONS = [
    HeadToHead("level-1", "1", "0", every(500)),
    HeadToHead("level-2", "2", "1", every(1000)),
    HeadToHead("level-3", "3", "2", {2: 60, 3: 45, 4: 36, 5: 28}),
    HeadToHead("level-3-60ms", "3", "2", {4: 200}, "60ms"),
    HeadToHead("seventy", "3", SEVENTY, {3: 40}, "1000", games=("no_thanks",)),
    HeadToHead("level-4", "4", "2", every(500)),
    HeadToHead("level-4-greedy", "4", "1", {4: 500}),
    HeadToHead("level-5", "5", "3", {4: 200}, "60ms", lambda players: 1.3 / players),
    HeadToHead("level-5-15ms", "5", "3", {4: 100}, "15ms", lambda players: 1.3 / players),
]
POPULATION, REUSE, TIME, ATTACKS = "population", "reuse", "time", "attacks"
POPULATION_DEALS, POPULATION_PLAYERS, POPULATION_BUDGET = 40, 4, "100"
MEMBERS = (
    "0",
    "1",
    "2",
    "3",
    "4",
    "5",
    "careless:20:2",
    SEVENTY,
)
"""Of a population, where a game has them. (examples/bots/dreamer.py takes seconds a move.)"""
ONLY_FOR = {SEVENTY: "no_thanks"}


def _with_luck(cell: Cell, playouts: int) -> Cell:
    """The match with luck taken out, if that is asked for and a bot thinks longer than that takes."""
    return replace(cell, luck_playouts=playouts) if any(map(searches, cell.bots)) else cell


def searches(bot: str) -> bool:
    return level_of(bot) in (SEARCH, GUIDED)


def population_cell(game: Game, attackers: Path | None) -> Cell:
    names = [member.format(game=game.name) for member in MEMBERS]
    members = [
        name for name in names if ONLY_FOR.get(name, game.name) == game.name and can_play(name, game) and is_there(name)
    ]
    found = sorted(attackers.glob(f"{game.name}-*.npz")) if attackers else []
    bots = (*members, *map(str, found))
    return Cell(POPULATION, game.name, bots, POPULATION_PLAYERS, POPULATION_DEALS, POPULATION_BUDGET, population=True)


def title(game: str) -> str:
    return say(fact(f"{game}.title"), "en")


# The tables


def head_to_head(section: HeadToHead, campaign: Campaign, cells: Sequence[Cell]) -> str:
    counts = list(section.deals)
    rows: list[list[str]] = []
    below: dict[str, list[str]] = {}
    for game in dict.fromkeys(cell.game for cell in cells):
        row = [title(game)]
        for players in counts:
            found = [cell for cell in cells if (cell.game, cell.players) == (game, players)]
            played = campaign.played(found[0]) if found else None
            row.append(_share(played) if played else NOT_MEASURED if found else "—")
            if played and _estimate(played)[0] < section.goal(players):
                below.setdefault(title(game), []).append(str(players))
        rows.append(row)
    if not rows:
        return "No game has these bots yet."
    by_players = {cell.players: cell.deals for cell in cells}
    deals = ", ".join(f"{count} deals with {players} players" for players, count in by_players.items())
    if len(set(by_players.values())) == 1:
        deals = f"{cells[0].deals} deals"
    thinking = f", {_budget(section.budget)} a move" if any(map(searches, cells[0].bots)) else ""
    luck = f", luck taken out with {cells[0].luck_playouts} playouts" if cells[0].luck_playouts else ""
    told = f"{deals}, each from every seat{thinking}{luck}, seed {campaign.seed}."
    goals = {players: section.goal(players) for players in counts}
    asked = " and ".join(dict.fromkeys(_goal(players, goal) for players, goal in goals.items()))
    named = "; ".join(f"{game} with {', '.join(players)}" for game, players in below.items())
    missed = f" Below it: {named}." if below else " Every mean reaches it." if _all(campaign, cells) else ""
    return f"{told}\n\n{table(['players', *map(str, counts)], rows)}\n\nThe goal is {asked}.{missed}"


def _all(campaign: Campaign, cells: Sequence[Cell]) -> bool:
    return all((played := campaign.played(cell)) is not None and played.whole for cell in cells)


def _goal(players: int, goal: float) -> str:
    return f"{100 * goal:.0f} % with two players" if players == 2 else f"{goal * players:.1f}× a fair share"


def _budget(budget: str) -> str:
    return f"{budget[:-2]} ms of processor time" if budget.endswith("ms") else f"{budget} iterations"


def _estimate(played: Played) -> tuple[float, float]:
    found = MatchResult.of(played.plan, played.batches).win_share(0)
    return found.mean, found.half


def _share(played: Played) -> str:
    share, half = _estimate(played)
    players = played.plan.players
    times = f" ({share * players:.2f}×)" if players > 2 else ""
    part = "" if played.whole else f", {played.plan.deals} deals"
    part += ", plain" if played.plan.luck_playouts and played.plan.deals < FEWEST else ""
    return f"{100 * share:.1f} ± {100 * half:.1f} %{times}{part}"


def population(campaign: Campaign, cells: Sequence[Cell]) -> str:
    told = (
        f"{cells[0].deals} deals, {POPULATION_PLAYERS} players, each bot alone among each other from every seat, "
        f"{_budget(POPULATION_BUDGET)} a move for searches, seed {campaign.seed}."
    )
    return "\n\n".join([told, *(text for cell in cells for text in _population(campaign, cell))])


def _population(campaign: Campaign, cell: Cell) -> Iterator[str]:
    played = campaign.played(cell)
    if played is None:
        yield f"{title(cell.game)}: {NOT_MEASURED}."
        return
    found = PopulationResult.of(played.plan, played.batches)
    labels = [label.replace("|", "\\|") for label in played.plan.labels]
    order = sorted(found.bots, key=lambda bot: -found.overall(bot).mean)
    rows = []
    for bot in order:
        won, mass, rating = found.overall(bot), found.masses[bot], found.ratings[bot]
        low, high = mass.interval or (float("nan"), float("nan"))
        share = f"{100 * won.mean:.1f} ± {100 * won.half:.1f} % ({won.mean / found.match.fair:.2f}×)"
        rows.append(
            [
                labels[bot],
                share,
                f"{rating.mu:.1f} ± {rating.simultaneous:.1f}",
                f"{mass.mean:.2f} ({low:.2f}–{high:.2f})",
            ]
        )
    part = "" if played.whole else f" ({played.plan.deals} deals so far)"
    yield f"**{title(cell.game)}**{part}"
    yield table(["bot", "alone among the others", "rating", "α-rank"], rows)
    yield "One of the row among the column, in fair shares:"
    cross = [
        [labels[a], *("·" if a == b else f"{found.share(a, b).mean / found.match.fair:.2f}" for b in order)]
        for a in order
    ]
    yield table(["", *(labels[bot] for bot in order)], cross)
    for cycle in found.cycles:
        yield f"A cycle, certain in every step: {' > '.join(labels[bot] for bot in [*cycle, cycle[0]])}."


def times(lines: Lines, games: Sequence[str], chosen: Sequence[str]) -> str:
    """Measure what is missing of the chosen games, and put all in a table."""
    found = {(line["game"], line["level"]): line for line in lines.found}
    for game in chosen:
        for level in TIMED_LEVELS:
            if (game, level) not in found and can_play(level, find(game)):
                taken = think_times(game, TIMED_PLAYERS, TIMED_GAMES, level)
                p50, p99 = np.percentile(taken, [50, 99])
                measured = {"moves": len(taken), "median": p50, "p99": p99, "longest": max(taken)}
                found[game, level] = lines.add({"game": game, "level": level, **measured})
    rows = [
        [title(game), level, str(line["moves"]), *(f"{line[name]:.1f} ms" for name in ("median", "p99", "longest"))]
        if (line := found.get((game, level)))
        else [title(game), level, NOT_MEASURED, "", "", ""]
        for level in TIMED_LEVELS
        for game in games
    ]
    told = (
        f"{TIMED_GAMES} games with {TIMED_PLAYERS} players, moves with more than one choice, milliseconds of the "
        "processor; searches may think for 60."
    )
    return f"{told}\n\n{table(['game', 'level', 'moves', 'median', '99 % within', 'longest'], rows)}"


def reuse(lines: Lines, games: Sequence[Game], chosen: Sequence[str], seed: int) -> str:
    """Measure what is missing of the chosen games, and put all in a table."""
    found = {line["game"]: line["row"] for line in lines.found}
    trees = [game.name for game in games if not game.simultaneous]
    for game in trees:
        if game in chosen and game not in found:
            found[game] = lines.add({"game": game, "row": measure_reuse(game, seed=seed, **REUSE_SETTINGS)})["row"]
    rows = [[title(game), *(found[game][1:] if game in found else [NOT_MEASURED])] for game in trees]
    told = "{deals} deals with {players} players, each from every seat, {milliseconds} ms of processor time a move"
    return f"{told.format(**REUSE_SETTINGS)}, seed {seed}.\n\n{table(REUSE_HEAD, rows)}"


def wrapped(text: str) -> str:
    """The text with lines that fit on a screen. Tables stay as they are."""
    lines = [
        line
        if line.startswith("|")
        else fill(
            line, WIDTH, subsequent_indent="  " * line.startswith("- "), break_long_words=False, break_on_hyphens=False
        )
        for line in text.split("\n")
    ]
    return "\n".join(lines)


def attacks(folder: Path | None) -> str | None:
    """A table of what `koloda attack --json` has written; None for nothing."""
    reports = [json.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*.json"))] if folder else []
    rows = []
    for each in reports:
        low, high = each["share"]["interval_95"]
        share = f"{100 * each['share']['mean']:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        budget = f"{each['decisions'] / 1e6:,.0f} M"
        cells = [title(each["game"]), each["target"], str(each["players"]), share, budget, str(each["recipe"]["seed"])]
        rows.append(cells)
    return table(["game", "target", "players", "share", "decisions", "seed"], rows) if rows else None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--only", default="", metavar="SECTION,…")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--work", type=Path, metavar="FOLDER")
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--luck-playouts", type=int, default=USUAL_LUCK_PLAYOUTS, metavar="K")
    parser.add_argument("--attackers", type=Path, metavar="FOLDER")
    parser.add_argument("--attacks", type=Path, metavar="FOLDER")
    parser.add_argument("--write", action="store_true", help="write the tables into docs/strength.md")
    options = parser.parse_args()
    names = [*(section.name for section in SECTIONS), POPULATION, REUSE, TIME, ATTACKS]
    asked = options.only.split(",") if options.only else names
    if unknown := [name for name in asked if name not in names]:
        parser.error(f"there is no section {unknown[0]}: {', '.join(names)}")
    if options.write and options.quick:
        parser.error("--quick writes nothing")
    chosen = options.game or list(GAMES)
    games = [find(name) for name in GAMES]
    cells = {
        section.name: [_with_luck(cell, options.luck_playouts) for game in games for cell in section.cells(game)]
        for section in SECTIONS
    }
    cells[POPULATION] = [population_cell(game, options.attackers) for game in games]
    if options.quick:
        cells = {name: [replace(cell, deals=QUICK) for cell in some] for name, some in cells.items()}
    campaign = Campaign([cell for name in asked for cell in cells.get(name, ())], options.seed, options.work)
    campaign.run([cell for cell in campaign.cells if cell.game in chosen], options.jobs, options.seconds)
    texts: dict[str, str | None] = {
        s.name: head_to_head(s, campaign, cells[s.name]) for s in SECTIONS if s.name in asked
    }
    if POPULATION in asked:
        texts[POPULATION] = population(campaign, cells[POPULATION])
    measures = not options.quick and options.seconds > 0
    if REUSE in asked:
        lines = Lines(options.work and options.work / "reuse.jsonl", {**REUSE_SETTINGS, "seed": options.seed})
        texts[REUSE] = reuse(lines, games, chosen if measures else (), options.seed)
    if TIME in asked:
        lines = Lines(options.work and options.work / "times.jsonl", {"games": TIMED_GAMES, "players": TIMED_PLAYERS})
        texts[TIME] = times(lines, [game.name for game in games], chosen if measures else ())
    if ATTACKS in asked:
        texts[ATTACKS] = attacks(options.attacks)
    for name, text in texts.items():
        if text is None:
            print(f"{name}: no files, so that the page keeps what it says")
            continue
        whole = wrapped(f"{machine(f'{COMMAND} --only {name}')}\n- {text}")
        if options.write:
            write_between_markers(PAGE, whole, f"<!-- {name} -->", f"<!-- /{name} -->")
        else:
            print(f"\n## {name}\n\n{whole}")
    versions = len(campaign.versions())
    if versions > 1:
        print(f"\nThese matches were played by {versions} versions of the sources.")
    if failed := campaign.failures():
        print(f"\nThe arena had to step in for a bot in {failed} decisions.")


if __name__ == "__main__":
    main()
