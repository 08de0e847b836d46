"""Why to pass and why to take, in positions where one can see it."""

from koloda.games.no_thanks import GAME
from tests.reasons import said, why


def test_a_card_that_nobody_else_can_use_comes_round_again() -> None:
    position = "no_thanks[players=4 chips=11] turn=1 card=27 pot=3 chips=11/10/10/10 taken=28-30/7,12/9,33/15-16"
    found = why(GAME, position, "pass", "take", "costs")
    cost = round(found.points.mean)
    assert said(found) == [
        f"Taking the 27 costs {cost} points on average: it nearly always comes round again, with 3 more chips on it, "
        "and nobody else can use the 27.",
        f"Взять 27 хуже в среднем на {cost} очков: она почти всегда возвращается, а круг приносит ещё 3 фишки, "
        "и никому другому 27 не нужна.",
    ]


def test_a_bargain_does_not_come_back() -> None:
    position = "no_thanks[players=3 chips=11] turn=1 card=33 pot=9 chips=8/8/8 taken=32,34/10/20"
    english, russian = said(why(GAME, position, "take", "pass"))
    assert english.startswith("Passing cost ")
    assert "points on average: somebody else nearly always takes it, with its 9 chips" in english
    assert "её почти всегда забирает кто-то другой, и 9 фишек тоже" in russian
