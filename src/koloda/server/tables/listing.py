"""What the store and the lobby know about a table without reading its events."""

from collections.abc import Mapping

import msgspec

from koloda.bots.levels import can_play
from koloda.core.advisor import advisor_of
from koloda.core.edition import EditionOption
from koloda.core.game import Game
from koloda.core.lesson import lesson_of
from koloda.core.options import Option
from koloda.core.score_sheet import sheet_of
from koloda.games import GAMES
from koloda.server.messages import GameInfo, OptionInfo, OwnGame, PublicTable, Status
from koloda.server.storage.store import TableSummary
from koloda.server.tables.events import Opened
from koloda.server.tables.seats import Seats
from koloda.server.tables.state import TableState

_encode = msgspec.json.Encoder().encode


def summary(table: TableState, listing: bytes | None = None) -> TableSummary:
    """`listing` is the encoded `PublicTable`, if it is known."""
    return TableSummary(
        game=table.game.name,
        status=table.status,
        public=table.opened.public and not table.hidden,
        listing=_encode(listed(table)) if listing is None else listing,
        due=_due(table),
        created=table.opened.at,
        active=table.at,
    )


def is_listed(table: TableState) -> bool:
    """Does a table belong into the lobby?"""
    return table.opened.public and not table.hidden and table.status in ("waiting", "playing")


def _due(table: TableState) -> int | None:
    """When something is next due: a bot's turn now, else the first deadline."""
    if table.status != "playing":
        return None
    if any(seat in table.seats.played for seat in table.due):
        return table.at
    deadlines = [table.clocks.deadline(seat) for seat in table.due]
    return min((deadline for deadline in deadlines if deadline is not None), default=None)


class Listing:
    """The encoded `PublicTable` of one table, which no move changes."""

    def __init__(self) -> None:
        self._known: tuple[Seats, Opened, Status, bytes] | None = None

    def of(self, table: TableState) -> bytes:
        known = self._known
        if known is None or known[0] is not table.seats or known[1] is not table.opened or known[2] != table.status:
            known = self._known = (table.seats, table.opened, table.status, _encode(listed(table)))
        return known[3]


def listed(table: TableState) -> PublicTable:
    return PublicTable(
        id=table.id,
        game=table.game.name,
        players=table.opened.players,
        status=table.status,
        open=len(table.seats.having("open")),
        names=[each.name for each in table.seats.by_seat if each.who == "person"],
    )


def own_game(table: TableState, seat: int) -> OwnGame:
    """The table as the device of the person in a seat notes it; what everybody at the table may know."""
    result = table.match.view(None) if table.match is not None and table.match.over else None
    return OwnGame(
        table=table.id,
        seat=seat,
        game=table.game.name,
        names=[each.name if each.who == "person" else "" for each in table.seats.by_seat],
        open=len(table.seats.having("open")),
        status="waiting" if table.match is None else "playing" if result is None else "over",
        at=table.at,
        due=list(table.due),
        lowest_wins=table.game.lowest_wins,
        place=None if result is None or result.places is None else result.places[seat],
        score=None if result is None or result.scores is None else result.scores[seat],
    )


def games(bots: Mapping[str, str]) -> list[GameInfo]:
    """The games for the lobby. `bots` are the bots that the server offers: names and specs."""
    return [
        GameInfo(
            name=name,
            least=game.set_up.players[0],
            most=game.set_up.players[-1],
            usual=game.set_up.usual,
            bots=[bot for bot, spec in bots.items() if can_play(spec, game)],
            options=[_option(option) for option in offered(game)],
            in_turn=dict(game.in_turn),
            lesson=lesson_of(game) is not None,
            score_sheet=sheet_of(game) is not None,
            advisor=advisor_of(game) is not None,
        )
        for name, game in GAMES.items()
    ]


def offered(game: Game) -> list[Option]:
    """The options that can be chosen in a browser: all except the file of a deck."""
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
