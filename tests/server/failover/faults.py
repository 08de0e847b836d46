"""What fails in a campaign: nodes, PostgreSQL, and the ways between them and to the clients."""

import asyncio
import os
import signal
import time
from collections.abc import Callable, Coroutine
from random import Random
from typing import Any, Final

import asyncpg

from koloda.server.storage.leases import LEASE
from tests.server.failover.evidence import Fault
from tests.server.failover.proxy import ClientProxy, DatabaseProxy, Link
from tests.server.postgres import Postgres
from tests.server.processes import Life, NotStarted, Servers

LOST: Final = 2 * LEASE / 1000
"""Seconds: whoever is away for longer has lost its tables to other nodes."""

AGAIN: Final = 0.5
"""Seconds until a node that could not start is started again."""

HARMLESS: Final = ("clients cut off from a node", "clients' way to a node slow", "node's wake-ups cut off")
"""Nodes store all the same."""
HARD: Final = ("node killed (-9)", "node frozen (SIGSTOP)", "node cut off from the database")

OWNED: Final = """
    SELECT id FROM tables WHERE status = 'playing' AND owner = (SELECT max(number) FROM nodes WHERE name = $1)
"""


class Node:
    """A node of the cluster, with its way to the database and the way of clients to it."""

    def __init__(self, server: Servers, life: Life, clients: ClientProxy, database: DatabaseProxy) -> None:
        self.server = server
        self.life = life
        self.clients = clients
        self.database = database
        self.name = life.node or ""
        self.busy = False
        """Does something fail here at the moment?"""

    async def start(self) -> None:
        """Start it; again, if it cannot, because the database is away: whoever runs a server does that."""
        while True:
            try:
                await self.server.begin(self.life)
                break
            except NotStarted:
                await asyncio.sleep(AGAIN)
        self.clients.target = self.server.address

    async def kill(self) -> None:
        self.clients.target = ""
        await self.server.kill()

    async def stop(self) -> None:
        """As an operator does who deploys a new version."""
        await self.server.stop()
        self.clients.target = ""


class Cluster:
    """The nodes and their database."""

    def __init__(
        self, nodes: list[Node], postgres: Postgres, chance: Random, tell: Callable[[str], None], length: float = 1.0
    ) -> None:
        """`length` is how long faults last, as a multiple of the usual."""
        self.nodes = nodes
        self.postgres = postgres
        self._chance = chance
        self._length = length
        self._tell = tell
        self._database_busy = False
        self.faults: list[Fault] = []
        self._running: set[asyncio.Task[None]] = set()

    def door(self) -> str:
        """Where a client goes: to any node, be it up or not."""
        return self._chance.choice(self.nodes).clients.address

    def _seconds(self, least: float, most: float) -> float:
        return self._length * self._chance.uniform(least, most)

    # Faults, each from its beginning to its end

    async def kill(self, node: Node, fault: Fault) -> None:
        """kill -9, and a new process some time later."""
        pause = self._seconds(0.5, 5)
        fault.orphans = await self._owned(node)
        await node.kill()
        fault.at = time.time()
        await asyncio.sleep(pause)
        await node.start()

    async def restart(self, node: Node, fault: Fault) -> None:
        """An orderly stop and a new start, as when a new version is deployed."""
        await node.stop()
        await node.start()

    async def freeze(self, node: Node, fault: Fault) -> None:
        """SIGSTOP, then SIGCONT."""
        seconds = self._chance.choice((1.0, 6.0)) * self._seconds(1.2, 2)
        fault.orphans = await self._owned(node) if seconds > LOST else []
        os.kill(node.server.process, signal.SIGSTOP)
        fault.at = time.time()
        await asyncio.sleep(seconds)
        os.kill(node.server.process, signal.SIGCONT)

    async def cut_database(self, node: Node, fault: Fault) -> None:
        """The node cannot reach the database; the ways differ in what it notices."""
        seconds = self._chance.choice((1.0, 5.0)) * self._seconds(1.3, 2)
        fault.orphans = await self._owned(node) if seconds > LOST else []
        how = self._chance.choice((Link.cut, Link.hold, Link.deafen))
        fault.at = time.time()
        for link in node.database.links:
            how(link)
        await asyncio.sleep(seconds)
        for link in node.database.links:
            link.heal()

    async def slow_database(self, node: Node, fault: Fault) -> None:
        """Everything between a node and the database takes longer."""
        node.database.store.delay = self._chance.uniform(0.02, 0.3)
        await asyncio.sleep(self._seconds(2, 8))
        node.database.store.heal()

    async def cut_clients(self, node: Node, fault: Fault) -> None:
        """Clients cannot reach the node."""
        self._chance.choice((Link.cut, Link.hold, Link.deafen))(node.clients.link)
        await asyncio.sleep(self._seconds(1, 6))
        node.clients.link.heal()

    async def slow_clients(self, node: Node, fault: Fault) -> None:
        node.clients.link.delay = self._chance.uniform(0.05, 0.5)
        await asyncio.sleep(self._seconds(2, 8))
        node.clients.link.heal()

    async def cut_wake_ups(self, node: Node, fault: Fault) -> None:
        """The node hears nothing from the others, and they nothing from it."""
        self._chance.choice((Link.cut, Link.hold))(node.database.bus)
        await asyncio.sleep(self._seconds(2, 10))
        node.database.bus.heal()

    async def restart_database(self, fault: Fault) -> None:
        """PostgreSQL is stopped, then started."""
        await asyncio.to_thread(self.postgres.stop)
        await asyncio.sleep(self._seconds(0, 2))
        await asyncio.to_thread(self.postgres.start)

    async def kill_database(self, fault: Fault) -> None:
        """kill -9 of PostgreSQL; it recovers when it starts."""
        await asyncio.to_thread(self.postgres.crash)
        await asyncio.sleep(self._seconds(0, 2))
        await asyncio.to_thread(self.postgres.start)

    async def kill_backend(self, fault: Fault) -> None:
        """kill -9 of one of its processes: it disconnects everybody and recovers by itself."""
        await asyncio.to_thread(self.postgres.crash_backend, self._chance)
        await asyncio.sleep(0.2)
        await asyncio.to_thread(self.postgres.wait_until_ready)

    async def freeze_database(self, fault: Fault) -> None:
        """No node gets an answer for a while, and none is told."""
        for node in self.nodes:
            node.database.store.hold()
        await asyncio.sleep(self._seconds(0.5, 3))
        for node in self.nodes:
            node.database.store.heal()

    # Choosing them

    def any_kind(self, chance: Random) -> str:
        """Nodes that lose their tables are what this is about."""
        weights = {kind: 3 if kind in HARD else 1 for kind in (*self.node_faults, *self.database_faults)}
        return chance.choices(list(weights), list(weights.values()))[0]

    @property
    def node_faults(self) -> dict[str, Callable[[Node, Fault], Coroutine[Any, Any, None]]]:
        return {
            "node killed (-9)": self.kill,
            "node stopped and started in order": self.restart,
            "node frozen (SIGSTOP)": self.freeze,
            "node cut off from the database": self.cut_database,
            "node's way to the database slow": self.slow_database,
            "clients cut off from a node": self.cut_clients,
            "clients' way to a node slow": self.slow_clients,
            "node's wake-ups cut off": self.cut_wake_ups,
        }

    @property
    def database_faults(self) -> dict[str, Callable[[Fault], Coroutine[Any, Any, None]]]:
        return {
            "PostgreSQL restarted": self.restart_database,
            "PostgreSQL killed (-9)": self.kill_database,
            "process of PostgreSQL killed (-9)": self.kill_backend,
            "PostgreSQL silent": self.freeze_database,
        }

    def fail(self, kind: str) -> None:
        """Begin a fault where nothing fails at the moment. One node is always left in peace: others can take over."""
        if kind in self.database_faults:
            if not self._database_busy:
                self._database_busy = True
                self._begin(self._fail_database(Fault(kind=kind, where="PostgreSQL", at=time.time())))
            return
        well = [node for node in self.nodes if not node.busy]
        if len(well) > (len(self.nodes) > 1):
            node = self._chance.choice(well)
            node.busy = True
            fault = Fault(kind=kind, where=node.name, at=time.time(), hinders=kind not in HARMLESS)
            self._begin(self._fail_node(node, fault))

    def _begin(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._running.add(task)

    async def _fail_node(self, node: Node, fault: Fault) -> None:
        self._note(fault)
        await self.node_faults[fault.kind](node, fault)
        fault.until = time.time()
        node.busy = False

    async def _fail_database(self, fault: Fault) -> None:
        self._note(fault)
        await self.database_faults[fault.kind](fault)
        fault.until = time.time()
        self._database_busy = False

    def _note(self, fault: Fault) -> None:
        self.faults.append(fault)
        self._tell(f"{fault.kind}: {fault.where}")

    def check(self) -> None:
        """Raise what went wrong with a fault itself: a node that does not start again, for instance."""
        for task in [task for task in self._running if task.done()]:
            self._running.discard(task)
            task.result()

    async def recover(self) -> None:
        """Wait until everything is mended."""
        await asyncio.gather(*self._running)
        self._running.clear()

    async def _owned(self, node: Node) -> list[str]:
        """The tables that a node owns. If the database is away, nobody knows."""
        try:
            connection = await asyncpg.connect(self.postgres.address(), timeout=1)
        except (OSError, asyncpg.PostgresError, TimeoutError):
            return []
        try:
            return [row[0] for row in await connection.fetch(OWNED, node.name, timeout=1)]
        except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, TimeoutError):
            return []
        finally:
            connection.terminate()
