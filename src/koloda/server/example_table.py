"""A table that nobody sits at: for lessons and puzzles, which are shown on the board of a game."""

from typing import Any

from koloda.core.game import Game
from koloda.server.messages import Clock, Seat, TableInfo


def example_table(game: Game, s: Any, seats: list[Seat]) -> TableInfo:
    """The table of a position, with its options, and the seats as they are given."""
    values = game.set_up.chosen(s)
    options = {
        option.name: option.write(values[option.name]) for option in game.set_up.options if option.name in values
    }
    return TableInfo(
        id="",
        game=game.name,
        lowest_wins=game.lowest_wins,
        simultaneous=game.simultaneous,
        players=s.players,
        options=options,
        public=False,
        language="en",
        status="playing",
        seats=seats,
        host=None,
        host_because=None,
        clock=Clock(),
        patience=None,
        idle=None,
        chat=False,
        commitment="",
        nonces=[],
        link="",
        next=None,
        screens=0,
        watching=0,
    )
