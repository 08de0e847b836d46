"""The swap law on the wire: exchange cards that somebody cannot see, and every byte that leaves for them stays."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import msgspec

from koloda.compiled.generator import stream
from koloda.core.errors import KolodaError
from koloda.core.game import Act
from koloda.games import GAMES
from koloda.server import messages
from koloda.server.bulletin import Bulletin, Presence
from koloda.server.commands import carry_out
from koloda.server.events import Opened, Sat
from koloda.server.failures import Refused, failure_of
from koloda.server.messages import Clock, Failure
from koloda.server.opening import begin
from koloda.server.room import Room
from tests.laws import choose_event
from tests.referees import REFEREES

NOW = 1_700_000_000_000
EVERY = {"dobro": 40, "no_thanks": 9, "mind_up": 9, "tugriki": 90}
"""Decisions between the positions that are looked at."""
NONSENSE = (
    "",
    "1",
    "take",
    "J",
    "R1",
    "joker",
    "-",
    "1: pass",
    "undo",
    "карта 7",
    "17 18",
    "99",
    "\x00",
    "pay",
    "call",
)


def new_room(game: str, players: int, seed: int) -> Room:
    """People in all seats, a game that has begun."""
    opened = Opened(
        at=NOW,
        game=game,
        players=players,
        options={},
        public=True,
        language="en",
        clock=Clock(move=30, game=600),
        patience=60,
        secret=f"{seed:064x}",
    )
    room = Room("2" * 8, opened)
    for seat in range(players):
        room.apply(Sat(at=NOW, seat=seat, name=f"Person {seat}", nonce=f"{seat:032x}", token=f"{seat + 1:064x}"))
    begin(room, NOW)
    return room


def positions(game: str, seed: int, every: int) -> Iterator[Room]:
    """A random game, looked at now and then."""
    deal = stream(seed)
    least, most = GAMES[game].set_up.players[0], GAMES[game].set_up.players[-1]
    room = new_room(game, least + deal(most - least + 1), seed)
    for number in range(REFEREES[game].LONGEST):
        assert room.table is not None
        if room.status == "over":
            yield room
            return
        if number % every == 0:
            yield room
        act = choose_event(room.game, room.table.state, deal)
        assert isinstance(act, Act)
        room.play(act, "person", NOW + 1000 * number)


def stored(room: Room) -> Room:
    """The table as it is read from its log, with everybody's story from the start."""
    return Room.fold(room.id, room.log, (None, *range(room.opened.players)))


def otherwise(room: Room, state: Any) -> Room:
    """The same table, had the cards lain like this. It goes its own way."""
    shared = (room.game, room.opened, room.values, *room.log)
    other = deepcopy(room, {id(each): each for each in shared})
    assert other.table is not None
    other.table.record.course.state = state
    other.standings.update(state, other.seq, other.places.deciding, ())
    return other


def told(room: Room, seat: int | None, since: int = 0) -> bytes:
    players = room.opened.players
    presence = Presence((True,) * players, (None,) * players, 1, 1)
    return Bulletin(room, "http://koloda.test/t/2").news(seat, since, room.at + 500, presence)


def refusal(room: Room, seat: int, text: str) -> bytes:
    """What the seat is answered; b"" for a move that is legal (it is not carried out)."""
    assert room.table is not None
    standing = room.standings.by_seat[seat]
    try:
        action = room.game.notation.read_action(room.table.state, text)
        if action in room.table.legal(seat):
            return b""
    except KolodaError:
        pass
    number = 0 if standing is None else standing.number
    failure: Failure | None = None
    try:
        carry_out(room, seat, messages.Act(id="1", offer=number, move=text), room.at, ("rule",))
    except Refused as problem:
        failure = problem.failure
    except KolodaError as problem:
        failure = failure_of(problem)
    assert failure is not None
    return msgspec.json.encode(failure)


def same_news_afterwards(room: Room, other: Room, seat: int | None, deal: Any) -> bool:
    """Play the same decision in both; where the seat cannot tell the views apart, it is told the same by those who
    listen from now on."""
    assert room.table is not None
    assert other.table is not None
    if room.status == "over":
        return False
    act = choose_event(room.game, room.table.state, deal)
    assert isinstance(act, Act)
    if act.action not in other.table.legal(act.seat) or REFEREES[room.game.name].shown(act, seat):
        return False
    here, there = otherwise(room, room.table.state), other
    since = here.seq
    for each in (here, there):
        each.stories.clear()
        each.story(seat, since)
        each.play(act, "person", NOW)
    assert here.table is not None
    assert there.table is not None
    if msgspec.json.encode(here.table.view(seat)) != msgspec.json.encode(there.table.view(seat)):
        return False
    assert told(here, seat, since) == told(there, seat, since)
    return True


def check(room: Room, deal: Any) -> int:
    assert room.table is not None
    again = stored(room)
    referee, game, s = REFEREES[room.game.name], room.game, room.table.state
    compared = 0
    for seat in (None, *range(room.opened.players)):
        hidden = referee.hidden(s, seat)
        if len(hidden) < 2:
            continue
        other = otherwise(again, referee.swap(s, hidden[deal(len(hidden))], hidden[deal(len(hidden))]))
        assert told(room, seat) == told(other, seat), game.notation.write_position(s)
        compared += 1
        if seat is not None and room.status == "playing":
            texts = [*NONSENSE, *(game.notation.write_action(s, deal(game.actions)) for _ in range(12))]
            for text in texts:
                assert refusal(room, seat, text) == refusal(other, seat, text), (seat, text)
        compared += same_news_afterwards(again, other, seat, deal)
    return compared


def compare_game(game: str, seed: int) -> int:
    """How many times the bytes of a random game were compared."""
    return sum(check(room, stream(seed, number)) for number, room in enumerate(positions(game, seed, EVERY[game]), 1))
