"""Nodes that crash, stop for seconds or lose the database, and a database that does not always say what it did.

The nodes are the product's own. What surrounds them is not: their clocks, the bus, and the way to the store.
"""

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from functools import partial
from random import Random
from typing import Any, NamedTuple, Protocol, cast

from koloda.server.storage.store import StorageError, Store
from koloda.server.tables.clocks import Alarm
from koloda.server.tables.registry import TableRegistry
from tests.server.invariants import Watch
from tests.server.nodes import HubBus, Nodes
from tests.server.simulation import LoopTime

PATIENCE = 1.0
"""Seconds after which a node gives up waiting for the database."""


class Weather:
    """How likely faults are. Every schedule has its own: many have only some kinds of faults."""

    def __init__(self, chance: Random) -> None:
        def sometimes(*values: float) -> float:
            return chance.choice((0.0, 0.0, *values))

        self.chance = chance
        self.note_lost = sometimes(0.2, 0.5, 1.0)
        self.note_doubled = sometimes(0.2)
        self.note_late = sometimes(0.2)
        self.unknown = sometimes(0.02, 0.1)
        """The database fails, and whether it has committed is unknown."""
        self.slow = sometimes(0.03, 0.1)
        """A request takes up to five seconds to the database."""
        self.crash = sometimes(1.0, 2.0)
        self.pause = sometimes(1.0, 2.0)
        self.cut = sometimes(1.0)
        self.restart = sometimes(1.0)
        self.disconnect = sometimes(1.0, 3.0)
        """How often this happens, in relation to the others."""
        self.doubled = sometimes(0.1, 0.4)
        """A client sends a command twice."""

    @property
    def faults(self) -> dict[str, float]:
        rates = {name: getattr(self, name) for name in ("crash", "pause", "cut", "restart", "disconnect")}
        return {name: rate for name, rate in rates.items() if rate}

    def delays(self) -> Sequence[float]:
        """When a note arrives."""
        chance = self.chance
        if chance.random() < self.note_lost:
            return ()
        late = chance.random() < self.note_late
        first = chance.uniform(0.0005, 3.0 if late else 0.005)
        return (first, chance.uniform(0.0005, 1.0)) if chance.random() < self.note_doubled else (first,)

    def clear(self) -> None:
        """Nothing fails any more, but wake-ups between nodes are lost as before."""
        self.unknown = self.slow = self.doubled = 0.0


class Breakable(Protocol):
    def cut(self) -> None: ...


class Machine:
    """Where a node runs. If it crashes, the node loses its memory; after a sleep it believes what it did before."""

    def __init__(self, nodes: "FaultyNodes", number: int) -> None:
        self.nodes = nodes
        self.name = f"node {number}"
        self.asleep_until = self.cut_until = 0.0
        self.down = False
        self.tasks: set[asyncio.Task[Any]] = set()
        self.connections: list[Breakable] = []
        self._life = 0
        self.skew = nodes.weather.chance.randint(-10, 10)
        self.registry: TableRegistry

    def boot(self) -> TableRegistry:
        """Make the node. Whatever still is on its way to the one before does not arrive."""
        self._life += 1
        self.down = False
        store = cast(Store, FaultyStore(self))
        self.registry = self.nodes.make(self.name, store, MachineTime(self), MachineBus(self))
        self.registry.services.on_failure = lambda: self.nodes.watch.broken("a task of a node failed")
        return self.registry

    async def start(self) -> None:
        """Start the node; again, if the database is away: whoever runs the server does that."""
        while True:
            life, starting = self._life, self.begin(self.registry.start())
            await asyncio.wait([starting])
            if starting.cancelled() or life != self._life:  # it has crashed, and somebody else starts it
                return
            problem = starting.exception()
            if problem is None:
                return
            if not isinstance(problem, StorageError):
                raise problem
            await self.crash()
            await asyncio.sleep(0.5)
            self.boot()

    async def crash(self) -> None:
        self.down = True
        self._life += 1
        for connection in self.connections:
            connection.cut()
        self.connections.clear()
        for task in [*self.tasks]:
            task.cancel()
        await self.nodes.kill(self.registry)

    def begin(self, work: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Work that ends with the machine."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    def do(self, callback: Callable[..., object], *args: Any) -> None:
        """Do something as soon as the machine is awake, unless it crashes before."""
        self._do(self._life, callback, args)

    def _do(self, life: int, callback: Callable[..., object], args: tuple[Any, ...]) -> None:
        if life != self._life:
            return
        loop = asyncio.get_running_loop()
        if loop.time() < self.asleep_until:
            loop.call_at(self.asleep_until, self._do, life, callback, args)
        else:
            callback(*args)


class MachineAlarm:
    def __init__(self, machine: Machine, callback: Callable[[], None]) -> None:
        self._machine = machine
        self._callback: Callable[[], None] | None = callback

    def ring(self) -> None:
        self._machine.do(self._ring)

    def _ring(self) -> None:
        if self._callback is not None:
            self._callback()

    def cancel(self) -> None:
        self._callback = None


class MachineTime(LoopTime):
    """The clock of a machine, which may be a few milliseconds off."""

    def __init__(self, machine: Machine) -> None:
        self._machine = machine

    def now(self) -> int:
        return super().now() + self._machine.skew

    def call_at(self, when: int, callback: Callable[[], None]) -> Alarm:
        alarm = MachineAlarm(self._machine, callback)
        super().call_at(when, lambda: self._machine.do(alarm.ring))
        return alarm


class MachineBus(HubBus):
    def __init__(self, machine: Machine) -> None:
        super().__init__(machine.nodes.hub)
        self._machine = machine

    def hear(self, message: bytes) -> None:
        self._machine.do(super().hear, message)


class Request(NamedTuple):
    name: str
    sender: int
    """The number of the node."""
    work: Callable[[], Coroutine[Any, Any, Any]]
    args: tuple[Any, ...]


class FaultyStore:
    """The way of a node to the store: requests and answers take time, and may be lost."""

    def __init__(self, machine: Machine, part: str = "") -> None:
        self._machine = machine
        store = machine.nodes.store
        self._target: Any = store.leases if part else store
        if not part:
            self.push = store.push
            self.leases = FaultyStore(machine, "leases")

    def __getattr__(self, name: str) -> Any:
        return partial(self._ask, name)

    async def _ask(self, name: str, *args: Any, **more: Any) -> Any:
        machine, loop = self._machine, asyncio.get_running_loop()
        nodes, chance = machine.nodes, machine.nodes.weather.chance
        answered: asyncio.Future[Any] = loop.create_future()
        work = partial(getattr(self._target, name), *args, **more)
        request = Request(name, machine.registry.services.node.number, work, args)
        slow, unknown = chance.random() < nodes.weather.slow, chance.random() < nodes.weather.unknown
        there = chance.uniform(0.0005, 5.0 if slow else 0.004)
        lost = unknown and chance.random() < 0.4
        unanswered = unknown and not lost

        def arrive() -> None:
            """The request is at the database, even if its node has crashed since."""
            if lost or loop.time() < max(machine.cut_until, nodes.down_until):
                reply(StorageError("the connection was lost"))
                return
            try:
                found = nodes.answer_of(request)
            except Exception as problem:
                found = problem
            reply(StorageError("the connection was lost") if unanswered else found)

        def reply(found: Any) -> None:
            loop.call_later(chance.uniform(0.0005, 0.004), machine.do, settle, found)

        def settle(found: Any) -> None:
            if answered.done():
                return
            if loop.time() < machine.cut_until:
                found = StorageError("the connection was lost")
            if isinstance(found, Exception):
                answered.set_exception(found)
            else:
                answered.set_result(found)

        def send() -> None:
            loop.call_later(there, arrive)

        machine.do(send)
        if slow:
            loop.call_later(PATIENCE, machine.do, settle, StorageError("the database does not answer"))
        return await answered


class FaultyNodes(Nodes):
    """Nodes on machines, in bad weather. `watch` sees what the database does."""

    pace = 150

    def __init__(self, count: int, chance: Random, watch: Watch) -> None:
        self.weather = Weather(chance)
        self.watch = watch
        self.down_until = 0.0
        super().__init__(0, chance.randbytes)
        watch.store = self.store
        self.hub.delays = self.weather.delays
        self.machines = [Machine(self, number) for number in range(count)]

    def answer_of(self, request: Request) -> Any:
        """Let the database carry out a request, at once and whole."""
        owners = dict(self.store.leases.owners)
        work = request.work()
        try:
            work.send(None)
        except StopIteration as result:
            self.watch.saw(request.name, request.sender, request.args, owners)
            return result.value
        raise AssertionError("a store in memory never waits")
