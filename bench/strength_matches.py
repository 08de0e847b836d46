"""The matches behind docs/strength.md: played in parts, by processes, and kept in a folder of JSON lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import perf_counter, thread_time
from typing import Any

from in_processes import Line, Lines, Task, results

from koloda.arena.failures import Failures
from koloda.arena.match_player import MatchPlayer
from koloda.arena.plan import COMPILED_LEVELS, Plan, read_budget, source_hash
from koloda.bots.bot import Bot
from koloda.bots.levels import make_bot
from koloda.bots.spec import careless, from_file
from koloda.core.ranking import places

PACKAGE = Path(__file__).parent.parent / "src" / "koloda"
FAST, SLOW, POPULATION = 250, 4, 1
"""Deals that a process plays before it writes them down."""


@cache
def _content(bot: str) -> str:
    """A hash of the network that a bot has in a file: with another one it is another bot."""
    player = careless(bot)
    made = from_file(player.bot if player else bot)
    return f" {sha256(Path(made.file).read_bytes()).hexdigest()[:8]}" if made else ""


@dataclass(frozen=True)
class Cell:
    """A match: bots at a game, with so many players, on so many deals."""

    section: str
    game: str
    bots: tuple[str, ...]
    players: int
    deals: int
    budget: str = "500"
    population: bool = False

    @property
    def key(self) -> str:
        """What the lines of the match are found by. More deals can be added later."""
        played = [f"{bot}{_content(bot)}" for bot in self.bots]
        return f"{'population ' * self.population}{','.join(played)} at {self.players}, {self.budget}"

    def plan(self, seed: int, deals: int | None = None) -> Plan:
        seated = self.bots if self.population else (self.bots[0], *self.bots[1:] * (self.players - 1))
        budget = read_budget(self.budget)
        return Plan.of(self.game, seated, deals or self.deals, self.players, seed, budget, population=self.population)

    @property
    def step(self) -> int:
        if self.population:
            return POPULATION
        return FAST if all(bot in COMPILED_LEVELS for bot in self.bots) else SLOW


@dataclass(frozen=True)
class Played:
    """What was played of a match: the plan cut to these deals, and their batches as a `MatchResult` takes them."""

    cell: Cell
    plan: Plan
    batches: list[Line]

    @property
    def whole(self) -> bool:
        return self.plan.deals == self.cell.deals


@cache
def version() -> str:
    """A hash of the rules and the bots that play."""
    return source_hash(PACKAGE)[:8]


@cache
def _player(cell: Cell, seed: int) -> MatchPlayer:
    plan = cell.plan(seed)

    def make(spec: str, noise: str) -> Bot:
        return make_bot(spec, plan.rules, plan.players, noise, wait=True, clock=thread_time)

    return MatchPlayer(plan, make)


def play(cell: Cell, first: int, end: int, seed: int) -> Line:
    """Play some deals. Bots that think for some time count the time of the processor, not that of the clock."""
    player = _player(cell, seed)
    player.failures = Failures()
    began, cpu_began = perf_counter(), thread_time()
    games = [[*game.scores, *places(game.standings), game.decisions] for game in player.play(range(first, end))]
    taken = [round(perf_counter() - began, 3), round(thread_time() - cpu_began, 3)]
    failed = player.failures.total
    return {
        "match": cell.key,
        "game": cell.game,
        "first": first,
        "end": end,
        "games": games,
        "seconds": taken,
        "failures": failed,
        "version": version(),
    }


class Campaign:
    """All matches, and what was played of them so far."""

    def __init__(self, cells: Sequence[Cell], seed: int, folder: Path | None) -> None:
        self.cells, self.seed = list(cells), seed
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        games = dict.fromkeys(cell.game for cell in cells)
        self._files = {game: Lines(folder and folder / f"{game}.jsonl", {"seed": seed}) for game in games}
        self._lines: dict[tuple[str, str], dict[int, Line]] = {}
        for file in self._files.values():
            for line in file.found:
                self._take(line)

    def _take(self, line: Line) -> None:
        self._lines.setdefault((line["game"], line["match"]), {})[line["first"]] = line

    def _next_deal(self, cell: Cell) -> int:
        """The first deal that is missing."""
        lines, deal = self._lines.get((cell.game, cell.key), {}), 0
        while deal in lines:
            deal = int(lines[deal]["end"])
        return deal

    def run(self, cells: Sequence[Cell], jobs: int, seconds: float) -> None:
        """Play what is missing of these, a little of everything, until all is there or the time is over."""
        begun: dict[Cell, int] = {cell: self._next_deal(cell) for cell in cells}
        warm: set[Cell] = set()

        def next_task() -> Task | None:
            """Of the matches that have compiled, the one that has least; another process waits while one compiles."""
            open_cells = [cell for cell in cells if begun[cell] < cell.deals]
            ready = [cell for cell in open_cells if cell in warm or begun[cell] == self._next_deal(cell)]
            if not ready:
                return None
            cell = min(ready, key=lambda each: begun[each] / each.deals)
            first = begun[cell]
            begun[cell] = min(first + cell.step, cell.deals)
            return play, cell, first, begun[cell], self.seed

        by_key = {(cell.game, cell.key): cell for cell in self.cells}
        for line in results(next_task, jobs, seconds):
            self._take(self._files[line["game"]].add(line))
            warm.add(by_key[line["game"], line["match"]])

    def played(self, cell: Cell) -> Played | None:
        """What there is of a match, from its first deal on; None for nothing."""
        lines = self._lines.get((cell.game, cell.key), {})
        deals = min(self._next_deal(cell), cell.deals)
        if deals == 0:
            return None
        plan = cell.plan(self.seed, deals)
        kept = [lines[first] for first in sorted(lines) if first < deals]
        rows: list[Any] = [row for line in kept for row in line["games"]]
        games = rows[: sum(len(plan.seatings(deal)) for deal in range(deals))]
        return Played(cell, plan, [{"chunk": 0, "games": games}])

    def versions(self) -> set[str]:
        return {line["version"] for lines in self._lines.values() for line in lines.values()}

    def failures(self) -> int:
        """Decisions in which the arena had to step in for a bot."""
        return sum(int(line["failures"]) for lines in self._lines.values() for line in lines.values())
