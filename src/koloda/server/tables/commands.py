"""What the people at a table ask for, checked and carried out. A refused command changes nothing."""

from collections.abc import Collection

from koloda.core.game import Act
from koloda.server import messages
from koloda.server.tables.create_table import begin, read_bot, read_nonce
from koloda.server.tables.events import BotSat, Freed, Left, Returned, TakenBack
from koloda.server.tables.refusals import refused
from koloda.server.tables.state import Room
from koloda.table.table import Table

LONGEST_ID = 64
LONGEST_MOVE = 100

Ordinary = (
    messages.Act
    | messages.Undo
    | messages.SeatBot
    | messages.OpenSeat
    | messages.Start
    | messages.HandOver
    | messages.TakeOver
)
"""What concerns one table and is stored."""


def carry_out(room: Room, seat: int, command: Ordinary, now: int, bots: Collection[str]) -> None:
    """Raises `Refused` or a `KolodaError`."""
    match command:
        case messages.Act():
            _act(room, seat, command, now)
        case messages.Undo():
            _check_playing(room)
            if room.places.by_seat[seat].away is not None:
                raise refused("not_your_turn", "bot_plays")
            room.apply(TakenBack(at=room.time(now), seat=seat))
        case messages.SeatBot():
            _check_host(room, seat)
            _check_seat(room, command.seat)
            if room.places.by_seat[command.seat].who == "person":
                raise refused("not_legal", "seat_of_person", seat=command.seat + 1)
            room.apply(BotSat(at=room.time(now), seat=command.seat, bot=read_bot(command.bot, bots)))
        case messages.OpenSeat():
            if command.seat != seat:
                _check_host(room, seat)
            _check_waiting(room)
            _check_seat(room, command.seat)
            if room.places.by_seat[command.seat].who != "open":
                room.apply(Freed(at=room.time(now), seat=command.seat))
        case messages.Start():
            _check_host(room, seat)
            bot = read_bot(command.bot, bots)
            for empty in room.places.having("open"):
                room.apply(BotSat(at=room.time(now), seat=empty, bot=bot))
            begin(room, now, {seat: read_nonce(command.nonce)} if command.nonce else {})
        case messages.HandOver():
            _check_playing(room)
            if room.places.by_seat[seat].away is None:
                room.apply(Left(at=room.time(now), seat=seat, why="asked"))
        case messages.TakeOver():
            _check_playing(room)
            if room.places.by_seat[seat].away is not None:
                if room.clocks.left(seat, now) == 0:
                    raise refused("not_legal", "no_time")
                room.apply(Returned(at=room.time(now), seat=seat))


def _act(room: Room, seat: int, command: messages.Act, now: int) -> None:
    """An offer's number of 0 says that one had no offer: the answer is why not."""
    table = _check_playing(room)
    if room.places.by_seat[seat].away is not None:
        raise refused("not_your_turn", "bot_plays")
    standing = room.standings.by_seat[seat]
    if command.offer != (0 if standing is None else standing.number):
        raise refused("stale", "stale")
    if len(command.move) > LONGEST_MOVE:
        raise refused("bad_message", "move_length", most=LONGEST_MOVE)
    room.play(Act(seat, room.game.notation.read_action(table.state, command.move)), "person", now)


def _check_playing(room: Room) -> Table:
    if room.table is None:
        raise refused("not_legal", "not_begun")
    if room.table.over:
        raise refused("not_legal", "game_over")
    return room.table


def _check_waiting(room: Room) -> None:
    if room.table is not None:
        raise refused("not_legal", "begun_already")


def _check_host(room: Room, seat: int) -> None:
    """Only before the game is there something that the host alone may do."""
    _check_waiting(room)
    host = room.places.host
    if host is not None and host != seat:
        raise refused("not_host", "not_host", player=host)


def _check_seat(room: Room, seat: int) -> None:
    if not 0 <= seat < room.opened.players:
        raise refused("not_legal", "no_such_seat", seat=seat + 1, players=room.opened.players)
