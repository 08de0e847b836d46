"""Before the game: who leads the table, what can be changed, and what a person learns who is removed."""

import json
from random import Random
from typing import Any

import pytest

from koloda.server.messages import (
    Answer,
    Change,
    Clock,
    HandOver,
    Lead,
    Leave,
    OpenSeat,
    Rematch,
    Rename,
    SeatBot,
    SitDown,
    Start,
    TakeOver,
)
from koloda.server.tables.commands import MOST_NAMES
from koloda.server.tables.events import Changed, Led
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import TableRegistry
from koloda.server.tables.settings import IDLE, MOST_CHANGES
from koloda.table import record as records
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import (
    NONCE,
    Person,
    StepTime,
    begun,
    opened,
    over,
    play_on,
    quiet,
    registry_test,
    sit,
    stored,
)

SECOND = 1000


def code(answer: Answer) -> str:
    return "" if answer.failure is None else answer.failure.code


def why(answer: Answer) -> str:
    return "" if answer.failure is None else answer.failure.detail.key


def because(person: Person) -> tuple[Any, ...]:
    """Who leads, and why."""
    fact = person.news["table"]["host_because"]
    args = fact["args"]
    return person.news["table"]["host"], fact["key"], args["name"], args["before"]


@registry_test
async def test_a_host_who_vanishes_leads_no_more(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    host, first, second = await opened(registry, people=3, players=4)
    host.leave()
    await time.step(registry, 10 * SECOND)
    assert first.news["lead_at"] == time.now() + 20 * SECOND
    assert code(await second.do(Start, bot="random")) == "not_host", "the host may be reloading the page"
    await time.step(registry, 20 * SECOND)
    assert because(first) == (1, "server.leads_away", "Person 1", "Anna")
    assert first.facts[-1] == first.news["table"]["host_because"], "everybody reads it"
    await host.join()
    assert because(host) == (1, "server.leads_away", "Person 1", "Anna"), "who returns is a guest"
    assert code(await host.do(Start, bot="random")) == "not_host"
    assert code(await first.do(Lead, seat=0)) == "", "but the table can be handed back"
    assert because(host) == (0, "server.leads_handed", "Anna", "Person 1")
    assert code(await host.do(Start, bot="random", nonce=NONCE)) == ""


@registry_test
async def test_nobody_leads_an_empty_room(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    """A table rests while nobody is there; who comes first need not wait for long."""
    host, guest = await opened(registry, people=2)
    host.leave()
    guest.leave()
    await time.step(registry, 3600 * SECOND)
    assert not [event for event in await stored(store, host.table) if isinstance(event, Led)]
    await guest.join()
    assert guest.news["lead_at"] == time.now() + 30 * SECOND
    await time.step(registry, 30 * SECOND)
    assert guest.news["table"]["host"] == 1
    assert code(await guest.do(Start, bot="random")) == ""


@registry_test
async def test_a_host_who_sleeps_does_not_block_the_start(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    _, guest, other = await opened(registry, people=3)
    assert guest.news["lead_at"] == time.now() + 2 * IDLE * SECOND
    await time.step(registry, 2 * IDLE * SECOND - 1)
    assert code(await guest.do(Lead, seat=1)) == "not_host"
    await time.step(registry, 1)
    assert code(await other.do(Lead, seat=1)) == "not_host", "one takes the lead oneself"
    assert code(await guest.do(Start, bot="random")) == ""
    assert because(guest) == (1, "server.leads_idle", "Person 1", "Anna")
    assert other.keys.index("server.leads_idle") < other.keys.index("server.begun")


@registry_test
async def test_the_lead_is_handed_on(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    host, guest = await opened(registry, people=2, players=3, seats=["rule"])
    assert code(await guest.do(Lead, seat=2)) == "not_host"
    for seat, key in ((1, "seat_without_person"), (3, "no_such_seat"), (-1, "no_such_seat")):
        assert why(await host.do(Lead, seat=seat)) == f"server.{key}"
    assert code(await host.do(Lead, seat=0)) == ""
    assert host.news["table"]["host_because"] is None, "nothing has changed"
    assert code(await host.do(Lead, seat=2)) == ""
    assert because(host) == (2, "server.leads_handed", "Person 1", "Anna")
    assert code(await host.do(SeatBot, seat=1, bot="random")) == "not_host"
    assert code(await guest.do(Leave)) == ""
    assert because(host) == (0, "server.leads_left", "Anna", "Person 1")
    assert host.keys[-2:] == ["server.freed", "server.leads_left"]
    assert guest.news["seat"] is None


@registry_test
async def test_a_removed_person_is_told_so(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    host, guest, other = await opened(registry, people=3)
    elsewhere = await Person(registry, guest.table, guest.token).join()
    spectator = await Person(registry, guest.table, None).join()
    assert code(await host.do(OpenSeat, seat=1)) == ""
    for person in (guest, elsewhere):
        assert person.news["seat"] is None
        assert person.news["lost"] == {"key": "server.removed", "args": {"name": "Anna"}}
    assert spectator.news["lost"] is None
    assert other.news["lost"] is None
    assert other.facts[-1]["key"] == "server.removes"
    assert (await guest.told())["lost"]["key"] == "server.removed", "on every later visit, too"
    assert why(await guest.do(HandOver)) == "server.removed"
    assert guest.token is not None
    with pytest.raises(Refused) as refused:
        await registry.come_back(guest.table, guest.token)
    assert refused.value.failure.detail.key == "server.removed"
    again = await registry.sit(guest.table, SitDown(name="Person 1", nonce=NONCE), guest.token)
    assert (again.seat, again.token == guest.token) == (1, False), "where a seat is open, who has the link may sit down"
    back = await Person(registry, guest.table, again.token).join()
    assert back.news["lost"] is None
    guest.leave()
    await guest.join()
    assert guest.news["lost"] is not None, "the old token stays what it is"


@registry_test
async def test_who_gets_up_is_not_removed(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    host, guest = await opened(registry, people=2)
    assert code(await guest.do(OpenSeat, seat=1, id="up")) == ""
    assert guest.news["lost"] is None
    assert code(await guest.do(OpenSeat, seat=1, id="up")) == "", "the first answer, although the seat is gone"
    assert code(await host.do(Leave)) == ""
    assert host.news["table"]["host"] is None
    newcomer = await sit(registry, host.table, "Clara")
    assert newcomer.news["table"]["host"] == 0


@registry_test
async def test_the_host_changes_the_table(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    host, guest = await opened(registry, people=2, players=4)
    commitment = guest.news["table"]["commitment"]
    assert code(await guest.do(Change, players=5)) == "not_host"
    clock = Clock(move=30)
    change = {"players": 5, "options": {"chips": "7"}, "public": True, "clock": clock, "patience": None, "chat": False}
    assert code(await host.do(Change, **change)) == ""
    table = guest.news["table"]
    assert (table["players"], len(table["seats"]), table["options"]["chips"]) == (5, 5, "7")
    assert (table["public"], table["clock"]["move"], table["patience"], table["idle"]) == (True, 30, None, None)
    assert len(guest.news["deadlines"]) == 5
    assert [fact["key"] for fact in guest.facts[-5:]] == [
        f"server.changed_{what}" for what in ("seats", "options", "public", "time", "chat_off")
    ]
    assert [each.id for each in (await registry.lobby()).tables] == [host.table]
    assert code(await host.do(Change, options={"chips": ""}, idle=20, public=False)) == ""
    assert guest.news["table"]["idle"] == 20
    assert not (await registry.lobby()).tables
    last = (await stored(store, host.table))[-1]
    assert isinstance(last, Changed)
    assert "chips" not in last.options or last.options["chips"] != "7", "as the rules say"
    before = len(await stored(store, host.table))
    assert code(await host.do(Change, idle=20)) == ""
    assert len(await stored(store, host.table)) == before, "no change, no event"
    assert code(await host.do(Start, bot="random", nonce=NONCE)) == ""
    assert guest.news["table"]["commitment"] == commitment, "the secret was bound before anybody's nonce"
    assert guest.news["view"]["players"] == 5
    assert code(await host.do(Change, players=4)) == "not_legal"
    assert code(await host.do(Change, chat=True)) == "", "the chat can be switched during the game, too"
    assert guest.news["table"]["chat"]


@pytest.mark.parametrize(
    ("wanted", "key"),
    [
        ({"players": 99}, "errors.players"),
        ({"players": 2}, "server.people_sit"),
        ({"options": {"wings": "2"}}, "errors.option_name"),
        ({"options": {"chips": "many"}}, "errors."),
        ({"clock": Clock(move=0)}, "server.seconds"),
        ({"patience": 0}, "server.seconds"),
        ({"idle": 1}, "server.seconds"),
        ({"idle": 10**9}, "server.seconds"),
    ],
)
def test_changes_that_cannot_be(wanted: dict[str, Any], key: str) -> None:
    @registry_test
    async def refuse(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
        game = "tugriki" if wanted.get("players") == 2 else "no_thanks"
        host, *_ = await opened(registry, game, people=3, players=4)
        before = await stored(store, host.table)
        assert why(await host.do(Change, **wanted)).startswith(key)
        assert await stored(store, host.table) == before

    refuse()


@registry_test
async def test_fewer_seats_remove_nobody(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    host, guest = await opened(registry, people=2, players=6)
    last = await sit(registry, host.table, "Clara", seat=5)
    bot = await host.do(SeatBot, seat=2, bot="rule")
    assert code(bot) == ""
    assert code(await host.do(Lead, seat=5)) == ""
    assert code(await last.do(Change, players=4)) == ""
    assert [(seat["who"], seat["name"]) for seat in host.news["table"]["seats"]] == [
        ("person", "Anna"),
        ("person", "Person 1"),
        ("bot", "Bot 3"),
        ("person", "Clara"),
    ]
    assert (last.news["seat"], last.news["table"]["host"]) == (3, 3)
    assert code(await last.do(Change, players=3)) == ""
    assert (last.news["seat"], last.news["table"]["seats"][2]["name"]) == (2, "Clara"), "bots make room for people"
    commitment, newer = last.news["table"]["commitment"], "5" * 32
    assert code(await last.do(Start, bot="random", nonce=newer)) == ""
    for person in (host, guest, last):
        assert code(await person.do(Leave)) == ""
    await quiet(registry)
    record = records.read((await registry.record(host.table)).text)
    records.verify(record)
    assert record.commitment == commitment, "bound before the first nonce, whatever has changed since"
    assert [nonce.hex() for nonce in record.nonces] == [NONCE, NONCE[::-1], newer], "nonces go with their people"


@registry_test
async def test_a_table_does_not_change_without_end(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    host, *_ = await opened(registry)
    for number in range(MOST_CHANGES):
        assert code(await host.do(Change, idle=20 + number % 2)) == ""
    assert why(await host.do(Change, idle=30)) == "server.changed_often"
    for number in range(MOST_NAMES):
        assert code(await host.do(Rename, name=f"Anna {number}")) == ""
    assert why(await host.do(Rename, name="Anna")) == "server.renamed_often"


@registry_test
async def test_a_new_name(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    host, guest = await opened(registry, people=2, public=True)
    assert code(await guest.do(Rename, name=f"  {family * 8} ")) == ""
    assert host.news["table"]["seats"][1]["name"] == family * 8
    assert host.facts[-1] == {"key": "server.renamed", "args": {"player": 1, "before": "Person 1", "name": family * 8}}
    for bad in ("", "\u202eAnna", "x" * 25, family * 25):
        assert code(await guest.do(Rename, name=bad)) == "unknown_option"
    assert code(await host.do(Start, bot="random")) == ""
    assert code(await guest.do(Rename, name="Борис")) == "", "also in a game: some people stay Guest at first"
    for person in (host, guest):
        assert code(await person.do(Leave)) == ""
    await quiet(registry)
    assert over(host)
    record = records.read((await registry.record(host.table)).text)
    assert record.names[:2] == ["Anna", "Борис"]
    assert why(await guest.do(Rename, name="Boris")) == "server.left_seat"


@registry_test
async def test_leaving_for_good(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    people = await begun(registry, people=3)
    host, guest, _ = people
    assert code(await host.do(Leave, id="bye")) == ""
    assert code(await host.do(Leave, id="bye")) == "", "the first answer, although the token opens nothing"
    seat = guest.news["table"]["seats"][0]
    assert (seat["who"], seat["name"], seat["away"], seat["gone"], seat["here"]) == (
        "person",
        "Anna",
        True,
        True,
        False,
    )
    assert because(guest) == (1, "server.leads_left", "Person 1", "Anna")
    assert (host.news["seat"], host.news["lost"]["key"]) == (None, "server.left_seat")
    assert host.news["offer"] is None
    assert host.token is not None
    with pytest.raises(Refused, match="no_seat"):
        await registry.come_back(host.table, host.token)
    host.leave()
    await host.join()
    assert host.news["seat"] is None
    assert guest.news["table"]["seats"][0]["away"], "who comes back watches"
    for person in people[1:]:
        assert code(await person.do(Leave)) == ""
    await quiet(registry)
    assert over(guest), "bots play to the end"
    assert guest.news["table"]["host"] is None
    deal = json.loads((await registry.deal(host.table)).plain)
    assert deal["nonces"][0] == NONCE


@registry_test
async def test_the_host_removes_somebody_from_the_game(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    people = await begun(registry, people=3, players=4, idle=10)
    host, guest, other = people
    assert why(await guest.do(OpenSeat, seat=2)) == "server.not_host"
    assert why(await host.do(OpenSeat, seat=3)) == "server.begun_already", "a bot stays"
    assert why(await host.do(OpenSeat, seat=0)) == "server.begun_already", "nobody removes themselves by accident"
    assert why(await host.do(OpenSeat, seat=4)) == "server.no_such_seat"
    assert code(await host.do(OpenSeat, seat=1, id="out")) == ""
    assert code(await host.do(OpenSeat, seat=1, id="out")) == ""
    assert code(await host.do(OpenSeat, seat=1)) == "", "twice is once"
    assert guest.news["lost"] == {"key": "server.removed_playing", "args": {"name": "Anna"}}
    assert (guest.news["seat"], guest.news["offer"]) == (None, None)
    seat = other.news["table"]["seats"][1]
    assert (seat["name"], seat["who"], seat["away"], seat["gone"]) == ("Person 1", "person", True, True)
    assert other.keys.count("server.removes_playing") == 1
    assert why(await guest.do(TakeOver)) == "server.removed_playing"
    guest.leave()
    await guest.join()
    assert guest.news["lost"]["key"] == "server.removed_playing", "on every later visit, too"
    assert code(await host.do(Lead, seat=2)) == ""
    assert because(other) == (2, "server.leads_handed", "Person 2", "Anna"), "in a running game, too"
    assert why(await host.do(OpenSeat, seat=2)) == "server.not_host"
    assert code(await other.do(Leave)) == ""
    assert because(host) == (0, "server.leads_left", "Anna", "Person 2")
    await play_on(registry, [host], Random(1))
    assert over(host), "bots play to the end"
    assert why(await host.do(OpenSeat, seat=2)) == "server.game_over"
    again = await Person(registry, (await host.do(Rematch)).next or "", host.token).join()
    assert [seat["who"] for seat in again.news["table"]["seats"]].count("person") == 1
