"""Places and tie-breaks."""

from koloda.core.facts import fact
from koloda.core.ranking import Column, best, compare, places
from koloda.core.text import LANGUAGES, say
from koloda.games import GAMES


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


def test_every_game_names_the_rule_for_equal_scores_and_has_words_for_what_decides() -> None:
    for game in GAMES.values():
        assert game.tie_rule
        for name in ("score", *(each.name for each in game.tie_breaks)):
            for language in LANGUAGES:
                assert say(fact(f"{game.name}.by_{name}"), language)
