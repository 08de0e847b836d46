"""Runs a campaign: nodes, people at their tables, and faults every few seconds; then everything is mended."""

import asyncio
import shutil
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any, Final

import asyncpg
import msgspec

from koloda.games import GAMES
from tests.server.failover.evidence import Compressed, Recorder, TableEnd
from tests.server.failover.faults import Cluster, Node
from tests.server.failover.people import Participant, Player, Poller, Rules, Spectator, someone
from tests.server.failover.proxy import ClientProxy, DatabaseProxy
from tests.server.postgres import Postgres
from tests.server.processes import Life, ServeCommand, Servers
from tests.server.random_clients import LOST
from tests.timeouts import HANG

DOUBLED: Final = 0.05
"""How likely it is that a command arrives twice."""
EVENTS: Final = 5
"""How many events a table must get when everything has been mended, unless its game ends."""
RECOVERY: Final = 60.0
"""Seconds in which all tables must go on when everything has been mended."""
CATCHING_UP: Final = 20.0
"""Seconds in which everybody must know everything in the end."""

TABLES: Final[tuple[dict[str, Any], ...]] = (
    {"people": 1, "bots": ["random", "random"]},
    {"people": 2, "bots": ["random"], "clock": {"move": 10}},
    {"people": 2, "bots": ["greedy", "random"], "patience": 10},
    {"people": 3, "bots": [], "clock": {"move": 20}, "patience": 30},
    {"people": 1, "bots": ["greedy", "random", "random"], "clock": {"move": 5}},
)
"""Who sits at a table, and by which rules of time."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    seconds: float
    """For how long something fails."""
    nodes: int
    tables: int
    seed: int
    pace: int = 400
    """Milliseconds that bots wait."""
    think: tuple[float, float] = (0.5, 4.0)
    """Seconds that people take."""
    every: tuple[float, float] = (2.0, 5.0)
    """Seconds between two faults."""
    length: float = 1.0
    """How long faults last, as a multiple of the usual."""
    planned: tuple[str, ...] = ()
    """These faults, one after another, instead of any."""


class Figures(msgspec.Struct, kw_only=True):
    """What is known only while it happens."""

    settings: Settings
    began: float
    seconds: float = 0.0
    people: dict[str, int] = {}
    doubles: int = 0
    """Commands that the proxy has doubled."""
    recovered: float = 0.0
    """Seconds until all tables had gone on after the last fault."""
    failed_tasks: int = 0
    """Errors of the nodes in the background."""


class Campaign:
    """`folder` gets the evidence. `server` is how nodes run."""

    def __init__(
        self,
        settings: Settings,
        folder: Path,
        postgres: Postgres,
        tell: Callable[[str], None],
        server: type[Servers] = ServeCommand,
    ) -> None:
        self.settings = settings
        self.folder = folder
        self._postgres = postgres
        self._tell = tell
        self._server = server
        self._people: list[Participant] = []
        self._healed: Mapping[str, tuple[int, str]] = {}
        self.figures = Figures(settings=settings, began=time.time())

    async def run(self) -> None:
        self.folder.mkdir(parents=True)
        address = await asyncio.to_thread(self._postgres.fresh)
        async with AsyncExitStack() as stack:
            cluster = await self._cluster(stack, address)
            recorder = Recorder(self.folder)
            stack.callback(recorder.close)
            rules = Rules(recorder, cluster.door, self.settings.think)
            await self._sit_down(rules, cluster)
            lives = [asyncio.create_task(person.live()) for person in self._people]
            try:
                await self._trouble(cluster, lives)
                behind = await self._recover(cluster, rules, lives)
            finally:
                for life in lives:
                    life.cancel()
                await asyncio.gather(*lives, return_exceptions=True)
            for node in cluster.nodes:
                await node.stop()
            self.figures.seconds = time.time() - self.figures.began
            self.figures.doubles = sum(node.clients.link.doubles for node in cluster.nodes)
            await self._keep(cluster, behind)

    async def _cluster(self, stack: AsyncExitStack, address: str) -> Cluster:
        settings, nodes = self.settings, []
        pages = self.folder / "pages"
        pages.mkdir()
        (pages / "index.html").write_text("<!doctype html><title>Koloda</title>")
        sockets = self._postgres.folder / "proxies"
        shutil.rmtree(sockets, ignore_errors=True)
        for number in range(1, settings.nodes + 1):
            name, chance = f"node {number}", Random(f"{settings.seed} proxy {number}")
            clients, database = ClientProxy(DOUBLED, chance), DatabaseProxy(sockets / name, self._postgres.folder)
            await clients.start()
            stack.callback(clients.close)
            await database.start()
            stack.callback(database.close)
            life = Life(
                database=address.replace(str(self._postgres.folder), str(sockets / name).replace(" ", "%20")),
                pages=str(pages),
                seed=f"{settings.seed} {name}",
                log=str(self._log_of(name)),
                pace=settings.pace,
                node=name,
            )
            nodes.append(Node(await stack.enter_async_context(self._server()), life, clients, database))
        await asyncio.gather(*(node.start() for node in nodes))
        self._tell(f"{len(nodes)} nodes are up")
        return Cluster(nodes, self._postgres, Random(f"{settings.seed} faults"), self._tell, settings.length)

    def _log_of(self, node: str) -> Path:
        return self.folder / f"{node}.log"

    # People

    async def _sit_down(self, rules: Rules, cluster: Cluster) -> None:
        kinds = cycle([Player] * 9 + [Poller])
        games, mixes = cycle(GAMES), cycle(TABLES)
        for number in range(self.settings.tables):
            address = cluster.nodes[number % len(cluster.nodes)].clients.address
            mix = dict(next(mixes))
            people, bots = mix.pop("people"), mix.pop("bots")
            host, *guests = (self._person(next(kinds), f"{number}.{seat}", rules) for seat in range(people))
            seats = [*([""] * len(guests)), *bots]
            wanted = {"game": next(games), "players": people + len(bots), "seats": seats, "patience": None, **mix}
            await host.open(address, wanted)
            for guest in guests:
                await guest.sit(address, host.table)
            host.pending = {"do": "start", "bot": "random", "id": "start"}
            if number % 10 == 0:
                spectator = self._person(Spectator, f"{number}.s", rules)
                assert isinstance(spectator, Spectator)
                spectator.watch(host.table)
            if (number + 1) % 50 == 0:
                self._tell(f"{number + 1} tables")
        for person in self._people:
            kind = type(person).__name__
            self.figures.people[kind] = self.figures.people.get(kind, 0) + 1

    def _person(self, kind: type[Participant], name: str, rules: Rules) -> Participant:
        person = someone(kind, name, str(self.settings.seed))
        person.begin(rules)
        self._people.append(person)
        return person

    # Faults

    async def _trouble(self, cluster: Cluster, lives: list["asyncio.Task[None]"]) -> None:
        settings, chance = self.settings, Random(f"{self.settings.seed} kinds")
        ends = time.monotonic() + settings.seconds
        planned = iter(settings.planned)
        while time.monotonic() < ends:
            await asyncio.sleep(min(chance.uniform(*settings.every), max(0.0, ends - time.monotonic())))
            self._check(cluster, lives)
            if settings.planned:
                kind = next(planned, None)
                if kind is None:
                    break
                cluster.fail(kind)
                await cluster.recover()
            elif time.monotonic() < ends:
                cluster.fail(cluster.any_kind(chance))

    def _check(self, cluster: Cluster, lives: list["asyncio.Task[None]"]) -> None:
        """Raise what must not happen to the campaign itself."""
        cluster.check()
        for life in lives:
            if life.done():
                life.result()

    # The end

    async def _recover(
        self, cluster: Cluster, rules: Rules, lives: list["asyncio.Task[None]"]
    ) -> Mapping[str, list[str]]:
        """Mend everything, play on at every table, then let everybody hear everything; returns who did not."""
        await cluster.recover()
        self._healed = await self._heads()
        self._tell(f"everything is mended; {len(self._healed)} tables go on")
        rules.rematches = False
        rules.think = (0.1, 0.5)
        began = time.monotonic()
        while time.monotonic() < began + RECOVERY:
            await asyncio.sleep(0.5)
            self._check(cluster, lives)
            heads = await self._heads()
            waiting = [table for table in heads if not self._gone_on(table, heads)]
            if not waiting:
                break
        self.figures.recovered = time.monotonic() - began
        self._tell(f"{len(heads) - len(waiting)} of {len(heads)} tables have gone on or are over")
        rules.calm = True
        settled = await self._heads()
        ends = time.monotonic() + CATCHING_UP
        while time.monotonic() < ends and any(self._is_behind(person, settled) for person in self._people):
            await asyncio.sleep(0.2)
        behind: dict[str, list[str]] = {}
        for person in self._people:
            if self._is_behind(person, settled):
                behind.setdefault(person.table, []).append(person.name)
        return behind

    def _gone_on(self, table: str, heads: Mapping[str, tuple[int, str]]) -> bool:
        last, status = heads[table]
        healed = self._healed.get(table)
        return status == "over" or healed is None or last >= healed[0] + EVENTS

    def _is_behind(self, person: Participant, heads: Mapping[str, tuple[int, str]]) -> bool:
        return person.pending is not None or person.story.seq < heads[person.table][0]

    async def _heads(self) -> dict[str, tuple[int, str]]:
        rows = await self._ask("SELECT id, last, status FROM tables")
        return {table: (last, status) for table, last, status in rows}

    async def _ask(self, query: str, *values: Any) -> list[Any]:
        ends = time.monotonic() + HANG
        while True:
            try:
                connection = await asyncpg.connect(self._postgres.address(), timeout=5)
            except (*LOST, asyncpg.PostgresError):
                if time.monotonic() > ends:
                    raise
                await asyncio.sleep(0.2)
                continue
            try:
                found: list[Any] = await connection.fetch(query, *values)
                return found
            finally:
                await connection.close()

    async def _keep(self, cluster: Cluster, behind: Mapping[str, list[str]]) -> None:
        """Write down what the database holds, and everything else that the checker wants to know."""
        stored = self.folder / "stored"
        stored.mkdir()
        ends = []
        for table, (last, status) in (await self._heads()).items():
            rows = await self._ask("SELECT number, body FROM events WHERE table_id = $1 ORDER BY number", table)
            file = Compressed(stored / f"{table}.jsonl.gz")
            for _, body in rows:
                file.write(body)
            file.close()
            assert [number for number, _ in rows] == list(range(1, last + 1)), f"table {table} has gaps"
            healed = self._healed.get(table)
            end = TableEnd(
                table=table,
                healed=None if healed is None else healed[0],
                last=last,
                status=status,
                behind=behind.get(table, []),
            )
            ends.append(end)
        self.figures.failed_tasks = sum(
            self._log_of(node.name).read_text().count("a task failed") for node in cluster.nodes
        )
        write = msgspec.json.Encoder()
        (self.folder / "tables.jsonl").write_bytes(write.encode_lines(ends))
        (self.folder / "faults.jsonl").write_bytes(write.encode_lines(cluster.faults))
        (self.folder / "campaign.json").write_bytes(write.encode(self.figures))
        shutil.copy(self._postgres.folder / "log", self.folder / "postgresql.log")
