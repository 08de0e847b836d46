"""Reactions, phrases, and the chat: who gets it, and that it stays nowhere."""

import asyncio
from typing import get_args

import msgspec
import pytest

from koloda.server.messages import Answer, Change, Emote, EmoteName, Lead, Leave, OpenSeat, Say
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import TableRegistry
from koloda.server.tables.talk import LONGEST_LINE, MOST_LINES, MOST_TABLES, Talks, read_line
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import Person, StepTime, begun, opened, quiet, registry_test

SECOND = 1000


def code(answer: Answer) -> str:
    return "" if answer.failure is None else answer.failure.code


def heard(person: Person) -> list[str]:
    return [said["line"]["text"] for said in person.felt if said["say"] == "chat"]


def shown(person: Person) -> list[str]:
    return [line["text"] for line in person.news["chat"]]


@registry_test
async def test_reactions_come_one_every_two_seconds(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    one, two = await opened(registry, people=2)
    assert len(get_args(EmoteName)) == 10
    assert code(await one.do(Emote, emote="clap")) == ""
    fast = await one.do(Emote, emote="wow", id="wow")
    assert fast.failure is not None
    assert (fast.failure.code, fast.failure.retry_after) == ("too_fast", 2)
    assert code(await two.do(Emote, emote="again")) == "", "each seat has its own pace"
    await time.step(registry, 2 * SECOND)
    assert code(await one.do(Emote, emote="wow", id="wow")) == "", "the same command, later"
    assert [said["emote"] for said in two.felt] == ["clap", "again", "wow"]


@registry_test
async def test_only_the_seats_read_the_chat(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    one, two, three = await begun(registry, people=3, players=4)
    spectator = await Person(registry, one.table, None).join()
    screen = await Person(registry, one.table, one.token).join(screen=True)
    assert one.news["table"]["chat"]
    assert code(await one.do(Say, text="Кто помнит\u202e, джокер <b>удваивает</b>?\n")) == ""
    assert heard(two) == heard(one) == ["Кто помнит, джокер <b>удваивает</b>?"]
    assert heard(spectator) == heard(screen) == []
    assert code(await spectator.do(Say, text="hello")) == "no_seat"
    assert code(await one.do(Say, text="again")) == "too_fast"
    assert code(await two.do(Say, text="Да")) == ""
    reloaded = await Person(registry, three.table, three.token).join()
    assert shown(reloaded) == ["Кто помнит, джокер <b>удваивает</b>?", "Да"]
    assert [line["name"] for line in reloaded.news["chat"]] == ["Anna", "Person 1"]
    again = await Person(registry, one.table, None).join()
    assert again.news["chat"] is None
    assert not any("Кто" in line.decode() for line in await store.events(one.table)), "nothing is stored"
    assert code(await three.do(Leave)) == ""
    await time.step(registry, SECOND)
    assert code(await two.do(Say, text="bye")) == ""
    assert "bye" not in heard(three), "who has left reads nothing more"


@registry_test
async def test_a_poll_gets_the_lines(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    one, two = await opened(registry, people=2)
    waiting = asyncio.ensure_future(registry.wait(two.table, two.token, two.news["seq"], 1000))
    watching = asyncio.ensure_future(registry.wait(two.table, None, two.news["seq"], 1000))
    await quiet(registry)
    assert code(await one.do(Say, text="hello")) == ""
    news = msgspec.json.decode(await waiting)
    assert [line["text"] for line in news["chat"]] == ["hello"]
    assert not watching.done()
    watching.cancel()


@registry_test
async def test_the_host_switches_the_chat(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    one, two = await opened(registry, people=2)
    assert code(await two.do(Say, text="hello")) == ""
    assert code(await two.do(Change, chat=False)) == "not_host"
    assert code(await one.do(Change, chat=False)) == ""
    assert not two.news["table"]["chat"]
    assert code(await two.do(Say, text="hello")) == "not_legal"
    assert code(await one.do(Change, chat=True)) == ""
    assert shown(await Person(registry, two.table, two.token).join()) == [], "what was said before is gone"
    assert code(await two.do(Say, text="again")) == "too_fast"
    await time.step(registry, SECOND)
    assert code(await two.do(Say, text="again")) == ""
    assert code(await one.do(Change, public=True)) == ""
    assert code(await two.do(Say, text="hello")) == "not_legal", "at public tables there is none"
    assert code(await one.do(Change, public=False)) == ""
    assert shown(await Person(registry, two.table, two.token).join()) == []


@registry_test
async def test_a_removed_person_reads_no_more(registry: TableRegistry, time: StepTime, store: MemoryStore) -> None:
    one, two, three = await opened(registry, people=3)
    assert code(await one.do(Say, text="before")) == ""
    assert code(await one.do(OpenSeat, seat=1)) == ""
    await time.step(registry, SECOND)
    assert code(await one.do(Say, text="after")) == ""
    assert (heard(two), heard(three)) == (["before"], ["before", "after"])
    two.leave()
    await two.join()
    assert two.news["chat"] is None
    assert code(await one.do(Lead, seat=2)) == ""


@registry_test
async def test_lines_outlive_the_memory_of_a_table_but_not_the_table(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    one, *_ = await opened(registry, people=2)
    assert code(await one.do(Say, text="hello")) == ""
    for person in (one, *_):
        person.leave()
    await time.step(registry, 3600 * SECOND)
    assert registry.tables_in_memory == 0
    assert shown(await Person(registry, one.table, one.token).join()) == ["hello"]
    await registry.remove(one.table)
    assert not registry.services.talks.lines(one.table)
    other, *_ = await opened(registry, people=2)
    assert code(await other.do(Say, text="hello")) == ""
    await registry.end(other.table, "closed for today")
    assert not registry.services.talks.lines(other.table)


def test_the_latest_lines_are_kept() -> None:
    talks = Talks()
    for number in range(MOST_LINES + 7):
        talks.say("a", 0, "Anna", str(number), number)
    assert [line.number for line in talks.lines("a")] == list(range(8, MOST_LINES + 8))
    for number in range(MOST_TABLES):
        talks.say(f"table {number}", 0, "Anna", "hello", 0)
    assert not talks.lines("a")
    assert len(talks.lines("table 0")) == 1


@pytest.mark.parametrize(
    ("given", "line"),
    [
        (" a \n\t b\x00", "a b"),
        ("Zoe\u0308", "Zoë"),
        ("a\u202eb\u2066c\u200bd\ufeff", "abcd"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        ("<script>&", "<script>&"),
    ],
)
def test_a_line_is_plain_text(given: str, line: str) -> None:
    assert read_line(given) == line


@pytest.mark.parametrize("given", ["", " \n", "\u200b\u202e", "x" * (LONGEST_LINE + 1), "x" * 10_000])
def test_lines_that_cannot_be(given: str) -> None:
    with pytest.raises(Refused, match="unknown_option"):
        read_line(given)
