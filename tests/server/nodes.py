"""Several nodes in one process, on one store, with a network between them that a test can cut."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from koloda.bots.bot import Budget
from koloda.server.bus.bus import Batches, Receive
from koloda.server.bus.notes import AnyNote
from koloda.server.compose import make_registry
from koloda.server.tables.registry import TableRegistry
from tests.server.entropy import of_this_test
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import Person
from tests.server.simulation import LoopTime, simulate


class Hub:
    """Carries messages between the nodes of a test. `lost` decides which notes do not arrive."""

    def __init__(self) -> None:
        self.buses: list[HubBus] = []
        self.lost: Callable[[AnyNote], bool] = lambda note: False


class HubBus(Batches):
    def __init__(self, hub: Hub) -> None:
        super().__init__()
        self._hub = hub

    async def start(self, node: int, receive: Receive) -> None:
        self._node = node
        self._receive = lambda sender, note: None if self._hub.lost(note) else receive(sender, note)
        self._hub.buses.append(self)

    def _send(self, messages: list[bytes]) -> None:
        for bus in self._hub.buses:
            for message in messages:
                asyncio.get_running_loop().call_later(0.001, bus.hear, message)

    def hear(self, message: bytes) -> None:
        if self in self._hub.buses:
            self._received(message)

    async def close(self) -> None:
        self._send_waiting()
        if self in self._hub.buses:
            self._hub.buses.remove(self)


class Nodes:
    """Two nodes or more. They share a store, whose clock is theirs."""

    def __init__(self, count: int = 2) -> None:
        self.time = LoopTime()
        self.store = MemoryStore(shared=True, clock=self.time.now)
        self.hub = Hub()
        self._entropy = of_this_test()
        self.all = [self.make(f"node {number}") for number in range(count)]

    def make(self, name: str) -> TableRegistry:
        return make_registry(
            self.store,
            address="http://koloda.test",
            pace=0,
            time=self.time,
            entropy=self._entropy,
            thinking=Budget(iterations=10),
            bus=HubBus(self.hub),
            name=name,
        )

    def owner(self, table: str) -> TableRegistry | None:
        number = self.store.leases.owners[table][0]
        return next((each for each in self.all if each.services.node.number == number), None)

    async def kill(self, registry: TableRegistry) -> None:
        """Let a node end without a word."""
        registry.services.stop()
        for bus in [*self.hub.buses]:
            if bus is registry.services.node.bus:
                self.hub.buses.remove(bus)
        for task in [*registry.services.tasks]:
            task.cancel()
        await asyncio.sleep(0)


def nodes_test(test: Callable[[Nodes], Coroutine[Any, Any, None]], count: int = 2) -> None:
    """Run a test with nodes in virtual time."""

    async def inside() -> None:
        nodes = Nodes(count)
        for registry in nodes.all:
            await registry.start()
        await test(nodes)
        for registry in nodes.all:
            if not registry.services.closing:
                await registry.close()

    simulate(inside())


def at(person: Person, registry: TableRegistry) -> Person:
    """The same person, as a client of another node."""
    moved = Person(registry, person.table, person.token, person.seat)
    moved.news, moved.facts = person.news, person.facts
    return moved
