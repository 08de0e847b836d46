"""Tables with random bots, for the tests."""

from random import Random
from typing import Any

from koloda.games import find
from koloda.table.dealer import Dealer
from koloda.table.table import Table


def opened(name: str, seed: str = "test", **options: Any) -> Table:
    """A table with a person in seat 1 and bots in the others."""
    game = find(name)
    values = game.set_up.settle(**options)
    players = int(values["players"])
    names = [f"Игрок {n + 1}" for n in range(players)]
    return Table.open(game, values, names, Dealer.seeded(seed, players), dict.fromkeys(range(1, players), "random"))


def play_on(table: Table, decisions: int = 1 << 20, undo: bool = False) -> Table:
    """Random decisions of everyone; with `undo`, the person takes some back."""
    random = Random(5)
    while not table.over and decisions:
        decisions -= 1
        seat = random.choice(table.actors)
        table.act(seat, random.choice(table.legal(seat)))
        if (
            undo
            and random.random() < 0.5
            and table.match.last_decision(0) == len(table.steps) - 1
            and table.can_undo(0)
        ):
            table.undo(0)
    return table
