"""What is told of a table besides the game: people and bots who come and go, time that is up."""

from koloda.core.facts import Fact, fact
from koloda.server.tables.events import AnyEvent, BotSat, Followed, Freed, Left, Paused, Returned, Sat
from koloda.server.tables.seats import Places


def about(event: AnyEvent, places: Places) -> list[Fact]:
    """The facts of an event, for everybody. `places` are as they were before it."""
    match event:
        case Sat():
            return [fact("server.sat", player=event.seat, name=event.name)]
        case BotSat():
            return [fact("server.bot_sat", seat=event.seat + 1)]
        case Freed():
            return [fact("server.freed", name=places.by_seat[event.seat].name, seat=event.seat + 1)]
        case Left():
            return [fact(f"server.left_{event.why}", player=event.seat)]
        case Returned():
            return [fact("server.returned", player=event.seat)]
        case Paused():
            return [fact("server.paused", seconds=round(event.milliseconds / 1000))]
        case Followed():
            return [fact("server.followed")]
    return []
