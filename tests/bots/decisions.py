"""Decisions of random games, as bots are asked for them."""

from collections.abc import Iterator
from typing import Any

from koloda.bots.knowledge import Knowledge, knowledge_of
from koloda.compiled.generator import stream
from koloda.core.game import Game
from tests import laws


def knowledge(game: Game, players: int, key: int, every: int) -> Iterator[Knowledge]:
    """The knowledge of seats that may act, at one in `every` decisions of a random game, bystanders included."""
    told: list[list[Any]] = [[] for _ in range(players)]
    deal = stream(key, 1)
    for before, event, after in laws.walk(game, {"players": players}, key):
        for seat in range(players):
            told[seat] += game.narration.narrate(before, event, after, seat)
            if game.legal(after, seat) and deal(every) == 0:
                yield knowledge_of(game, after, seat, told[seat].copy)
