"""Equal scores in No Thanks!."""

from koloda.games.no_thanks import GAME
from koloda.games.no_thanks.notation import read_position
from tests.ranking_criteria import ranking_criteria


def test_nt_9_equal_lowest_scores_share() -> None:
    """NT-9"""
    s = read_position("no_thanks[players=3 removed=30] chips=12/11/10 taken=9/8/30")
    view = GAME.view(s, None)
    assert (view.places, view.winners, view.scores) == ([1, 1, 3], [0, 1], [-3, -3, 20])
    assert ranking_criteria(GAME, "no_thanks[players=3 removed=30] chips=12/11/10 taken=9/8/30") == [
        ("score", [0, 1], False)
    ]
