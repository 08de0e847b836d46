"""What the moves of Dobro are done with, and what fits a good number."""

import pytest

from koloda.games.dobro import GAME
from koloda.games.dobro.moves import attempts
from koloda.games.dobro.notation import read_position
from koloda.games.dobro.view import fits
from tests.move_info import consequences, told


def test_db_8_to_db_14_a_play_tells_its_cards_and_the_good_number() -> None:
    """DB-8, DB-9, DB-10, DB-11, DB-12"""
    moves = told(GAME, "dobro[players=3] turn=1 hands=6,6,9,J,J,S/7/8 trick=9")
    assert moves["9"] == {"kind": "play", "cards": ["9"], "number": 9, "good": 18, "doubles": True}
    assert moves["J=10"] == {"kind": "play", "cards": ["J"], "number": 10, "good": 10}
    assert moves["6+6"] == {"kind": "play", "cards": ["6", "6"], "number": 6, "good": 12}
    assert moves["6+J"] == {"kind": "play", "cards": ["6", "J"], "number": 6, "good": 12}
    assert moves["J+J=12"] == {"kind": "play", "cards": ["J", "J"], "number": 12, "good": 24}
    assert moves["skip"] == {"kind": "skip", "cards": ["S"]}
    assert moves["take"] == {"kind": "take", "count": 1}


def test_db_17_drawing_tells_how_many() -> None:
    """DB-17, DB-18"""
    moves = told(GAME, "dobro[players=3] phase=choose turn=1 hands=6,6/7/8")
    assert moves == {"draw": {"kind": "draw", "count": moves["draw"]["count"]}, "end": {"kind": "end"}}
    assert moves["draw"]["count"] > 0


def test_db_8_to_db_21_the_button_says_what_comes_of_a_move() -> None:
    """DB-8, DB-13, DB-15, DB-18, DB-21 and defect 8 of the findings"""
    told = consequences(GAME, "dobro[players=3] turn=1 hands=6,6,9,S/7/8 trick=9", "ru")
    assert told == {
        "6+6": "будет число 12",
        "9": "будет число 18",
        "skip": "число прежнее: 9",
        "take": "в стопке станет 1",
    }
    assert consequences(GAME, "dobro[players=3] turn=1 hands=9/7/8 trick=9", "en")["9"] == "the round ends"
    forgetting = consequences(GAME, "dobro[players=3] phase=choose turn=1 hands=6,6/7/8", "ru")
    assert forgetting == {"draw": "и ход окончен", "end": "забывашка: −1 очко"}


@pytest.mark.parametrize(
    ("good", "above", "doubles", "pair"),
    [(2, 2, 2, 2), (9, 9, 9, 5), (12, None, 12, 6), (13, None, None, 7), (24, None, None, 12), (25, None, None, None)],
)
def test_db_8_to_db_10_what_fits_a_good_number(
    good: int, above: int | None, doubles: int | None, pair: int | None
) -> None:
    """DB-8, DB-9, DB-10"""
    found = fits(good)
    assert found is not None
    assert (found.above, found.doubles, found.pair) == (above, doubles, pair)
    assert found.doubled == (None if doubles is None else 2 * doubles)
    assert fits(0) is None


def test_attempts_play_a_card_alone() -> None:
    s = read_position("dobro[players=3] turn=1 hands=6,6,9,J,S,R/7/8")
    assert attempts(s, 0) == {"6": "6", "9": "9", "J": "J=12", "S": "skip", "R": "reverse"}
