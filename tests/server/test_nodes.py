"""Several nodes serve the same tables: whoever is connected to whichever node plays the same game."""

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any
from unittest.mock import patch

import msgspec

from koloda.server.administration import BanSeat, perform
from koloda.server.bus import notes
from koloda.server.messages import (
    Emote,
    HandOver,
    NewTable,
    Nudge,
    PlayMove,
    Rematch,
    Say,
    SitDown,
    Start,
    TakeOver,
    Vote,
)
from koloda.server.storage.leases import LEASE, Claim
from koloda.server.storage.store import Append, Head, StorageError
from koloda.server.tables.events import AnyEvent, Left, MovePlayed, Paused, Returned
from koloda.server.tables.history import decode_event
from tests.server.memory_store import MemoryLeases, MemoryStore
from tests.server.nodes import Nodes, at, nodes_test
from tests.server.registry_harness import NONCE, Person, new_table, over, stored

SECONDS = 5
"""Within which another node takes over."""


async def table_for_two(nodes: Nodes, **more: Any) -> tuple[Person, Person]:
    """Anna is connected to the first node, Boris to the second; a bot has the third seat."""
    one, two = nodes.all[:2]
    host = await one.open(new_table("no_thanks", 3, **more))
    anna = await Person(one, host.table, host.token, 0).join()
    seated = await two.sit(host.table, SitDown(name="Boris", nonce=NONCE[::-1]))
    boris = await Person(two, host.table, seated.token, seated.seat).join()
    return anna, boris


async def started(nodes: Nodes, **more: Any) -> tuple[Person, Person]:
    anna, boris = await table_for_two(nodes, **more)
    assert (await anna.do(Start, bot="random")).failure is None
    await asyncio.sleep(0.5)
    return anna, boris


async def play_on(people: list[Person], chance: Random, moves: int = 1000) -> None:
    for _ in range(moves):
        asked = [person for person in people if person.must]
        if over(people[0]):
            return
        if asked:
            person = chance.choice(asked)
            answer = await person.act(chance.choice(person.moves))
            assert answer.failure is None or answer.failure.code == "stale", answer
        await asyncio.sleep(0.1)


def moves_of(seat: int, events: list[AnyEvent]) -> int:
    return sum(isinstance(event, MovePlayed) and event.entries[0][0] == seat for event in events)


async def turn_of(person: Person, other: Person) -> None:
    """Let others play until it is somebody's turn."""
    for _ in range(50):
        if person.must:
            return
        if other.must:
            await other.act(other.moves[0])
        await asyncio.sleep(1.5)
    raise AssertionError(f"it is never their turn: {person.news}")


def test_people_at_different_nodes_play_one_game() -> None:
    async def test(nodes: Nodes) -> None:
        anna, boris = await started(nodes)
        await play_on([anna, boris], Random(1))
        assert over(anna)
        assert over(boris)
        assert anna.news["seq"] == boris.news["seq"] == len(await nodes.store.events(anna.table))
        assert [fact["key"] for fact in anna.facts] == [fact["key"] for fact in boris.facts]

    nodes_test(test)


def test_a_lost_wake_up_costs_promptness_and_no_move() -> None:
    async def test(nodes: Nodes) -> None:
        nodes.hub.lost = lambda note: isinstance(note, notes.Appended)
        anna, boris = await started(nodes)
        for _ in range(400):
            if over(anna) and over(boris):
                break
            await play_on([anna, boris], Random(2), moves=1)
            await asyncio.sleep(0.4)
        assert over(anna)
        assert over(boris)
        assert anna.news["seq"] == boris.news["seq"]

    nodes_test(test)


def test_a_repeated_command_gets_its_first_answer_from_another_node() -> None:
    async def test(nodes: Nodes) -> None:
        nodes.hub.lost = lambda note: isinstance(note, notes.Appended)  # the other node does not know yet
        anna, boris = await started(nodes)
        await turn_of(anna, boris)
        offer, move = anna.news["offer"]["number"], anna.moves[0]
        first = await anna.do(PlayMove, id="once", offer=offer, move=move)
        before = moves_of(0, await stored(nodes.store, anna.table))
        again = await at(anna, nodes.all[1]).do(PlayMove, id="once", offer=offer, move=move)
        assert first.failure is None
        assert again == first
        assert moves_of(0, await stored(nodes.store, anna.table)) == before >= 1

    nodes_test(test)


def test_a_repeated_command_that_changed_nothing_changes_nothing_later() -> None:
    async def test(nodes: Nodes) -> None:
        anna, _boris = await started(nodes)
        first = await anna.do(TakeOver, id="once")  # nobody plays for her
        await anna.do(HandOver)
        await asyncio.sleep(0.1)
        again = await at(anna, nodes.all[1]).do(TakeOver, id="once")
        assert first.failure is None
        assert again == first
        assert not [each for each in await stored(nodes.store, anna.table) if isinstance(each, Returned)]

    nodes_test(test)


def test_a_node_that_knows_less_than_a_client_catches_up_before_it_refuses() -> None:
    async def test(nodes: Nodes) -> None:
        anna, boris = await started(nodes)
        nodes.hub.lost = lambda note: isinstance(note, notes.Appended)
        await turn_of(anna, boris)
        await anna.act(anna.moves[0])
        await turn_of(anna, boris)
        answer = await at(anna, nodes.all[1]).act(anna.moves[0])
        assert answer.failure is None

    nodes_test(test)


def test_another_node_takes_over_the_bots_of_one_that_died() -> None:
    async def test(nodes: Nodes) -> None:
        one, two = nodes.all
        opened = await one.open(
            NewTable(game="no_thanks", players=3, name="Anna", nonce=NONCE, seats=["random", "random"], start=False)
        )
        anna = await Person(two, opened.table, opened.token, 0).join()
        assert nodes.owner(opened.table) is one
        assert (await anna.do(Start, bot="random")).failure is None
        await nodes.kill(one)
        await asyncio.sleep(SECONDS)
        assert nodes.owner(opened.table) is two
        await play_on([anna], Random(5))
        assert over(anna)

    nodes_test(test)


async def bots_of_a_dead_node(nodes: Nodes) -> str:
    """A table where bots have to move, and nobody is connected."""
    one, two = nodes.all
    nodes.hub.lost = lambda note: isinstance(note, notes.Appended)  # or it would play at once
    opened = await one.open(
        NewTable(game="no_thanks", players=3, name="Anna", nonce=NONCE, seats=["random", "random"], start=False)
    )
    anna = Person(two, opened.table, opened.token, 0)
    assert (await anna.do(Start, bot="random")).failure is None
    assert (await anna.do(HandOver)).failure is None
    await nodes.kill(one)
    return opened.table


def test_a_new_owner_tries_again_to_go_on_with_a_table() -> None:
    async def test(nodes: Nodes) -> None:
        table = await bots_of_a_dead_node(nodes)
        tried: list[int] = []

        async def events(of: str, since: int = 0) -> list[bytes]:
            if len(tried) < 2:
                tried.append(since)
                raise StorageError("the database does not answer")
            return await MemoryStore.events(nodes.store, of, since)

        with patch.object(nodes.store, "events", events):
            await asyncio.sleep(SECONDS + 5)
        assert len(tried) == 2
        assert nodes.store.summaries[table].status == "over"

    nodes_test(test)


def test_a_node_gives_up_what_it_owns_without_knowing_as_soon_as_it_can() -> None:
    async def test(nodes: Nodes) -> None:
        table, leases = await bots_of_a_dead_node(nodes), nodes.store.leases
        lost: list[str] = []

        async def claim_due(node: int, most: int) -> list[Claim]:
            claims = await MemoryLeases.claim_due(leases, node, most)
            if claims and not lost:
                lost.append("claims")
                raise StorageError("the answer was lost")
            return claims

        async def leave(node: int, now: int) -> None:
            if lost == ["claims"]:
                lost.append("leave")
                raise StorageError("the database does not answer")
            await MemoryLeases.leave(leases, node, now)

        with patch.object(leases, "claim_due", claim_due), patch.object(leases, "leave", leave):
            await asyncio.sleep(SECONDS + 5)
        assert lost == ["claims", "leave"]
        assert nodes.store.summaries[table].status == "over"

    nodes_test(test)


def test_an_owner_whose_lease_expired_for_a_moment_stays_the_owner_and_knows_it() -> None:
    async def test(nodes: Nodes) -> None:
        one, two = nodes.all
        opened = await one.open(new_table("no_thanks", 3))
        await Person(two, opened.table, opened.token, 0).join()

        async def heads(tables: Sequence[str]) -> dict[str, Head]:
            found = await MemoryStore.heads(nodes.store, tables)
            return {table: head._replace(owner=None) for table, head in found.items()}

        async def left_out(self: MemoryLeases, node: int, tables: Sequence[str]) -> list[Claim]:
            """Somebody changes the table at this moment."""
            return []

        for claim in (MemoryLeases.claim, left_out):
            with patch.object(nodes.store, "heads", heads), patch.object(MemoryLeases, "claim", claim):
                await one.membership.poll()
            await asyncio.sleep(SECONDS)
            assert nodes.owner(opened.table) is one
            assert opened.table in one.services.node.fences

    nodes_test(test)


def test_a_node_goes_on_renewing_its_lease_whatever_goes_wrong_once() -> None:
    """Or it would lose all its tables for ever, and not know it."""

    async def test(nodes: Nodes) -> None:
        one, _ = nodes.all
        anna, _boris = await started(nodes, clock={"move": 60})
        with patch.object(MemoryLeases, "renew", side_effect=RuntimeError("a bug")):
            await asyncio.sleep(1.5)
        await asyncio.sleep(3 * SECONDS)
        assert one.services.node.number in nodes.store.leases.alive
        assert nodes.owner(anna.table) is one

    nodes_test(test)


def test_the_clocks_do_not_count_the_time_without_an_owner() -> None:
    async def test(nodes: Nodes) -> None:
        one, two = nodes.all
        anna, _boris = await started(nodes, clock={"move": 60})
        table = anna.table
        anna.leave()
        await nodes.kill(one)
        await asyncio.sleep(SECONDS)
        assert nodes.owner(table) is two
        (paused,) = [event for event in await stored(nodes.store, table) if isinstance(event, Paused)]
        assert LEASE - 1500 < paused.milliseconds < 1000 * SECONDS
        await asyncio.sleep(200)
        clocks = [each for each in await stored(nodes.store, table) if isinstance(each, MovePlayed)]
        assert [each for each in clocks if each.by == "clock"]

    nodes_test(test)


def test_the_clocks_do_not_count_the_time_without_a_database() -> None:
    """Whichever node renews its lease first afterwards, and also if the owner is the only node."""

    async def test(nodes: Nodes) -> None:
        anna, _boris = await started(nodes, clock={"move": 10})
        table = anna.table
        await asyncio.sleep(1)
        nodes.store.broken = True
        await asyncio.sleep(30)
        nodes.store.broken = False
        await asyncio.sleep(SECONDS)
        events = await stored(nodes.store, table)
        assert not any(map(by_clock, events))
        (paused,) = [event for event in events if isinstance(event, Paused)]
        assert 30_000 - 1000 <= paused.milliseconds <= 30_000 + 1000 * SECONDS
        await asyncio.sleep(10)
        assert any(map(by_clock, await stored(nodes.store, table)))

    async def alone(nodes: Nodes) -> None:
        await nodes.all[0].close()
        nodes.all = [nodes.all[1], nodes.all[1]]
        await test(nodes)

    nodes_test(test)
    nodes_test(alone)


def test_no_clock_runs_out_before_it_is_stored_that_it_stood_still() -> None:
    async def test(nodes: Nodes) -> None:
        one, _two = nodes.all
        anna, boris = await started(nodes, clock={"move": 4})
        await turn_of(anna, boris)
        await nodes.kill(one)
        failed: list[Append] = []

        async def append(change: Append) -> None:
            if not failed:
                failed.append(change)
                raise StorageError("the database does not answer")
            await MemoryStore.append(nodes.store, change)

        with patch.object(nodes.store, "append", append):
            await asyncio.sleep(12)
        events = await stored(nodes.store, anna.table)
        clock = next(number for number, each in enumerate(events) if by_clock(each))
        (pause,) = [number for number, each in enumerate(events) if isinstance(each, Paused)]
        assert [isinstance(decode_event(line), Paused) for line in failed[0].events] == [True]
        assert pause < clock

    nodes_test(test)


def by_clock(event: AnyEvent) -> bool:
    return isinstance(event, MovePlayed) and event.by == "clock"


def test_a_node_that_was_asleep_cannot_move_for_its_bots() -> None:
    async def test(nodes: Nodes) -> None:
        one, two = nodes.all
        anna, boris = await started(nodes)
        table = anna.table
        nodes.store.leases._expires[one.services.node.number] = 0  # as if it had not renewed its lease
        (claim,) = await nodes.store.leases.claim(two.services.node.number, [table])
        two.membership.take_over(claim)
        before = one.services.node.fences[table]
        assert claim.fence == before + 1
        await play_on([anna, boris], Random(6))
        assert over(anna)
        assert table not in one.services.node.fences

    nodes_test(test)


def test_everybody_knows_who_is_there() -> None:
    async def test(nodes: Nodes) -> None:
        anna, boris = await table_for_two(nodes)
        await asyncio.sleep(1)
        for person in (anna, boris):
            assert [seat["here"] for seat in person.news["table"]["seats"]] == [True, True, False]
        boris.leave()
        await asyncio.sleep(5)
        assert [seat["here"] for seat in anna.news["table"]["seats"]] == [True, False, False]

    nodes_test(test)


def test_who_was_connected_to_a_dead_node_is_gone() -> None:
    async def test(nodes: Nodes) -> None:
        anna, _boris = await table_for_two(nodes)
        await asyncio.sleep(1)
        await nodes.kill(nodes.all[1])
        await asyncio.sleep(SECONDS + 5)
        assert [seat["here"] for seat in anna.news["table"]["seats"]] == [True, False, False]

    nodes_test(test)


def test_reactions_and_lines_reach_everybody() -> None:
    async def test(nodes: Nodes) -> None:
        anna, boris = await table_for_two(nodes)
        await anna.do(Emote, emote="wow")
        said = await anna.do(Say, text="Hello", id="line")
        await asyncio.sleep(0.1)
        assert [each["say"] for each in boris.felt] == [each["say"] for each in anna.felt]
        assert boris.felt[-1]["line"]["text"] == "Hello"
        again = await at(anna, nodes.all[1]).do(Say, text="Hello", id="line")
        assert (again.failure, said.failure) == (None, None)
        await asyncio.sleep(0.1)
        assert [each["say"] for each in boris.felt].count("chat") == 1

    nodes_test(test)


def test_votes_and_nudges_count_at_every_node() -> None:
    async def test(nodes: Nodes) -> None:
        anna, boris = await started(nodes, idle=20)
        while not (anna.must or boris.must):
            await asyncio.sleep(0.5)
        sleeper, waiting = (anna, boris) if anna.must else (boris, anna)
        await asyncio.sleep(21)
        assert (await waiting.do(Nudge, seat=sleeper.seat)).failure is None
        await asyncio.sleep(21)
        assert "nudge" in {each["say"] for each in sleeper.felt} | {each["say"] for each in waiting.felt}
        assert len(sleeper.felt) == len(waiting.felt)
        assert (await waiting.do(Vote, seat=sleeper.seat, bot=True)).failure is None
        await asyncio.sleep(1)
        left = [each for each in await stored(nodes.store, anna.table) if isinstance(each, Left)]
        assert [(each.seat, each.why) for each in left] == [(sleeper.seat, "idle")]

    nodes_test(test)


def test_a_rematch_that_two_nodes_open_at_once_is_one_table() -> None:
    async def test(nodes: Nodes) -> None:
        anna, boris = await started(nodes)
        await play_on([anna, boris], Random(7))
        answers = await asyncio.gather(anna.do(Rematch), boris.do(Rematch))
        assert [each.failure for each in answers] == [None, None]
        assert answers[0].next == answers[1].next
        assert len(nodes.store.summaries) == 2

    nodes_test(test)


def test_a_closed_table_ends_at_every_node_and_a_deleted_one_too() -> None:
    async def test(nodes: Nodes) -> None:
        anna, boris = await table_for_two(nodes)
        await nodes.all[0].end(anna.table, "enough")
        await asyncio.sleep(0.1)
        assert boris.ended is not None
        assert boris.ended.code == "closed"
        clara, _david = await table_for_two(nodes)
        await nodes.all[1].remove(clara.table)
        await asyncio.sleep(0.1)
        assert clara.ended is not None
        assert clara.ended.code == "no_table"

    nodes_test(test)


def test_a_seat_is_banned_wherever_its_person_is_connected() -> None:
    async def test(nodes: Nodes) -> None:
        one, two = nodes.all
        anna, boris = await table_for_two(nodes)
        await two.subscribe(anna.table, boris.token, boris, household="203.0.113.7")
        await asyncio.sleep(0.1)
        asked = BanSeat(table=anna.table, seat=boris.seat or 0, days=1)
        assert [ban.network for ban in (await perform(one, asked)).bans] == ["203.0.113.7/32"]
        await asyncio.sleep(0.1)
        assert two.bans.failure("203.0.113.7") is not None
        nobody = await perform(one, msgspec.structs.replace(asked, seat=2))
        assert nobody.failure is not None
        assert nobody.failure.key == "admin.nobody"

    nodes_test(test)


def test_a_node_that_does_not_answer_costs_time_only() -> None:
    async def test(nodes: Nodes) -> None:
        anna, boris = await table_for_two(nodes)
        await asyncio.sleep(0.1)
        await nodes.kill(nodes.all[1])
        assert await nodes.all[0].households(anna.table, boris.seat or 0) == set()

    nodes_test(test)


def test_the_lobby_lists_tables_of_all_nodes() -> None:
    async def test(nodes: Nodes) -> None:
        one, two = nodes.all
        opened = await one.open(new_table("no_thanks", 3, public=True))
        await Person(one, opened.table, opened.token, 0).join()
        await asyncio.sleep(3600)
        assert [table.id for table in (await two.lobby()).tables] == [opened.table]

    nodes_test(test)


def test_a_node_that_stops_hands_its_tables_over_at_once() -> None:
    async def test(nodes: Nodes) -> None:
        one, two = nodes.all
        anna, _boris = await started(nodes, clock={"move": 60})
        assert nodes.owner(anna.table) is one
        await one.stop()
        await asyncio.sleep(1.5)
        assert nodes.owner(anna.table) is two

    nodes_test(test)


def test_what_is_sent_between_nodes_can_be_read_by_another_version() -> None:
    unknown = msgspec.json.encode([3, [{"note": "unheard_of"}, {"note": "appended", "table": "x", "seq": 4}]])
    as_object = msgspec.json.encode({"sender": 3, "notes": msgspec.json.decode(unknown)[1]})
    assert notes.unpacked(as_object) == (3, [notes.Appended(table="x", seq=4)])
    assert notes.unpacked(b"nonsense") == (0, [])
    many: list[notes.AnyNote] = [notes.Appended(table="t" * 8, seq=each) for each in range(1000)]
    packed = notes.packed(7, many, 7900)
    assert all(len(message) <= 7900 for message in packed)
    assert [note for message in packed for note in notes.unpacked(message)[1]] == many
