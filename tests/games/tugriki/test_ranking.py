"""Equal tugriks."""

from koloda.games.tugriki import GAME
from tests.games.tugriki.positions import played


def test_tg_31_equal_tugriks_share() -> None:
    """TG-31"""
    s = played("tugriki[players=3] round=3 rows=R5 hands=R6/P0/P1 bank=10 tugriks=40/50/20", "R6")
    view = GAME.view(s, None)
    assert (view.places, view.winners) == ([1, 1, 3], [0, 1])
    assert view.ranking is not None
    assert [(each.values, each.compared, each.decided) for each in view.ranking.criteria] == [
        ([50, 50, 20], [0, 1], False)
    ]
    assert view.ranking.rule == "TG-31"
