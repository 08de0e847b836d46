"""How often external bots failed in a match, and the first failures with what the bot wrote."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from koloda.bots.external.external_bot import Fault
from koloda.core.facts import Fact, fact
from koloda.core.text import Language, say

KEPT = 20
"""So many failures of a batch are kept, and so many of a match are reported."""
SHOWN = 5
"""So many different ones are shown in a terminal."""


class Failure(msgspec.Struct, frozen=True):
    """One failure. Deals, games and seats count from 1, as in file names and in CSV."""

    bot: str
    deal: int
    game: int
    seat: int
    code: str
    reason: Fact
    last_lines: list[str]

    @classmethod
    def of(cls, fault: Fault, deal: int, game: int) -> "Failure":
        lines = list(fault.last_lines)
        return cls(fault.bot, deal + 1, game + 1, fault.seat + 1, fault.code, fault.reason, lines)

    def told(self, language: Language) -> str:
        """The failure in one sentence."""
        where = {"deal": self.deal, "game": self.game, "seat": self.seat}
        return say(fact("arena.failure", **where, bot=self.bot, reason=self.reason), language)

    def report(self) -> dict[str, Any]:
        return {**msgspec.to_builtins(self), "reason": say(self.reason)}


@dataclass
class Failures:
    """The failures of some games: how many by bot, and the first of them."""

    counts: dict[str, int] = field(default_factory=dict)
    first: list[Failure] = field(default_factory=list)

    def add(self, fault: Fault, deal: int, game: int) -> None:
        self.counts[fault.bot] = self.counts.get(fault.bot, 0) + 1
        if len(self.first) < KEPT:
            self.first.append(Failure.of(fault, deal, game))

    @classmethod
    def of(cls, results: Sequence[dict[str, Any]]) -> "Failures":
        """Put together the failures of the batches of a match, in their order."""
        found = cls()
        for result in results:
            for bot, times in result.get("failures", {}).items():
                found.counts[bot] = found.counts.get(bot, 0) + times
            for failure in result.get("first_failures", ())[: KEPT - len(found.first)]:
                found.first.append(msgspec.convert(failure, Failure))
        return found

    @property
    def total(self) -> int:
        return sum(self.counts.values())

    def batch(self) -> dict[str, Any]:
        """The entries of a batch's result; none if nothing failed."""
        return {"failures": self.counts, "first_failures": msgspec.to_builtins(self.first)} if self.total else {}

    def report(self) -> dict[str, Any]:
        return {"failures": [failure.report() for failure in self.first], "failures_total": self.total}

    @property
    def different(self) -> list[Failure]:
        """The first failures, without those of a bot that failed like before: the same reason, the same lines."""
        found: dict[tuple[object, ...], Failure] = {}
        for failure in self.first:
            found.setdefault((failure.bot, say(failure.reason), *failure.last_lines), failure)
        return list(found.values())

    def lines(self, language: Language) -> Iterator[str]:
        """The failures to show in a terminal."""
        if not self.total:
            return
        yield say(fact("arena.failures_title", count=self.total), language)
        shown = self.different[:SHOWN]
        for failure in shown:
            yield failure.told(language)
            for line in failure.last_lines:
                yield f"    {line}"
        if self.total > len(shown):
            yield say(fact("arena.failures_more", count=self.total - len(shown)), language)
