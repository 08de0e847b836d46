"""Dobro at levels 1 and 2, decision by decision."""

import pytest

from koloda.games.dobro import GAME
from koloda.games.dobro.bots import policy
from tests.bots.choices import choice, with_weights

USUAL = with_weights(policy, low=4, joker=120, special=130, haste=50, late=50, take=180)


def greedy(position: str) -> str:
    return choice(GAME, f"dobro[players=3] {position}", None)


def rule(position: str, weights: list[int] = USUAL) -> str:
    return choice(GAME, f"dobro[players=3] {position}", weights)


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("trick=6 hands=7,12,S,J/3/3", "7"),
        ("trick=6 hands=6,7/3/3", "7"),
        ("trick=6 hands=7,7/3/3", "7"),
        ("trick=9 hands=5,5,S,J/3/3", "5+5"),
        ("trick=12 hands=2,3,S,J/3/3", "skip"),
        ("trick=12 hands=2,3,R,J/3/3", "reverse"),
        ("trick=11 hands=2,3,J/3/3", "J=12"),
        ("trick=12,12 hands=12,2,J/3/3", "12+J"),
        ("hands=5,9,J,S/3/3", "5"),
    ],
)
def test_greedy_raises_the_good_number_least_and_takes_last(position: str, move: str) -> None:
    assert greedy(position) == move


def test_the_rule_leads_low_pairs() -> None:
    assert rule("hands=3,3,5,12,J,S/3/3") == "3+3", "two useless cards at once"
    assert rule("hands=3,11,11,J,S/3/3") == "3"


def test_the_rule_spends_what_it_will_miss_least() -> None:
    assert rule("trick=6 hands=8,12,J,S/3/3") == "8"
    assert rule("trick=9 hands=5,5,11,J/3/3") == "5+5"
    assert rule("trick=11 hands=2,3,J,S/3/3") == "J=11", "a Joker named so doubles the good number"
    assert rule("trick=11 hands=2,3,J,S/3/3", with_weights(policy, joker=130, special=120, take=180)) == "skip"


def test_the_rule_takes_when_the_trick_costs_less_than_the_cards() -> None:
    dear = with_weights(policy, low=4, joker=120, special=130, take=30)
    assert rule("trick=11 hands=2,3,12/3/3", dear) == "take"
    assert rule("trick=9,10,11 hands=2,3,12/3/3", dear) == "12"
    assert rule("trick=11 hands=2,3,12/3/3") == "12", "as tuned: hardly ever"


def test_cards_are_worth_less_when_the_deck_is_empty() -> None:
    """Nobody draws any more, so the cards in hand need not last."""
    weights = with_weights(policy, low=4, late=30, take=30)
    left = {2: 4, 3: 3, 4: 6, 5: 6, 6: 6, 7: 5, 8: 4, 9: 3, 10: 3, 11: 2, 12: 2, "J": 3, "S": 2, "R": 2}
    piles = ",".join(str(card) for card, n in left.items() for _ in range(n))
    assert rule("trick=11 hands=2,12/3/3", weights) == "take"
    assert rule(f"trick=11 hands=2,12/3/3 piles=-/{piles}/-", weights) == "12"


@pytest.mark.parametrize("level", [None, USUAL])
def test_cards_that_are_owed_are_drawn(level: list[int] | None) -> None:
    assert choice(GAME, "dobro[players=3] phase=choose trick=3 hands=2,9/3/3", level) == "draw"
