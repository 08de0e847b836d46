"""Announcements to everybody at a table, besides the game itself: people and bots come and go, time runs out."""

from koloda.core.facts import Fact, fact
from koloda.server.tables.events import (
    AnyEvent,
    Begun,
    BotSat,
    Changed,
    Closed,
    Followed,
    Freed,
    Hidden,
    Led,
    Left,
    MovePlayed,
    Opened,
    Paused,
    Renamed,
    Returned,
    Sat,
    TakenBack,
)
from koloda.server.tables.seats import Seats
from koloda.server.tables.state import TableState


def announcements(event: AnyEvent, before: TableState) -> list[Fact]:
    """The facts about an event, for everybody."""
    seats = before.seats
    match event:
        case MovePlayed():  # first, for it is the most frequent one
            return [fact("server.time_up", player=event.entries[0][0])] if event.by == "clock" else []
        case Opened():
            return []
        case Sat():
            return [fact("server.sat", player=event.seat, name=event.name)]
        case BotSat():
            return [fact("server.bot_sat", seat=event.seat + 1)]
        case Freed():
            name = seats.by_seat[event.seat].name
            if event.by is not None:
                return [fact("server.removes", player=event.by, host=seats.by_seat[event.by].name, name=name)]
            return [fact("server.freed", name=name, seat=event.seat + 1), *_new_host(event, seats)]
        case Changed():
            return _changes(event, before.opened)
        case Renamed():
            old = seats.by_seat[event.seat].name
            return [fact("server.renamed", player=event.seat, before=old, name=event.name)]
        case Led():
            return _new_host(event, seats)
        case Begun():
            return [fact("server.begun")]
        case TakenBack():
            return [fact("server.taken_back", player=event.seat)]
        case Left(why="removed", by=int(host)):
            named = {"host": seats.by_seat[host].name, "name": seats.by_seat[event.seat].name}
            return [fact("server.removes_playing", player=host, **named)]
        case Left():
            return [fact(f"server.left_{event.why}", player=event.seat), *_new_host(event, seats)]
        case Returned():
            return [fact("server.returned", player=event.seat)]
        case Paused():
            return [fact("server.paused", seconds=round(event.milliseconds / 1000))] if event.milliseconds > 0 else []
        case Followed():
            return [fact("server.followed")]
        case Closed():
            return [closed(event.why)]
        case Hidden():
            return []


def _new_host(event: Freed | Led | Left, before: Seats) -> list[Fact]:
    after = before.after(event)
    return [] if after.host == before.host or after.host_because is None else [after.host_because]


def _changes(event: Changed, before: Opened) -> list[Fact]:
    """One fact for each kind of change."""
    found: list[Fact] = []
    if event.players != before.players:
        found.append(fact("server.changed_seats", players=event.players))
    if event.options != before.options:
        found.append(fact("server.changed_options"))
    if event.public != before.public:
        found.append(fact("server.changed_public" if event.public else "server.changed_private"))
    if (event.clock, event.patience, event.idle) != (before.clock, before.patience, before.idle):
        found.append(fact("server.changed_time"))
    if event.chat != before.chat:
        found.append(fact("server.changed_chat_on" if event.chat else "server.changed_chat_off"))
    return found


def closed(why: str) -> Fact:
    """What the people of a table read that the operator has ended."""
    return fact("server.closed_because", why=why) if why else fact("server.closed")
