"""Waiting for somebody who does not decide: nudges, votes, and what an observer learns about turns."""

import asyncio
from random import Random
from typing import Any

from koloda.server.messages import Answer, Change, Leave, Nudge, Rematch, TakeOver, Vote
from koloda.server.tables.events import Left, Returned
from koloda.server.tables.registry import TableRegistry
from koloda.server.tables.settings import IDLE
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import Person, StepTime, begun, over, play_on, quiet, registry_test, stored

SECOND = 1000
TIME = IDLE * SECOND


def code(answer: Answer) -> str:
    return "" if answer.failure is None else answer.failure.code


def wait_for(person: Person, seat: int) -> dict[str, Any]:
    wait: dict[str, Any] = person.news["waits"][seat]
    return wait


async def sleeper(registry: TableRegistry, people: list[Person], awake: Person | None = None) -> Person:
    """Play until somebody other than `awake` has to decide, and say who."""
    while True:
        asked = next(person for person in people if person.must)
        if asked is not awake:
            return asked
        await asked.act(asked.moves[0])
        await quiet(registry)


@registry_test
async def test_a_connected_sleeper_is_nudged(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3, bot="random")
    asleep = await sleeper(registry, people)
    seat = asleep.news["seat"]
    other, third = [person for person in people if person is not asleep]
    elsewhere = await Person(registry, asleep.table, asleep.token).join()
    began = wait_for(other, seat)["since"]
    assert wait_for(other, seat) == {
        "since": began,
        "nudge_at": began + TIME,
        "nudged_at": None,
        "vote_at": began + 2 * TIME,
        "alone_at": began + 3 * TIME,
        "votes": [],
        "needed": 2,
    }
    early = await other.do(Nudge, seat=seat, id="nudge")
    assert early.failure is not None
    assert (early.failure.code, early.failure.retry_after) == ("too_soon", IDLE)
    await time.step(registry, TIME)
    assert code(await other.do(Nudge, seat=seat, id="nudge")) == "", "too early is no answer for ever"
    assert asleep.felt == elsewhere.felt == [{"say": "nudge", "seat": seat, "by": other.news["seat"]}]
    assert wait_for(third, seat)["nudge_at"] == time.now() + 60 * SECOND
    assert wait_for(asleep, seat)["nudged_at"] == time.now()
    again = await third.do(Nudge, seat=seat)
    assert code(again) == "too_soon", "once a minute, whoever does it"
    for target in (other.news["seat"], third.news["seat"], 3, 99, -1):
        assert code(await other.do(Nudge, seat=target)) == "not_legal"
    await time.step(registry, 60 * SECOND)
    assert code(await third.do(Nudge, seat=seat)) == ""
    await asleep.act(asleep.moves[0])
    assert other.news["waits"] == [] or wait_for(other, seat) is None


@registry_test
async def test_those_present_vote(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=4, players=4)
    host = people[0]
    asleep = await sleeper(registry, people, host)
    seat = asleep.news["seat"]
    first, second = [person for person in people if person not in (host, asleep)]
    await time.step(registry, 2 * TIME - 1)
    assert code(await first.do(Vote, seat=seat)) == "too_soon"
    await time.step(registry, 1)
    assert code(await first.do(Vote, seat=seat)) == ""
    assert code(await first.do(Vote, seat=seat)) == "", "one vote each"
    assert (wait_for(second, seat)["votes"], wait_for(second, seat)["needed"]) == ([first.news["seat"]], 2)
    assert code(await first.do(Vote, seat=seat, bot=False)) == ""
    assert wait_for(second, seat)["votes"] == []
    assert code(await first.do(Vote, seat=seat)) == ""
    assert code(await asleep.do(Vote, seat=seat)) == "not_legal", "nobody votes on themselves"
    assert code(await second.do(Vote, seat=seat)) == ""
    assert first.news["table"]["seats"][seat]["away"]
    assert "server.left_idle" in asleep.keys
    await quiet(registry)
    assert code(await asleep.act("pass")) == "not_your_turn"
    asleep.leave()
    await asleep.join()
    assert first.news["table"]["seats"][seat]["away"], "a phone in a pocket connects by itself"
    assert code(await asleep.do(TakeOver)) == ""
    assert not first.news["table"]["seats"][seat]["away"]
    await play_on(registry, people, Random(1))
    assert over(host)


@registry_test
async def test_the_host_alone_decides(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=4, players=4)
    asleep = await sleeper(registry, people, people[0])
    await time.step(registry, 2 * TIME)
    assert code(await people[0].do(Vote, seat=asleep.news["seat"])) == ""
    left = [event for event in await stored(store, asleep.table) if isinstance(event, Left)]
    assert [(event.seat, event.why) for event in left] == [(asleep.news["seat"], "idle")]


@registry_test
async def test_a_move_ends_the_vote(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=4, players=4)
    host = people[0]
    asleep = await sleeper(registry, people, host)
    seat = asleep.news["seat"]
    first, second = [person for person in people if person not in (host, asleep)]
    await time.step(registry, 2 * TIME)
    assert code(await first.do(Vote, seat=seat)) == ""
    await asleep.act("pass")
    await quiet(registry)
    assert code(await second.do(Vote, seat=seat)) == "not_legal", "nobody waits any more"
    await time.step(registry, 10 * TIME)
    assert not host.news["table"]["seats"][seat]["away"]


@registry_test
async def test_one_vote_is_enough_in_the_end(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    """The others are connected but asleep, too: whoever is awake cannot know it."""
    people = await begun(registry, people=4, players=4)
    host = people[0]
    asleep = await sleeper(registry, people, host)
    seat = asleep.news["seat"]
    awake = next(person for person in people if person not in (host, asleep))
    await time.step(registry, 2 * TIME)
    assert code(await awake.do(Vote, seat=seat)) == ""
    assert not awake.news["table"]["seats"][seat]["away"]
    assert registry.presence(awake.table)[0] == 4
    await time.step(registry, TIME)
    assert awake.news["table"]["seats"][seat]["away"], "the vote still stands"


@registry_test
async def test_several_sleepers_choose_at_once(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, "mind_up", people=4, players=4)
    awake = people[3]
    await awake.act(awake.moves[0])
    await time.step(registry, 2 * TIME)
    for person in people[:3]:
        assert code(await awake.do(Vote, seat=person.news["seat"])) == "", "sleepers have no vote on each other"
        assert awake.news["table"]["seats"][person.news["seat"]]["away"], (person.news["seat"], awake.news["waits"])
    await quiet(registry)
    assert awake.must, "the next choice"


@registry_test
async def test_whoever_moves_is_back(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3)
    host = people[0]

    async def asleep_for(votes: float) -> tuple[Person, int, int]:
        asleep = await sleeper(registry, people, host)
        await time.step(registry, round(votes * TIME))
        return asleep, asleep.news["seat"], asleep.news["offer"]["number"]

    asleep, seat, _ = await asleep_for(2)
    assert code(await host.do(Vote, seat=seat)) == ""
    assert asleep.news["table"]["seats"][seat]["away"]
    assert asleep.must, "the moves are still offered"
    assert code(await asleep.act("pass")) == "", "before the bot"
    assert asleep.keys.count("server.returned") == 1
    assert not host.news["table"]["seats"][seat]["away"]
    await quiet(registry)

    asleep, seat, offer = await asleep_for(2)
    assert code(await host.do(Vote, seat=seat)) == ""
    await quiet(registry)
    assert code(await asleep.act("pass", offer)) == "stale", "the bot has moved"
    assert not host.news["table"]["seats"][seat]["away"], "but the person is there"
    assert code(await asleep.act("pass", offer)) == "stale"
    assert asleep.keys.count("server.returned") == 1 + (asleep.keys.count("server.left_idle") > 1)

    asleep, seat, _ = await asleep_for(2)
    answers = await asyncio.gather(host.do(Vote, seat=seat), asleep.act("pass"), asleep.do(TakeOver))
    assert [code(answer) for answer in answers] == ["", "", ""], "at the same time"
    assert not host.news["table"]["seats"][seat]["away"]
    left = [event for event in await stored(store, host.table) if isinstance(event, Left)]
    back = [event for event in await stored(store, host.table) if isinstance(event, Returned)]
    assert len(left) == len(back) == 3


@registry_test
async def test_everybody_knows_how_many_votes_are_needed(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    """The number changes when others come and go, and when they sleep, too."""
    people = await begun(registry, "mind_up", people=5, players=5, patience=None)
    awake, other, *asleep = people
    seats = [person.news["seat"] for person in asleep]

    def needed() -> list[list[int]]:
        return [[wait_for(person, seat)["needed"] for seat in seats] for person in (awake, other)]

    for person in (awake, other):
        await person.act(person.moves[0])
    assert needed() == [[3, 3, 3]] * 2
    asleep[0].leave()
    await time.step(registry, 5 * SECOND)
    assert needed() == [[3, 2, 2]] * 2
    await asleep[0].join()
    await time.step(registry, 1 * SECOND)
    assert needed() == [[3, 3, 3]] * 2
    await time.step(registry, 2 * TIME)
    assert needed() == [[2, 2, 2]] * 2, "sleepers are not asked"
    other.leave()
    await time.step(registry, 5 * SECOND)
    assert needed()[0] == [1, 1, 1]


@registry_test
async def test_somebody_away_whom_no_bot_replaces(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3, patience=None)
    absent = await sleeper(registry, people, people[1])
    absent.leave()
    await time.step(registry, 2 * TIME)
    assert people[1].news["table"]["seats"][absent.news["seat"]]["bot_at"] is None
    assert code(await people[1].do(Vote, seat=absent.news["seat"])) == ""


@registry_test
async def test_the_wait_begins_when_others_come(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    """Nobody loses a turn because the others were away over night; a reload does not begin it anew."""
    people = await begun(registry, people=2, players=3, patience=None)
    asleep = await sleeper(registry, people)
    seat = asleep.news["seat"]
    (other,) = [person for person in people if person is not asleep]
    other.leave()
    await time.step(registry, 3600 * SECOND)
    assert asleep.news["waits"] == []
    await other.join()
    came = time.now()
    assert wait_for(other, seat)["since"] == came
    await time.step(registry, TIME)
    other.leave()
    await time.step(registry, 20 * SECOND)
    await other.join()
    assert wait_for(other, seat)["since"] == came
    asleep.leave()
    await asleep.join()
    assert wait_for(other, seat)["since"] == came, "nor does the sleeper's"


@registry_test
async def test_a_clock_needs_no_votes(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3, clock={"move": 3 * 24 * 3600})
    assert people[0].news["table"]["idle"] is None
    await time.step(registry, 3600 * SECOND)
    assert people[0].news["waits"] == []
    asleep = await sleeper(registry, people, people[0])
    assert code(await people[0].do(Vote, seat=asleep.news["seat"])) == "not_legal"
    assert code(await people[0].do(Change, idle=10)) == "not_legal"


@registry_test
async def test_plain_requests_can_vote(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    """Where WebSockets are blocked, a client asks now and then."""
    people = await begun(registry, people=2, players=3)
    asleep = await sleeper(registry, people)
    (other,) = [person for person in people if person is not asleep]
    other.leave()
    for _ in range(2 * IDLE // 10):
        await other.told()
        await time.step(registry, 10 * SECOND)
    assert code(await other.do(Vote, seat=asleep.news["seat"])) == ""
    assert asleep.news["table"]["seats"][asleep.news["seat"]]["away"]


@registry_test
async def test_an_observer_learns_whose_turn_it_is(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    told: list[tuple[int, list[int]]] = []
    registry.services.on_turn.append(lambda table, seats: told.append((table.seq, list(seats))))
    people = await begun(registry, people=3)
    asked = next(person for person in people if person.must)
    assert told == [(asked.news["seq"], [asked.news["seat"]])], "bots have no turns to tell of"
    await asked.act("pass")
    await quiet(registry)
    following = next(person for person in people if person.must)
    assert told[1:] == [(following.news["seq"], [following.news["seat"]])]
    told.clear()
    together = await begun(registry, "mind_up", people=3, players=3)
    assert [seats for _, seats in told] == [[0, 1, 2]]
    await together[1].act(together[1].moves[0])
    assert [seats for _, seats in told] == [[0, 1, 2]], "the others were told before"


@registry_test
async def test_a_rematch_without_who_left(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3)
    for person in people[:2]:
        assert code(await person.do(Leave)) == ""
    await quiet(registry)
    await play_on(registry, people[2:], Random(1))
    assert over(people[2])
    answer = await people[2].do(Rematch)
    assert answer.next is not None
    again = await Person(registry, answer.next, people[2].token).join()
    assert sorted(seat["who"] for seat in again.news["table"]["seats"]) == ["bot", "bot", "person"]
    assert again.news["table"]["host"] == again.news["seat"]
