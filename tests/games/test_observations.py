"""Observations: what the layout says, what a seat sees or remembers and nothing else, the same at both speeds."""

from typing import Any

import numpy as np
import pytest

from koloda.compiled import loader
from koloda.compiled.generator import stream
from koloda.core.errors import UnknownOption
from koloda.core.game import Game
from koloda.core.observation import FORMS, MEMORY, VIEW
from koloda.core.schema import pack
from koloda.games import GAMES
from tests import laws, observation_driver
from tests.games.test_laws import every_game, over_random_games
from tests.observed import OBSERVED, Table
from tests.referees import hides_cards

every_form = pytest.mark.parametrize("form", FORMS)


@every_game
def test_every_number_of_the_view_follows_from_the_view(game: Game) -> None:
    observation = game.observation.form(VIEW)

    def body(options: dict[str, Any], key: int) -> None:
        deal = stream(key, 7)
        for step in laws.walk(game, options, key):
            if deal(3) == 0 or game.rules.over(step.after):
                for seat in range(step.after.players):
                    table = Table(seat, step.after.players, game.seats)
                    expected = OBSERVED[game.name].parts(game.view(step.after, seat), options, table)
                    assert observation.parts(observation.of(step.after, seat)) == expected

    over_random_games(game, 40, body)


@every_game
def test_who_heard_everything_remembers_what_there_was_to_see(game: Game) -> None:
    over_random_games(game, 12, lambda options, key: laws.law_of_memory(game, options, key))


@every_game
def test_a_memory_tells_nothing_of_what_a_seat_was_not_shown(game: Game) -> None:
    differences = 0

    def body(options: dict[str, Any], key: int) -> None:
        nonlocal differences
        differences += laws.law_of_twins(game, options, key)

    over_random_games(game, 12, body)
    assert differences > 0 or not hides_cards(game.name)


@every_form
@every_game
def test_numbers_stay_within_the_layout(game: Game, form: str) -> None:
    observation = game.observation.form(form)
    low = [part.lowest for part in observation.layout for _ in range(part.size)]
    high = [part.highest for part in observation.layout for _ in range(part.size)]
    assert np.iinfo(observation.width).min <= min(low)
    assert max(high) <= np.iinfo(observation.width).max
    assert observation.size == len(low) == len(observation.of(game.new(), 0))

    def body(options: dict[str, Any], key: int) -> None:
        memory = observation.nothing_remembered()
        for before, event, after in laws.walk(game, options, key):
            observation.watch(before, memory, event)
            pack(memory)  # every number fits its field
            seen = observation.of(after, key % after.players, memory)
            assert all(map(int.__le__, low, seen)), after
            assert all(map(int.__le__, seen, high)), after

    over_random_games(game, 20, body)


@every_game
def test_all_numbers_are_written(game: Game) -> None:
    """Whatever was there before."""
    for options in ({"players": 2}, {}):
        s = game.new(**options)
        out = [99] * game.observation.form(VIEW).size
        game.observation.source.observe(s, 1, out)
        assert out == game.observation.form(VIEW).of(s, 1)
        for form in (game.observation, game.observation.insight):
            if form.memory is not None:
                out = [99] * form.size
                form.memory.recall(s, form.nothing_remembered(), 1, out)
                assert out == form.of(s, 1)


@every_form
@every_game
def test_names_are_given_once(game: Game, form: str) -> None:
    names = [part.name for part in game.observation.form(form).layout]
    assert len(names) == len(set(names))


def test_another_name_is_refused() -> None:
    with pytest.raises(UnknownOption, match="memory, view"):
        next(iter(GAMES.values())).observation.form("notes")


@every_form
@every_game
def test_interpreted_and_compiled_observations_are_the_same(game: Game, form: str) -> None:
    observation = game.observation.form(form)
    part = loader.memory_part(observation)
    recall_all = loader.compiled(game, observation_driver, parts={"memory": part})(observation_driver.recall_all)
    shape = (game.seats, observation.size)

    def body(options: dict[str, Any], key: int) -> None:
        memory = observation.nothing_remembered()
        for before, event, after in laws.walk(game, options, key):
            observation.watch(before, memory, event)
            seen = np.full(shape, 99, observation.width)
            recall_all(loader.records([after])[0], loader.records([memory])[0], seen)
            assert seen[: after.players].tolist() == [
                observation.of(after, seat, memory) for seat in range(after.players)
            ]
            assert (seen[after.players :] == 99).all()

    over_random_games(game, 15, body)


@pytest.mark.parametrize("name", [name for name, game in GAMES.items() if not game.simultaneous])
def test_seats_are_counted_from_the_own_one(name: str) -> None:
    game = GAMES[name]
    s = game.new(3)
    deal = stream(5)
    while n := game.rules.chance(s):
        game.rules.draw(s, deal(n))
    turns = [game.observation.parts(game.observe(s, seat))["turn"][0] for seat in range(3)]
    assert [(seat + turn) % 3 for seat, turn in enumerate(turns)] == [s.turn] * 3


def test_the_view_is_the_memory_where_a_game_has_nothing_to_remember() -> None:
    for game in GAMES.values():
        assert game.observation.form(MEMORY) is game.observation
        if game.observation.memory is None:
            assert game.observation.form(VIEW) is game.observation
