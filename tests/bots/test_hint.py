"""Hints: the same for the same knowledge, blind to hidden cards, and careful where moves are about equal."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, pairwise
from typing import Any, cast

import pytest

from koloda.bots.engine import Engine
from koloda.bots.hint import HintMove, can_hint, hint, opinions
from koloda.bots.knowledge import knowledge_of
from koloda.compiled.generator import stream
from koloda.core.game import Game, Rules
from koloda.games import GAMES
from tests import laws
from tests.bots import no_hide

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
SEARCHES, ITERATIONS = 3, 20


def judged(game: Game, s: Any, seat: int) -> list[HintMove]:
    game.once(Engine).load()
    return hint(knowledge_of(game, s, seat, list), SEARCHES, ITERATIONS)


def decisions(game: Game, key: int) -> Iterator[tuple[Any, int]]:
    """Some decisions of a random game with three players: the position, and who decides."""
    deal = stream(key, 8)
    for step in laws.walk(game, {"players": 3}, key):
        for seat in range(3):
            if game.rules.actors(step.after) >> seat & 1 and len(game.legal(step.after, seat)) > 1 and deal(6) == 0:
                yield step.after, seat


def dealt_anew(game: Game, s: Any, seat: int, key: int) -> Any:
    """Another position that the seat cannot tell from this one."""
    deal, other = stream(key, 9), s.copy()
    game.rules.hide(other, seat)
    while n := game.rules.chance(other):
        game.rules.draw(other, deal(n))
    return other


@every_game
def test_all_legal_moves_are_judged_and_the_best_comes_first(game: Game) -> None:
    for s, seat in islice(decisions(game, 1), 4):
        first, *others = judged(game, s, seat)
        assert sorted(move.action for move in (first, *others) if move.action is not None) == game.legal(s, seat)
        assert (first.loss, first.equal) == (0.0, True)
        assert all(one.loss <= other.loss for one, other in pairwise(others))


@every_game
def test_a_hint_is_the_same_whatever_the_hidden_cards_are(game: Game) -> None:
    changed = 0
    for number, (s, seat) in enumerate(islice(decisions(game, 2), 5)):
        other = dealt_anew(game, s, seat, number)
        changed += game.notation.write_position(other) != game.notation.write_position(s)
        found = judged(game, s, seat)
        assert found == judged(game, other, seat)
        assert found == judged(game, s, seat)
    assert changed or game.name == "no_thanks", "in No Thanks! nothing is hidden that a seat has not seen"


def test_it_sees_the_obvious_and_tells_what_is_about_equal() -> None:
    """A card that closes a gap and brings chips is better taken, and clearly so."""
    game = GAMES["no_thanks"]
    s = game.notation.read_position("no_thanks[players=3 chips=11] turn=1 card=33 pot=9 chips=8/8/8 taken=32,34/10/20")
    game.once(Engine).load()
    best, other = hint(knowledge_of(game, s, 0, list))
    assert game.notation.write_action(s, best.action or 0) == "take"
    assert not other.equal
    assert HintMove(1, 0.02, 0.01).equal
    assert not HintMove(1, 0.04, 0.01).equal
    assert HintMove(1, 0.0, 0.0).equal


def test_moves_that_are_compared_are_tried_in_every_iteration() -> None:
    """A search gives up a bad move soon; what few tries have brought cannot be compared with what many have."""
    game = GAMES["no_thanks"]
    s = game.notation.read_position("no_thanks[players=3 chips=11] turn=1 card=35 chips=11/11/11")
    game.once(Engine).load()
    known = knowledge_of(game, s, 0, list)
    take, passing = (game.notation.read_action(s, move) for move in ("take", "pass"))
    (usual,) = opinions(known, ["1"], 400)
    (compared,) = opinions(known, ["1"], 400, [take, passing])
    assert {each.action: each.visits for each in compared} == {take: 400, passing: 400}
    assert {each.action: each.visits < 300 for each in usual} == {take: True, passing: False}


def test_a_game_whose_hidden_cards_cannot_be_sampled_has_no_hints() -> None:
    assert all(can_hint(game) for game in GAMES.values())
    assert not can_hint(replace(GAMES["no_thanks"], rules=cast(Rules, no_hide)))
