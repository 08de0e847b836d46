"""What a table may agree on: its game's options, the number of seats, and how long people wait for each other."""

from collections.abc import Mapping

from msgspec import UNSET

from koloda.core.edition import DEFAULT
from koloda.core.errors import UnknownOption
from koloda.core.game import Game
from koloda.server.messages import Change, Clock
from koloda.server.tables.clocks import SECOND
from koloda.server.tables.events import Changed, Opened
from koloda.server.tables.listing import offered
from koloda.server.tables.refusals import refused
from koloda.server.tables.state import TableState

DAY = 24 * 60 * 60
LONGEST_MOVE_TIME, LONGEST_GAME_TIME, LONGEST_PATIENCE = 30 * DAY, 365 * DAY, 30 * DAY
LEAST_IDLE, LONGEST_IDLE = 10, 30 * DAY
IDLE = 120
"""Seconds until somebody who does not decide counts as idle, at a table without a clock."""
MOST_CHANGES = 500
"""How often a table can be changed: generous, but no log grows without end."""
LONGEST_SHOWN = 24


def settled(game: Game, players: int, options: Mapping[str, str]) -> dict[str, str]:
    """A game's options, checked and complete: new defaults in another version change no table."""
    known = [option.name for option in offered(game)]
    for name, value in options.items():  # only those of the lobby: an edition would be read from a file on the server
        if name not in known and value != DEFAULT:
            raise UnknownOption.of("errors.option_name", option=name[:LONGEST_SHOWN], allowed=", ".join(known) or "-")
    values = game.set_up.settle(players, **options)
    game.start(values)
    return {option.name: option.write(values[option.name]) for option in game.set_up.options if option.name in values}


def check_times(clock: Clock, patience: int | None, idle: int | None) -> None:
    _check_seconds("clock.move", clock.move, 1, LONGEST_MOVE_TIME)
    _check_seconds("clock.game", clock.game, 1, LONGEST_GAME_TIME)
    _check_seconds("patience", patience, 1, LONGEST_PATIENCE)
    _check_seconds("idle", idle, LEAST_IDLE, LONGEST_IDLE)


def _check_seconds(what: str, given: int | None, low: int, high: int) -> None:
    if given is not None and not low <= given <= high:
        raise refused("unknown_option", "seconds", what=what, low=low, high=high, given=given)


def idle_seconds(opened: Opened) -> int | None:
    """Seconds until somebody who does not decide counts as idle; None where only the clock limits the wait, and where
    all people share one device.
    """
    if opened.pass_and_play:
        return None
    if opened.idle is not None:
        return opened.idle
    return None if opened.clock.move or opened.clock.game else IDLE


def idle_time(opened: Opened) -> int | None:
    """The same in milliseconds."""
    seconds = idle_seconds(opened)
    return None if seconds is None else seconds * SECOND


def changed(table: TableState, seat: int, wanted: Change, at: int) -> list[Changed]:
    """What a change brings, if anything: everything that can be agreed on, so that a log is easy to read."""
    opened = table.opened
    if table.match is not None and any(getattr(wanted, name) is not UNSET for name in CHANGEABLE if name != "chat"):
        raise refused("not_legal", "begun_already")
    if table.changes >= MOST_CHANGES:
        raise refused("not_legal", "changed_often")
    players = opened.players if wanted.players is UNSET else wanted.players
    options = opened.options
    if table.match is None:
        chosen = {**options, **({} if wanted.options is UNSET else wanted.options)}
        options = settled(table.game, players, {name: text for name, text in chosen.items() if text})
        people = sum(bool(each.token) for each in table.seats.by_seat)
        if people > players:
            raise refused("not_legal", "people_sit", people=people, players=players)
    event = Changed(
        at=at,
        by=seat,
        players=players,
        options=options,
        public=opened.public if wanted.public is UNSET else wanted.public,
        clock=opened.clock if wanted.clock is UNSET else wanted.clock,
        patience=opened.patience if wanted.patience is UNSET else wanted.patience,
        idle=opened.idle if wanted.idle is UNSET else wanted.idle,
        chat=opened.chat if wanted.chat is UNSET else wanted.chat,
    )
    check_times(event.clock, event.patience, event.idle)
    same = all(getattr(event, name) == getattr(opened, name) for name in CHANGEABLE)
    return [] if same else [event]


CHANGEABLE = ("players", "options", "public", "clock", "patience", "idle", "chat")
"""The fields of `Opened` that can change."""
