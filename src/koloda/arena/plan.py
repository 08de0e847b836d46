"""What is to be played: a game with its options, bots, deals and a seed. The same plan gives the same games."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache, cached_property
from importlib.resources import files
from pathlib import Path
from typing import Any

from koloda.arena import seating
from koloda.bots.bot import Budget
from koloda.bots.levels import check_bot
from koloda.compiled.bot_match import FOREIGN, GREEDY, RANDOM, RULE
from koloda.compiled.generator import stream
from koloda.core.errors import UnknownOption
from koloda.core.game import Game
from koloda.core.options import Value
from koloda.games import find

COMPILED = {
    "0": RANDOM,
    "random": RANDOM,
    "1": GREEDY,
    "greedy": GREEDY,
    "2": RULE,
    "rule": RULE,
}
"""The bots that the compiled driver plays by itself; all others are asked."""

USUAL = Budget(iterations=500)

LOTS = 1 << 60  # streams that no game uses

CHUNK, SLOW_CHUNK = 64, 2  # deals


@dataclass(frozen=True)
class Plan:
    """`bots` as they were given, in order; the same bot may come several times."""

    game: str
    values: Mapping[str, Value]
    bots: tuple[str, ...]
    deals: int
    seed: int
    budget: Budget = USUAL
    """For bots that think. Counted in iterations, the same plan gives the same games."""
    by_lot: int = 0
    """If not 0: so many games a deal, the bot of every seat drawn by lot, instead of balanced seatings."""
    keep: tuple[str, ...] = ()
    """What is kept of every game besides its result: "record", "course"."""

    @classmethod
    def of(
        cls,
        game: str,
        bots: Sequence[str],
        deals: int,
        players: int | None = None,
        seed: int = 0,
        budget: Budget = USUAL,
        keep: Sequence[str] = (),
        **options: object,
    ) -> "Plan":
        """Checked and complete. Without `players`, as many as there are bots, if that many can play."""
        found = find(game)
        for name, value, least in (("deals", deals, 1), ("seed", seed, 0)):
            if value < least or value >= 1 << 40:
                raise UnknownOption.of("errors.at_least", option=name, given=str(value), least=least)
        given = tuple(bot.strip() for bot in bots if bot.strip())
        if not given:
            raise UnknownOption.of("arena.no_bots")
        for bot in given:
            if bot in COMPILED:
                check_bot(bot, found)
        if players is None and len(given) > 1:
            allowed = found.set_up.players
            players = min(max(len(given), allowed[0]), allowed[-1])
        values = found.set_up.settle(players, **options)
        found.start(values)  # options that do not go together are refused now, not in a worker
        return cls(found.name, values, given, deals, seed, budget, keep=tuple(keep))

    @property
    def players(self) -> int:
        return int(self.values["players"])

    @property
    def rules(self) -> Game:
        return find(self.game)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The different bots, in the order of their first appearance."""
        return tuple(dict.fromkeys(self.bots))

    @cached_property
    def labels(self) -> tuple[str, ...]:
        """The same for tables and plots: without folders, if that leaves them different."""
        short = tuple(" ".join(word.rsplit("/", 1)[-1] for word in name.split()) for name in self.names)
        return short if len(set(short)) == len(short) else self.names

    @cached_property
    def tables(self) -> list[seating.Seating]:
        return seating.tables([self.names.index(bot) for bot in self.bots], self.players)

    def seatings(self, deal: int) -> list[seating.Seating]:
        if self.by_lot:
            lot = stream(self.seed, LOTS + deal)
            return seating.by_lot(len(self.names), self.players, self.by_lot, lot)
        return seating.seatings(self.tables, deal)

    @cached_property
    def levels(self) -> list[int]:
        """For every different bot, what it is to the compiled driver."""
        return [COMPILED.get(name, FOREIGN) for name in self.names]

    @property
    def chunk(self) -> int:
        """Deals that are played in one go; the result does not depend on it."""
        return SLOW_CHUNK if FOREIGN in self.levels else CHUNK

    @property
    def chunks(self) -> int:
        return -(-self.deals // self.chunk)

    def deals_of(self, chunk: int) -> range:
        return range(chunk * self.chunk, min((chunk + 1) * self.chunk, self.deals))

    def settings(self) -> dict[str, Any]:
        """All that the result depends on."""
        thinking = {"budget": asdict(self.budget)} if FOREIGN in self.levels else {}
        return {
            "game": self.game,
            "options": {name: value for name, value in self.values.items() if name != "players"},
            "players": self.players,
            "bots": list(self.bots),
            "deals": self.deals,
            "seed": self.seed,
            **thinking,
        }

    def digest(self) -> str:
        """A checkpoint is only good for the same plan, the same rules and the same bots."""
        told = {**self.settings(), "keep": self.keep, "by_lot": self.by_lot, "chunk": self.chunk, "sources": _sources()}
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]


@cache
def _sources() -> str:
    """A hash of the rules and the bots, their tuned numbers included."""
    package = Path(str(files("koloda")))
    parts = [path for area in ("core", "games", "bots") for path in sorted((package / area).rglob("*.*"))]
    text = b"".join(path.read_bytes() for path in parts if path.suffix in (".py", ".toml"))
    return hashlib.sha256(text).hexdigest()


def read_budget(text: str) -> Budget:
    """`500` is iterations, `60ms` milliseconds."""
    number, milliseconds = text.removesuffix("ms"), text.endswith("ms")
    if not number.isdecimal() or not 0 < int(number) < 10_000_000:
        raise UnknownOption.of("arena.budget", given=text)
    return Budget(milliseconds=int(number)) if milliseconds else Budget(iterations=int(number))
