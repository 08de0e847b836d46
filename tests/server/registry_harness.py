"""People at tables of a registry in the test's own process, and a clock that only the test advances."""

import asyncio
from collections.abc import Callable, Coroutine
from itertools import count
from random import Random
from typing import Any

import msgspec

from koloda.server.compose import make_registry
from koloda.server.messages import Answer, AnyCommand, Clock, Failure, NewTable, PlayMove, SitDown, Start
from koloda.server.tables.events import AnyEvent
from koloda.server.tables.registry import TableRegistry
from koloda.server.tables.services import Services
from koloda.server.tables.subscribers import Subscription
from tests.server.entropy import of_this_test
from tests.server.memory_store import MemoryStore
from tests.server.simulation import START, simulate

NONCE = "0123456789abcdef" * 2
_ids = count()
_event = msgspec.json.Decoder(AnyEvent)


class SetAlarm:
    def __init__(self, when: int, callback: Callable[[], None]) -> None:
        self.when = when
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        self.callback = None


class StepTime:
    """Time passes only with `step`."""

    def __init__(self, now: int = START) -> None:
        self._now = now
        self._alarms: list[SetAlarm] = []

    def now(self) -> int:
        return self._now

    def set(self, now: int) -> None:
        self._now = now

    def not_before(self, when: int) -> None:
        self._now = max(self._now, when)

    def follow(self, clock: int) -> None:
        self._now = clock

    def call_at(self, when: int, callback: Callable[[], None]) -> SetAlarm:
        self._alarms.append(SetAlarm(when, callback))
        return self._alarms[-1]

    @property
    def waited_for(self) -> bool:
        """Does anything wait for a later time?"""
        return any(alarm.callback for alarm in self._alarms)

    async def step(self, registry: TableRegistry, milliseconds: int) -> None:
        """Advance the clock; everything due on the way happens at its time."""
        until = self._now + milliseconds
        while ringing := [alarm for alarm in self._alarms if alarm.callback and alarm.when <= until]:
            self._alarms = [alarm for alarm in self._alarms if alarm.callback]
            alarm = min(ringing, key=lambda alarm: alarm.when)
            self._alarms.remove(alarm)
            self._now = max(self._now, alarm.when)
            assert alarm.callback is not None
            alarm.callback()
            await quiet(registry)
        self._now = until


async def quiet(registry: TableRegistry) -> None:
    """Wait until nothing happens any more, except what waits for a later time."""
    for _ in range(10_000):
        await asyncio.sleep(0)
        tasks = [task for task in registry.services.tasks if not _waits_for_time(task)]
        if not tasks:
            return
        await asyncio.wait(tasks, timeout=0.01)
    raise AssertionError("it never ends")


def _waits_for_time(task: "asyncio.Task[Any]") -> bool:
    coroutine: Any = task.get_coro()
    while coroutine is not None:
        if getattr(coroutine, "__name__", "") == Services.until.__name__:
            return True
        coroutine = getattr(coroutine, "cr_await", None)
    return False


class Person:
    """A client: keeps the last news, and everything that it has heard."""

    def __init__(self, registry: TableRegistry, table: str, token: str | None, seat: int | None = None) -> None:
        self.registry = registry
        self.table = table
        self.token = token
        self.seat = seat
        self.news: dict[str, Any] = {"seq": 0}
        self.facts: list[Any] = []
        self.felt: list[dict[str, Any]] = []
        self.subscription: Subscription | None = None
        self.ended: Failure | None = None

    def send(self, frame: bytes) -> None:
        said = msgspec.json.decode(frame)
        if said["say"] != "news":
            self.felt.append(said)
            return
        if said["since"] == 0:
            self.facts = []
        else:
            assert said["since"] == self.news["seq"], "a gap"
        self.facts += said["facts"]
        self.news = said

    def end(self, failure: Failure) -> None:
        self.ended = failure
        self.leave()

    async def join(self, screen: bool = False) -> "Person":
        self.subscription = await self.registry.subscribe(self.table, self.token, self, self.news["seq"], screen)
        return self

    def leave(self) -> None:
        assert self.subscription is not None
        self.registry.unsubscribe(self.subscription)

    @property
    def must(self) -> bool:
        return bool(self.news.get("offer") and self.news["offer"]["must"])

    @property
    def moves(self) -> list[str]:
        return [move["move"] for move in self.news["offer"]["moves"]] if self.news.get("offer") else []

    @property
    def keys(self) -> list[str]:
        """What it has heard, in short."""
        return [fact["key"] for fact in self.facts]

    async def act(self, move: str, offer: int | None = None) -> Answer:
        number = offer if offer is not None else self.news["offer"]["number"] if self.news["offer"] else 0
        return await self.do(PlayMove, offer=number, move=move)

    async def do(self, kind: type[Any], **fields: Any) -> Answer:
        fields.setdefault("id", str(next(_ids)))
        command: AnyCommand = kind(**fields)
        return await self.registry.do(self.table, self.token, command)

    async def told(self, since: int = 0) -> dict[str, Any]:
        """What the server answers on request, with or without a connection."""
        news: dict[str, Any] = msgspec.json.decode(await self.registry.news(self.table, self.token, since))
        for seat in news["table"]["seats"]:
            del seat["here"], seat["bot_at"]
        del news["table"]["watching"], news["waits"], news["lead_at"], news["chat"]
        return news


def new_table(game: str = "no_thanks", players: int = 3, **more: Any) -> NewTable:
    clock = Clock(**more.pop("clock", {}))
    return NewTable(game=game, players=players, name="Anna", nonce=NONCE, clock=clock, **more)


async def sit(registry: TableRegistry, table: str, name: str = "Boris", seat: int | None = None) -> Person:
    seated = await registry.sit(table, SitDown(name=name, nonce=NONCE[::-1], seat=seat))
    return await Person(registry, table, seated.token, seated.seat).join()


async def opened(registry: TableRegistry, game: str = "no_thanks", people: int = 1, **more: Any) -> list[Person]:
    """A table with people in the first seats and `seats` in the others. It has not begun."""
    more.setdefault("players", max(3, people))
    host = await registry.open(new_table(game, **more))
    everybody = [await Person(registry, host.table, host.token, 0).join()]
    for number in range(1, people):
        everybody.append(await sit(registry, host.table, f"Person {number}"))
    return everybody


async def begun(
    registry: TableRegistry, game: str = "no_thanks", people: int = 1, bot: str = "random", **more: Any
) -> list[Person]:
    """The same, with a game that has begun; bots of one kind fill the open seats."""
    everybody = await opened(registry, game, people, **more)
    assert (await everybody[0].do(Start, bot=bot)).failure is None
    await quiet(registry)
    return everybody


async def stored(store: MemoryStore, table: str) -> list[AnyEvent]:
    return [_event.decode(line) for line in await store.events(table)]


def over(person: Person) -> bool:
    return bool(person.news["table"]["status"] == "over")


async def play_on(registry: TableRegistry, people: list[Person], chance: Random, moves: int = 1 << 20) -> int:
    """Play random moves of people until the game is over. Returns the number of moves."""
    made = 0
    while made < moves and not over(people[0]):
        asked = [person for person in people if person.must]
        if asked:
            person = chance.choice(asked)
            answer = await person.act(chance.choice(person.moves))
            assert answer.failure is None or answer.failure.code == "stale", answer
            made += 1
        await quiet(registry)
    return made


def registry_test(
    test: Callable[[TableRegistry, StepTime, MemoryStore], Coroutine[Any, Any, None]],
) -> Callable[[], None]:
    """A test in a registry where bots answer at once."""

    def run() -> None:
        async def inside() -> None:
            store, time = MemoryStore(), StepTime()
            registry = make_registry(store, address="http://koloda.test", pace=0, time=time, entropy=of_this_test())
            await registry.start()
            try:
                await test(registry, time, store)
            finally:
                await registry.close()

        simulate(inside())

    run.__name__ = test.__name__
    run.__doc__ = test.__doc__
    return run
