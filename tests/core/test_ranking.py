"""Places, and what tells equal scores apart."""

from koloda.core.game import Game
from koloda.core.ranking import Column, best, compare, places
from koloda.games import GAMES


def told(game: Game, position: str) -> list[tuple[str, list[int], bool]]:
    """Each criterion of a final position: its name, the seats that were compared by it, and whether it decided."""
    found = game.ranking(game.notation.read_position(position)).criteria
    return [(each.name.removeprefix(f"{game.name}.by_"), each.compared, each.decided) for each in found]


def test_equals_share_a_place_and_the_next_ones_stay_empty() -> None:
    assert places([7, 9, 9, -2]) == [3, 1, 1, 4]
    assert places([1, 1]) == [1, 1]


def test_the_best_of_some_seats() -> None:
    assert best([0, 2, 3], [5, 9, 7, 7]) == [2, 3]
    assert best([0, 2, 3], {0: 5, 2: 7, 3: 7}, lowest=True) == [0]


def test_nothing_is_compared_where_nobody_ties() -> None:
    found = compare([Column("score", [9, 8, 8]), Column("other", [1, 2, 3])])
    assert [(each.compared, each.decided) for each in found] == [([], False), ([], False)]


def test_of_three_who_tie_the_last_column_that_parts_anybody_decides() -> None:
    found = compare([Column("score", [9, 9, 9]), Column("one", [3, 3, 1]), Column("two", [12, 7, 0], lowest=True)])
    assert [each.compared for each in found] == [[0, 1, 2], [0, 1, 2], [0, 1]]
    assert [each.decided for each in found] == [False, False, True]


def test_a_column_that_parts_some_of_those_who_tie_has_decided_even_if_the_others_share() -> None:
    found = compare([Column("score", [9, 9, 9]), Column("one", [3, 3, 1]), Column("two", [5, 5, 0])])
    assert [each.compared for each in found] == [[0, 1, 2], [0, 1, 2], [0, 1]]
    assert [each.decided for each in found] == [False, True, False]


def test_db_27_points_then_the_last_round_then_the_smaller_sum() -> None:
    """DB-27"""
    game = GAMES["dobro"]
    over = "dobro[players=3] phase=over points="
    assert told(game, f"{over}9/8/7 last=1/2/3") == [
        ("score", [], False),
        ("last_round", [], False),
        ("pile_sum", [], False),
    ]
    assert told(game, f"{over}9/9/7 last=2/3/1 piles=2/3/-") == [
        ("score", [0, 1], False),
        ("last_round", [0, 1], True),
        ("pile_sum", [], False),
    ]
    summed = game.notation.read_position(f"{over}9/9/9 last=3/3/1 piles=12,J/3,S,4/-")
    assert [each.values for each in game.ranking(summed).criteria] == [[9, 9, 9], [3, 3, 1], [12, 7, 0]]
    assert [each.compared for each in game.ranking(summed).criteria] == [[0, 1, 2], [0, 1, 2], [0, 1]]
    assert [each.decided for each in game.ranking(summed).criteria] == [False, False, True]
    assert game.places(summed) == [2, 1, 3]
    assert not any(decided for _, _, decided in told(game, f"{over}9/9/7 last=3/3/1 piles=2/2/-"))


def test_mu_16_the_sum_then_the_last_round_then_bonuses() -> None:
    """MU-16"""
    game = GAMES["mind_up"]

    def over(points: str, bonus: str) -> list[tuple[str, list[int], bool]]:
        return told(game, f"mind_up[players=3] phase=over row=1,2,3 points={points} bonus={bonus}")

    assert [compared for _, compared, _ in over("20,20,30/20,20,29/20,20,20", "9/12/20")] == [[], [], []]
    by_round = over("10,20,40/20,20,30/10,20,30", "9/12/20")
    assert by_round == [("score", [0, 1], False), ("last_round", [0, 1], True), ("bonuses", [], False)]
    by_bonus = over("10,20,40/20,10,40/10,20,30", "9/12/20")
    assert by_bonus == [("score", [0, 1], False), ("last_round", [0, 1], False), ("bonuses", [0, 1], True)]
    shared = over("10,20,40/20,10,40/10,20,30", "9/9/9")
    assert [decided for _, _, decided in shared] == [False, False, False]


def test_nt_9_equal_lowest_scores_share() -> None:
    """NT-9"""
    game = GAMES["no_thanks"]
    s = game.notation.read_position("no_thanks[players=3 removed=30] chips=12/11/10 taken=9/8/30")
    view = game.view(s, None)
    assert (view.places, view.winners, view.scores) == ([1, 1, 3], [0, 1], [-3, -3, 20])
    assert told(game, "no_thanks[players=3 removed=30] chips=12/11/10 taken=9/8/30") == [("score", [0, 1], False)]


def test_every_game_names_the_rule_for_equal_scores_and_has_words_for_what_decides() -> None:
    from koloda.core.facts import fact
    from koloda.core.text import LANGUAGES, say

    for game in GAMES.values():
        assert game.tie_rule
        for name in ("score", *(each.name for each in game.tie_breaks)):
            for language in LANGUAGES:
                assert say(fact(f"{game.name}.by_{name}"), language)
