"""Changes to append in tests of stores."""

from koloda.server.storage.store import Append, Store, TableSummary


def change(
    table: str,
    first: int,
    *events: bytes,
    command: tuple[str, str] | None = None,
    answer: bytes = b"",
    status: str = "playing",
    public: bool = False,
    listing: bytes = b"",
    due: int | None = None,
    created: int = 0,
    active: int = 0,
    fence: int | None = None,
    owner: int | None = None,
) -> Append:
    summary = TableSummary(
        game="dobro", status=status, public=public, listing=listing, due=due, created=created, active=active
    )
    return Append(
        table=table,
        first=first,
        events=events,
        summary=summary,
        command=command,
        answer=answer,
        fence=fence,
        owner=owner,
    )


async def due(store: Store) -> list[str]:
    """The tables at which something is due, the most urgent first. None of them has a living owner afterwards."""
    node = (await store.leases.join("due", 0)).node
    claims = await store.leases.claim_due(node, 1000)
    await store.leases.leave(node, 0)
    return [claim.table for claim in claims]


async def fill(store: Store, table: str, number: int) -> None:
    """Append events 1 to `number`, one at a time."""
    for each in range(1, number + 1):
        await store.append(change(table, each, str(each).encode()))
