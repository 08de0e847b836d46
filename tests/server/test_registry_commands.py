"""Commands at a table: carried out once, refused with a reason, in any order."""

import asyncio
from random import Random
from typing import Any

import msgspec
import pytest

from koloda.bots.levels import LEVELS, levels
from koloda.core.text import LANGUAGES, say
from koloda.games import GAMES
from koloda.server.compose import make_registry
from koloda.server.messages import (
    Answer,
    Emote,
    HandOver,
    NewTable,
    OpenSeat,
    PlayMove,
    Rematch,
    SeatBot,
    SitDown,
    Start,
    TakeOver,
    UndoMove,
)
from koloda.server.tables.live_table import SOON
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import TableRegistry
from tests.server.entropy import of_this_test
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import (
    NONCE,
    Person,
    StepTime,
    begun,
    new_table,
    opened,
    play_on,
    quiet,
    registry_test,
    sit,
)
from tests.server.simulation import simulate


def code(answer: Answer) -> str:
    """Why it was refused; "" if it was not. Every refusal has a text in both languages."""
    if answer.failure is None:
        return ""
    for language in LANGUAGES:
        assert say(answer.failure.detail, language)
    return answer.failure.code


def at_turn(people: list[Person]) -> Person:
    return next(person for person in people if person.must)


def not_at_turn(people: list[Person]) -> Person:
    return next(person for person in people if not person.must)


@registry_test
async def test_a_repeat_gets_the_first_answer(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3)
    person = at_turn(people)
    command = PlayMove(id="one", offer=person.news["offer"]["number"], move="take")
    first = await registry.do(person.table, person.token, command)
    assert first.failure is None
    events = len(await store.events(person.table))
    assert await registry.do(person.table, person.token, command) == first
    again = make_registry(store, time=time, entropy=of_this_test())
    assert await again.do(person.table, person.token, command) == first
    other = next(each for each in people if each is not person)
    assert code(await registry.do(other.table, other.token, command)) in ("stale", "not_your_turn")
    assert len(await store.events(person.table)) == events


@registry_test
async def test_an_undo_is_not_repeated(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    person = at_turn(await begun(registry, people=3))
    await person.act("pass")
    undone = await person.do(UndoMove, id="back")
    assert undone.failure is None
    await person.act("pass")
    for server in (registry, make_registry(store, time=time, entropy=of_this_test())):
        assert await server.do(person.table, person.token, UndoMove(id="back")) == undone
    assert person.keys[-3:] == ["no_thanks.passed", "server.taken_back", "no_thanks.passed"]


@registry_test
async def test_a_refusal_is_repeated_as_well(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3)
    other = not_at_turn(people)
    refused = await other.do(PlayMove, id="early", offer=0, move="take")
    assert code(refused) == "not_your_turn"
    await at_turn(people).act("take")
    assert await other.do(PlayMove, id="early", offer=0, move="take") == refused


@registry_test
async def test_refused_moves_change_nothing(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3)
    person, other = at_turn(people), not_at_turn(people)
    before = await store.events(person.table)
    assert code(await person.act("fly")) == "not_understood"
    assert code(await person.act("x" * 101)) == "bad_message"
    assert code(await person.act("take", offer=person.news["offer"]["number"] - 1)) == "stale"
    assert code(await other.act("take", offer=0)) == "not_your_turn"
    assert code(await other.act("take", offer=person.news["offer"]["number"])) == "stale"
    assert code(await person.do(PlayMove, id="", offer=1, move="take")) == "bad_message"
    assert code(await person.do(PlayMove, id="x" * 65, offer=1, move="take")) == "bad_message"
    assert code(await person.do(PlayMove, id="a\0b", offer=1, move="take")) == "bad_message"
    assert code(await person.do(Start, bot="rule")) == "not_legal"
    assert code(await person.do(OpenSeat, seat=person.news["seat"])) == "not_legal"
    assert code(await person.do(Rematch)) == "not_over"
    assert code(await person.do(UndoMove)) == "not_legal"
    assert await store.events(person.table) == before


@registry_test
async def test_spectators_only_watch(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=2)
    spectator = await Person(registry, people[0].table, None).join()
    stranger = Person(registry, people[0].table, "a" * 43)
    for somebody in (spectator, stranger):
        assert code(await somebody.do(PlayMove, offer=0, move="take")) == "no_seat"
        assert code(await somebody.do(HandOver)) == "no_seat"
        assert code(await somebody.do(Emote, emote="smile")) == "no_seat"
    assert spectator.news["seat"] is None
    await Person(registry, people[0].table, None).join(screen=True)
    await time.step(registry, SOON)
    info = people[0].news["table"]
    assert (info["watching"], info["screens"]) == (1, 1)
    spectator.leave()
    await time.step(registry, SOON)
    assert people[0].news["table"]["watching"] == 0


@pytest.mark.parametrize("table", ["", "abc", "ABCDEFGH", "2" * 8, "../../etc", "0" * 8, "x" * 5000])
def test_no_such_table(table: str) -> None:
    async def look() -> None:
        registry = make_registry(MemoryStore(), time=StepTime(), entropy=of_this_test())
        for ask in (
            registry.news(table, None),
            registry.do(table, None, UndoMove(id="1")),
            registry.seat_of(table, None),
            registry.record(table),
            registry.subscribe(table, None, Person(registry, table, None)),
        ):
            with pytest.raises(Refused) as refused:
                await ask
            assert refused.value.failure.code == "no_table"
        await registry.close()

    simulate(look())


@registry_test
async def test_all_choose_within_a_moment(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    """Mind Up!: choices are accepted in any order, and others' choices do not change an offer."""
    people = await begun(registry, "mind_up", people=4, players=5)
    chance = Random(3)
    for _ in range(5):
        numbers = [person.news["offer"]["number"] for person in people]
        chance.shuffle(people)
        offers = {person: (person.news["offer"]["number"], chance.choice(person.moves)) for person in people}
        answers = await asyncio.gather(*(person.act(move, number) for person, (number, move) in offers.items()))
        assert [code(answer) for answer in answers] == [""] * 4
        await quiet(registry)
        assert all(person.must for person in people)
        assert min(person.news["offer"]["number"] for person in people) > max(numbers)


@registry_test
async def test_a_choice_can_be_changed_until_all_have_chosen(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    first, second = await begun(registry, "mind_up", people=2, players=3)
    chosen = first.moves
    await first.act(chosen[0])
    assert not first.must
    number = second.news["offer"]["number"]
    (back,) = first.moves
    assert code(await first.act(back)) == ""
    assert first.moves == chosen
    assert second.news["offer"]["number"] == number


@registry_test
async def test_taking_back_past_bots(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    (person,) = await begun(registry, people=1, bot="greedy")
    for _ in range(100):
        view, moves = person.news["view"], person.moves
        if "pass" in moves:
            await person.act("pass")
            await quiet(registry)
            if person.news["undo"]:
                assert code(await person.do(UndoMove)) == ""
                assert person.news["view"] == view
                assert person.moves == moves
                assert person.facts[-1] == {"key": "server.taken_back", "args": {"player": 0}}
                return
        else:
            await person.act("take")
            await quiet(registry)
    raise AssertionError("there was nothing to take back")


@registry_test
async def test_a_stranger_in_the_first_seat_is_not_the_host(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    """The host is the person who has been at the table longest."""
    host, guest = await opened(registry, people=2, players=4)
    third = await sit(registry, host.table, "Clara")
    assert guest.news["table"]["host"] == 0
    assert code(await host.do(OpenSeat, seat=0)) == ""
    stranger = await sit(registry, host.table, "Stranger", seat=0)
    assert stranger.news["table"]["host"] == 1
    for person in (stranger, third):
        assert code(await person.do(OpenSeat, seat=1)) == "not_host"
        assert code(await person.do(Start, bot="rule")) == "not_host"
    assert code(await guest.do(OpenSeat, seat=1)) == ""
    assert third.news["table"]["host"] == 2, "Clara has been here longer than the stranger"
    assert code(await stranger.do(Start, bot="rule")) == "not_host"
    again = await registry.sit(host.table, SitDown(name="Clara", nonce=NONCE[::-1]))
    assert (again.seat, stranger.news["table"]["host"]) == (2, 2), "who asks again for her own seat keeps her rank"


@registry_test
async def test_the_host_arranges_the_seats(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    host, guest = await opened(registry, people=2, players=4)
    assert code(await guest.do(SeatBot, seat=2, bot="rule")) == "not_host"
    assert code(await guest.do(OpenSeat, seat=0)) == "not_host"
    assert code(await guest.do(Start, bot="rule")) == "not_host"
    assert code(await host.do(SeatBot, seat=1, bot="rule")) == "not_legal"
    assert code(await host.do(SeatBot, seat=9, bot="rule")) == "not_legal"
    assert code(await host.do(SeatBot, seat=-1, bot="rule")) == "not_legal"
    assert code(await host.do(SeatBot, seat=2, bot="genius")) == "unknown_option"
    assert code(await host.do(SeatBot, seat=2, bot="rule")) == ""
    assert code(await host.do(SeatBot, seat=2, bot="greedy")) == ""
    assert [seat["bot"] for seat in guest.news["table"]["seats"]] == ["", "", "greedy", ""]
    assert code(await host.do(OpenSeat, seat=1)) == ""
    assert guest.news["seat"] is None, "whoever has lost a seat watches"
    assert code(await guest.do(Emote, emote="sad")) == "no_seat"
    assert code(await host.do(OpenSeat, seat=0)) == ""
    again = await sit(registry, host.table, "Clara", seat=3)
    assert code(await again.do(Start, bot="nobody")) == "unknown_option"
    assert code(await again.do(Start, bot="random")) == ""
    assert again.news["table"]["status"] != "waiting"
    assert [seat["who"] for seat in again.news["table"]["seats"]] == ["bot", "bot", "bot", "person"]


@registry_test
async def test_sitting_down(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    (host,) = await opened(registry, players=3, seats=["rule"])
    for given, why in (
        (SitDown(name="B", nonce=NONCE, seat=0), "not_legal"),
        (SitDown(name="B", nonce=NONCE, seat=1), "not_legal"),
        (SitDown(name="B", nonce=NONCE, seat=3), "not_legal"),
        (SitDown(name="x" * 25, nonce=NONCE), "unknown_option"),
        (SitDown(name="  ", nonce=NONCE), "unknown_option"),
        (SitDown(name="a\nb", nonce=NONCE), "unknown_option"),
        (SitDown(name="B", nonce="1" * 31), "unknown_option"),
    ):
        with pytest.raises(Refused) as refused:
            await registry.sit(host.table, given)
        assert refused.value.failure.code == why
    seated = await registry.sit(host.table, SitDown(name=" Boris ", nonce=NONCE.upper()))
    assert seated.seat == 2
    assert host.news["table"]["seats"][2]["name"] == "Boris"
    assert await registry.sit(host.table, SitDown(name="Boris", nonce=NONCE), seated.token) == seated
    assert await registry.come_back(host.table, seated.token) == seated
    assert await registry.seat_of(host.table, "no token") is None
    with pytest.raises(Refused, match="not_legal"):
        await registry.sit(host.table, SitDown(name="Clara", nonce=NONCE))
    with pytest.raises(Refused, match="no_seat"):
        await registry.come_back(host.table, "no token")


@pytest.mark.parametrize(
    "given",
    [
        {"game": "chess"},
        {"players": 99},
        {"options": {"chips": "many"}},
        {"options": {"wings": "2"}},
        {"seats": ["rule", "rule", "rule"]},
        {"seats": ["genius"]},
        {"clock": {"move": 0}},
        {"clock": {"game": 10**9}},
        {"patience": 0},
    ],
)
def test_tables_that_cannot_be(given: dict[str, Any]) -> None:
    registry = make_registry(MemoryStore(), time=StepTime(), entropy=of_this_test())
    with pytest.raises(Refused) as refused:
        simulate(registry.open(new_table(**given)))
    assert refused.value.failure.code == "unknown_option"
    assert say(refused.value.failure.detail, "ru")


@registry_test
async def test_a_table_that_begins_at_once(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    with pytest.raises(Refused, match="not_legal"):
        await registry.open(new_table(players=3, seats=["rule"], start=True))
    seated = await registry.open(new_table(players=3, seats=["rule", "random"], start=True))
    person = await Person(registry, seated.table, seated.token).join()
    await quiet(registry)
    assert person.must
    assert len(person.news["table"]["nonces"]) == 3


@registry_test
async def test_a_rematch_is_one_for_all(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=2, players=3)
    await play_on(registry, people, Random(1))
    first, second = await asyncio.gather(*(person.do(Rematch) for person in people))
    assert first.next == second.next == people[0].news["table"]["next"]
    assert first.next is not None
    again = [await Person(registry, first.next, person.token).join() for person in people]
    assert [person.news["seat"] for person in again] == [2, 0]
    assert [seat["name"] for seat in again[0].news["table"]["seats"]] == ["Person 1", "Bot 2", "Anna"]
    assert again[0].news["table"]["status"] == "playing"
    assert again[0].news["table"]["commitment"] != people[0].news["table"]["commitment"]
    spectator = Person(registry, first.next, None)
    assert code(await spectator.do(Rematch)) == "no_seat"
    restarted = make_registry(store, time=time, entropy=of_this_test())
    late = await restarted.do(people[0].table, people[0].token, Rematch(id="late"))
    assert late.next == first.next
    await play_on(registry, again, Random(2))


@registry_test
async def test_in_a_rematch_no_bot_plays_for_the_one_who_asks(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    people = await begun(registry, people=2, players=3)
    for person in people:
        await person.do(HandOver)
    await quiet(registry)
    assert people[0].news["table"]["status"] == "over"
    answer = await people[0].do(Rematch)
    assert answer.next is not None
    await quiet(registry)
    watcher = await Person(registry, answer.next, None).join()
    assert [seat["away"] for seat in watcher.news["table"]["seats"]] == [True, False, False]
    assert watcher.news["table"]["status"] == "playing"


@registry_test
async def test_handing_over_and_taking_over(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=2, players=3)
    person = at_turn(people)
    assert code(await person.do(HandOver)) == ""
    await quiet(registry)
    assert person.news["table"]["seats"][person.news["seat"]]["away"]
    assert person.news["offer"] is None
    assert code(await person.act("take", offer=0)) == "not_your_turn"
    assert code(await person.do(UndoMove)) == "not_your_turn"
    person.leave()
    await person.join()
    assert person.news["table"]["seats"][person.news["seat"]]["away"], "who asked for a bot has to ask for the seat"
    assert code(await person.do(TakeOver)) == ""
    assert not person.news["table"]["seats"][person.news["seat"]]["away"]
    assert {"server.left_asked", "server.returned"} <= set(person.keys)


@registry_test
async def test_what_cannot_be_stored_has_not_happened(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    people = await begun(registry, people=3)
    person = at_turn(people)
    told = [await each.told() for each in people]
    frames = [each.news for each in people]
    store.broken = True
    answer = await person.do(PlayMove, id="x", offer=person.news["offer"]["number"], move="take")
    assert code(answer) == "storage"
    with pytest.raises(Refused, match="storage"):
        await registry.open(NewTable(game="dobro", players=2, name="A", nonce=NONCE))
    assert [each.news for each in people] == frames, "nobody was told"
    store.broken = False
    assert [await each.told() for each in people] == told
    again = await person.do(PlayMove, id="x", offer=person.news["offer"]["number"], move="take")
    assert code(again) == ""


@registry_test
async def test_a_table_that_somebody_else_has_moved_on(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    """Two servers on one store: the second to write must read again, and nothing is done twice."""
    people = await begun(registry, people=3)
    person = at_turn(people)
    offer = person.news["offer"]["number"]
    other = make_registry(store, pace=0, time=time, entropy=of_this_test())
    assert code(await other.do(person.table, person.token, PlayMove(id="there", offer=offer, move="pass"))) == ""
    assert code(await person.act("take", offer=offer)) == "storage"
    assert code(await person.act("take", offer=offer)) == "stale"
    assert person.keys[-1] == "no_thanks.passed"
    events = len(await store.events(person.table))
    assert code(await person.do(PlayMove, id="there", offer=offer, move="pass")) == ""
    assert len(await store.events(person.table)) == events == person.news["seq"]
    await other.close()


@registry_test
async def test_two_tabs_of_one_person(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3)
    person = at_turn(people)
    tab = await Person(registry, person.table, person.token).join()
    answers = await asyncio.gather(person.act("take"), tab.act("take"))
    assert sorted(code(answer) for answer in answers) == ["", "stale"]
    assert tab.news["view"] == person.news["view"]
    tab.leave()
    await time.step(registry, 60_000)
    assert people[0].news["table"]["seats"][person.news["seat"]]["here"]


@registry_test
async def test_emotes_reach_everybody(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=2)
    assert code(await people[1].do(Emote, emote="smile")) == ""
    assert people[0].felt == people[1].felt == [{"say": "emote", "seat": 1, "emote": "smile"}]


@registry_test
async def test_public_tables_are_listed_until_they_are_over(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    (person,) = await opened(registry, public=True, players=3)
    await opened(registry, public=False, players=3)
    (listed,) = (await registry.lobby()).tables
    assert (listed.id, listed.open, listed.names, listed.status) == (person.table, 2, ["Anna"], "waiting")
    await person.do(Start, bot="random")
    await play_on(registry, [person], Random(0))
    lobby = await registry.lobby()
    assert lobby.tables == []
    assert all(set(game.bots) == {LEVELS[level] for level in levels(GAMES[game.name])} for game in lobby.games)
    assert msgspec.json.encode(lobby)


@registry_test
async def test_the_secret_stays_until_the_end(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    (person,) = await begun(registry)
    for ask in (registry.record(person.table), registry.deal(person.table), registry.replay(person.table, None)):
        with pytest.raises(Refused, match="not_over"):
            await ask
    secret = msgspec.json.decode((await store.events(person.table))[0])["secret"]
    assert secret not in str(person.news)


@registry_test
async def test_waiting_for_news(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3)
    person = at_turn(people)
    seq = person.news["seq"]
    waiting = asyncio.create_task(registry.wait(person.table, None, seq, 20))
    await asyncio.sleep(0)
    await person.do(Emote, emote="moment")
    await person.act("take")
    news = msgspec.json.decode(await waiting)
    assert (news["since"], news["seq"]) == (seq, seq + 1)
    assert msgspec.json.decode(await registry.wait(person.table, None, seq, 20))["seq"] == seq + 1
    assert msgspec.json.decode(await registry.wait(person.table, None, seq + 1, 0.001))["facts"] == []


@registry_test
async def test_sitting_down_again_after_a_lost_answer_takes_no_second_seat(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    (host,) = await opened(registry)
    wanted = SitDown(name="Boris", nonce="b" * 32)
    lost = await registry.sit(host.table, wanted)
    found = await registry.sit(host.table, wanted)
    assert found.seat == lost.seat == 1
    assert await registry.seat_of(host.table, lost.token) is None
    assert [seat["who"] for seat in host.news["table"]["seats"]] == ["person", "person", "open"]


@registry_test
async def test_the_hosts_nonce_comes_when_the_commitment_is_known(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    (host,) = await opened(registry, players=2)
    seated = await registry.come_back(host.table, host.token or "")
    assert seated.commitment == host.news["table"]["commitment"]
    assert code(await host.do(Start, bot="rule", nonce="mine")) == "unknown_option"
    assert host.news["table"]["status"] == "waiting"
    assert code(await host.do(Start, bot="rule", nonce="ab" * 16)) == ""
    assert host.news["table"]["nonces"][0] == "ab" * 16
    assert host.news["table"]["commitment"] == seated.commitment
