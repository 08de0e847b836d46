"""Messages are repeated, late, out of order or lost; the disk is full now and then; servers stop without notice."""

import asyncio
from random import Random

import pytest

from koloda.games import GAMES
from koloda.server.compose import make_registry
from koloda.server.messages import Answer, PlayMove, UndoMove
from koloda.server.tables.events import MovePlayed
from koloda.table import record as records
from tests.server.entropy import of_this_test
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import Person, StepTime, begun, over, quiet, stored
from tests.server.simulation import simulate

Sent = tuple[Person, PlayMove | UndoMove]


class Troubled:
    """A table behind a bad network. `accepted` are the accepted commands, and their answers."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.store, self.time = MemoryStore(), StepTime()
        self.registry = make_registry(self.store, pace=0, time=self.time, entropy=self.chance.randbytes)
        self.people: list[Person] = []
        self.late: list[Sent] = []
        self.accepted: dict[tuple[int, str], Answer] = {}
        self.number = 0

    async def play(self, game: str) -> None:
        self.people = await begun(self.registry, game, people=3, players=4)
        for _ in range(20_000):
            if over(self.people[0]):
                return
            self.send_command()
            await self.deliver()
            if self.chance.random() < 0.02:
                await self.restart()
            await self.time.step(self.registry, 2500)
        raise AssertionError("it never ends")

    def send_command(self) -> None:
        """Somebody acts on what they know; every message may arrive up to three times, sometimes late."""
        person = self.chance.choice(self.people)
        news = person.news
        self.number += 1
        name = f"command {self.number}"  # one of its own: the commands that began the game have numbers
        command: PlayMove | UndoMove | None = None
        if news["undo"] and self.chance.random() < 0.1:
            command = UndoMove(id=name)
        elif news["offer"] is not None and (news["offer"]["must"] or self.chance.random() < 0.1):
            move = self.chance.choice(news["offer"]["moves"])["move"]
            command = PlayMove(id=name, offer=news["offer"]["number"], move=move)
        if command is not None:
            self.late += [(person, command)] * self.chance.choice((1, 1, 2, 3))

    async def deliver(self) -> None:
        self.chance.shuffle(self.late)
        count = self.chance.randrange(len(self.late) + 1)
        now, self.late = self.late[:count], self.late[count:]
        self.store.broken = self.chance.random() < 0.05
        answers = await asyncio.gather(*(self.registry.do(person.table, person.token, c) for person, c in now))
        self.store.broken = False
        for (person, command), answer in zip(now, answers, strict=True):
            assert person.seat is not None
            key = (person.seat, command.id)
            if answer.failure is None:
                assert self.accepted.setdefault(key, answer) == answer, "the first answer, always"
            else:
                assert key not in self.accepted, "what was accepted stays so"
                assert answer.failure.code in ("stale", "storage", "not_legal", "not_your_turn"), answer
        await quiet(self.registry)

    async def restart(self) -> None:
        """Lose everything that is only in memory."""
        old, self.registry = self.registry, make_registry(self.store, pace=0, time=self.time, entropy=of_this_test())
        await old.close()
        await self.registry.start()
        for person in self.people:
            person.registry = self.registry
            await person.join()
        await quiet(self.registry)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_lost_or_done_twice(game: str) -> None:
    async def play() -> None:
        trouble = Troubled(11)
        await trouble.play(game)
        table = trouble.people[0].table
        events = await stored(trouble.store, table)
        moves = [event for event in events if isinstance(event, MovePlayed) and event.by == "person"]
        undone = sum(event.__struct_config__.tag == "taken_back" for event in events)
        assert len(trouble.accepted) == len(moves) + undone
        assert len({answer.seq for answer in trouble.accepted.values()}) == len(trouble.accepted)
        records.verify(records.read((await trouble.registry.record(table)).text))
        await trouble.registry.close()

    simulate(play())
