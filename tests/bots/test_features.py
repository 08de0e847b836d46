"""Features: one row for every number of an observation."""

from typing import Any

import numpy as np
import pytest

from koloda.bots.features import EXACT, FARTHEST, FEW, Features
from koloda.core.game import Game, seats_of
from koloda.games import GAMES
from tests import laws

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def spans(game: Game) -> list[tuple[int, int]]:
    players = game.set_up.players
    layout = game.observation.layout
    return [*((p.lowest, p.highest) for p in layout for _ in range(p.size)), (players[0], players[-1])]


def row(features: Features, number: int, value: int) -> int:
    """By the formula that drivers use."""
    at = features.start[number] + value - features.lowest[number]
    return int(features.table[min(max(at, features.start[number]), features.start[number + 1] - 1)])


@every_game
def test_every_number_has_rows_of_its_own(game: Game) -> None:
    features = game.once(Features)
    assert features.size == game.observation.size + 1
    rows = [set(part.tolist()) for part in np.split(features.table, features.start[1:-1])]
    assert sorted(r for part in rows for r in part) == list(range(features.count)), "no row is shared, none is unused"


@every_game
def test_few_values_have_a_row_each_and_many_share_rows_far_from_zero(game: Game) -> None:
    features = game.once(Features)
    for number, (lowest, highest) in enumerate(spans(game)):
        rows = [row(features, number, value) for value in range(lowest, highest + 1)]
        assert rows == sorted(rows)
        if len(rows) <= FEW:
            assert len(set(rows)) == len(rows)
            continue
        near = [row(features, number, value) for value in range(max(lowest, -EXACT), min(highest, EXACT) + 1)]
        assert len(set(near)) == len(near)
        assert len(set(rows)) < FEW * 2
        if highest > FARTHEST:
            assert row(features, number, FARTHEST) == row(features, number, highest)
        if lowest < -EXACT and highest > -lowest:
            assert row(features, number, -20) - row(features, number, 0) == -(
                row(features, number, 20) - row(features, number, 0)
            )


@every_game
def test_positions_become_rows_as_the_formula_says(game: Game) -> None:
    features = game.once(Features)
    seen: list[Any] = []
    for players in (game.set_up.players[0], game.set_up.players[-1]):
        for step in laws.walk(game, {"players": players}, 3):
            for seat in seats_of(game.rules.actors(step.after)):
                seen.append((game.observe(step.after, seat), players))
    numbers, counts = np.array([each[0] for each in seen]), np.array([each[1] for each in seen])
    rows = features.rows(numbers, counts)
    assert rows.shape == (len(seen), features.size)
    for at in range(0, len(seen), 7):
        expected = [row(features, i, value) for i, value in enumerate([*numbers[at], counts[at]])]
        assert rows[at].tolist() == expected
    assert features.rows(numbers[0], counts[0]).tolist() == rows[0].tolist()


@every_game
def test_numbers_out_of_range_get_the_nearest_row(game: Game) -> None:
    features = game.once(Features)
    for sign in (-1, 1):
        far = features.rows(np.full(game.observation.size, sign * 30_000), sign * 100)
        edge = features.start[:-1] if sign < 0 else features.start[1:] - 1
        assert far.tolist() == features.table[edge].tolist()


def test_another_layout_has_another_hash() -> None:
    assert len({game.once(Features).hash for game in GAMES.values()}) == len(GAMES)
