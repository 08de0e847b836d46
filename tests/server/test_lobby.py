"""Which public tables the lobby lists, and in which order."""

from koloda.server.messages import Start
from koloda.server.tables.registry import LISTED, LISTED_FOR, TableRegistry
from tests.server.memory_store import MemoryStore
from tests.server.registry_harness import Person, StepTime, new_table, opened, quiet, registry_test


async def listed(registry: TableRegistry) -> list[str]:
    return [table.id for table in (await registry.lobby()).tables]


async def abandoned(registry: TableRegistry, number: int) -> list[str]:
    """Public tables whose hosts went away at once."""
    return [(await registry.open(new_table(public=True))).table for _ in range(number)]


@registry_test
async def test_no_number_of_other_tables_hides_one_whose_host_is_there(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    (host,) = await opened(registry, public=True)
    await time.step(registry, 1000)
    others = await abandoned(registry, LISTED + 20)
    assert await listed(registry) == [host.table, *others[:-LISTED:-1]]
    (newer,) = await opened(registry, public=True)
    assert (await listed(registry))[:2] == [newer.table, host.table], "of those whose host is there, the newest first"
    newer.leave()
    assert (await listed(registry))[:2] == [host.table, newer.table]


@registry_test
async def test_spectators_do_not_make_a_table_attended(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    (host,) = await opened(registry, public=True)
    (watched,) = await abandoned(registry, 1)
    await Person(registry, watched, None).join()
    assert await listed(registry) == [host.table, watched]


@registry_test
async def test_an_abandoned_table_leaves_the_list_until_somebody_comes_back(
    registry: TableRegistry, time: StepTime, store: MemoryStore
) -> None:
    (host,) = await opened(registry, public=True)
    await abandoned(registry, 3)
    await time.step(registry, LISTED_FOR + 1)
    assert await listed(registry) == [host.table], "the host still waits for others"
    host.leave()
    await time.step(registry, LISTED_FOR)
    assert await listed(registry) == []
    await host.join()
    assert await listed(registry) == [host.table]
    assert (await host.do(Start, bot="random")).failure is None
    await quiet(registry)
    host.leave()
    assert await listed(registry) == [host.table], "something has just happened there"
