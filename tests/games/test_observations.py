"""Observations: what the layout says, a function of the view, the same at both speeds."""

from typing import Any

import numpy as np
import pytest

from koloda.compiled import loader
from koloda.compiled.generator import stream
from koloda.core.game import Game
from koloda.games import GAMES
from tests import laws, observation_driver
from tests.games.test_laws import every_game, over_random_games
from tests.observed import OBSERVED, Table


@every_game
def test_every_number_follows_from_the_view(game: Game) -> None:
    def body(options: dict[str, Any], key: int) -> None:
        deal = stream(key, 7)
        for step in laws.walk(game, options, key):
            if deal(3) == 0 or game.rules.over(step.after):
                for seat in range(step.after.players):
                    table = Table(seat, step.after.players, game.seats)
                    expected = OBSERVED[game.name].parts(game.view(step.after, seat), options, table)
                    assert game.observation.parts(game.observe(step.after, seat)) == expected

    over_random_games(game, 40, body)


@every_game
def test_numbers_stay_within_the_layout(game: Game) -> None:
    low = [part.lowest for part in game.observation.layout for _ in range(part.size)]
    high = [part.highest for part in game.observation.layout for _ in range(part.size)]
    assert np.iinfo(game.observation.width).min <= min(low)
    assert max(high) <= np.iinfo(game.observation.width).max
    assert game.observation.size == len(low) == len(game.observe(game.new(), 0))

    def body(options: dict[str, Any], key: int) -> None:
        for step in laws.walk(game, options, key):
            seen = game.observe(step.after, key % step.after.players)
            assert all(map(int.__le__, low, seen)), step.after
            assert all(map(int.__le__, seen, high)), step.after

    over_random_games(game, 40, body)


@every_game
def test_all_numbers_are_written(game: Game) -> None:
    """Whatever was there before."""
    for options in ({"players": 2}, {}):
        s = game.new(**options)
        out = [99] * game.observation.size
        game.observation.source.observe(s, 1, out)
        assert out == game.observe(s, 1)


@every_game
def test_names_are_given_once(game: Game) -> None:
    names = [part.name for part in game.observation.layout]
    assert len(names) == len(set(names))


@every_game
def test_interpreted_and_compiled_observations_are_the_same(game: Game) -> None:
    watch = loader.compiled(game, observation_driver)(observation_driver.watch)
    shape = (game.seats, game.observation.size)

    def body(options: dict[str, Any], key: int) -> None:
        for step in laws.walk(game, options, key):
            seen = np.full(shape, 99, game.observation.width)
            watch(loader.records([step.after])[0], seen)
            players = step.after.players
            assert seen[:players].tolist() == [game.observe(step.after, seat) for seat in range(players)]
            assert (seen[players:] == 99).all()

    over_random_games(game, 30, body)


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if not game.simultaneous])
def test_seats_are_counted_from_the_own_one(name: str) -> None:
    game = GAMES[name]
    s = game.new(3)
    deal = stream(5)
    while n := game.rules.chance(s):
        game.rules.draw(s, deal(n))
    turns = [game.observation.parts(game.observe(s, seat))["turn"][0] for seat in range(3)]
    assert [(seat + turn) % 3 for seat, turn in enumerate(turns)] == [s.turn] * 3
