"""What can be known of a table without reading its events, and what the lobby shows."""

import msgspec

from koloda.core.edition import EditionOption
from koloda.core.game import Game
from koloda.core.options import Option
from koloda.games import GAMES
from koloda.server.messages import GameInfo, Listed, OptionInfo
from koloda.server.storage.store import Kept
from koloda.server.tables.state import Room

_encode = msgspec.json.Encoder().encode


def kept(room: Room) -> Kept:
    public = room.opened.public
    return Kept(
        game=room.game.name,
        status=room.status,
        public=public,
        listing=_encode(listed(room)) if public else b"",
        due=due(room),
    )


def due(room: Room) -> int | None:
    """A bot's turn is due at once, else the first deadline."""
    if room.status != "playing":
        return None
    bots = room.places.played
    if any(seat in bots for seat in room.due):
        return room.at
    deadlines = [room.clocks.deadline(seat) for seat in room.due]
    return min((deadline for deadline in deadlines if deadline is not None), default=None)


def listed(room: Room) -> Listed:
    places = room.places.by_seat
    return Listed(
        id=room.id,
        game=room.game.name,
        players=room.opened.players,
        status=room.status,
        open=len(room.places.having("open")),
        names=[place.name for place in places if place.who == "person"],
    )


def games() -> list[GameInfo]:
    return [
        GameInfo(
            name=name,
            least=game.set_up.players[0],
            most=game.set_up.players[-1],
            usual=game.set_up.usual,
            options=[_option(option) for option in offered(game)],
        )
        for name, game in GAMES.items()
    ]


def offered(game: Game) -> list[Option]:
    """The options that can be chosen in a browser: all but the file of a deck."""
    return [option for option in game.set_up.options if not isinstance(option, EditionOption)]


def _option(option: Option) -> OptionInfo:
    numbers = option.values if isinstance(option.values, range) else None
    return OptionInfo(
        name=option.name,
        rule=option.rule,
        values=list(option.words) or None,
        low=None if numbers is None else numbers[0],
        high=None if numbers is None else numbers[-1],
        default=None if option.default is None else option.write(option.default),
    )
