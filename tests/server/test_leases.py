"""Only one node at a time owns a table, and only its owner stores what belongs to the owner."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import asyncpg
import pytest

from koloda.server.storage.leases import FIRST_FENCE, LEASE
from koloda.server.storage.postgres import PostgresStore
from koloda.server.storage.store import Conflict, Fenced, Head, Store
from tests.server.in_process_server import StandingClock
from tests.server.postgres import Postgres
from tests.server.store_changes import change, fill
from tests.server.stores import SHARED, StoreMaker

Run = Callable[[Callable[[Store, "Clock"], Awaitable[None]]], None]


class Clock(StandingClock):
    """The clock of the store, in milliseconds."""

    now = 1_000_000

    def __call__(self) -> int:
        return int(self.now)


@pytest.fixture(params=SHARED)
def run(request: pytest.FixtureRequest, tmp_path: Path) -> Run:
    made, clock = StoreMaker(request.param, tmp_path, request), Clock()
    made.clock = clock
    if request.param == "shared sqlite":  # somebody has prepared the file
        asyncio.run(opened_once(StoreMaker("sqlite", tmp_path, request)))

    async def with_store(test: Callable[[Store, Clock], Awaitable[None]]) -> None:
        async with made.opened() as store:
            await test(store, clock)

    return lambda test: asyncio.run(with_store(test))


async def opened_once(made: StoreMaker) -> None:
    async with made.opened():
        pass


def test_who_creates_a_table_owns_it(run: Run) -> None:
    async def test(store: Store, clock: Clock) -> None:
        one, other = [(await store.leases.join(name, 5)).node for name in "ab"]
        await store.append(change("a", 1, b"x", owner=one))
        assert await store.heads(["a", "b"]) == {"a": Head(1, one)}
        assert await store.leases.claim(other, ["a", "b"]) == []
        (own,) = await store.leases.claim(one, ["a"])
        assert (own.fence, own.down_since) == (FIRST_FENCE, None)
        await store.append(change("a", 2, b"y", fence=FIRST_FENCE))

    run(test)


def test_a_lease_expires_and_another_node_takes_over(run: Run) -> None:
    async def test(store: Store, clock: Clock) -> None:
        one, other = [(await store.leases.join(name, 5)).node for name in "ab"]
        await store.append(change("a", 1, b"x", owner=one, due=7))
        clock.now += LEASE - 1
        assert (await store.leases.renew(one, 55)).alive == {one, other}
        assert (await store.leases.renew(other, 56)).alive == {one, other}
        clock.now += LEASE - 1
        assert await store.leases.claim_due(other, 9) == []
        await store.leases.renew(other, 57)
        clock.now += 1
        assert await store.heads(["a"]) == {"a": Head(1, None)}
        (claim,) = await store.leases.claim_due(other, 9)
        assert (claim.table, claim.fence, claim.down_since) == ("a", FIRST_FENCE + 1, 55)
        assert await store.heads(["a"]) == {"a": Head(1, other)}
        assert (await store.leases.renew(one, 60)).alive == {one, other}
        assert await store.leases.claim(one, ["a"]) == []

    run(test)


def test_an_old_owner_cannot_write_and_people_always_can(run: Run) -> None:
    async def test(store: Store, clock: Clock) -> None:
        one, other = [(await store.leases.join(name, 5)).node for name in "ab"]
        await store.append(change("a", 1, b"x", owner=one, due=7))
        await store.leases.leave(one, 70)
        (claim,) = await store.leases.claim(other, ["a"])
        assert claim.down_since == 70
        with pytest.raises(Fenced):
            await store.append(change("a", 2, b"old owner", fence=FIRST_FENCE))
        assert await store.events("a") == [b"x"]
        await store.append(change("a", 2, b"person", command=("me", "1"), answer=b"yes"))
        await store.append(change("a", 3, b"new owner", fence=claim.fence))
        with pytest.raises(Conflict):
            await store.append(change("a", 3, b"late", fence=claim.fence))
        assert await store.events("a") == [b"x", b"person", b"new owner"]

    run(test)


def test_an_expired_owner_goes_on_as_long_as_nobody_takes_over(run: Run) -> None:
    async def test(store: Store, clock: Clock) -> None:
        one = (await store.leases.join("a", 5)).node
        await store.append(change("a", 1, b"x", owner=one, due=7))
        clock.now += 10 * LEASE
        await store.append(change("a", 2, b"y", fence=FIRST_FENCE))
        assert await store.leases.claim_due(one, 9) == []
        assert [claim.fence for claim in await store.leases.claim(one, ["a"])] == [FIRST_FENCE]

    run(test)


def test_of_many_who_claim_one_gets_it(run: Run) -> None:
    async def test(store: Store, clock: Clock) -> None:
        gone, *nodes = [(await store.leases.join(str(each), 5)).node for each in range(6)]
        for table in "abcdefgh":
            await store.append(change(table, 1, b"x", owner=gone, due=7))
        await store.leases.leave(gone, 6)
        found = await asyncio.gather(*(store.leases.claim_due(node, 3) for node in nodes))
        claimed = [claim.table for claims in found for claim in claims]
        assert sorted(claimed) == sorted(set(claimed))
        assert set(claimed) == set("abcdefgh")
        heads = await store.heads(list("abcdefgh"))
        assert {table: head.owner for table, head in heads.items()} == {
            claim.table: node for node, claims in zip(nodes, found, strict=True) for claim in claims
        }

    run(test)


def test_tables_without_an_owner_and_without_anything_due_are_claimed_by_name(run: Run) -> None:
    async def test(store: Store, clock: Clock) -> None:
        node = (await store.leases.join("a", 5)).node
        await fill(store, "a", 2)
        assert await store.leases.claim_due(node, 9) == []
        (claim,) = await store.leases.claim(node, ["a"])
        assert (claim.down_since, claim.notices) == (None, False)

    run(test)


@pytest.mark.parametrize("kind", [kind for kind in SHARED if "memory" not in kind])
def test_nodes_with_their_own_connections_write_one_log(
    kind: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    """Two of them append as fast as they can: every number is given once, and the loser knows it."""
    asyncio.run(opened_once(StoreMaker("sqlite", tmp_path, request)))
    made = StoreMaker(kind, tmp_path, request)

    async def write(store: Store, name: str) -> list[int]:
        won: list[int] = []
        while len(won) < 10:
            last = len(await store.events("a"))
            try:
                await store.append(change("a", last + 1, f"{name}{last + 1}".encode(), command=(name, str(last))))
            except Conflict:
                continue
            won.append(last + 1)
        return won

    async def test() -> None:
        async with made.opened() as one, made.opened() as other:
            first, second = await asyncio.gather(write(one, "x"), write(other, "y"))
            assert sorted(first + second) == list(range(1, 21))
            names = {number: "x" if number in first else "y" for number in range(1, 21)}
            expected = [f"{name}{number}".encode() for number, name in sorted(names.items())]
            assert await one.events("a") == await other.events("a") == expected

    asyncio.run(test())


def test_the_gap_is_known_until_an_owner_has_stored_something(run: Run) -> None:
    async def test(store: Store, clock: Clock) -> None:
        async def next_owner(seen: int) -> tuple[int, int | None]:
            """A node that claims the table and is never seen again; returns the fence and the time."""
            node = (await store.leases.join("any", seen)).node
            (claim,) = await store.leases.claim_due(node, 1)
            clock.now += LEASE
            return claim.fence, claim.down_since

        first = (await store.leases.join("first", 5)).node
        await store.append(change("a", 1, b"x", owner=first, due=1, active=4))
        clock.now += LEASE
        assert await next_owner(5000) == (FIRST_FENCE + 1, 5)
        assert await next_owner(9000) == (FIRST_FENCE + 2, 5), "the second owner has stored nothing"
        await store.append(change("a", 2, b"paused", fence=FIRST_FENCE + 2, due=1, active=9500))
        assert await next_owner(13_000) == (FIRST_FENCE + 3, 9000)
        await store.append(change("a", 3, b"moved", due=1, active=14_000))
        assert await next_owner(17_000) == (FIRST_FENCE + 4, 13_000), "people have gone on since"

    run(test)


def test_a_claim_leaves_out_what_somebody_else_changes_at_this_moment(database_server: Postgres) -> None:
    """It neither waits for others nor lets them wait, and takes the rest when it looks again."""
    address, clock = database_server.fresh(), Clock()

    async def test() -> None:
        store = await PostgresStore.open(address, clock=clock)
        one, other = [(await store.leases.join(name, 5)).node for name in "ab"]
        for table in ("a", "b"):
            await store.append(change(table, 1, b"x", owner=one, due=1))
        clock.now += LEASE
        await store.leases.renew(other, 6)
        connection = await asyncpg.connect(address)
        async with connection.transaction():
            await connection.execute("SELECT FROM tables WHERE id = 'a' FOR UPDATE")
            assert [each.table for each in await store.leases.claim_due(other, 10)] == ["b"]
        assert [each.table for each in await store.leases.claim_due(other, 10)] == ["a"]
        await connection.close()
        await store.close()

    asyncio.run(test())
