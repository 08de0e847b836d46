"""Lets the limits of an address count at all nodes together: each tells the others what addresses have used.

A node learns it a moment later, so that an address may get a little more than its limit, for a moment.
"""

import asyncio
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Final, TypeVar

from koloda.server.bus.notes import Holding, Spent
from koloda.server.tables.node import Node
from koloda.server.web.rate_limits import RateLimits, TokenBuckets

INTERVAL: Final = 0.25
"""Seconds after which a node tells what was used."""
REPEATED: Final = 20
"""After this many times a node tells all connections again, in case that a note was lost."""
TOGETHER: Final = 50
"""Addresses in one note."""

Value = TypeVar("Value")


class SharedLimits:
    """Extends the limits of this node by what other nodes tell."""

    def __init__(self, limits: RateLimits, attempts: TokenBuckets, node: Node) -> None:
        """`attempts` are those to log in."""
        self._limits = limits
        self._node = node
        self._buckets: dict[str, TokenBuckets] = {
            "requests": limits.requests,
            "tables": limits.tables,
            "codes": limits.codes,
            "messages": limits.messages,
            "pages": limits.pages,
            "documents": limits.documents,
            "reviews": limits.reviews,
            "scores": limits.scores,
            "floods": limits.floods,
            "attempts": attempts,
        }
        self._told: dict[str, int] = {}
        self._elsewhere: dict[int, dict[str, int]] = {}
        """By node and address: connections."""

    async def share_forever(self) -> None:
        """Tell the others, again and again. A node that is alone has nobody to tell."""
        if self._node.alone:
            return
        for buckets in self._buckets.values():
            buckets.spent = {}
        times = 0
        while True:
            await asyncio.sleep(INTERVAL)
            times += 1
            self.tell(everything=times % REPEATED == 0)

    def tell(self, everything: bool = False) -> None:
        for name, buckets in self._buckets.items():
            spent, buckets.spent = buckets.spent or {}, {}
            for some in _parts(spent):
                self._node.tell(Spent(tokens={name: some}))
        held = self._limits.sockets_held
        changed = {each: held.get(each, 0) for each in {*held, *self._told} if held.get(each) != self._told.get(each)}
        self._told = held
        for together in _parts({**held, **changed} if everything else changed):
            self._node.tell(Holding(sockets=together))
        gone = [node for node in self._elsewhere if node not in self._node.alive]
        if gone:
            for node in gone:
                del self._elsewhere[node]
            self._add_up()

    def take_note(self, sender: int, note: Spent | Holding) -> None:
        if isinstance(note, Spent):
            for name, spent in note.tokens.items():
                buckets = self._buckets.get(name)
                for household, tokens in spent.items() if buckets is not None else ():
                    assert buckets is not None
                    buckets.charge(household, tokens, here=False)
            return
        self._elsewhere.setdefault(sender, {}).update(note.sockets)
        self._add_up()

    def _add_up(self) -> None:
        found: dict[str, int] = {}
        for held in self._elsewhere.values():
            for household, sockets in held.items():
                if sockets:
                    found[household] = found.get(household, 0) + sockets
        self._limits.held_elsewhere = found


def _parts(given: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
    """Parts that fit into one note."""
    rest = iter(given.items())
    while part := dict(islice(rest, TOGETHER)):
        yield part
