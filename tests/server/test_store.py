"""What every store must do."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from koloda.server.storage.store import Ban, Conflict, Store, TableQuery
from tests.server.store_changes import change, due, fill
from tests.server.stores import ALONE, SHARED, StoreMaker

Run = Callable[[Callable[[Store], Awaitable[None]]], None]


@pytest.fixture(params=[*ALONE, *SHARED])
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    """Runs a test on a fresh store."""
    made = StoreMaker(request.param, tmp_path, request)

    async def with_store(test: Callable[[Store], Awaitable[None]]) -> None:
        async with made.opened() as store:
            await test(store)

    return lambda test: asyncio.run(with_store(test))


def test_events_come_back_in_order(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append(change("a", 1, b"one", b"two"))
        await store.append(change("b", 1, b"other"))
        await store.append(change("a", 3, b"", b"\0four"))
        assert await store.events("a") == [b"one", b"two", b"", b"\0four"]
        assert await store.events("a", since=2) == [b"", b"\0four"]
        assert await store.events("a", since=4) == []
        assert await store.events("b") == [b"other"]
        assert await store.events("c") == []

    run(test)


@pytest.mark.parametrize("first", [0, 1, 2, 4])
def test_an_event_takes_the_next_number_or_none(run: Run, first: int) -> None:
    async def test(store: Store) -> None:
        await fill(store, "a", 2)
        wrong = change("a", first, b"wrong", command=("me", "1"), public=True, listing=b"wrong", due=1)
        with pytest.raises(Conflict):
            await store.append(wrong)
        assert await store.events("a") == [b"1", b"2"]
        assert await store.answer("a", ("me", "1")) is None
        assert await store.public(10) == []
        assert await due(store) == []

    run(test)


def test_a_table_begins_with_event_1(run: Run) -> None:
    async def test(store: Store) -> None:
        with pytest.raises(Conflict):
            await store.append(change("a", 2, b"two", public=True))
        assert await store.events("a") == []
        assert await store.public(10) == []

    run(test)


def test_of_many_who_want_the_same_number_one_gets_it(run: Run) -> None:
    async def test(store: Store) -> None:
        wanted = [change("a", 1, str(each).encode(), command=("me", str(each))) for each in range(30)]
        outcomes = await asyncio.gather(*map(store.append, wanted), return_exceptions=True)
        winners = [str(each).encode() for each, outcome in enumerate(outcomes) if outcome is None]
        assert await store.events("a") == winners
        assert len(winners) == 1
        assert [type(outcome) for outcome in outcomes].count(Conflict) == 29
        assert [await store.answer("a", ("me", str(each))) is None for each in range(30)].count(False) == 1

    run(test)


def test_who_is_refused_hinders_nobody_else(run: Run) -> None:
    async def test(store: Store) -> None:
        await fill(store, "a", 1)
        asked = [change(f"t{each}", 1, b"x") if each % 3 else change("a", 1, b"x") for each in range(60)]
        outcomes = await asyncio.gather(*map(store.append, asked), return_exceptions=True)
        assert [isinstance(outcome, Conflict) for outcome in outcomes] == [each % 3 == 0 for each in range(60)]
        assert [await store.events(f"t{each}") for each in range(60)] == [
            [b"x"] if each % 3 else [] for each in range(60)
        ]
        assert await store.events("a") == [b"1"]

    run(test)


def test_a_refused_move_among_others_leaves_nothing(run: Run) -> None:
    async def test(store: Store) -> None:
        tables = [f"t{each}" for each in range(30)]
        for table in tables:
            await store.append(change(table, 1, b"x", command=("me", "1"), answer=b"first"))
        asked = [
            change(table, 2, b"y", command=("me", "2" if each % 3 else "1"), answer=b"second", status="over")
            for each, table in enumerate(tables)
        ]
        outcomes = await asyncio.gather(*map(store.append, asked), return_exceptions=True)
        assert [isinstance(outcome, Conflict) for outcome in outcomes] == [each % 3 == 0 for each in range(30)]
        assert [await store.events(table) for table in tables] == [
            [b"x", b"y"] if each % 3 else [b"x"] for each in range(30)
        ]
        over = {each.id for each in await store.tables(TableQuery(status="over"))}
        assert over == {table for each, table in enumerate(tables) if each % 3}

    run(test)


def test_tables_that_are_played_at_the_same_time_keep_their_order(run: Run) -> None:
    async def play(store: Store, table: int) -> None:
        for number in range(table, 200, 5):
            await store.append(change(f"t{table}", number // 5 + 1, str(number).encode()))

    async def test(store: Store) -> None:
        await asyncio.gather(*(play(store, table) for table in range(5)))
        for table in range(5):
            assert await store.events(f"t{table}") == [str(number).encode() for number in range(table, 200, 5)]

    run(test)


def test_an_answer_is_kept_for_the_client_and_the_command(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append(change("a", 1, b"x", command=("me", "1"), answer=b"yes"))
        assert await store.answer("a", ("me", "1")) == b"yes"
        assert await store.answer("a", ("you", "1")) is None
        assert await store.answer("a", ("me", "2")) is None
        assert await store.answer("b", ("me", "1")) is None

    run(test)


def test_a_command_that_changes_nothing_leaves_its_answer(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append(change("a", 1, b"x"))
        await store.append(change("a", 2, command=("me", "1"), answer=b"yes"))
        assert await store.answer("a", ("me", "1")) == b"yes"
        with pytest.raises(Conflict):
            await store.append(change("a", 2, b"y", command=("me", "1"), answer=b"no"))
        with pytest.raises(Conflict):
            await store.append(change("a", 3, command=("me", "2"), answer=b"too early"))
        await store.append(change("a", 2, b"z"))
        assert await store.events("a") == [b"x", b"z"]

    run(test)


def test_a_command_is_carried_out_once(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append(change("a", 1, b"x", command=("me", "1"), answer=b"first"))
        with pytest.raises(Conflict):
            await store.append(change("a", 2, b"y", command=("me", "1"), answer=b"second", due=5))
        assert await store.answer("a", ("me", "1")) == b"first"
        assert await store.events("a") == [b"x"]
        assert await due(store) == []
        await store.append(change("b", 1, b"z", command=("me", "1"), answer=b"elsewhere"))
        assert await store.answer("b", ("me", "1")) == b"elsewhere"

    run(test)


def test_public_tables_are_listed_until_they_are_over(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append(change("a", 1, b"x", public=True, status="waiting", listing=b"a, one sits"))
        await store.append(change("b", 1, b"x", public=False, status="waiting", listing=b"b"))
        await store.append(change("c", 1, b"x", public=True, status="waiting", listing=b"c"))
        await store.append(change("d", 1, b"x", public=True, status="waiting", listing=b"d"))
        await store.append(change("a", 2, b"x", public=True, status="playing", listing=b"a, all sit"))
        assert await store.public(10) == [b"d", b"c", b"a, all sit"]
        assert await store.public(2) == [b"d", b"c"]
        assert await store.public(0) == []
        await store.append(change("d", 2, b"x", public=True, status="over", listing=b"d"))
        assert await store.public(10) == [b"c", b"a, all sit"]

    run(test)


def test_public_tables_without_events_for_long_are_not_listed(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append(change("a", 1, b"x", public=True, listing=b"a", active=100))
        await store.append(change("b", 1, b"x", public=True, listing=b"b", active=200))
        assert await store.public(10, active_since=101) == [b"b"]
        await store.append(change("a", 2, b"x", public=True, listing=b"a again", active=300))
        assert await store.public(10, active_since=101) == [b"b", b"a again"]
        await store.append(change("b", 2, b"x", public=True, status="closed", listing=b"b", active=400))
        assert await store.public(10) == [b"a again"]

    run(test)


async def ids(store: Store, **asked: Any) -> list[str]:
    return [table.id for table in await store.tables(TableQuery(**asked))]


def test_tables_are_found(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append(change("a", 1, b"x", status="over", listing=b"a", created=50, active=60))
        await store.append(change("b", 1, b"x", status="playing", public=True, created=70, active=70))
        await store.append(change("b", 2, b"x", status="playing", public=True, created=999, active=80))
        assert await ids(store) == ["b", "a"]
        assert await ids(store, status="over") == ["a"]
        assert await ids(store, game="dobro", id="b") == ["b"]
        assert await ids(store, game="other") == []
        assert await ids(store, idle_since=80) == ["a"]
        assert await ids(store, most=1) == ["b"]
        newest, oldest = await store.tables(TableQuery())
        assert await ids(store, before=newest.number) == ["a"]
        assert await ids(store, before=oldest.number) == []
        (found,) = await store.tables(TableQuery(id="b"))
        assert (found.game, found.status, found.public, found.created, found.active) == (
            *("dobro", "playing", True),
            *(70, 80),
        )

    run(test)


def test_a_table_is_removed_with_everything_about_it(run: Run) -> None:
    async def test(store: Store) -> None:
        for table in ("a", "b", "c"):
            await store.append(
                change(table, 1, b"x", b"y", command=("me", "1"), public=True, listing=b"l", due=5, active=ord(table))
            )
        assert await store.remove(["a", "none"]) == ["a"]
        assert await store.remove(["b", "c"], idle_since=ord("c")) == ["b"], "c has had an event since"
        assert await ids(store) == ["c"]
        assert await due(store) == ["c"]
        assert await store.public(10) == [b"l"]
        assert [await store.events(table) for table in "abc"] == [[], [], [b"x", b"y"]]
        assert [await store.answer(table, ("me", "1")) for table in "abc"] == [None, None, b""]
        await store.append(change("a", 1, b"the id is free again", command=("me", "1")))

    run(test)


def test_a_clock_that_was_ahead(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append(change("a", 1, b"x", status="over", active=900))
        await store.append(change("b", 1, b"x", status="waiting", active=900))
        await store.append(change("c", 1, b"x", active=100))
        assert await store.after(500) == ["b"]
        assert await store.after(900) == []

    run(test)


def test_tables_where_something_is_due(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append(change("a", 1, b"x", due=300))
        await store.append(change("b", 1, b"x", due=None))
        await store.append(change("c", 1, b"x", due=100))
        assert sorted(await due(store)) == ["a", "c"]
        await store.append(change("a", 2, b"x", due=None))
        await store.append(change("b", 2, b"x", due=1 << 41))
        assert sorted(await due(store)) == ["b", "c"]

    run(test)


def test_a_node_learns_when_one_was_last_seen(run: Run) -> None:
    async def test(store: Store) -> None:
        first = await store.leases.join("first", 1_800_000_000_000)
        assert first.last is None
        assert (await store.leases.renew(first.node, 1_800_000_005_000)).alive == {first.node}
        second = await store.leases.join("second", 1_800_000_006_000)
        assert second.last == 1_800_000_005_000
        assert second.node != first.node
        await store.leases.leave(second.node, 1_800_000_009_000)
        assert (await store.leases.join("third", 1_800_000_010_000)).last == 1_800_000_009_000

    run(test)


def test_a_code_is_kept_until_it_ends_and_dropped_once(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.keep_code("a", 10, 20, b"one", 9)
        assert await store.code("a", 19) == b"one"
        assert await store.code("a", 20) is None
        assert await store.code("b", 0) is None
        await store.keep_code("b", 20, 30, b"two", 9)
        assert await store.code("a", 0) is None
        await store.keep_code("c", 20, 30, b"three", 1)
        assert await store.code("b", 0) is None
        dropped = await asyncio.gather(store.drop_code("c"), store.drop_code("c"))
        assert sorted(dropped) == [False, True]

    run(test)


def test_a_review_stays_as_long_as_its_table(run: Run) -> None:
    async def test(store: Store) -> None:
        await store.append(change("a", 1, b"one"))
        assert await store.review("a", "1 1") is None
        await store.keep_review("a", "1 1", b"first")
        assert await store.review("a", "1 1") == b"first"
        assert await store.review("a", "2 1") is None, "another version makes its own"
        await store.keep_review("a", "2 1", b"second")
        assert [await store.review("a", made) for made in ("1 1", "2 1")] == [None, b"second"]
        assert await store.remove(["a"]) == ["a"]
        assert await store.review("a", "2 1") is None
        await store.keep_review("a", "2 1", b"too late")
        assert await store.review("a", "2 1") is None

    run(test)


def test_bans_end_and_can_be_ended(run: Run) -> None:
    async def test(store: Store) -> None:
        first = Ban(network="203.0.113.7/32", since=1, until=10)
        second = Ban(network="2001:db8::/64", since=2, until=20, why="Играйте честно.")
        for ban in (second, first):
            await store.ban(ban)
        assert await store.bans(9) == [first, second]
        assert await store.bans(10) == [second]
        longer = Ban(network="203.0.113.7/32", since=3, until=30)
        await store.ban(longer)
        assert await store.bans(9) == [second, longer]
        assert await store.unban("2001:db8::/64")
        assert not await store.unban("2001:db8::/64")
        assert await store.bans(0) == [longer]

    run(test)
