"""A short campaign of real faults, and a checker that finds what is wrong with doctored evidence."""

import asyncio
import json
import os
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from koloda.server.compose import make_registry
from koloda.server.messages import Answer, AnyCommand, NewTable, SitDown
from koloda.server.tables.events import MovePlayed
from koloda.server.tables.history import TableHistory, decode_event, encode_event
from koloda.server.tables.registry import TableRegistry
from tests.server.failover.campaign import EVENTS, Campaign, Settings
from tests.server.failover.checker import Problem, check, check_table
from tests.server.failover.evidence import Fault, Seen, TableEnd, TableEvidence, What
from tests.server.failover.proxy import Frames
from tests.server.memory_store import MemoryStore
from tests.server.postgres import Postgres
from tests.server.processes import Servers
from tests.server.random_clients import Json
from tests.server.simulation import LoopTime, simulate

PLANNED = (
    "node killed (-9)",
    "PostgreSQL killed (-9)",
    "node's wake-ups cut off",
    "clients cut off from a node",
)
MOVES = 12


@pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked")
def test_a_short_campaign_holds(tmp_path: Path, database_server: Postgres) -> None:
    settings = Settings(
        seconds=300,
        nodes=2,
        tables=8,
        seed=1,
        pace=20,
        think=(0.02, 0.1),
        every=(0.3, 0.6),
        length=0.1,
        planned=PLANNED,
    )
    campaign = Campaign(settings, tmp_path / "evidence", database_server, lambda line: None, Servers)
    asyncio.run(campaign.run())
    verdict = check(campaign.folder)
    assert not verdict.problems, "\n".join(map(str, verdict.problems))
    assert verdict.figures.failed_tasks == 0
    assert [fault.kind for fault in verdict.faults] == list(PLANNED)
    assert verdict.total("accepted") > 4 * settings.tables
    assert verdict.total("compared") > 0


# Doctored evidence


class Witness:
    """A client that writes down what it sees, without a network in between."""

    def __init__(self, name: str, seat: int | None, seen: list[Seen]) -> None:
        self.name = name
        self.seat = seat
        self._seen = seen
        self.news: Json = {"seq": 0}

    def note(self, what: What, body: bytes, known: int = 0) -> None:
        at, raw = asyncio.get_running_loop().time(), msgspec.Raw(body)
        self._seen.append(Seen(at=at, who=self.name, what=what, seat=self.seat, known=known, body=raw))

    def send(self, frame: bytes) -> None:
        said = json.loads(frame)
        if said["say"] == "news":
            self.news = said
        self.note("news" if said["say"] == "news" else "other", frame)

    def end(self, failure: Any) -> None:
        raise AssertionError(failure)

    async def do(self, registry: TableRegistry, token: str, **command: Any) -> Answer:
        self.note("sent", json.dumps(command).encode(), self.news["seq"])
        table = self.news["table"]["id"]
        answer = await registry.do(table, token, msgspec.convert(command, AnyCommand))
        self.note("answer", msgspec.json.encode(answer))
        await asyncio.sleep(0.1)
        return answer


@cache
def played(game: str) -> TableEvidence:
    """Two people play a few moves against each other, and somebody watches."""
    store, seen = MemoryStore(), list[Seen]()

    async def play() -> str:
        chance = Random(game)
        registry = make_registry(store, address="http://koloda.test", pace=0, time=LoopTime(), entropy=chance.randbytes)
        nonce = "00" * 16
        host = await registry.open(NewTable(game=game, players=3, name="Ada", nonce=nonce, seats=["", "random"]))
        guest = await registry.sit(host.table, SitDown(name="Boris", nonce=nonce))
        people = [(Witness("Ada", 0, seen), host.token), (Witness("Boris", 1, seen), guest.token)]
        for witness, token in people:
            await registry.subscribe(host.table, token, witness)
        await registry.subscribe(host.table, None, Witness("Screen", None, seen))
        await people[0][0].do(registry, host.token, do="start", id="start", bot="random")
        done = 0
        while done < MOVES:
            for witness, token in people:
                offer = witness.news["offer"]
                if offer is not None and offer["must"] and witness.news["table"]["status"] == "playing":
                    move = chance.choice(offer["moves"])["move"]
                    await witness.do(registry, token, do="act", id=f"{done}", offer=offer["number"], move=move)
                    done += 1
            await asyncio.sleep(0.1)
        await registry.close()
        return host.table

    table = simulate(play())
    stored = list(store._events[table])
    end = TableEnd(table=table, healed=None, last=len(stored), status=store.summaries[table].status)
    return TableEvidence(table=table, stored=stored, seen=seen, end=end)


def found(evidence: TableEvidence) -> dict[str, list[Problem]]:
    kinds: dict[str, list[Problem]] = {}
    for problem in check_table(evidence).problems:
        kinds.setdefault(problem.kind, []).append(problem)
    return kinds


def doctored() -> TableEvidence:
    return deepcopy(played("no_thanks"))


def accepted(evidence: TableEvidence) -> list[int]:
    """Where in the evidence the answers to moves of Ada are."""
    return [
        position
        for position, each in enumerate(evidence.seen)
        if each.who == "Ada" and each.what == "answer" and b'"start"' not in bytes(each.body)
    ]


def change(seen: Seen, edit: Callable[[Json], None]) -> None:
    body = json.loads(bytes(seen.body))
    edit(body)
    seen.body = msgspec.Raw(json.dumps(body).encode())


def people_moves(evidence: TableEvidence) -> list[int]:
    """The numbers of the events that people brought."""
    events = enumerate(map(decode_event, evidence.stored), 1)
    return [number for number, event in events if isinstance(event, MovePlayed) and event.by == "person"]


@pytest.mark.parametrize("game", ["no_thanks", "mind_up"])
def test_sound_evidence_is_found_sound(game: str) -> None:
    report = check_table(played(game))
    assert not report.problems
    assert report.accepted == MOVES
    assert report.frames > 3 * MOVES


def test_a_lost_move_is_named() -> None:
    """The last acknowledged move is not in the database, as after a failover to a standby that lacks it."""
    evidence = doctored()
    lost = people_moves(evidence)[-1]
    evidence.stored = evidence.stored[: lost - 1]
    problems = found(evidence)["lost"]
    assert any(problem.events == [lost] and problem.table == evidence.table for problem in problems)
    assert any(
        problem.seat is not None and "what was accepted is not in the log" in problem.what for problem in problems
    )


def test_a_doubled_move_is_named() -> None:
    """The log has a move more than the client has sent commands."""
    evidence = doctored()
    answer = json.loads(bytes(evidence.seen[accepted(evidence)[-1]].body))
    evidence.seen = [each for each in evidence.seen if not is_about(each, answer["id"])]
    (problem,) = found(evidence)["doubled"]
    assert (problem.table, problem.seat, problem.events) == (evidence.table, 0, [answer["seq"]])


def is_about(seen: Seen, command: str) -> bool:
    """Is it a command with this id, or its answer?"""
    return seen.what in ("sent", "answer") and json.loads(bytes(seen.body))["id"] == command


def test_a_reordered_move_is_named() -> None:
    """A move was sent after the answer to a later one."""
    evidence = doctored()
    first, second = accepted(evidence)[:2]
    earlier = json.loads(bytes(evidence.seen[first].body))["seq"]
    later = json.loads(bytes(evidence.seen[second].body))["seq"]
    shift = evidence.seen[-1].at + 1
    identity = json.loads(bytes(evidence.seen[first].body))["id"]
    for each in evidence.seen:
        if is_about(each, identity):
            each.at += shift
    problems = found(evidence)["reordered"]
    assert any(
        problem.seat == 0 and problem.events[0] == earlier and later <= problem.events[1] for problem in problems
    )


def test_another_answer_to_a_repeat_is_named() -> None:
    evidence = doctored()
    again = deepcopy(evidence.seen[accepted(evidence)[0]])
    again.at += 1
    change(again, lambda body: body.update(seq=body["seq"] + 1))
    evidence.seen.append(again)
    assert [problem.seat for problem in found(evidence)["answer"]] == [0]


def test_a_leaked_card_is_named() -> None:
    """Ada gets what Boris may see."""
    evidence = doctored()
    history = TableHistory(evidence.table, evidence.stored)
    assert history.state.match is not None
    other = msgspec.to_builtins(history.state.match.view(1))
    last = next(each for each in reversed(evidence.seen) if each.who == "Ada" and each.what == "news")
    change(last, lambda body: body.update(view=other))
    (problem,) = found(evidence)["hidden"]
    assert (problem.seat, problem.events[-1]) == (0, history.state.seq)
    assert "view" in problem.what


@pytest.mark.parametrize("what", ["news", "answer"])
def test_an_unknown_field_is_named(what: str) -> None:
    """A card in a field that no client knows is a leak, too."""
    evidence = doctored()
    last = next(each for each in reversed(evidence.seen) if each.who == "Ada" and each.what == what)
    change(last, lambda body: body.update(debug={"hand": [35]}))
    assert [problem.seat for problem in found(evidence)["hidden"]] == [0]


@pytest.mark.parametrize("field", ["now", "left", "waits", "lead_at", "chat"])
def test_a_card_in_what_depends_on_the_moment_is_named(field: str) -> None:
    evidence = doctored()
    last = next(each for each in reversed(evidence.seen) if each.who == "Ada" and each.what == "news")
    change(last, lambda body: body.update({field: [{"hand": 35}]}))
    assert [problem.seat for problem in found(evidence)["hidden"]] == [0]


def test_a_refusal_that_tells_more_is_named() -> None:
    evidence = doctored()
    offer, number = 10**6, len(evidence.stored)
    command = {"do": "act", "id": "late", "offer": offer, "move": "take"}
    failure = {"code": "stale", "detail": {"key": "server.stale", "args": {"hand": 35}}}
    answer = {"say": "answer", "id": "late", "seq": number, "failure": failure}
    at = evidence.seen[-1].at + 1
    said: list[tuple[What, Json]] = [("sent", command), ("answer", answer)]
    for what, body in said:
        raw = msgspec.Raw(json.dumps(body).encode())
        evidence.seen.append(Seen(at=at, who="Ada", what=what, seat=0, known=number, body=raw))
    assert [(problem.seat, problem.events) for problem in found(evidence)["hidden"]] == [(0, [number])]


def test_news_with_a_gap_are_named() -> None:
    evidence = doctored()
    news = [position for position, each in enumerate(evidence.seen) if each.who == "Ada" and each.what == "news"]
    del evidence.seen[news[len(news) // 2]]
    assert {problem.seat for problem in found(evidence)["gap"]} == {0}


def test_a_stuck_table_is_named() -> None:
    evidence = doctored()
    evidence.end.healed = evidence.end.last - EVENTS + 1
    (problem,) = found(evidence)["stuck"]
    assert (problem.table, problem.events) == (evidence.table, [evidence.end.healed, evidence.end.last])
    evidence.end.healed -= 1
    assert "stuck" not in found(evidence)


def test_somebody_who_missed_the_end_is_named() -> None:
    evidence = doctored()
    evidence.end.behind = ["Ada"]
    assert "Ada" in found(evidence)["behind"][0].what


def test_a_log_that_cannot_be_replayed_is_named() -> None:
    evidence = doctored()
    number = people_moves(evidence)[1]
    event = decode_event(evidence.stored[number - 1])
    assert isinstance(event, MovePlayed)
    wrong = msgspec.structs.replace(event, entries=[(event.entries[0][0], 999), *event.entries[1:]])
    evidence.stored[number - 1] = encode_event(wrong)
    assert found(evidence)["log"]


def test_takeovers_are_timed_where_something_was_due() -> None:
    """From the fault to the next event that only an owner may store: here the move of a bot, two seconds late."""
    evidence = doctored()
    events = [decode_event(line) for line in evidence.stored]
    move = next(
        position for position, event in enumerate(events) if isinstance(event, MovePlayed) and event.by == "bot"
    )
    for position in range(move, len(events)):
        late = msgspec.structs.replace(events[position], at=events[position].at + 2000)
        evidence.stored[position] = encode_event(late)
    before, after = events[move - 1].at, events[move].at + 2000
    lost = Fault(kind="node killed (-9)", where="node 1", at=(before + 1) / 1000, until=after, orphans=[evidence.table])
    (takeover,) = check_table(evidence, [lost]).takeovers
    assert takeover.seconds == pytest.approx((after - before - 1) / 1000)
    assert takeover.alone
    meanwhile = Fault(kind="PostgreSQL silent", where="PostgreSQL", at=lost.at, until=lost.at + 1)
    assert not check_table(evidence, [lost, meanwhile]).takeovers[0].alone
    elsewhere = msgspec.structs.replace(lost, orphans=["other"])
    assert not check_table(evidence, [elsewhere]).takeovers
    people = msgspec.structs.replace(lost, at=(after + 1) / 1000)
    due = TableHistory(evidence.table, evidence.stored[: move + 1]).state
    assert bool(check_table(evidence, [people]).takeovers) == any(seat in due.seats.played for seat in due.due)


def test_the_proxy_doubles_whole_frames() -> None:
    head = b"GET /socket HTTP/1.1\r\nUpgrade: websocket\r\n\r\n"
    text = bytes([0x81, 0x85]) + b"mask" + b"hello"
    long = bytes([0x81, 0xFE]) + (300).to_bytes(2, "big") + b"mask" + b"x" * 300
    ping = bytes([0x89, 0x80]) + b"mask"
    frames = Frames(Random(1), 1.0)
    passed = b"".join(frames.read(bytes([byte])) for byte in head + text + ping + long)
    assert passed == head + text * 2 + ping + long * 2
    plain = Frames(Random(1), 1.0)
    request = b"POST /do HTTP/1.1\r\n\r\n"
    assert plain.read(request) + plain.read(text) == request + text
