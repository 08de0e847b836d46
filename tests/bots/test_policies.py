"""Levels 1 and 2: legal, blind to hidden cards, the same at both speeds, each stronger than the last."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from koloda.arena.head_to_head import CompiledBot, HeadToHead
from koloda.bots.weights import weights
from koloda.compiled import loader
from koloda.compiled.bot_match import GREEDY, NOTHING, RANDOM, RULE
from koloda.compiled.generator import stream
from koloda.core.game import Game, seats_of
from koloda.games import GAMES
from tests import laws
from tests.bots import decision_driver
from tests.bots.choices import policy_of
from tests.games.test_laws import over_random_games

LEVELS = (GREEDY, RULE)
every_policy = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
every_table = pytest.mark.parametrize(
    ("game", "players"),
    [(GAMES[name], players) for name in GAMES for players in GAMES[name].set_up.players],
    ids=[f"{name}-{players}" for name in GAMES for players in GAMES[name].set_up.players],
)


def choice(game: Game, s: Any, seat: int, level: int, legal: list[int]) -> int:
    """The choice of a policy in a position, interpreted."""
    policy = policy_of(game)
    if level == GREEDY:
        return int(policy.greedy(s, seat, legal, len(legal)))
    return int(policy.rule(s, seat, legal, len(legal), weights(game, s.players)))


def decisions(game: Game, options: dict[str, Any], key: int) -> Iterator[tuple[Any, int, list[int]]]:
    """Positions of a random game, with every seat that has a choice there."""
    for step in laws.walk(game, options, key):
        for seat in seats_of(game.rules.actors(step.after)):
            legal = game.legal(step.after, seat)
            if len(legal) > 1:
                yield step.after, seat, legal


def seen_by(game: Game, s: Any, seat: int) -> Any:
    seen = s.copy()
    game.rules.hide(seen, seat)
    return seen


def dealt_anew(game: Game, seen: Any, key: int) -> Any:
    """A position that may be the true one, as a search samples it."""
    deal = stream(key)
    imagined = seen.copy()
    while n := game.rules.chance(imagined):
        game.rules.draw(imagined, deal(n))
    return imagined


@every_table
def test_a_policy_chooses_what_is_legal_and_leaves_the_position_as_it_was(game: Game, players: int) -> None:
    for key in range(3):
        for s, seat, legal in decisions(game, {"players": players}, key):
            seen = seen_by(game, s, seat)
            for level in LEVELS:
                before = seen.copy()
                assert choice(game, seen, seat, level, legal) in legal
                assert seen == before


@every_policy
def test_a_policy_plays_with_all_options_and_reads_nothing_that_is_hidden(game: Game) -> None:
    """The same choice from what the seat sees, from the full state, and from any other deal of the hidden cards."""

    def body(options: dict[str, Any], key: int) -> None:
        deal = stream(key, 7)
        for s, seat, legal in decisions(game, options, key):
            if deal(4):
                continue
            seen = seen_by(game, s, seat)
            for level in LEVELS:
                chosen = choice(game, seen, seat, level, legal)
                assert chosen in legal
                assert choice(game, s, seat, level, legal) == chosen
                for _ in range(2):
                    assert choice(game, dealt_anew(game, seen, deal(1 << 30)), seat, level, legal) == chosen

    over_random_games(game, 12, body)


@every_policy
def test_a_bystander_steps_in_legally_or_not_at_all(game: Game) -> None:
    policy = policy_of(game)

    def body(options: dict[str, Any], key: int) -> None:
        for step in laws.walk(game, options, key):
            s = step.after
            for seat in range(s.players):
                legal = game.legal(s, seat)
                if legal and not game.rules.actors(s) >> seat & 1:
                    seen = seen_by(game, s, seat)
                    chosen = policy.step_in(seen, seat, legal, len(legal))
                    assert chosen == NOTHING or (game.steps_in and chosen in legal)
                    assert policy.step_in(s.copy(), seat, legal, len(legal)) == chosen

    over_random_games(game, 10, body)


@every_policy
def test_interpreted_and_compiled_policies_choose_alike(game: Game) -> None:
    ask = loader.compiled(game, decision_driver)(decision_driver.ask)
    out = np.zeros(game.widest, np.int16)
    noise = np.zeros(4, np.int64)

    def body(options: dict[str, Any], key: int) -> None:
        for s, seat, legal in decisions(game, options, key):
            board, known = loader.records([s]), loader.records([s])
            out[: len(legal)] = legal
            numbers = np.array(weights(game, s.players), np.int64)
            for level in LEVELS:
                compiled = ask(board[0], known, seat, level, numbers, out, len(legal), noise)
                assert choice(game, seen_by(game, s, seat), seat, level, legal) == compiled

    over_random_games(game, 10, body)


@every_policy
@pytest.mark.parametrize("players", [2, 4])
def test_every_level_beats_a_table_of_the_one_below(game: Game, players: int) -> None:
    """With wide margins, so that a few deals suffice: the arena measures it well."""
    duel = HeadToHead(game.name, players, seed=2026)
    ladder = [CompiledBot(RANDOM), CompiledBot(GREEDY), CompiledBot(RULE, weights(game, players))]
    for below, above in pairwise(ladder):
        share = sum(duel.share(above, below, deal) for deal in range(300)) / 300
        assert share > 1.1 / players
