"""Messages arrive twice, late, in another order or not at all: the game goes on, and everybody is up to date."""

import asyncio
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from apsw import FullError

from koloda.games import GAMES
from koloda.server.compose import make_registry
from koloda.server.messages import Answer, AnyCommand, Command, Failure, NewTable, PlayMove, SitDown, Start
from koloda.server.storage import sqlite
from koloda.server.storage.sqlite import SqliteStore
from koloda.server.tables.registry import TableRegistry
from koloda.table.record import read, verify
from tests.server.faulty_disk import Disk
from tests.server.memory_store import MemoryStore
from tests.server.random_clients import Json, Person, Story
from tests.server.simulation import LoopTime, LoopWriter, simulate
from tests.server.stored_commands import check
from tests.soak import SEED, TIMES

NONCE = "00" * 16


@pytest.fixture(autouse=True)
def _loop_writer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite, "Writer", LoopWriter)


class OnLossyNetwork(Person):
    """A client behind a network that loses, repeats and delays messages in both directions."""

    def __init__(self, name: str, chance: random.Random, registry: TableRegistry) -> None:
        super().__init__(name, chance)
        self.registry = registry
        self.under_way: list[bytes] = []
        """Frames that have not arrived yet."""
        self.answers: dict[str, Json] = {}
        self.late: list[asyncio.Task[None]] = []

    def send(self, frame: bytes) -> None:
        self.under_way += [frame] * self.chance.choice([0, 1, 1, 1, 2])

    def end(self, failure: Failure) -> None:
        raise AssertionError("nobody closes this table")

    async def play_to_the_end(self) -> None:
        await self.registry.subscribe(self.table, self.token, self)
        while self.story.news is None or self.story.news["table"]["status"] != "over":
            if (command := self.command()) is not None:
                await asyncio.gather(*(self.ask(command) for _ in range(self.chance.choice([1, 1, 2, 3]))))
                if self.chance.random() < 0.2:
                    self.late.append(asyncio.create_task(self.ask(command, by=300)))
            else:
                await self.listen()
        await asyncio.gather(*self.late)
        await self.hold_up(3)

    async def ask(self, command: Json, by: int = 6) -> None:
        """A copy of a command, which may get lost, like its answer."""
        table = self.table
        await self.hold_up(by)
        if self.chance.random() < 0.15:
            return
        answer = as_json(await self.registry.do(table, self.token, decoded(command)))
        await self.hold_up(by)
        if self.chance.random() < 0.15:
            return
        assert answer == self.answers.setdefault(answer["id"], answer), "a repeat gets the first answer"
        if self.pending is not None and answer["id"] == self.pending["id"]:
            self.accept(answer)

    async def listen(self) -> None:
        """Any pending frame arrives; some never do, and a heartbeat reveals it."""
        await self.hold_up(3)
        if not self.under_way or self.chance.random() < 0.1:
            self.story.hear(await self.whole_news(self.story.seq))
            return
        frame = msgspec.json.decode(self.under_way.pop(self.chance.randrange(len(self.under_way))))
        if frame["say"] == "news" and frame["seq"] >= self.story.seq:
            self.story.hear(frame)

    async def whole_news(self, since: int = 0) -> Json:
        news: Json = msgspec.json.decode(await self.registry.news(self.table, self.token, since))
        return news

    async def hold_up(self, most: int) -> None:
        for _ in range(self.chance.randrange(most)):
            await asyncio.sleep(0)


def decoded(command: Json) -> AnyCommand:
    found: AnyCommand = msgspec.convert(command, AnyCommand)
    return found


def as_json(answer: Answer) -> Json:
    found: Json = msgspec.json.decode(msgspec.json.encode(answer))
    return found


@pytest.mark.parametrize("number", range(max(1, TIMES // 10)))
@pytest.mark.parametrize("game", GAMES)
def test_a_game_through_a_bad_network(game: str, number: int, tmp_path: Path) -> None:
    async def play() -> None:
        chance = random.Random(f"{SEED} {game} {number}")
        store = SqliteStore(tmp_path / "koloda.db")
        registry = make_registry(store, pace=0, time=LoopTime(), entropy=chance.randbytes)
        await registry.start()
        people = [OnLossyNetwork(name, chance, registry) for name in ("Ada", "Boris", "Clara")]
        host, *guests = people
        seats = ["", "", "random"]
        wanted = NewTable(game=game, players=4, name=host.name, nonce=NONCE, seats=seats, patience=None)
        seated = await registry.open(wanted)
        host.table, host.token = seated.table, seated.token
        for guest in guests:
            seated = await registry.sit(host.table, SitDown(name=guest.name, nonce=NONCE))
            guest.table, guest.token = seated.table, seated.token
        host.pending = {"do": "start", "bot": "random", "id": "start"}
        async with asyncio.TaskGroup() as together:
            for person in people:
                together.create_task(person.play_to_the_end())
        for person in people:
            whole = Story()
            whole.hear(await person.whole_news())
            person.story.hear(await person.whole_news(person.story.seq))
            assert person.story.facts == whole.facts
        assert await check(store, people) > 8
        verify(read((await registry.record(host.table)).text))
        await registry.close()
        await store.close()

    simulate(play())


class Tab:
    """One of several windows of the same person."""

    def __init__(self) -> None:
        self.news: Json = {}

    def send(self, frame: bytes) -> None:
        self.news = msgspec.json.decode(frame)

    def end(self, failure: Failure) -> None:
        raise AssertionError("nobody closes this table")

    def act(self, command: str, move: int = 0) -> Command:
        offer = self.news["offer"]
        return PlayMove(id=command, offer=offer["number"], move=offer["moves"][move]["move"])


@pytest.mark.parametrize("same_id", [False, True])
def test_two_tabs_of_one_seat_make_one_move(same_id: bool) -> None:
    async def play() -> None:
        registry = make_registry(MemoryStore(), pace=0, time=LoopTime(), entropy=random.Random(1).randbytes)
        wanted = NewTable(game="mind_up", players=3, name="Ada", nonce=NONCE, seats=["random"] * 2, start=True)
        seated = await registry.open(wanted)
        tabs = [Tab(), Tab()]
        for tab in tabs:
            await registry.subscribe(seated.table, seated.token, tab)
        assert tabs[0].news["offer"] == tabs[1].news["offer"]
        acts: Any = [tab.act("same" if same_id else f"tab {each}", each) for each, tab in enumerate(tabs)]
        answers = await asyncio.gather(*(registry.do(seated.table, seated.token, act) for act in acts))
        if same_id:
            assert answers[0] == answers[1]
            assert answers[0].failure is None
        else:
            assert answers[0].failure is None
            assert answers[1].failure is not None
            assert answers[1].failure.code == "stale"
        assert tabs[0].news["view"] == tabs[1].news["view"]
        assert tabs[0].news["seq"] == tabs[1].news["seq"] >= answers[0].seq
        await registry.close()

    simulate(play())


def test_all_seats_choose_at_the_same_moment(tmp_path: Path) -> None:
    async def play() -> None:
        store = SqliteStore(tmp_path / "koloda.db")
        registry = make_registry(store, pace=0, time=LoopTime(), entropy=random.Random(1).randbytes)
        seated = [await registry.open(NewTable(game="mind_up", players=6, name="Ada", nonce=NONCE))]
        table = seated[0].table
        for name in ("Boris", "Clara", "Dina", "Egor", "Fay"):
            seated.append(await registry.sit(table, SitDown(name=name, nonce=NONCE)))
        assert (await registry.do(table, seated[0].token, Start(id="start", bot="random"))).failure is None
        tabs = [Tab() for _ in seated]
        for tab, each in zip(tabs, seated, strict=True):
            await registry.subscribe(table, each.token, tab)
        for turn in range(3):
            acts: Any = [tab.act(f"{turn}") for tab in tabs]
            asked = (registry.do(table, each.token, act) for each, act in zip(seated, acts, strict=True))
            answers = await asyncio.gather(*asked)
            assert [answer.failure for answer in answers] == [None] * 6
            assert len({answer.seq for answer in answers}) == 6
        assert len({tab.news["seq"] for tab in tabs}) == 1
        await registry.close()
        await store.close()

    simulate(play())


def test_a_tab_that_was_closed_leaves_the_seat_to_the_other() -> None:
    async def play() -> None:
        registry = make_registry(MemoryStore(), pace=0, time=LoopTime(), entropy=random.Random(1).randbytes)
        wanted = NewTable(game="no_thanks", players=3, name="Ada", nonce=NONCE, seats=["random"] * 2, start=True)
        seated = await registry.open(wanted)
        first, second = Tab(), Tab()
        visit = await registry.subscribe(seated.table, seated.token, first)
        await registry.subscribe(seated.table, seated.token, second)
        registry.unsubscribe(visit)
        before = first.news
        while second.news["offer"] is None:
            await asyncio.sleep(0)
        act: Any = second.act("1")
        assert (await registry.do(seated.table, seated.token, act)).failure is None
        assert second.news["table"]["seats"][0]["here"]
        assert second.news["seq"] > before["seq"]
        await registry.close()

    simulate(play())


def test_a_full_disk_holds_the_game_up_until_there_is_space(tmp_path: Path) -> None:
    async def play() -> None:
        disk = Disk()
        store = SqliteStore(tmp_path / "koloda.db", vfs=disk.vfs)
        registry = make_registry(store, pace=0, time=LoopTime(), entropy=random.Random(1).randbytes)
        seated = await registry.open(NewTable(game="no_thanks", players=3, name="Ada", nonce=NONCE))
        table = seated.table
        assert (await registry.do(table, seated.token, Start(id="start", bot="random"))).failure is None
        tab = Tab()
        await registry.subscribe(table, seated.token, tab)
        while tab.news["offer"] is None:
            await asyncio.sleep(0)
        act: Any = tab.act("1")
        before = tab.news
        disk.fault = lambda n, operation: FullError("no space") if operation == "write" else None
        for _ in range(3):
            answer = await registry.do(table, seated.token, act)
            assert answer.failure is not None
            assert (answer.failure.code, answer.seq) == ("storage", before["seq"])
        assert len(await store.events(table)) == before["seq"]
        assert tab.news == before
        disk.fault = lambda n, operation: None
        answer = await registry.do(table, seated.token, act)
        assert (answer.failure, answer.seq) == (None, before["seq"] + 1)
        await registry.close()
        await store.close()
        disk.unregister()

    simulate(play())
