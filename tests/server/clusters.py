"""A server as one process, as two workers on a file, and as two nodes on PostgreSQL: for tests of what must be true of
all three. The nodes are in the test's own process, with real stores and real buses between them.
"""

import asyncio
import itertools
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from koloda.server.bus.notes import Holding, Spent
from koloda.server.compose import make_registry
from koloda.server.storage.sqlite import prepare
from koloda.server.tables.clocks import SteadyTime
from koloda.server.tables.registry import TableRegistry
from koloda.server.web.app import App, make_app
from koloda.server.web.handover import Handover
from koloda.server.web.settings import Settings
from tests.server.entropy import of_this_test
from tests.server.in_process_server import HASTY, Unmeasured, listening_app
from tests.server.stores import StoreMaker

ALONE = "sqlite"
STORES = {"one process": ALONE, "two workers": "shared sqlite", "two nodes": "postgres"}
MARK = "mark"
"""A limit that no node knows: whoever hears of it has heard everything that was told before."""


class Cluster:
    """The nodes of a server: one or two."""

    def __init__(self, apps: list[App], hosts: list[str], registries: list[TableRegistry]) -> None:
        self.apps = apps
        self.hosts = hosts
        self._nodes = [registry.services.node for registry in registries]
        self._marks = itertools.count()
        self._heard: list[set[str]] = [set() for _ in apps]
        for registry, heard in zip(registries, self._heard, strict=True):
            registry.membership.on_limits = self._listening(registry, heard)

    @property
    def first(self) -> App:
        return self.apps[0]

    @property
    def last(self) -> App:
        """The other one, if there is another one."""
        return self.apps[-1]

    async def settle(self) -> None:
        """Return when all nodes know what addresses have used at the others."""
        marks = [f"{next(self._marks)}" for _ in self.apps]
        for app, node, mark in zip(self.apps, self._nodes, marks, strict=True):
            app._shared_limits.tell()
            node.tell(Spent(tokens={MARK: {mark: 1.0}}))
        for number, heard in enumerate(self._heard):
            others = {mark for other, mark in enumerate(marks) if other != number}
            while not others <= heard:
                await asyncio.sleep(0.001)

    @staticmethod
    def _listening(registry: TableRegistry, heard: set[str]) -> Callable[[int, Spent | Holding], None]:
        before = registry.membership.on_limits

        def listen(sender: int, note: Spent | Holding) -> None:
            before(sender, note)
            if isinstance(note, Spent):
                heard.update(note.tokens.get(MARK, ()))

        return listen


@asynccontextmanager
async def served_cluster(maker: StoreMaker, settings: Settings | None = None) -> AsyncIterator[Cluster]:
    """Nodes that listen, each on a port of its own."""
    settings = settings or Settings(limits=HASTY)
    if maker.kind != "postgres":
        maker.clock = SteadyTime().now
    async with AsyncExitStack() as stack:
        registries: list[TableRegistry] = []
        handovers: list[Handover | None] = []
        for number in range(1 if maker.kind == ALONE else 2):
            handover = None if maker.meeting is None else Handover(maker.meeting, number, 2)
            store = await stack.enter_async_context(maker.opened())
            registry = make_registry(
                store,
                address=settings.address,
                pace=0,
                entropy=of_this_test(),
                bus=maker.bus(),
                name=f"node {number + 1}",
                is_home=(lambda table: True) if handover is None else handover.is_home,
            )
            await registry.start()
            stack.push_async_callback(registry.close)
            registries.append(registry)
            handovers.append(handover)
        apps = [make_app(registry, settings, metrics=Unmeasured()) for registry in registries]
        listening = [listening_app(*each) for each in zip(apps, handovers, strict=True)]
        yield Cluster(apps, [await stack.enter_async_context(each) for each in listening], registries)


@pytest.fixture(params=STORES)
def cluster_maker(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[StoreMaker]:
    """Makes the stores of a server of each kind: for `served_cluster`."""
    kind, lock = STORES[request.param], None
    if kind == "shared sqlite":  # what the process does that starts the workers
        lock, _ = prepare(tmp_path / "koloda.db")
    yield StoreMaker(kind, tmp_path, request)
    if lock is not None:
        lock.release()
