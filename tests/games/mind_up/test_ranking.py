"""How equal sums are ranking_criteria apart in Mind Up!."""

from koloda.games.mind_up import GAME
from tests.ranking_criteria import ranking_criteria


def test_mu_16_the_sum_then_the_last_round_then_bonuses() -> None:
    """MU-16"""

    def over(points: str, bonus: str) -> list[tuple[str, list[int], bool]]:
        return ranking_criteria(GAME, f"mind_up[players=3] phase=over row=1,2,3 points={points} bonus={bonus}")

    assert [compared for _, compared, _ in over("20,20,30/20,20,29/20,20,20", "9/12/20")] == [[], [], []]
    by_round = over("10,20,40/20,20,30/10,20,30", "9/12/20")
    assert by_round == [("score", [0, 1], False), ("last_round", [0, 1], True), ("bonuses", [], False)]
    by_bonus = over("10,20,40/20,10,40/10,20,30", "9/12/20")
    assert by_bonus == [("score", [0, 1], False), ("last_round", [0, 1], False), ("bonuses", [0, 1], True)]
    shared = over("10,20,40/20,10,40/10,20,30", "9/9/9")
    assert [decided for _, _, decided in shared] == [False, False, False]
