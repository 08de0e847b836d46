"""Tables with people who sleep, leave, reload and tap at the same time: none gets stuck.

At every table one person wants to play. Whatever the others do, the news must tell this person at any time how the
table goes on: by a command that is possible now, by one that will be, or by a timer of the server; and so every game
ends. Once nobody is there, the table rests.

    python -m tests.server.never_stuck --tables 10000 --seed 1
"""

import argparse
import asyncio
import sys
import time as clock
from random import Random
from typing import Any, Final

import msgspec

from koloda.games import GAMES
from koloda.server import messages
from koloda.server.compose import make_registry
from koloda.server.messages import Answer, NewTable, SitDown
from koloda.server.tables.clocks import SECOND
from koloda.server.tables.registry import TableRegistry
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import Person, StepTime, over, quiet
from tests.server.simulation import simulate

HABITS: Final = ("plays", "plays", "sleeps", "leaves", "leaves for good", "reloads", "taps", "comes and goes")
DROWSY: Final = ("plays", "sleeps", "sleeps")
PATIENCE: Final = (None, 10, 60)
STEPS: Final = 3000
"""Steps after which a table is stuck."""
EXPECTED: Final = {
    *("stale", "not_legal", "not_your_turn", "not_host", "no_seat", "too_soon", "too_fast", "unknown_option"),
    *("illegal_move", "not_over"),
}
"""The codes of refusals that hasty people get."""

_command: Any = msgspec.json.Decoder(messages.AnyCommand)


class Visitor(Person):
    """Somebody with a habit, who may be away."""

    def __init__(self, registry: TableRegistry, table: str, token: str, habit: str) -> None:
        super().__init__(registry, table, token)
        self.habit = habit
        self.here = False

    async def come(self) -> None:
        if not self.here:
            await self.join()
            self.here = True

    def go(self) -> None:
        if self.here:
            self.leave()
            self.here = False

    @property
    def own(self) -> int | None:
        seat: int | None = self.news["seat"]
        return seat


class Table:
    """One simulated table. `seed` determines everything about it."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.time = StepTime()
        self.store = MemoryStore()
        self.registry = make_registry(self.store, pace=0, time=self.time, entropy=self.chance.randbytes)
        self.people: list[Visitor] = []
        self.keen: Visitor
        self.commands = self.steps = 0
        self.habits = self.chance.choice((HABITS, HABITS, DROWSY))

    async def live(self) -> None:
        await self._open()
        while not over(self.keen):
            await self._go_on()
            await self._rest()
        await self.registry.close()

    async def _open(self) -> None:
        """The host and the guests sit down; the keen one is any of them."""
        chance, game = self.chance, self.chance.choice(list(GAMES))
        least, most = GAMES[game].set_up.players[0], GAMES[game].set_up.players[-1]
        players = chance.randint(least, min(most, 5))
        people = chance.randint(1, players)
        wanted = NewTable(
            game=game,
            players=players,
            name="Host",
            nonce=chance.randbytes(16).hex(),
            public=chance.random() < 0.3,
            patience=chance.choice(PATIENCE),
            idle=chance.choice((None, 10, 300)),
        )
        host = await self.registry.open(wanted)
        await self._seat(host.table, host.token)
        for number in range(1, people):
            sitting = SitDown(name=f"Guest {number}", nonce=chance.randbytes(16).hex())
            guest = await self.registry.sit(host.table, sitting)
            await self._seat(host.table, guest.token)
        self.keen = chance.choice(self.people)
        if self.habits is DROWSY:  # a host who plays but never votes
            self.keen = self.people[-1]
            self.people[0].habit = "plays"
        self.keen.habit = "keen"

    async def _seat(self, table: str, token: str) -> None:
        person = Visitor(self.registry, table, token, self.chance.choice(self.habits))
        self.people.append(person)
        await person.come()

    async def _go_on(self) -> None:
        """Until the game is over, or everybody stops for today."""
        while self.chance.random() < 0.995:
            self.steps += 1
            assert self.steps < STEPS, f"the table does not end: {self.keen.news}"
            await self._tap()
            await quiet(self.registry)
            if over(self.keen):
                return
            until = next_at(self.keen.news, self.time.now())
            assert until is not None, f"nothing will ever happen: {self.keen.news}"
            wait = max(0, until - self.time.now())
            hurry = self.chance.random() < 0.3  # others may do something before
            await self.time.step(self.registry, self.chance.randint(0, wait) if hurry else wait)

    async def _tap(self) -> None:
        """Some people do what is their habit, at the same time."""
        doing: list[Any] = [self._press_on()]
        for person in self.people:
            if person is not self.keen and self.chance.random() < 0.5:
                doing.append(self._indulge(person))
        await asyncio.gather(*doing)

    async def _press_on(self) -> None:
        """The keen person does the first thing that is possible."""
        command = possible(self.keen.news, self.time.now())
        if command is not None:
            await self._do(self.keen, command, self.chance.choice((1, 1, 2)))

    async def _indulge(self, person: Visitor) -> None:
        match person.habit:
            case "plays":
                await self._act(person)
            case "sleeps":
                if self.chance.random() < 0.02:
                    await self._do(person, {"do": "take_over"})
            case "leaves":
                if self.chance.random() < 0.2:
                    person.go()
            case "leaves for good":
                if self.chance.random() < 0.1 and person.here:
                    await self._do(person, {"do": "leave"}, 2)
            case "reloads":
                person.go()
                await person.come()
                if self.chance.random() < 0.3:
                    await self._act(person)
            case "comes and goes":
                if person.here:
                    await self._act(person)
                    person.go()
                elif self.chance.random() < 0.3:
                    await person.come()
            case "taps":
                await self._do(person, self._anything(person), self.chance.choice((1, 2, 3)))

    async def _act(self, person: Visitor) -> None:
        table = person.news["table"]
        if person.here and table["status"] == "waiting" and table["host"] == person.own:
            await self._do(person, {"do": "start", "bot": "random"})
        elif person.here and person.must:
            move = self.chance.choice(person.moves)
            await self._do(person, {"do": "act", "offer": person.news["offer"]["number"], "move": move})

    def _anything(self, person: Visitor) -> dict[str, Any]:
        """Any command, whether it makes sense or not."""
        chance, seats = self.chance, len(person.news["table"]["seats"])
        seat = chance.randrange(seats)
        if chance.random() < 0.05 and seat != self.keen.own:
            return {"do": "open_seat", "seat": seat}
        if person.must and chance.random() < 0.5:
            return {"do": "act", "offer": person.news["offer"]["number"], "move": chance.choice(person.moves)}
        return chance.choice(
            (
                {"do": "nudge", "seat": seat},
                {"do": "vote", "seat": seat, "bot": chance.random() < 0.5},
                {"do": "lead", "seat": seat},
                {"do": "rename", "name": chance.choice(("Vera", "Глеб", "👩‍🚀"))},
                {"do": "change", "players": chance.randint(2, 5)},
                {"do": "change", "public": chance.random() < 0.5, "chat": chance.random() < 0.5},
                {"do": "hand_over"},
                {"do": "take_over"},
                {"do": "undo"},
                {"do": "say", "text": "hello"},
                {"do": "emote", "emote": "wow"},
                {"do": "seat_bot", "seat": seat, "bot": "random"},
                {"do": "open_seat", "seat": person.own if person.own is not None else seat},
            )
        )

    async def _do(self, person: Visitor, wanted: dict[str, Any], times: int = 1) -> None:
        """Send a command, perhaps more than once at the same time; the answers are the same."""
        self.commands += 1
        command = _command.decode(msgspec.json.encode({**wanted, "id": f"{self.commands}"}))
        answers: list[Answer] = await asyncio.gather(
            *(self.registry.do(person.table, person.token, command) for _ in range(times))
        )
        codes = {None if each.failure is None else each.failure.code for each in answers}
        assert codes <= {None, *EXPECTED}, answers
        assert len(codes) == 1 or codes <= {None, "too_fast", "too_soon", "stale", "no_seat", "not_legal"}, answers

    async def _rest(self) -> None:
        """Once nobody is there, nothing happens any more; then everybody comes back."""
        there = [person for person in self.people if person.here]
        for person in there:
            person.go()
        await self.time.step(self.registry, 10 * SECOND)
        assert not self.time.waited_for, "a table where nobody is rests"
        restarted = make_registry(self.store, pace=0, time=self.time, entropy=self.chance.randbytes)
        person = self.chance.choice(self.people)
        again = Person(restarted, person.table, person.token)
        assert await again.told() == await person.told(), "what is stored is the whole table"
        await restarted.close()
        await self.time.step(self.registry, self.chance.choice((0, 10 * 60, 24 * 3600)) * SECOND)
        for person in there:
            await person.come()


def possible(news: dict[str, Any], now: int) -> dict[str, Any] | None:
    """What a person who wants to play can do now, from the news alone; None if there is nothing but to wait."""
    table, own = news["table"], news["seat"]
    if own is None:
        return None
    seat = table["seats"][own]
    if table["status"] == "waiting":
        if table["host"] == own or (news["lead_at"] is not None and news["lead_at"] <= now):
            return {"do": "start", "bot": "random"}
        return None
    if seat["away"]:
        return {"do": "take_over"}
    if news["offer"] is not None and news["offer"]["must"]:
        return {"do": "act", "offer": news["offer"]["number"], "move": news["offer"]["moves"][0]["move"]}
    for other, wait in enumerate(news["waits"]):
        if wait is not None and other != own and own not in wait["votes"] and wait["vote_at"] <= now:
            return {"do": "vote", "seat": other}
    return None


def next_at(news: dict[str, Any], now: int) -> int | None:
    """When something happens or becomes possible, from the news alone. None: the table is stuck."""
    table, own = news["table"], news["seat"]
    if possible(news, now) is not None:
        return now
    moments = [news["lead_at"], *news["deadlines"], *(seat["bot_at"] for seat in table["seats"])]
    for other, wait in enumerate(news["waits"]):
        if wait is not None and other != own:
            moments.append(wait["alone_at"] if own in wait["votes"] else wait["vote_at"])
    return min((moment for moment in moments if moment is not None), default=None)


def run(seed: int, tables: int, tell: Any = None) -> None:
    """Let many tables live. Whichever gets stuck says how to see it again."""
    began = clock.monotonic()
    for number in range(tables):
        try:
            simulate(Table(seed + number).live())
        except Exception as problem:
            again = f"python -m tests.server.never_stuck --tables 1 --seed {seed + number}"
            raise AssertionError(f"stuck; see it again with: {again}") from problem
        if tell is not None and (number + 1) % 100 == 0:
            tell(f"{number + 1:,} of {tables:,} tables, {clock.monotonic() - began:.0f} s")


def main() -> None:
    parser = argparse.ArgumentParser(description="Simulate tables with difficult people.")
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    run(given.seed, given.tables, lambda line: print(line, file=sys.stderr, flush=True))
    print(f"{given.tables:,} tables, none stuck (seed {given.seed})")


if __name__ == "__main__":
    main()
