"""`decide`: what a command brings at a table, or why it is refused. It changes nothing."""

from collections.abc import Mapping, Sequence
from itertools import count
from types import MappingProxyType
from typing import Literal

import msgspec

from koloda.core.errors import NotLegal
from koloda.core.facts import fact
from koloda.core.game import Draw
from koloda.server import messages
from koloda.server.tables.events import (
    AnyEvent,
    Begun,
    BotSat,
    Closed,
    Entry,
    Followed,
    Freed,
    Hidden,
    Led,
    Left,
    MovePlayed,
    Paused,
    Renamed,
    Returned,
    Sat,
    TakenBack,
)
from koloda.server.tables.identifiers import dealers_nonce, read_bot, read_name, read_nonce
from koloda.server.tables.refusals import refused
from koloda.server.tables.settings import changed
from koloda.server.tables.stand_in import rule_choice
from koloda.server.tables.state import TableState
from koloda.table.dealer import Dealer
from koloda.table.match import Match, Step

LONGEST_ID = 64
LONGEST_MOVE = 100
MOST_NAMES = 20
"""How often a person can change their name."""


class TakeSeat(msgspec.Struct, frozen=True, kw_only=True):
    """Somebody sits down. `token` is hashed; `seat` is None for the first open one."""

    name: str
    nonce: str
    token: str
    seat: int | None


class BotMove(msgspec.Struct, frozen=True, kw_only=True):
    """A bot has chosen an action for a seat."""

    action: int
    number: int
    """Of the legal moves that it chose from."""
    seq: int | None
    """The event that must still be the last; None where others may choose at the same time."""


class TimeUp(msgspec.Struct, frozen=True):
    """A seat's deadline has passed."""


class Missed(msgspec.Struct, frozen=True):
    """Others have waited long enough for the person in a seat."""


class Waited(msgspec.Struct, frozen=True):
    """Those present have waited long enough for a person who does not decide, and let a bot play."""


class TakeLead(msgspec.Struct, frozen=True, kw_only=True):
    """A person leads the table from now on, because the host is away or does nothing."""

    why: Literal["away", "idle"]


class Reconnected(msgspec.Struct, frozen=True):
    """The person in a seat is there again."""


class Resume(msgspec.Struct, frozen=True, kw_only=True):
    """The server was down since a moment, and is up again."""

    down_since: int


class Follow(msgspec.Struct, frozen=True, kw_only=True):
    """The rematch is at another table."""

    table: str


class Hide(msgspec.Struct, frozen=True):
    """The operator takes a public table out of the lobby."""


class Close(msgspec.Struct, frozen=True, kw_only=True):
    """The operator ends a table; `why` is for its people."""

    why: str


TableCommand = (
    messages.PlayMove
    | messages.UndoMove
    | messages.SeatBot
    | messages.OpenSeat
    | messages.Change
    | messages.Rename
    | messages.Lead
    | messages.Start
    | messages.HandOver
    | messages.TakeOver
    | messages.Leave
    | TakeSeat
    | BotMove
    | TimeUp
    | Missed
    | Waited
    | TakeLead
    | Reconnected
    | Resume
    | Follow
    | Hide
    | Close
)
"""What people ask for and is stored, and what bots, clocks and the server itself bring about."""


def decide(
    table: TableState, seat: int | None, command: TableCommand, now: int, bots: Mapping[str, str] = MappingProxyType({})
) -> list[AnyEvent]:
    """What happens at a table when a seat gives a command; None is somebody without a seat, or the server itself.

    `bots` are those that the server offers by name, and what they are. Raises `Refused` or a `KolodaError`.
    """
    at = table.time(now)
    match command:
        case Hide():
            return [Hidden(at=at)] if table.opened.public and not table.hidden else []
        case Close():
            if table.status == "over":
                raise refused("not_legal", "game_over")
            return [Closed(at=at, why=command.why)]
        case TakeSeat():
            return [_sat(table, command, at)]
        case Resume():
            lost = now - max(command.down_since, table.at)
            return [Paused(at=now, milliseconds=lost)] if table.at > now or (lost and table.clocks.running) else []
    assert seat is not None
    occupant = table.seats.by_seat[seat]
    match command:
        case messages.PlayMove():
            return _act(table, seat, command, now)
        case messages.UndoMove():
            _check_plays(table, seat)
            _check_patience(table, seat)
            if not table.can_undo(seat):
                raise NotLegal(fact("errors.undo"))
            return [TakenBack(at=at, seat=seat)]
        case messages.SeatBot():
            _check_host(table, seat)
            _check_seat(table, command.seat)
            if table.seats.by_seat[command.seat].who == "person":
                raise refused("not_legal", "seat_of_person", seat=command.seat + 1)
            return [BotSat(at=at, seat=command.seat, bot=read_bot(command.bot, bots, table.game))]
        case messages.OpenSeat():
            return _opened(table, seat, command.seat, at)
        case messages.Change():
            _check_leads(table, seat)
            _check_not_over(table)
            return [*changed(table, seat, command, at)]
        case messages.Rename():
            return _renamed(table, seat, command, at)
        case messages.Lead():
            _check_leads(table, seat)
            _check_not_over(table)
            _check_seat(table, command.seat)
            if not table.seats.by_seat[command.seat].token:
                raise refused("not_legal", "seat_without_person", seat=command.seat + 1)
            return [] if command.seat == seat else [Led(at=at, seat=command.seat, why="handed")]
        case TakeLead():
            return [] if table.seats.host == seat else [Led(at=at, seat=seat, why=command.why)]
        case messages.Start():
            _check_host(table, seat)
            bot = read_bot(command.bot, bots, table.game)
            brought = {seat: read_nonce(command.nonce)} if command.nonce else {}
            seated: list[AnyEvent] = [BotSat(at=at, seat=empty, bot=bot) for empty in table.seats.having("open")]
            return [*seated, begun(table, now, brought)]
        case messages.HandOver():
            _check_playing(table)
            return [Left(at=at, seat=seat, why="asked")] if occupant.away is None else []
        case messages.TakeOver():
            _check_playing(table)
            if occupant.away is None:
                return []
            if table.clocks.left(seat, now) == 0:
                raise refused("not_legal", "no_time")
            return [Returned(at=at, seat=seat)]
        case messages.Leave():
            _check_not_over(table)
            return [Freed(at=at, seat=seat) if table.match is None else Left(at=at, seat=seat, why="for_good")]
        case Waited():
            return [Left(at=at, seat=seat, why="idle")]
        case BotMove():
            return _bot_move(table, seat, command, now)
        case TimeUp():
            if table.clocks.left(seat, now) == 0:
                return [Left(at=at, seat=seat, why="time")]
            return [_time_up(table, seat, now)]
        case Missed():
            return [Left(at=at, seat=seat, why="absent")]
        case Reconnected():
            plays_again = occupant.away == "absent" and table.status == "playing" and table.clocks.left(seat, now) != 0
            return [Returned(at=at, seat=seat)] if plays_again else []
        case Follow():
            check_over(table)
            return [Followed(at=at, table=command.table)] if table.next is None else []


def _sat(table: TableState, command: TakeSeat, at: int) -> Sat:
    """The seat that is asked for, or the first open one. Whoever asks again keeps the seat."""
    _check_waiting(table)
    asked_before = [
        seat
        for seat, each in enumerate(table.seats.by_seat)
        if (each.name, each.nonce) == (command.name, command.nonce)
    ]
    free = asked_before or table.seats.having("open")
    if not free:
        raise refused("not_legal", "no_open_seat")
    seat = free[0] if command.seat is None else command.seat
    _check_seat(table, seat)
    if seat not in free:
        raise refused("not_legal", "seat_taken", seat=seat + 1)
    return Sat(at=at, seat=seat, name=command.name, nonce=command.nonce, token=command.token)


def _opened(table: TableState, seat: int, other: int, at: int) -> list[AnyEvent]:
    """A seat is freed or, once the game has begun, the person in it is removed. You give up your own only before."""
    if other == seat:
        _check_waiting(table)
    else:
        _check_leads(table, seat)
    _check_not_over(table)
    _check_seat(table, other)
    occupant = table.seats.by_seat[other]
    if table.match is None:
        by = seat if occupant.token and other != seat else None
        return [Freed(at=at, seat=other, by=by)] if occupant.who != "open" else []
    if occupant.who != "person":
        raise refused("not_legal", "begun_already")
    return [] if occupant.gone else [Left(at=at, seat=other, why="removed", by=seat)]


def _renamed(table: TableState, seat: int, command: messages.Rename, at: int) -> list[AnyEvent]:
    _check_not_over(table)
    occupant, name = table.seats.by_seat[seat], read_name(command.name)
    if name == occupant.name:
        return []
    if occupant.renamed >= MOST_NAMES:
        raise refused("not_legal", "renamed_often")
    return [Renamed(at=at, seat=seat, name=name)]


def begun(table: TableState, now: int, brought: Mapping[int, str] | None = None) -> Begun:
    """Deal the first cards. Bots bring no nonces of their own; `brought` are newer ones of people."""
    newer = brought or {}
    nonces = [
        newer.get(seat) or each.nonce or dealers_nonce(table.secret, seat)
        for seat, each in enumerate(table.seats.by_seat)
    ]
    dealer = Dealer(table.secret, [bytes.fromhex(nonce) for nonce in nonces])
    match = Match(table.game, table.game.start(table.values), dealer.deal, history=True)
    return Begun(at=table.time(now), nonces=nonces, entries=_stored(match.steps))


def _act(table: TableState, seat: int, command: messages.PlayMove, now: int) -> list[AnyEvent]:
    """An offer's number of 0 says that the seat had no offer: the answer is why not.

    Whoever moves although the others have let a bot play is back with it.
    """
    back = returned(table, seat, now)
    match = _check_playing(table) if back else _check_plays(table, seat)
    moves = table.legal_moves[seat]
    if command.offer != (0 if moves is None else moves.number):
        raise refused("stale", "stale")
    if len(command.move) > LONGEST_MOVE:
        raise refused("bad_message", "move_length", most=LONGEST_MOVE)
    if table.takes_back(seat):
        _check_patience(table, seat)
    action = table.game.notation.read_action(match.state, command.move)
    return [*back, _played(table, seat, action, "person", now)]


def returned(table: TableState, seat: int, now: int) -> list[Returned]:
    """Somebody is active for whom the others have let a bot play, because they did nothing: they play again."""
    idle = table.status == "playing" and table.seats.by_seat[seat].away == "idle"
    return [Returned(at=table.time(now), seat=seat)] if idle and table.clocks.left(seat, now) != 0 else []


def _bot_move(table: TableState, seat: int, command: BotMove, now: int) -> list[AnyEvent]:
    """Nothing, if the table has moved on since the bot was asked."""
    moves = table.legal_moves[seat]
    overtaken = command.seq is not None and command.seq != table.seq
    if overtaken or seat not in table.seats.played or moves is None or moves.number != command.number:
        return []
    return [_played(table, seat, command.action, "bot", now)]


def _time_up(table: TableState, seat: int, now: int) -> MovePlayed:
    """A bot decides at once."""
    choice = rule_choice(_check_playing(table).knowledge(seat, story=False))
    assert choice is not None
    return _played(table, seat, choice, "clock", now)


def _played(table: TableState, seat: int, action: int, by: str, now: int) -> MovePlayed:
    """A decision and the draws that it brings."""
    playing, dealer, draws = _check_playing(table), table.dealer, count(table.draws)
    assert dealer is not None
    match = playing.copy(lambda n: dealer.outcome(next(draws), n))
    steps, moves = match.steps, table.legal_moves[seat]
    known = len(steps)
    match.act(seat, action, None if moves is None else moves.legal)
    made = steps[known:]
    playing.decided([step.ply for step in made], match)
    at = table.time(now)
    return MovePlayed(at=at, entries=_stored(made), by=by, used=table.clocks.used(seat, at))


def _stored(steps: Sequence[Step]) -> list[Entry]:
    """Steps as events keep them."""
    return [(-1, event.outcome) if isinstance(event, Draw) else (event.seat, event.action) for _, event, _ in steps]


def check_over(table: TableState) -> None:
    if table.status != "over":
        raise refused("not_over", "rematch_later")


def _check_playing(table: TableState) -> Match:
    if table.match is None:
        raise refused("not_legal", "not_begun")
    _check_not_over(table)
    return table.match


def _check_not_over(table: TableState) -> None:
    if table.status == "over":
        raise refused("not_legal", "game_over")


def _check_plays(table: TableState, seat: int) -> Match:
    match = _check_playing(table)
    if table.seats.by_seat[seat].away is not None:
        raise refused("not_your_turn", "bot_plays")
    return match


def _check_patience(table: TableState, seat: int) -> None:
    if table.reconsidered[seat].exhausted:
        raise refused("not_legal", "reconsidered")


def _check_waiting(table: TableState) -> None:
    if table.match is not None:
        raise refused("not_legal", "begun_already")


def _check_host(table: TableState, seat: int) -> None:
    """Seats and the game itself: there is nothing to decide about them once the game has begun."""
    _check_waiting(table)
    _check_leads(table, seat)


def _check_leads(table: TableState, seat: int) -> None:
    host = table.seats.host
    if host is not None and host != seat:
        raise refused("not_host", "not_host", player=host)


def _check_seat(table: TableState, seat: int) -> None:
    if not 0 <= seat < table.opened.players:
        raise refused("not_legal", "no_such_seat", seat=seat + 1, players=table.opened.players)
