"""The lesson of Mind Up! step by step: the position, what is asked, and what the texts say about it."""

from typing import Any

from tests.lessons import after, at, tasks

GAME = "mind_up"


def numbers(cards: list[Any]) -> list[int]:
    return [card["number"] for card in cards]


def collection(view: Any) -> dict[int, list[int]]:
    """By value: the numbers of the learner's cards."""
    return {value: numbers(pile) for value, pile in zip(view["order"], view["collections"][0], strict=False)}


def test_every_step_asks_for_what_it_is_about() -> None:
    assert [(asked.step, asked.does) for asked in tasks(GAME)] == [
        *[(1, "37"), (2, ["take:0"]), (3, ["value:2"]), (4, "22"), (5, "3"), (5, ["take:0"]), (6, ["mark:2"])],
        *[(7, ["value:1"]), (8, ["points"])],
    ]
    assert [asked.step for asked in tasks(GAME) if asked.task["hold"]] == [2, 5]


def test_1_to_3_the_second_card_takes_the_second_of_the_row() -> None:
    """MU-8 to MU-10: 8, 37 and 53; pink is new and goes to the leftmost place."""
    view = at(GAME, 1).view
    assert (numbers(view["row"]), view["order"]) == ([12, 29, 40], [2, 4, 1, 5, 3])
    assert numbers(view["hand"]) == [3, 15, 22, 37, 44, 51, 59]
    assert numbers(at(GAME, 2).view["row"]) == [8, 37, 53]
    assert collection(at(GAME, 3).view) == {2: [29]}


def test_4_to_6_the_row_changes_and_colours_gather() -> None:
    """MU-10, MU-11, MU-13, MU-14: 2 + 8 + 1 = 11."""
    assert numbers(at(GAME, 4).view["row"]) == [8, 37, 53]
    assert numbers(at(GAME, 5).view["row"]) == [18, 22, 47]
    assert collection(at(GAME, 5).view) == {2: [29], 4: [37]}
    assert collection(at(GAME, 6).view) == {2: [29], 4: [18, 37]}
    assert at(GAME, 6).view["totals"][0] == 11


def test_7_the_last_card_goes_straight_to_the_collection() -> None:
    """MU-12: 44 is green, and there is no green yet."""
    left, kept = (frame["view"] for frame in at(GAME, 7).task["frames"])
    assert numbers(left["hand"]) == [44]
    assert 1 not in collection(left)
    assert (kept["hand"], collection(kept)[1]) == ([], [44])


def test_8_and_9_the_worked_example_of_the_rules_and_the_next_round() -> None:
    """MU-13 to MU-15: 25 points; the collection is the hand again, with one card more."""
    view = at(GAME, 8).view
    assert collection(view) == {2: [7, 22], 4: [58], 1: [12], 5: [1, 8, 53]}
    assert view["totals"][0] == 25
    then = after(GAME, 9)
    assert (then["round"], then["order"], then["totals"][0]) == (2, [5, 1, 3, 2, 4], 25)
    assert numbers(then["hand"]) == sorted([22, 7, 58, 12, 1, 8, 53, 35])
