"""Time at a table: clocks, people who are away, a server that was down."""

from random import Random

import pytest

from koloda.server.compose import make_registry
from koloda.server.messages import HandOver, Start, TakeOver, UndoMove
from koloda.server.tables.events import Left, MovePlayed, Paused, Returned
from koloda.server.tables.loaded_tables import KEPT_FOR
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import TableRegistry
from tests.server.entropy import of_this_test
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import Person, StepTime, begun, opened, over, play_on, quiet, registry_test, stored

SECOND = 1000


def at_turn(people: list[Person]) -> Person:
    return next(person for person in people if person.must)


@registry_test
async def test_when_time_is_up_a_bot_decides(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3, clock={"move": 30})
    person = at_turn(people)
    seat = person.news["seat"]
    assert person.news["deadlines"][seat] == time.now() + 30 * SECOND
    await time.step(registry, 30 * SECOND - 1)
    assert person.must
    await time.step(registry, 1)
    assert "server.time_up" in person.keys
    played = (await stored(store, person.table))[-1]
    assert isinstance(played, MovePlayed)
    assert (played.by, played.entries[0][0], played.used) == ("clock", seat, 30 * SECOND)
    other = at_turn(people)
    assert other.news["deadlines"][other.news["seat"]] == time.now() + 30 * SECOND


@registry_test
async def test_all_who_have_not_chosen_run_out_of_time_at_once(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    people = await begun(registry, "mind_up", people=3, clock={"move": 30})
    await time.step(registry, 10 * SECOND)
    await people[0].act(people[0].moves[0])
    await time.step(registry, 5 * SECOND)
    (back,) = people[0].moves
    await people[0].act(back)
    assert people[0].news["deadlines"][0] == time.now() + 20 * SECOND, "taking back wins no time"
    await time.step(registry, 15 * SECOND)
    assert people[0].keys.count("server.time_up") == 2
    assert people[0].must
    await time.step(registry, 5 * SECOND)
    assert people[0].keys.count("server.time_up") == 3
    assert all(person.must for person in people), "the next choice"


@registry_test
async def test_time_for_the_whole_game(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3, clock={"move": 40, "game": 60})
    person = at_turn(people)
    seat = person.news["seat"]
    await time.step(registry, 25 * SECOND)
    await person.act("pass")
    assert (await person.told())["left"][seat] == 35 * SECOND
    others = [each for each in people if each is not person]
    for other in others:
        await time.step(registry, 5 * SECOND)
        await at_turn(others).act("pass")
        assert other.news["left"][seat] == 35 * SECOND, "only the own decisions count"
    assert person.news["deadlines"][seat] == time.now() + 35 * SECOND
    await time.step(registry, 35 * SECOND)
    assert person.news["table"]["seats"][seat]["away"]
    assert "server.left_time" in person.keys
    refused = await person.do(TakeOver)
    assert refused.failure is not None
    assert refused.failure.detail.key == "server.no_time"
    person.leave()
    await person.join()
    assert person.news["table"]["seats"][seat]["away"]
    await play_on(registry, others, Random(1))
    assert over(others[0])


@registry_test
async def test_undo_wins_no_time(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    person = at_turn(await begun(registry, people=3, clock={"move": 30, "game": 100}))
    seat = person.news["seat"]
    await time.step(registry, 20 * SECOND)
    await person.act("pass")
    await time.step(registry, 5 * SECOND)
    await person.do(UndoMove)
    assert person.news["deadlines"][seat] == time.now() + 10 * SECOND
    assert person.news["left"][seat] == 80 * SECOND


@registry_test
async def test_somebody_who_is_missed(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3, patience=60)
    person = at_turn(people)
    seat = person.news["seat"]
    other = people[seat - 1]
    person.leave()
    assert other.news["table"]["seats"][seat]["here"]
    await time.step(registry, 10 * SECOND)
    assert not other.news["table"]["seats"][seat]["here"]
    assert other.news["table"]["seats"][seat]["bot_at"] == time.now() + 50 * SECOND
    await time.step(registry, 50 * SECOND)
    assert other.news["table"]["seats"][seat]["away"]
    assert other.keys[-2] == "server.left_absent"
    await person.join()
    assert not other.news["table"]["seats"][seat]["away"]
    assert other.keys[-1] == "server.returned"
    assert [type(event) for event in await stored(store, person.table) if isinstance(event, Left | Returned)] == [
        Left,
        Returned,
    ]


@registry_test
async def test_nobody_is_missed_who_has_not_to_decide(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    people = await begun(registry, people=3, patience=60)
    idle = next(person for person in people if not person.must)
    idle.leave()
    await time.step(registry, 600 * SECOND)
    assert not at_turn(people).news["table"]["seats"][idle.news["seat"]]["away"]


@registry_test
async def test_who_is_back_in_time_was_never_away(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3, patience=60)
    person = at_turn(people)
    for _ in range(5):
        person.leave()
        await time.step(registry, 59 * SECOND)
        await person.join()
    assert person.must
    assert "server.left_absent" not in person.keys


@registry_test
async def test_whoever_asks_now_and_then_is_here(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    """Plain HTTP: no connection stays."""
    people = await begun(registry, people=3, patience=60)
    person = at_turn(people)
    seat = person.news["seat"]
    person.leave()
    for _ in range(5):
        await time.step(registry, 50 * SECOND)
        await registry.news(person.table, person.token, person.news["seq"])
    assert not people[seat - 1].news["table"]["seats"][seat]["away"]
    await time.step(registry, 60 * SECOND)
    assert people[seat - 1].news["table"]["seats"][seat]["away"]


@registry_test
async def test_a_person_alone_with_bots_may_take_their_time(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    (person,) = await begun(registry, people=1, patience=60)
    person.leave()
    await time.step(registry, 600 * SECOND)
    await person.join()
    assert person.must


@registry_test
async def test_both_lose_the_network(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    """The first to return waits for the other as long as ever."""
    people = await begun(registry, people=2, patience=60, players=3)
    absent, back = at_turn(people), next(person for person in people if not person.must)
    absent.leave()
    back.leave()
    await time.step(registry, 100 * SECOND)
    await back.join()
    seat = back.news["table"]["seats"][absent.news["seat"]]
    assert seat["bot_at"] == time.now() + 60 * SECOND


@registry_test
async def test_without_patience_limits_everybody_waits(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    people = await begun(registry, people=3, patience=None)
    at_turn(people).leave()
    await time.step(registry, 1800 * SECOND)
    assert all("server.left_absent" not in person.keys for person in people)


@registry_test
async def test_clocks_stand_while_the_server_is_down(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    people = await begun(registry, people=3, clock={"move": 30, "game": 100})
    person = at_turn(people)
    seat = person.news["seat"]
    await time.step(registry, 10 * SECOND)
    await registry.close()
    await time.step(registry, 600 * SECOND)
    again = make_registry(store, pace=0, time=time, entropy=of_this_test())
    await again.start()
    back = await Person(again, person.table, person.token).join()
    assert back.news["deadlines"][seat] == time.now() + 20 * SECOND
    assert back.news["left"][seat] == 90 * SECOND
    assert isinstance((await stored(store, person.table))[-1], Paused)
    await time.step(again, 20 * SECOND)
    assert back.keys.count("server.time_up") == 1, "a deadline goes on by itself after a restart"
    await again.close()


@registry_test
async def test_an_orderly_stop_costs_no_time(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    """Clients may take seconds to leave, in which nobody can play: clocks stand, and nobody runs out of time."""
    people = await begun(registry, people=3, patience=2, clock={"move": 30, "game": 100})
    person = at_turn(people)
    seat = person.news["seat"]
    await time.step(registry, 28 * SECOND)
    await registry.stop()
    events = len(await stored(store, person.table))
    with pytest.raises(Refused) as refused:
        await person.act("pass")
    assert refused.value.failure.code == "unavailable"
    person.leave()
    await time.step(registry, 5 * SECOND)
    for other in people:
        if other is not person:
            other.leave()
    await registry.close()
    assert len(await stored(store, person.table)) == events
    await time.step(registry, 600 * SECOND)
    again = make_registry(store, pace=0, time=time, entropy=of_this_test())
    await again.start()
    back = await Person(again, person.table, person.token).join()
    assert back.news["deadlines"][seat] == time.now() + 2 * SECOND
    assert back.news["left"][seat] == 72 * SECOND
    await again.close()


@registry_test
async def test_a_start_with_a_wrong_clock_is_forgotten(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    """The machine starts in the wrong year once, people play and open a table, and it starts again in the right one."""
    years = 10 * 365 * 24 * 3600 * SECOND
    people = await begun(registry, people=3, clock={"move": 30, "game": 100})
    player = at_turn(people)
    seat = player.news["seat"]
    await time.step(registry, 10 * SECOND)
    await registry.close()
    right = time.now() + 60 * SECOND

    time.set(right + years)
    wrong = make_registry(store, pace=0, time=time, entropy=of_this_test())
    await wrong.start()
    back = await Person(wrong, player.table, player.token).join()
    assert back.news["deadlines"][seat] == time.now() + 20 * SECOND
    await time.step(wrong, 5 * SECOND)
    (host,) = await opened(wrong, players=3, clock={"move": 30})
    await wrong.close()

    time.set(right)
    again = make_registry(store, pace=0, time=time, entropy=of_this_test())
    await again.start()
    assert time.now() == right
    back = await Person(again, player.table, player.token).join()
    assert back.news["now"] == right
    assert back.news["deadlines"][seat] == right + 15 * SECOND, "as much time as was left"
    assert back.news["left"][seat] == 85 * SECOND
    assert [fact for fact in back.facts if fact["key"] == "server.paused" and fact["args"]["seconds"] < 0] == []
    host = await Person(again, host.table, host.token).join()
    assert (await host.do(Start, bot="random")).failure is None
    await quiet(again)
    assert host.must
    assert host.news["deadlines"][0] == right + 30 * SECOND, "a table that was opened in the wrong year, too"
    await again.close()


@registry_test
async def test_a_clock_that_has_not_been_set_goes_on_from_the_last_sign_of_life(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    """A machine without a battery starts in 1970."""
    people = await begun(registry, people=3, clock={"move": 30})
    person = at_turn(people)
    await time.step(registry, 10 * SECOND)
    await registry.close()
    last = time.now()
    time.set(60 * SECOND)
    again = make_registry(store, pace=0, time=time, entropy=of_this_test())
    await again.start()
    assert time.now() == last
    back = await Person(again, person.table, person.token).join()
    assert back.news["deadlines"][person.news["seat"]] == last + 20 * SECOND
    times = [event.at for event in await stored(store, person.table)]
    assert times == sorted(times)
    await again.close()


@registry_test
async def test_a_deadline_is_kept_without_anybody_there(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    """A slow table: it is unloaded until something is due."""
    people = await begun(registry, people=3, patience=None, clock={"move": 1800})
    person = at_turn(people)
    for each in people:
        each.leave()
    await time.step(registry, 2 * KEPT_FOR)
    assert registry.tables_in_memory == 0
    await time.step(registry, 1800 * SECOND)
    assert registry.tables_in_memory == 0
    assert "server.time_up" in str((await person.told())["facts"])


@registry_test
async def test_bots_go_on_after_a_restart(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    (person,) = await begun(registry, people=1)
    store.broken = True
    await person.do(HandOver)
    store.broken = False
    await person.do(HandOver)
    await registry.close()
    again = make_registry(store, pace=0, time=time, entropy=of_this_test())
    await again.start()
    await quiet(again)
    back = await Person(again, person.table, person.token).join()
    assert over(back)
    await again.close()


@registry_test
async def test_a_clock_that_is_set_back(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3, clock={"move": 30})
    person = at_turn(people)
    await time.step(registry, 5 * SECOND)
    late = time.now()
    time.set(late - 3600 * SECOND)
    assert (await person.act("pass")).failure is None
    times = [event.at for event in await stored(store, person.table)]
    assert times == sorted(times)
    other = at_turn(people)
    assert other.news["deadlines"][other.news["seat"]] == times[-1] + 30 * SECOND
    await registry.close()
    again = make_registry(store, pace=0, time=time, entropy=of_this_test())
    await again.start()
    assert time.now() >= late - 3600 * SECOND
    back = await Person(again, other.table, other.token).join()
    assert back.news["deadlines"][other.news["seat"]] is not None
    await again.close()
