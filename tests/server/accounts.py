"""What people were told was done, against what is stored."""

from collections.abc import Sequence

import msgspec

from koloda.server.storage.store import Store
from koloda.server.tables.events import AnyEvent, Followed, Played, TakenBack
from koloda.server.tables.state import Room
from tests.server.people import Json, Person


async def check(store: Store, people: Sequence[Person]) -> int:
    """What is stored is what was accepted: each command once, in its place. Returns how many."""
    commands: dict[str, dict[tuple[int, str], Json]] = {}
    for person in people:
        for table, command, number in person.done:
            if command["do"] in ("act", "undo"):
                assert commands.setdefault(table, {}).setdefault((number, command["do"]), command) is command
    for table, accepted in commands.items():
        log = await store.events(table)
        assert stored(table, log, accepted) == set(accepted)
    return sum(map(len, commands.values()))


def stored(table: str, log: list[bytes], accepted: dict[tuple[int, str], Json]) -> set[tuple[int, str]]:
    """The numbers of the events that people's commands brought, and what they did. Moves must be those asked for."""
    room = Room.fold(table, log[:1])
    found = set()
    for number, line in enumerate(log[1:], 2):
        event = msgspec.json.decode(line, type=AnyEvent)
        if isinstance(event, TakenBack):
            found.add((number, "undo"))
        if isinstance(event, Played) and event.by == "person":
            found.add((number, "act"))
            command = accepted[number, "act"]
            assert room.table is not None
            assert room.game.notation.read_action(room.table.state, command["move"]) == event.entries[0][1]
        assert not (isinstance(event, Followed) and room.next)
        room.apply(event, line)
    return found
