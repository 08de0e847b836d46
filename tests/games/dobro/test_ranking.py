"""How equal points are ranking_criteria apart in Dobro."""

from koloda.games.dobro import GAME
from koloda.games.dobro.notation import read_position
from tests.ranking_criteria import ranking_criteria


def test_db_27_points_then_the_last_round_then_the_smaller_sum() -> None:
    """DB-27"""
    over = "dobro[players=3] phase=over points="
    assert ranking_criteria(GAME, f"{over}9/8/7 last=1/2/3") == [
        ("score", [], False),
        ("last_round", [], False),
        ("pile_sum", [], False),
    ]
    assert ranking_criteria(GAME, f"{over}9/9/7 last=2/3/1 piles=2/3/-") == [
        ("score", [0, 1], False),
        ("last_round", [0, 1], True),
        ("pile_sum", [], False),
    ]
    summed = read_position(f"{over}9/9/9 last=3/3/1 piles=12,J/3,S,4/-")
    assert [each.values for each in GAME.ranking(summed).criteria] == [[9, 9, 9], [3, 3, 1], [12, 7, 0]]
    assert [each.compared for each in GAME.ranking(summed).criteria] == [[0, 1, 2], [0, 1, 2], [0, 1]]
    assert [each.decided for each in GAME.ranking(summed).criteria] == [False, False, True]
    assert GAME.places(summed) == [2, 1, 3]
    assert not any(decided for _, _, decided in ranking_criteria(GAME, f"{over}9/9/7 last=3/3/1 piles=2/2/-"))
