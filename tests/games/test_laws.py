"""The shared laws, over whole random games of every game with all options, and of the games in `examples/games`."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from koloda.compiled.generator import stream
from koloda.core.events import facts_of
from koloda.core.facts import Fact
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
def test_cards_are_conserved_and_one_thing_happens_at_a_time(game: Game) -> None:
    referee = REFEREES[game.name]

    def body(options: dict[str, Any], key: int) -> None:
        laws.law_of_conservation(game, referee, game.new(**options))
        for step in laws.walk(game, options, key):
            laws.law_of_conservation(game, referee, step.after)
            laws.law_of_one_cause(game, step.after)

    over_random_games(game, 80, body)


@every_game
def test_games_end_with_the_scores_that_a_naive_count_gives(game: Game) -> None:
    referee = REFEREES[game.name]

    def body(options: dict[str, Any], key: int) -> None:
        *_, last = laws.walk(game, options, key)
        assert game.scores(last.after) == referee.scores(last.after)
        assert game.winners(last.after) == referee.winners(last.after)
        final = game.view(last.after, None)
        assert (final.scores, final.winners) == (game.scores(last.after), game.winners(last.after))

    over_random_games(game, 120, body)


@every_game
def test_the_score_and_the_tie_breaks_rank_as_the_rules_do(game: Game) -> None:
    """Places sorted from the columns of the ranking are those of `standings`; the last columns decide as they say."""

    def body(options: dict[str, Any], key: int) -> None:
        *_, last = laws.walk(game, options, key)
        laws.law_of_places(game, last.after)

    over_random_games(game, 120, body)


@every_game
def test_only_legal_moves_are_carried_out(game: Game) -> None:
    def body(options: dict[str, Any], key: int) -> None:
        deal = stream(key, 1)
        for step in laws.walk(game, options, key):
            if deal(8) == 0:
                laws.law_of_legality(game, step.after, deal)

    over_random_games(game, 20, body)


@every_game
def test_notation_reads_back(game: Game) -> None:
    def body(options: dict[str, Any], key: int) -> None:
        deal = stream(key, 2)
        laws.law_of_notation(game, game.new(**options), deal)
        for step in laws.walk(game, options, key):
            laws.law_of_notation(game, step.after, deal)

    over_random_games(game, 40, body)


@every_game
def test_interpreted_and_compiled_rules_are_the_same(game: Game) -> None:
    def body(options: dict[str, Any], key: int) -> None:
        laws.law_of_two_speeds(game, options, key)

    over_random_games(game, 200, body)


@every_game
def test_swap_law(game: Game) -> None:
    referee = REFEREES[game.name]

    def body(options: dict[str, Any], key: int) -> None:
        deal = stream(key, 3)
        for step in laws.walk(game, options, key):
            if deal(3) == 0:
                laws.law_of_swapping(game, referee, step.after, deal(1 << 30))

    over_random_games(game, 40, body)


@pytest.mark.parametrize("name", [name for name in KNOWN if hides_cards(name)])
def test_bots_see_no_more_than_their_seat(name: str) -> None:
    """In No Thanks! only chips are hidden, and these can be counted (NT-10)."""
    game, referee = KNOWN[name], REFEREES[name]

    def body(options: dict[str, Any], key: int) -> None:
        deal = stream(key, 6)
        for step in laws.walk(game, options, key):
            if deal(3) == 0:
                laws.law_of_sight(game, referee, step.after, deal(1 << 30))

    over_random_games(game, 20, body)


@every_game
def test_second_thoughts_law(game: Game) -> None:
    def body(options: dict[str, Any], key: int) -> None:
        deal = stream(key, 7)
        for step in laws.walk(game, options, key):
            if deal(3) == 0:
                laws.law_of_second_thoughts(game, step.after, deal(1 << 30))

    over_random_games(game, 20, body)


@every_game
def test_resample_law(game: Game) -> None:
    referee = REFEREES[game.name]

    def body(options: dict[str, Any], key: int) -> None:
        deal = stream(key, 4)
        for step in laws.walk(game, options, key):
            if deal(3) == 0:
                laws.law_of_resampling(game, referee, step.after, deal(1 << 30))

    over_random_games(game, 40, body)


@every_game
def test_every_fact_can_be_told_in_both_languages(game: Game) -> None:
    """Narration, descriptions and refusals of random games, to every seat."""
    from koloda.core.text import LANGUAGES, say

    def body(options: dict[str, Any], key: int) -> None:
        deal = stream(key, 5)
        for before, event, after in laws.walk(game, options, key):
            told: list[Fact] = []
            for seat in (None, *range(before.players)):
                told += facts_of(game.narration.narrate(before, event, after, seat))
            for seat in range(before.players):
                legal = game.legal(before, seat)
                told += [game.narration.describe(before, seat, action) for action in legal]
                action = deal(game.actions)
                if action not in legal:
                    told.append(game.narration.refuse(before, seat, action))
            for fact in told:
                for language in LANGUAGES:
                    sentence = say(fact, language, reader=deal(before.players))
                    assert sentence.strip()
                    assert "{" not in sentence

    over_random_games(game, 20, body)
