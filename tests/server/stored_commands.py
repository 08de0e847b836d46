"""Compares the commands that clients know to be accepted with what is stored."""

from collections.abc import Sequence

from koloda.server.storage.store import Store
from koloda.server.tables.events import Followed, MovePlayed, Opened, TakenBack
from koloda.server.tables.history import decode_event
from koloda.server.tables.state import TableState, evolve
from tests.server.random_clients import Json, Person


async def check(store: Store, people: Sequence[Person]) -> int:
    """Every accepted command is stored once, in its place. Returns how many there are."""
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
    """The numbers of the events of people's commands, and what they did. Moves must be those of the commands."""
    opened = decode_event(log[0])
    assert isinstance(opened, Opened)
    state = TableState.open(table, opened)
    found = set()
    for number, line in enumerate(log[1:], 2):
        event = decode_event(line)
        if isinstance(event, TakenBack):
            found.add((number, "undo"))
        if isinstance(event, MovePlayed) and event.by == "person":
            found.add((number, "act"))
            command = accepted[number, "act"]
            assert state.match is not None
            assert state.game.notation.read_action(state.match.state, command["move"]) == event.entries[0][1]
        assert not (isinstance(event, Followed) and state.next)
        state = evolve(state, event)
    return found
