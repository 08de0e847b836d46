"""The shared laws, over whole random games of every game with all options, and of the games in `examples/games`.

Laws that need as many games look at the same ones: playing them takes as long as looking.
"""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from koloda.compiled.generator import stream
from koloda.core.game import Game
from koloda.games import GAMES
from tests import laws
from tests.example_games import EXAMPLES
from tests.referees import REFEREES, hides_cards
from tests.soak import SEED, TIMES

KNOWN = {**GAMES, **EXAMPLES}
every_game = pytest.mark.parametrize("game", KNOWN.values(), ids=KNOWN)
SEEDS = st.integers(0, 2**31 - 1)


def over_random_games(game: Game, examples: int, body: Callable[[dict[str, Any], int], None]) -> None:
    """Run `body` on random options and seeds: the same in every `make test`, many new ones in every `make soak`."""

    @seed(SEED)
    @settings(max_examples=TIMES * examples, suppress_health_check=list(HealthCheck))
    @given(REFEREES[game.name].options(), SEEDS)
    def run(options: dict[str, Any], key: int) -> None:
        body(options, key)

    run()


@every_game
def test_every_position_is_sound_and_the_last_one_scored_and_ranked_as_it_should_be(game: Game) -> None:
    """Cards are conserved, one thing happens at a time, and games end. Then the scores are those of a naive count,
    places sorted from the columns of the ranking are those of `standings`, and the last columns decide as they say.
    """
    referee = REFEREES[game.name]

    def body(options: dict[str, Any], key: int) -> None:
        s = game.new(**options)
        laws.law_of_conservation(game, referee, s)
        for _, _, s in laws.walk(game, options, key):
            laws.law_of_conservation(game, referee, s)
            laws.law_of_one_cause(game, s)
        assert game.scores(s) == referee.scores(s)
        assert game.winners(s) == referee.winners(s)
        final = game.view(s, None)
        assert (final.scores, final.winners) == (game.scores(s), game.winners(s))
        laws.law_of_places(game, s)

    over_random_games(game, 120, body)


@every_game
def test_positions_read_back_and_tell_nothing_of_what_a_seat_cannot_see(game: Game) -> None:
    """Notation, the swap law and the resample law."""
    referee = REFEREES[game.name]

    def body(options: dict[str, Any], key: int) -> None:
        written, swapped, resampled = stream(key, 2), stream(key, 3), stream(key, 4)
        laws.law_of_notation(game, game.new(**options), written)
        for step in laws.walk(game, options, key):
            laws.law_of_notation(game, step.after, written)
            if swapped(3) == 0:
                laws.law_of_swapping(game, referee, step.after, swapped(1 << 30))
            if resampled(3) == 0:
                laws.law_of_resampling(game, referee, step.after, resampled(1 << 30))

    over_random_games(game, 40, body)


@every_game
def test_only_legal_moves_are_carried_out_and_all_that_is_told_has_words(game: Game) -> None:
    """The laws of legality, of sight, of second thoughts and of words.

    In No Thanks! only chips are hidden, and these can be counted (NT-10): bots may see them.
    """
    referee = REFEREES[game.name]

    def body(options: dict[str, Any], key: int) -> None:
        tried, told, seen, reconsidered = (stream(key, number) for number in (1, 5, 6, 7))
        for step in laws.walk(game, options, key):
            if tried(8) == 0:
                laws.law_of_legality(game, step.after, tried)
            if hides_cards(game.name) and seen(3) == 0:
                laws.law_of_sight(game, referee, step.after, seen(1 << 30))
            if reconsidered(3) == 0:
                laws.law_of_second_thoughts(game, step.after, reconsidered(1 << 30))
            laws.law_of_secret_choices(game, step)
            laws.law_of_words(game, step, told)

    over_random_games(game, 20, body)


@every_game
def test_interpreted_and_compiled_rules_are_the_same(game: Game) -> None:
    def body(options: dict[str, Any], key: int) -> None:
        laws.law_of_two_speeds(game, options, key)

    over_random_games(game, 200, body)


@every_game
def test_a_match_on_compiled_rules_is_the_interpreted_one(game: Game) -> None:
    def body(options: dict[str, Any], key: int) -> None:
        laws.law_of_compiled_steps(game, options, key)

    over_random_games(game, 4, body)
