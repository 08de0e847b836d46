"""Lets the limits of an address count at all nodes together: each tells the others what addresses have used.

A node learns it a moment later, so that an address may get a little more than its limit, for a moment.
"""

import asyncio
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Final, TypeVar

from koloda.server.bus.notes import Holding, Spent
from koloda.server.tables.node import Node
from koloda.server.web.rate_limits import HeldConnections, RateLimits, TokenBuckets

INTERVAL: Final = 0.25
"""Seconds after which a node tells what was used."""
REPEATED: Final = 20
"""After this many times a node tells all connections again, in case that a note was lost."""
TOGETHER: Final = 50
"""Addresses in one note."""
BELIEVED: Final = 3 * REPEATED
"""After this many times a node no longer believes what was not told again."""
MANY: Final = 10
"""Plain connections that an address must hold before others are told: everybody who opens a page has a few."""

Value = TypeVar("Value")


class SharedLimits:
    """Extends the limits of this node by what other nodes tell."""

    def __init__(self, limits: RateLimits, attempts: TokenBuckets, node: Node) -> None:
        """`attempts` are those to log in."""
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
        self._connections = {"sockets": Connections(limits.sockets), "plain": Connections(limits.plain, MANY)}

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
        for kind, connections in self._connections.items():
            for together in _parts(connections.to_tell(everything)):
                self._node.tell(Holding(**{kind: together}))
            connections.forget(lambda node: node not in self._node.alive)

    def take_note(self, sender: int, note: Spent | Holding) -> None:
        if isinstance(note, Spent):
            for name, spent in note.tokens.items():
                buckets = self._buckets.get(name)
                for household, tokens in spent.items() if buckets is not None else ():
                    assert buckets is not None
                    buckets.charge(household, tokens, here=False)
            return
        self._connections["sockets"].hear(sender, note.sockets)
        self._connections["plain"].hear(sender, note.plain)


class Connections:
    """The connections of one kind: what the others were told, and what they have told."""

    def __init__(self, held: HeldConnections, fewest: int = 1) -> None:
        """Others are told of addresses that hold at least so many."""
        self._held = held
        self._fewest = fewest
        self._told: dict[str, int] = {}
        self._times = 0
        self._elsewhere: dict[int, dict[str, tuple[int, int]]] = {}
        """By node and address: how many, and when it was told, in times that we have told something."""

    def to_tell(self, everything: bool) -> dict[str, int]:
        """What has changed since it was told, or everything."""
        self._times += 1
        held = {household: count for household, count in self._held.here.items() if count >= self._fewest}
        gone = dict.fromkeys(self._told.keys() - held.keys(), 0)
        changed = {household: count for household, count in held.items() if count != self._told.get(household)}
        self._told = held
        return {**(held if everything else changed), **gone}

    def hear(self, node: int, held: Mapping[str, int]) -> None:
        if held:
            self._elsewhere.setdefault(node, {}).update(
                {household: (count, self._times) for household, count in held.items()}
            )
            self._add_up()

    def forget(self, gone: Callable[[int], bool]) -> None:
        """Nodes that are gone hold no connections; and that somebody holds none any more may have been lost."""
        oldest = self._times - BELIEVED
        kept = {
            node: {household: told for household, told in held.items() if told[1] > oldest}
            for node, held in self._elsewhere.items()
            if not gone(node)
        }
        if kept != self._elsewhere:
            self._elsewhere = kept
            self._add_up()

    def _add_up(self) -> None:
        found: dict[str, int] = {}
        for held in self._elsewhere.values():
            for household, (count, _) in held.items():
                if count:
                    found[household] = found.get(household, 0) + count
        self._held.elsewhere = found


def _parts(given: Mapping[str, Value]) -> Iterator[dict[str, Value]]:
    """Parts that fit into one note."""
    rest = iter(given.items())
    while part := dict(islice(rest, TOGETHER)):
        yield part
