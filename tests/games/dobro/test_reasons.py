"""Why not to take, and why to draw, in positions where one can see it."""

from koloda.games.dobro import GAME
from tests.reasons import said, why


def test_who_takes_has_a_larger_pile() -> None:
    """The 12 would end the round, with an empty pile."""
    position = "dobro[players=3] turn=1 trick=7 hands=12/2,3,4,5,6,8/2,3,4,5,6,9 piles=/4,5,6,6/3,3,4,5"
    found = why(GAME, position, "12", "take")
    assert said(found) == [
        "Taking the trick cost 0.7 points in this round on average: the score pile grows by 12 cards more.",
        "Взять кон было хуже в среднем на 0,7 очка за раунд: в стопке будет на 12 карт больше.",
    ]
    assert not found.whole_game


def test_the_forgetful_card() -> None:
    position = "dobro[players=3 attention=on] phase=choose turn=1 trick=7,9 hands=11,12,3,4/2,3,4,5,6,8/2,3,4,5,6,9"
    english, russian = said(why(GAME, position, "draw", "end", "would_cost"))
    assert english.startswith("Ending the turn without drawing would have cost 0.9 points in this round on average: ")
    assert "the forgetful card costs a point" in english
    assert russian.startswith("Закончить ход без добора было бы хуже в среднем на 0,9 очка за раунд: ")
    assert "забывашка стоит очко" in russian
