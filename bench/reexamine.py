"""Do mistakes survive a closer look? Judges games of bots, and examines the mistakes again with a larger budget.

    python bench/reexamine.py [GAME …] [--mistakes N] [--times T] [--levels 0,1,2,3] [--games G] [--seed S]
                              [--jobs J] [--seconds S] [--out FOLDER]

Mistakes are chosen at random among those of whole games with all numbers of players, equally many of every level. A
strong level makes few: after G of its games, the other levels give what it lacks. The new examination has fresh seeds
and T times the iterations of the longest searches that name mistakes: √T times as many of them, each √T times as long.
A mistake survives if the move is again worse than the best one, whichever that is then, by three standard errors and by
what a mistake must cost. Searches end early only where the rest cannot change that any more: where the difference is
six standard errors away from what a mistake must cost.

The folder gets a file for each game with a line for every game that was played, and for every mistake that was
examined, as JSON. What is there already is not done again, so the command can be repeated until everything is done;
`--seconds` stops it in between. The number of processes changes nothing but the time.
Prints the share of mistakes that survived by game and level, the others, and what they all took.
"""

import argparse
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from math import isqrt, sqrt
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

from in_processes import Line, Lines, Task, results

from koloda.analysis.judge import CERTAIN, USUAL, WORTH, Difference, difference, judge
from koloda.analysis.review import Moment, moments
from koloda.arena.bot_games import bot_games
from koloda.bots.bot import Budget
from koloda.bots.engine import Engine
from koloda.bots.hint import Opinion, best_move, opinions
from koloda.core.game import Act, Draw
from koloda.games import GAMES, find
from koloda.table.match import Match

BUDGET = Budget(iterations=500)
"""Of level 3, when it plays."""
FROM_A_GAME = 5
"""Mistakes that are taken from one game at most."""
FIRST, MORE = 10, 5
"""Searches of a new examination before the first look at what they say, and between two looks."""

Key = tuple[str, str, int, int]
"""Of a mistake: game, level, the game's number, step and seat in one number."""


class Cell(NamedTuple):
    """The games of bots of a level."""

    game: str
    level: str


def play(cell: Cell, number: int, seed: int) -> Line:
    """Play one game and look for mistakes in it, in random order, until there are enough."""
    began = process_time()
    game = find(cell.game)
    own = int.from_bytes(sha256(f"reexamine {seed} {cell.game} {cell.level} {number}".encode()).digest()[:4])
    counts = game.set_up.players
    players = counts[number % len(counts)]
    (match,) = bot_games(game, cell.level, 1, own, players, BUDGET)
    found = list(moments(match))
    Random(own).shuffle(found)
    mistakes: list[Line] = []
    judged = 0
    for moment in found:
        judged += 1
        said = judge(moment.knowledge, moment.played)
        if said.verdict == "mistake":
            decision = {"step": moment.step, "seat": moment.knowledge.seat, "best": said.best}
            mistakes.append({**decision, "named": said.difference, "short": said.short})
            if len(mistakes) == FROM_A_GAME:
                break
    plies = [
        [step.ply.seat, step.ply.action] if isinstance(step.ply, Act) else [step.ply.outcome] for step in match.steps
    ]
    return {
        "kind": "game",
        **cell._asdict(),
        "number": number,
        "players": players,
        "plies": plies,
        "decisions": len(found),
        "judged": judged,
        "mistakes": mistakes,
        "seconds": round(process_time() - began, 3),
    }


def again(line: Line, which: int, times: int) -> Line:
    """Examine a mistake of a game again."""
    began = process_time()
    mistake = line["mistakes"][which]
    moment = moment_of(line, mistake)
    found = examine(moment, mistake["best"], times)
    at = [each.action for each in found[0]].index(moment.played)
    best = best_move(found)
    final = difference(found, best, at)
    return {
        "kind": "mistake",
        "game": line["game"],
        "level": line["level"],
        "number": line["number"],
        "players": line["players"],
        **mistake,
        "moves": len(found[0]),
        "again": final,
        "searches": len(found),
        "survived": survives(final),
        "seconds": round(process_time() - began, 3),
    }


def moment_of(line: Line, mistake: Line) -> Moment:
    """Play a game to a mistake again."""
    game = find(line["game"])
    match = Match(game, game.start(game.set_up.settle(line["players"])), history=True)
    match.apply(*(Draw(*ply) if len(ply) == 1 else Act(*ply) for ply in line["plies"]))
    for moment in moments(match):
        if (moment.step, moment.knowledge.seat) == (mistake["step"], mistake["seat"]):
            return moment
    raise AssertionError("the game does not have this decision")


def examine(moment: Moment, best: int | None, times: int) -> list[Opinion]:
    """What searches with so many times the iterations say; fewer of them, once it is certain what all would say."""
    more = isqrt(times)
    found: list[Opinion] = []
    for group in groups(USUAL.long * more):
        seeds = [f"reexamine {number}" for number in group]
        found += opinions(moment.knowledge, seeds, USUAL.long_iterations * more, [moment.played, best])
        at = [each.action for each in found[0]].index(moment.played)
        now = difference(found, best_move(found), at)
        if abs(now.mean - WORTH) >= CERTAIN * now.error:
            break
    return found


def groups(searches: int) -> Iterator[range]:
    """The numbers of the searches between two looks."""
    first = 0
    while first < searches:
        end = min(searches, first + MORE if first else FIRST)
        yield range(first, end)
        first = end


def survives(found: Difference) -> bool:
    return found.clear and found.mean >= WORTH


def warm_up(name: str) -> Line:
    """Compile everything that is needed for a game, into the cache on disk."""
    game = find(name)
    game.once(Engine).load()
    for level in ("0", "3"):
        for match in bot_games(game, level, 1, 0, game.set_up.players[0], Budget(iterations=1)):
            next(moments(match))
    return {"kind": "warm", "game": name}


@dataclass
class Search:
    """What was found of one cell. Mistakes come from the first games, whichever were finished first."""

    cell: Cell
    most_games: int
    wanted: int = 0
    games: dict[int, Line] = field(default_factory=dict)
    started: int = 0
    ready: bool = False

    def named(self) -> list[tuple[Line, int]]:
        """All mistakes that were found: games in order, without a gap."""
        found: list[tuple[Line, int]] = []
        number = 0
        while number in self.games:
            line = self.games[number]
            found += [(line, which) for which in range(len(line["mistakes"]))]
            number += 1
        return found

    def chosen(self) -> list[tuple[Line, int]]:
        """The mistakes to examine."""
        return self.named()[: self.wanted]

    @property
    def missing(self) -> int:
        return 0 if self.at_end else self.wanted - len(self.chosen())

    @property
    def at_end(self) -> bool:
        """There will be no more games."""
        return len(self.games) >= self.most_games

    @property
    def playing(self) -> int:
        return sum(number not in self.games for number in range(self.started))

    @property
    def can_play(self) -> bool:
        """Not all games have begun."""
        return len(self.games) + self.playing < self.most_games

    def next_game(self) -> int:
        while self.started in self.games:
            self.started += 1
        self.started += 1
        return self.started - 1


def share_out(searches: list[Search], mistakes: int) -> None:
    """Say how many mistakes each level of a game gives: equally many, and more where others have not enough."""
    have = {search.cell: len(search.named()) if search.at_end else mistakes for search in searches}
    ordered = sorted(searches, key=lambda search: have[search.cell])
    for number, search in enumerate(ordered):
        search.wanted = min(have[search.cell], -(-mistakes // (len(ordered) - number)))
        mistakes -= search.wanted


def key_of(line: Line, mistake: Line) -> Key:
    return line["game"], line["level"], line["number"], 100 * mistake["step"] + mistake["seat"]


@dataclass
class Work:
    """Everything to do, and what is done."""

    options: argparse.Namespace
    cells: dict[Cell, Search]
    examined: dict[Key, Line] = field(default_factory=dict)
    begun: set[Key] = field(default_factory=set)
    warming: set[str] = field(default_factory=set)

    def take(self, line: Line) -> None:
        """Note what was done."""
        if line["kind"] == "warm":
            for cell, search in self.cells.items():
                search.ready |= cell.game == line["game"]
        elif line["kind"] == "game":
            cell = Cell(line["game"], line["level"])
            if cell in self.cells:
                self.cells[cell].games[line["number"]] = line
                self.share_out(cell.game)
        elif line["kind"] == "mistake":
            self.examined[key_of(line, line)] = line

    def share_out(self, game: str) -> None:
        share_out([search for cell, search in self.cells.items() if cell.game == game], self.options.mistakes)

    def next(self) -> Task | None:
        """What to do next: compile; mistakes of games first; then more games where the most mistakes are missing."""
        for name in dict.fromkeys(cell.game for cell in self.cells):
            if name not in self.warming:
                self.warming.add(name)
                return warm_up, name
        warm = [search for search in self.cells.values() if search.ready]
        for search in warm:
            for line, which in search.chosen():
                key = key_of(line, line["mistakes"][which])
                if key not in self.examined and key not in self.begun:
                    self.begun.add(key)
                    return again, line, which, self.options.times
        short = [search for search in warm if search.missing > 0 and search.can_play]
        if not short:
            return None
        most = max(short, key=lambda search: search.missing / (1 + search.playing))
        return play, most.cell, most.next_game(), self.options.seed


def run(work: Work, files: dict[str, Lines]) -> None:
    """Do the work in processes, until it is done or the time is over."""
    for lines in files.values():
        for line in lines.found:
            work.take(line)
    for line in results(work.next, work.options.jobs, work.options.seconds):
        work.take(line if line["kind"] == "warm" else files[line["game"]].add(line))


def report(work: Work) -> None:
    """Print what survived, by game and level, and what did not."""
    for name in dict.fromkeys(cell.game for cell in work.cells):
        survived = examined = wanted = 0
        seconds = 0.0
        for cell, search in work.cells.items():
            if cell.game != name:
                continue
            chosen = [work.examined.get(key_of(line, line["mistakes"][which])) for line, which in search.chosen()]
            lines = [line for line in chosen if line is not None]
            well = sum(line["survived"] for line in lines)
            took = [sum(line["seconds"] for line in done) for done in (search.games.values(), lines)]
            print(
                f"{name}, level {cell.level}: {well} of {len(lines)} survived, {search.wanted} wanted; "
                f"{len(search.games)} games, {took[0]:.0f} s, examined in {took[1]:.0f} s"
            )
            survived, examined, wanted = survived + well, examined + len(lines), wanted + search.wanted
            seconds += sum(took)
            for line in lines:
                if not line["survived"]:
                    shown = [f"{line[stage][0]:.4f} ± {line[stage][1]:.4f}" for stage in ("short", "named", "again")]
                    print(f"{name}, level {cell.level}, {line['players']} players: {' → '.join(shown)}")
        share = survived / max(examined, 1)
        error = sqrt(share * (1 - share) / max(examined, 1))
        print(
            f"{name}: {survived} of {examined} survived, {share:.1%} ± {error:.1%}; {wanted} wanted; "
            f"{seconds:.0f} s of a processor"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--mistakes", type=int, default=200, metavar="N")
    parser.add_argument("--times", type=int, default=100, metavar="T")
    parser.add_argument("--levels", default="0,1,2,3")
    parser.add_argument("--games", type=int, default=100, metavar="G")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=1e9)
    parser.add_argument("--out", type=Path)
    options = parser.parse_args()
    levels = options.levels.split(",")
    cells = [Cell(game, level) for game in options.game or GAMES for level in levels]
    if options.out:
        options.out.mkdir(parents=True, exist_ok=True)
    work = Work(options, {cell: Search(cell, options.games) for cell in cells})
    for game in options.game or GAMES:
        work.share_out(game)
    settings = {"seed": options.seed, "times": options.times, "effort": USUAL, "worth": WORTH}
    run(work, {game: Lines(options.out and options.out / f"{game}.jsonl", settings) for game in options.game or GAMES})
    report(work)


if __name__ == "__main__":
    main()
