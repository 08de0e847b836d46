"""The limits of an address count at all nodes together."""

import asyncio

import pytest

from koloda.server.bus.bus import Batches
from koloda.server.tables.node import Node
from koloda.server.web.rate_limits import RateLimits, TokenBuckets
from koloda.server.web.settings import Limits
from koloda.server.web.shared_limits import BELIEVED, TOGETHER, Connections, SharedLimits
from tests.server.in_process_server import StandingClock
from tests.server.nodes import Hub, HubBus
from tests.server.simulation import simulate

HOUSE = "203.0.113.7"


class Limited:
    """The limits of one node."""

    def __init__(self, hub: Hub, number: int, clock: StandingClock) -> None:
        self.node = Node(HubBus(hub))
        self.node.number = number
        self.node.alive = frozenset((1, 2))
        self.limits = RateLimits(Limits(requests=10, sockets=3), clock)
        self.attempts = TokenBuckets(1, 2, clock)
        self.shared = SharedLimits(self.limits, self.attempts, self.node)

    async def start(self) -> "asyncio.Task[None]":
        def take(sender: int, note: object) -> None:
            self.shared.take_note(sender, note)  # type: ignore[arg-type]

        await self.node.bus.start(self.node.number, take)
        return asyncio.create_task(self.shared.share_forever())


async def two() -> tuple[Limited, Limited, list["asyncio.Task[None]"]]:
    hub, clock = Hub(), StandingClock()
    one, other = Limited(hub, 1, clock), Limited(hub, 2, clock)
    tasks = [await one.start(), await other.start()]
    await asyncio.sleep(0)
    return one, other, tasks


async def told(*nodes: Limited) -> None:
    for each in nodes:
        each.shared.tell()
    await asyncio.sleep(0.02)


def test_requests_at_one_node_count_at_the_other() -> None:
    async def test() -> None:
        one, other, tasks = await two()
        burst = int(one.limits.requests.burst)
        assert all(one.limits.requests.take(HOUSE) == 0 for _ in range(burst))
        assert one.limits.requests.take(HOUSE) > 0
        await told(one)
        assert other.limits.requests.take(HOUSE) > 0
        assert other.limits.requests.take("198.51.100.1") == 0
        one.attempts.charge(HOUSE, 2)
        await told(one, other)
        assert other.attempts.take(HOUSE) > 0
        assert one.limits.requests.wait(HOUSE) == 0, "what others tell does not come back"
        for task in tasks:
            task.cancel()

    simulate(test())


@pytest.mark.parametrize("kind", ["sockets", "plain"])
def test_connections_at_all_nodes_count_together(kind: str) -> None:
    async def test() -> None:
        one, other, tasks = await two()
        here, there = [getattr(node.limits, kind) for node in (one, other)]
        most = there._most
        assert all(here.begin(HOUSE) for _ in range(most - 1))
        await told(one)
        assert [there.begin(HOUSE) for _ in range(2)] == [True, False]
        here.end(HOUSE)
        await told(one)
        assert there.begin(HOUSE)
        assert not there.begin(HOUSE)
        await told(one, other)
        other.node.alive = frozenset((2,))
        await told(other)
        assert there.begin(HOUSE), "a node that is gone holds no connections"
        for task in tasks:
            task.cancel()

    simulate(test())


def test_a_lost_note_locks_nobody_out_for_long() -> None:
    async def test() -> None:
        one, other, tasks = await two()
        assert all(one.limits.sockets.begin(HOUSE) for _ in range(3))
        await told(one)
        for _ in range(3):
            one.limits.sockets.end(HOUSE)
        one.shared._connections["sockets"].to_tell(everything=False)  # and that is lost
        assert not other.limits.sockets.begin(HOUSE)
        await told(*[one, other] * BELIEVED)
        assert other.limits.sockets.begin(HOUSE)
        for task in tasks:
            task.cancel()

    simulate(test())


def test_an_address_with_no_connections_left_is_told_once() -> None:
    limits = RateLimits(Limits(sockets=3))
    connections = Connections(limits.sockets)
    assert limits.sockets.begin(HOUSE)
    assert connections.to_tell(everything=False) == {HOUSE: 1}
    assert connections.to_tell(everything=False) == {}
    assert connections.to_tell(everything=True) == {HOUSE: 1}
    limits.sockets.end(HOUSE)
    assert connections.to_tell(everything=False) == {HOUSE: 0}
    assert connections.to_tell(everything=True) == {}


def test_many_addresses_fit_into_notes() -> None:
    async def test() -> None:
        one, other, tasks = await two()
        houses = [f"2001:db8:{number:x}::/64" for number in range(5 * TOGETHER)]
        for house in houses:
            one.limits.requests.charge(house, 41)
        await told(one)
        assert all(other.limits.requests.take(house) > 0 for house in houses)
        assert Batches.largest < 8000
        for task in tasks:
            task.cancel()

    simulate(test())
