"""The lesson of Dobro step by step: the position, what is asked, and what the texts say about it."""

from tests.lessons import after, at, tasks

GAME = "dobro"


def hand(step: int) -> str:
    return " ".join(at(GAME, step).view["hand"])


def test_every_step_asks_for_what_it_is_about() -> None:
    assert [(asked.step, asked.does) for asked in tasks(GAME)] == [
        (1, "4"),
        (2, ["number"]),
        (3, "6+6"),
        (4, ["pile:2"]),
        (5, "9+J"),
        (6, "skip"),
        (7, "draw"),
        (8, ["gain:0"]),
    ]
    assert at(GAME, 3).task["places"] == ["hand:6", "move:6+6"]
    assert at(GAME, 5).task["places"] == ["hand:9", "hand:J", "move:9+J"]


def test_1_to_3_a_higher_card_an_equal_one_and_a_pair() -> None:
    """DB-7 to DB-10: 4, then 5, then 5 on 5 is 10; 6 + 6 = 12."""
    assert hand(1) == "3 4 6 6 8 9"
    assert at(GAME, 1).view["good"] is None
    assert at(GAME, 2).view["good"] == 10
    assert [play["cards"] for play in at(GAME, 2).view["trick"]] == [["4"], ["5"], ["5"]]
    assert hand(3) == "2 3 6 6 8 9"
    (pair,) = [move for move in at(GAME, 3).offer["moves"] if move["move"] == "6+6"]
    assert pair["info"]["good"] == 12
    assert "6" not in at(GAME, 3).moves, "a single 6 would not do"


def test_4_and_5_a_taken_trick_and_a_joker() -> None:
    """DB-12, DB-15: six cards in the pile of Bot 2, who leads a 2; the Joker and the 9 are 18."""
    assert at(GAME, 4).view["pile_sizes"] == [0, 0, 6]
    assert at(GAME, 5).view["good"] == 2
    assert hand(5) == "2 3 7 8 9 J"
    assert after(GAME, 5)["good"] == 18


def test_6_and_7_a_skip_and_the_card_to_draw() -> None:
    """DB-13, DB-17, DB-20: the number stays 12; five cards, and the deck is not empty."""
    view = at(GAME, 6).view
    assert (view["pile_sizes"], view["good"], hand(6)) == ([0, 3, 6], 12, "2 3 7 8 12 S")
    assert [play["cards"] for play in view["trick"]] == [["11"], ["12"]]
    assert (at(GAME, 7).view["good"], hand(7)) == (12, "2 3 7 8 12")
    assert at(GAME, 7).moves == ["draw", "end"]
    assert at(GAME, 7).view["deck"] > 0
    assert len(after(GAME, 7)["hand"]) == 6


def test_8_one_point_and_one_for_everyone_with_a_bigger_pile() -> None:
    """DB-21, DB-22: piles of 0, 3 and 6 cards."""
    asked = at(GAME, 8)
    assert asked.task["frames"][0]["view"]["pile_sizes"] == [0, 3, 6]
    assert asked.view["round"] == 2
    assert asked.view["points"] == [3, 2, 1]
