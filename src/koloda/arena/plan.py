"""Describes a match: a game with its options, bots, number of deals and a seed. The same plan gives the same games."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from koloda.analysis.reference import check_reference, has_reference
from koloda.arena import seating
from koloda.arena.control_variate import FEWEST
from koloda.bots.bot import Budget
from koloda.bots.levels import GUIDED, SEARCH, check_bot, level_of
from koloda.bots.spec import careless, from_file
from koloda.compiled.bot_match import FOREIGN, GREEDY, RANDOM, RULE
from koloda.compiled.generator import stream
from koloda.core.errors import UnknownOption
from koloda.core.files import read_bytes
from koloda.core.game import Game
from koloda.core.numbers import whole_number
from koloda.core.options import Value
from koloda.games import find

COMPILED_LEVELS = {
    "0": RANDOM,
    "random": RANDOM,
    "1": GREEDY,
    "greedy": GREEDY,
    "2": RULE,
    "rule": RULE,
}
"""The bots that the compiled driver plays itself. It stops for all others."""

DEFAULT_BUDGET = Budget(iterations=500)

MOST_LUCK_PLAYOUTS = 1 << 16
USUAL_LUCK_PLAYOUTS = 64
"""Where measuring luck pays: a bot takes part that thinks longer than playouts take."""

LOT_STREAMS = 1 << 60  # the first of the random streams that choose seatings; no game uses them

BATCH_SIZE, SLOW_BATCH_SIZE = 64, 2  # deals

RECORDS, STATISTICS = "record", "course"  # values of `keep`; they enter the hash in checkpoints


@dataclass(frozen=True)
class Plan:
    """A match to play. `bots` are in the order given; a bot may occur several times."""

    game: str
    values: Mapping[str, Value]
    bots: tuple[str, ...]
    deals: int
    seed: int
    budget: Budget = DEFAULT_BUDGET
    """For search bots. Only a budget in iterations makes games reproducible."""
    random_seatings: int = 0
    """If not 0: play this many games per deal with randomly drawn bots, instead of balanced seatings."""
    keep: tuple[str, ...] = ()
    """What to keep of every game besides its result: RECORDS, STATISTICS."""
    luck_playouts: int = 0
    """If not 0: measure the luck of every game with so many playouts for each position (`analysis/luck.py`)."""
    population: bool = False
    """Does every bot play alone among every other, instead of all at one table (`population.py`)?"""

    @classmethod
    def of(
        cls,
        game: str,
        bots: Sequence[str],
        deals: int,
        players: int | None = None,
        seed: int = 0,
        budget: Budget = DEFAULT_BUDGET,
        keep: Sequence[str] = (),
        luck_playouts: int | None = 0,
        population: bool = False,
        **options: object,
    ) -> "Plan":
        """Check the settings and fill in defaults. Without `players`, seat all bots, if the game allows it.

        If `luck_playouts` is None, luck is measured where that pays; in a population it is not.
        """
        found = find(game)
        for name, value, least in (("deals", deals, 1), ("seed", seed, 0)):
            if value < least or value >= 1 << 40:
                raise UnknownOption.of("errors.at_least", option=name, given=str(value), least=least)
        given = tuple(bot.strip() for bot in bots if bot.strip())
        if not given:
            raise UnknownOption.of("arena.no_bots")
        for bot in given:
            if bot in COMPILED_LEVELS:
                check_bot(bot, found)
        if population and len(set(given)) < 2:
            raise UnknownOption.of("arena.population_bots")
        if population and luck_playouts:
            raise UnknownOption.of("arena.population_luck")
        if players is None and len(given) > 1 and not population:
            allowed = found.set_up.players
            players = min(max(len(given), allowed[0]), allowed[-1])
        values = found.set_up.settle(players, **options)
        found.start(values)  # refuse conflicting options now, not in a worker
        if luck_playouts is None:
            thinks = any(bot not in COMPILED_LEVELS and level_of(bot) in (None, SEARCH, GUIDED) for bot in given)
            pays = has_reference(found) and deals >= FEWEST and thinks and not population
            luck_playouts = USUAL_LUCK_PLAYOUTS if pays else 0
        if not 0 <= luck_playouts <= MOST_LUCK_PLAYOUTS:
            shown = {"option": "luck-playouts", "given": str(luck_playouts)}
            raise UnknownOption.of("errors.between", **shown, low=0, high=MOST_LUCK_PLAYOUTS)
        if luck_playouts:
            check_reference(found)
        kept = tuple(keep)
        return cls(found.name, values, given, deals, seed, budget, 0, kept, luck_playouts, population)

    @property
    def players(self) -> int:
        return int(self.values["players"])

    @property
    def rules(self) -> Game:
        return find(self.game)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The distinct bots, in the order of their first occurrence."""
        return tuple(dict.fromkeys(self.bots))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """Short names for tables and plots: without folders, if they stay distinct."""
        short = tuple(" ".join(map(_without_folders, name.split())) for name in self.names)
        return short if len(set(short)) == len(short) else self.names

    @cached_property
    def tables(self) -> list[seating.Seating]:
        if self.population:
            return seating.pairings(len(self.names), self.players)
        return seating.tables([self.names.index(bot) for bot in self.bots], self.players)

    def seatings(self, deal: int) -> list[seating.Seating]:
        if self.random_seatings:
            lot = stream(self.seed, LOT_STREAMS + deal)
            return seating.random_seatings(len(self.names), self.players, self.random_seatings, lot)
        return seating.seatings(self.tables, deal)

    @cached_property
    def levels(self) -> list[int]:
        """The level of each distinct bot in the compiled driver."""
        return [COMPILED_LEVELS.get(name, FOREIGN) for name in self.names]

    @property
    def batch_size(self) -> int:
        """The number of deals in a batch. Results do not depend on it."""
        if self.population:
            return 1
        return SLOW_BATCH_SIZE if FOREIGN in self.levels else BATCH_SIZE

    @property
    def batches(self) -> int:
        return -(-self.deals // self.batch_size)

    def deals_of(self, batch: int) -> range:
        return range(batch * self.batch_size, min((batch + 1) * self.batch_size, self.deals))

    def settings(self) -> dict[str, Any]:
        """Return everything that the result depends on, as JSON data."""
        thinking = {"budget": asdict(self.budget)} if FOREIGN in self.levels else {}
        return {
            "game": self.game,
            "options": {name: value for name, value in self.values.items() if name != "players"},
            "players": self.players,
            "bots": list(self.bots),
            "deals": self.deals,
            "seed": self.seed,
            **thinking,
            **({"luck_playouts": self.luck_playouts} if self.luck_playouts else {}),
            **({"population": True} if self.population else {}),
        }

    def digest(self) -> str:
        """Hash the plan, the rules and the bots. A checkpoint is valid only for the same hash."""
        content = {
            **self.settings(),
            "keep": self.keep,
            "by_lot": self.random_seatings,
            "chunk": self.batch_size,
            "sources": _sources(),
            **({"networks": networks} if (networks := _networks(self.names)) else {}),
        }
        return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


def _without_folders(word: str) -> str:
    """`careless:20:a/b.npz` becomes `careless:20:b.npz`, and `a/b.py:Class` `b.py:Class`."""
    before, colon, path = word.rpartition(":")
    return f"{before}:{path.rsplit('/', 1)[-1]}" if colon and "/" in path else word.rsplit("/", 1)[-1]


AREAS = ("core", "compiled", "games", "bots", "table", "analysis")
"""The packages on which results depend: the rules, what plays them, the bots, records, and the meter of luck."""


def _networks(bots: Sequence[str]) -> dict[str, str]:
    """Hash the networks that bots have in files."""
    played = [player.bot if (player := careless(bot)) else bot for bot in bots]
    files = sorted(made.file for bot in played if (made := from_file(bot)))
    return {file: hashlib.sha256(read_bytes(Path(file).expanduser())).hexdigest() for file in files}


@cache
def _sources() -> str:
    """Hash the sources of the rules, the bots and all that plays games with them, including tuned weights."""
    return source_hash(Path(str(files("koloda"))))


def source_hash(package: Path) -> str:
    parts = [path for area in AREAS for path in sorted((package / area).rglob("*.*"))]
    text = b"".join(path.read_bytes() for path in parts if path.suffix in (".py", ".toml", ".npz"))
    return hashlib.sha256(text).hexdigest()


def read_budget(text: str) -> Budget:
    """Parse a budget: `500` means iterations, `60ms` milliseconds."""
    try:
        number = whole_number(text.removesuffix("ms"))
    except UnknownOption:
        number = 0
    if not 0 < number < 10_000_000:
        raise UnknownOption.of("arena.budget", given=text)
    return Budget(milliseconds=number) if text.endswith("ms") else Budget(iterations=number)
