"""The matches behind docs/strength.md: played in parts, by processes, and kept in a folder of JSON lines."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from time import thread_time

from in_processes import Line, Lines, Task, results

from koloda.arena.batch_job import BatchPlayer
from koloda.arena.plan import COMPILED_LEVELS, Plan, read_budget, source_hash
from koloda.bots.bot import Bot
from koloda.bots.levels import GUIDED, NETWORK, level_of, make_bot
from koloda.bots.spec import careless, from_file
from koloda.games import find

PACKAGE = Path(__file__).parent.parent / "src" / "koloda"
FAST, SLOW, POPULATION = 250, 4, 1
"""Deals that a process plays before it writes them down."""


@cache
def _content(bot: str, game: str) -> str:
    """A hash of the network that a bot plays by: with another one it is another bot."""
    player = careless(bot)
    played = player.bot if player else bot
    made, own = from_file(played), find(game).network
    if made:
        content = Path(made.file).read_bytes()
    elif own is not None and level_of(played) in (NETWORK, GUIDED):
        content = own.read_bytes()
    else:
        return ""
    return f" {sha256(content).hexdigest()[:8]}"


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
    luck_playouts: int = 0

    @property
    def key(self) -> str:
        """What the lines of the match are found by. More deals can be added later."""
        played = [f"{bot}{_content(bot, self.game)}" for bot in self.bots]
        luck = f", luck {self.luck_playouts}" if self.luck_playouts else ""
        return f"{'population ' * self.population}{','.join(played)} at {self.players}, {self.budget}{luck}"

    def plan(self, seed: int, deals: int | None = None) -> Plan:
        seated = self.bots if self.population else (self.bots[0], *self.bots[1:] * (self.players - 1))
        budget = read_budget(self.budget)
        count = deals or self.deals
        luck, population = self.luck_playouts, self.population
        return Plan.of(self.game, seated, count, self.players, seed, budget, luck_playouts=luck, population=population)

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
def _player(cell: Cell, seed: int) -> BatchPlayer:
    plan = cell.plan(seed)

    def make(spec: str, noise: str) -> Bot:
        return make_bot(spec, plan.rules, plan.players, noise, wait=True, clock=thread_time)

    return BatchPlayer(plan, make)


def play(cell: Cell, first: int, end: int, seed: int) -> Line:
    """Play some deals. Bots that think for some time count the time of the processor, not that of the clock."""
    began = thread_time()
    played = _player(cell, seed).play_deals(range(first, end))
    about = {"match": cell.key, "game": cell.game, "first": first, "end": end, "version": version()}
    return {**about, **played, "processor_seconds": round(thread_time() - began, 3)}


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
        count = sum(len(plan.seatings(deal)) for deal in range(deals))
        parts = ("games", "luck") if cell.luck_playouts else ("games",)
        return Played(cell, plan, [{part: [row for line in kept for row in line[part]][:count] for part in parts}])

    def versions(self) -> set[str]:
        return {line["version"] for lines in self._lines.values() for line in lines.values()}

    def failures(self) -> int:
        """Decisions in which the arena had to step in for a bot."""
        every = [line for lines in self._lines.values() for line in lines.values()]
        return sum(sum(line.get("failures", {}).values()) for line in every)
