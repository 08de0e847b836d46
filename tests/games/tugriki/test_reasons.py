"""Why to lay a card, in a position where one can see it."""

from koloda.games.tugriki import GAME
from tests.reasons import said, why


def test_the_last_card_wins_the_bank() -> None:
    position = (
        "tugriki[players=3 rounds=3] round=3 starter=1 turn=1 "
        "hands=R6/R0,R2,Y0,Y1,G2/R8,R9,Y3,Y4 rows=R5 bank=30 tugriks=30/30/30"
    )
    english, russian = said(why(GAME, position, "R6", "draw"))
    assert english.startswith("Drawing a card cost ")
    assert " tugriks on average: the bank is won " in english
    assert " times in 100 instead of 100, and " in english
    assert english.endswith(" more tugriks go to the bank.")
    assert russian.startswith("Взять карту было хуже в среднем на ")
    assert " из 100 вместо 100, и в банк уходит на " in russian
