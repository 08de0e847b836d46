"""This process as one of the nodes that serve the same tables: what it owns, and who is connected elsewhere."""

from collections.abc import Callable
from typing import Final

from koloda.server.bus.bus import Bus
from koloda.server.bus.notes import AnyNote, Attending, Client
from koloda.server.storage.leases import LEASE
from koloda.server.tables.clocks import SECOND

RENEWAL: Final = SECOND
"""How often a node renews its lease, looks for tables without an owner, and for events that it was not told of."""
REPEATED: Final = 5
"""After this many renewals a node tells again who is connected, in case that a note was lost."""
MOST_CLAIMED: Final = 200
"""How many tables a node takes over in one go: others may take some, too."""


class Node:
    """`number` is 0 until the node has joined."""

    def __init__(self, bus: Bus) -> None:
        self.bus = bus
        self.number = 0
        self.fences: dict[str, int] = {}
        """The tables that we own, as far as we know, with the fences that they came with."""
        self.alive: frozenset[int] = frozenset()
        """All nodes that are alive, and this one."""
        self.renewed_at: int | None = None
        """When we last renewed our lease, by our own clock."""
        self._elsewhere: dict[str, dict[int, list[Client]]] = {}
        """By table and node: who is connected there."""

    @property
    def alone(self) -> bool:
        """Is it certain that no other process uses the store? Then we own all tables, and need no lease."""
        return self.bus.alone

    def owns(self, table: str) -> bool:
        return self.alone or table in self.fences

    def is_away(self, now: int) -> bool:
        """Has our lease expired, because the database or we ourselves were away? Then our clocks stand still."""
        return not self.alone and self.renewed_at is not None and now > self.renewed_at + LEASE

    def fence(self, table: str) -> int | None:
        """What we name when we store something that only the owner of a table may."""
        return None if self.alone else self.fences.get(table, 0)

    def tell(self, note: AnyNote) -> None:
        """Tell all other nodes."""
        if not self.alone:
            self.bus.publish(note)

    # Who is connected elsewhere

    def attend(self, node: int, note: Attending) -> None:
        """Note who is connected to a table at another node."""
        by_node = self._elsewhere.setdefault(note.table, {})
        if note.clients:
            by_node[node] = note.clients
        else:
            by_node.pop(node, None)
        if not by_node:
            del self._elsewhere[note.table]

    def elsewhere(self, table: str) -> list[Client]:
        return [client for clients in self._elsewhere.get(table, {}).values() for client in clients]

    def attending(self, table: str) -> set[int]:
        """The nodes at which somebody is connected to a table."""
        return set(self._elsewhere.get(table, ()))

    @property
    def attended(self) -> list[str]:
        """The tables to which somebody is connected elsewhere."""
        return list(self._elsewhere)

    def drop(self, gone: Callable[[int], bool]) -> list[str]:
        """Forget who was connected at nodes that are gone; returns their tables."""
        changed: list[str] = []
        for table, by_node in list(self._elsewhere.items()):
            kept = {node: clients for node, clients in by_node.items() if not gone(node)}
            if len(kept) < len(by_node):
                changed.append(table)
                self._elsewhere[table] = kept
                if not kept:
                    del self._elsewhere[table]
        return changed
