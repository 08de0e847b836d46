"""Why to choose one card and not another, in a position where one can see it."""

from koloda.games.mind_up import GAME
from tests.reasons import said, why


def test_a_higher_card_takes_a_row_card_that_is_worth_less() -> None:
    """The other hand lies between the two cards, and everybody knows it: the lower takes the 10, the higher the 20."""
    position = "mind_up[players=2] round=1 row=10,20 order=1-2-3-4-5 hand=1,60/30,31 known=30,31"
    found = why(GAME, position, "1", "60")
    assert found.points == (2.0, 0.0)
    assert said(found) == [
        "Choosing the 60 cost 2 points in this round on average: the row gives 2 points less at once.",
        "Выбрать 60 было хуже в среднем на 2 очка за раунд: с ряда сразу приходит на 2 очка меньше.",
    ]
