"""Announcements to everybody at a table, besides the game itself: people and bots come and go, time runs out."""

from koloda.core.facts import Fact, fact
from koloda.server.tables.events import (
    AnyEvent,
    Begun,
    BotSat,
    Closed,
    Followed,
    Freed,
    Hidden,
    Left,
    Opened,
    Paused,
    Played,
    Returned,
    Sat,
    TakenBack,
)
from koloda.server.tables.seats import Seats


def announcements(event: AnyEvent, seats: Seats) -> list[Fact]:
    """The facts about an event, for everybody. `seats` are those before the event."""
    match event:
        case Opened():
            return []
        case Sat():
            return [fact("server.sat", player=event.seat, name=event.name)]
        case BotSat():
            return [fact("server.bot_sat", seat=event.seat + 1)]
        case Freed():
            return [fact("server.freed", name=seats.by_seat[event.seat].name, seat=event.seat + 1)]
        case Begun():
            return [fact("server.begun")]
        case Played():
            return [fact("server.time_up", player=event.entries[0][0])] if event.by == "clock" else []
        case TakenBack():
            return [fact("server.taken_back", player=event.seat)]
        case Left():
            return [fact(f"server.left_{event.why}", player=event.seat)]
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


def closed(why: str) -> Fact:
    """What the people of a table read that the operator has ended."""
    return fact("server.closed_because", why=why) if why else fact("server.closed")
