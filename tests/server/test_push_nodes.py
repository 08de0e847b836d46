"""Notices of turns with several nodes: whoever is away is told once, by whichever node."""

import asyncio

import pytest

from koloda.server.bus import notes
from koloda.server.push.notices import DELAY
from tests.server.nodes import Nodes, at, nodes_test
from tests.server.push_service import Answers, Device
from tests.server.registry_harness import Person
from tests.server.test_nodes import started, turn_of

PHONE = Device.number(1)
REFRESHED = 12
"""Seconds in which a node finds out what it was told in vain."""


def with_services(nodes: Nodes) -> list[Answers]:
    """Each node has its own way to the push services."""
    services = [Answers() for _ in nodes.all]
    for registry, service in zip(nodes.all, services, strict=True):
        registry.notices._deliver = service  # type: ignore[attr-defined]
    return services


def told(services: list[Answers]) -> list[str]:
    return [request.endpoint for service in services for request in service.requests]


async def away(nodes: Nodes) -> tuple[Person, Person]:
    """It is the turn of Anna, who has subscribed at the second node; the first one owns the table."""
    anna, boris = await started(nodes, patience=None)
    assert nodes.owner(anna.table) is nodes.all[0]
    await nodes.all[1].notify(anna.table, anna.token, PHONE.subscription())
    await asyncio.sleep(0.1)
    await turn_of(anna, boris)
    return anna, boris


def test_whoever_is_away_is_told_once_though_both_nodes_have_the_table() -> None:
    async def test(nodes: Nodes) -> None:
        services = with_services(nodes)
        anna, _boris = await away(nodes)
        anna.leave()
        await asyncio.sleep(3 * DELAY / 1000)
        assert told(services) == [PHONE.endpoint]

    nodes_test(test)


def test_whoever_is_connected_to_another_node_is_not_away() -> None:
    async def test(nodes: Nodes) -> None:
        services = with_services(nodes)
        anna, _boris = await away(nodes)
        there = await at(anna, nodes.all[1]).join()
        anna.leave()
        await asyncio.sleep(3 * DELAY / 1000)
        assert told(services) == []
        there.leave()
        await asyncio.sleep(3 * DELAY / 1000)
        assert told(services) == [PHONE.endpoint]

    nodes_test(test)


@pytest.mark.parametrize("lost", [False, True])
def test_the_other_node_tells_when_the_first_has_died_even_if_its_note_was_lost(lost: bool) -> None:
    async def test(nodes: Nodes) -> None:
        nodes.hub.lost = lambda note: lost and isinstance(note, notes.NoticesChanged)
        services = with_services(nodes)
        anna, boris = await away(nodes)
        boris.leave()
        await asyncio.sleep(REFRESHED)
        await nodes.kill(nodes.all[1])
        anna.leave()
        await asyncio.sleep(3 * DELAY / 1000)
        assert told(services) == [PHONE.endpoint]

    nodes_test(test)


@pytest.mark.parametrize("lost", [False, True])
def test_all_nodes_have_one_key_and_notice_a_new_one(lost: bool) -> None:
    async def test(nodes: Nodes) -> None:
        nodes.hub.lost = lambda note: lost and isinstance(note, notes.NoticesChanged)
        one, two = nodes.all
        first = await one.notice_key()
        assert await two.notice_key() == first
        await one.notices.renew_key()
        await asyncio.sleep(REFRESHED if lost else 0.1)
        assert await two.notice_key() == await one.notice_key() != first

    nodes_test(test)
