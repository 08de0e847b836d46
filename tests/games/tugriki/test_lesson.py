"""The lesson of Tugriki step by step: the position, what is asked, and what the texts say about it."""

from typing import Any

from tests.lessons import after, at, tasks

GAME = "tugriki"


def rows(view: Any) -> str:
    return " ".join(place for row in view["rows"] for place in row["places"])


def test_every_step_asks_for_what_it_is_about() -> None:
    assert [(asked.step, asked.does) for asked in tasks(GAME)] == [
        *[(1, "R5"), (2, ["bank"]), (3, "R4"), (4, "R7"), (4, "name purple"), (5, "genie=P8"), (6, "P0")],
        *[(7, "draw"), (7, "P6"), (8, "challenge"), (9, "R7")],
    ]
    assert at(GAME, 5).task["places"] == ["hand:genie", "place:P8", "move:genie=P8"]


def test_1_and_2_a_five_begins_and_who_cannot_lay_pays() -> None:
    """TG-5, TG-7, TG-11."""
    view = at(GAME, 1).view
    assert (view["bank"], len(view["hand"]), view["cards"]) == (4, 8, [8, 8, 8, 8])
    assert {*view["hand"]} == {"R4", "R5", "R7", "Y3", "G9", "P0", "P8", "genie"}
    assert at(GAME, 1).moves == ["R5"]
    assert (at(GAME, 2).view["bank"], rows(at(GAME, 2).view)) == (6, "R5 R6")


def test_3_and_4_actions_rob_the_bank_and_name_a_colour() -> None:
    """TG-2, TG-10, TG-18, TG-22: a tugrik for each of the four."""
    assert {"R4", "R7"} <= {*at(GAME, 3).moves}
    assert "draw" not in at(GAME, 3).moves
    before, robbed = at(GAME, 3).view, at(GAME, 4).task["frames"][0]["view"]
    assert (before["tugriks"][0], robbed["tugriks"][0], robbed["bank"]) == (29, 33, 2)
    assert rows(at(GAME, 4).view) == "R3 R4 R5 R6 G5 P5"
    assert at(GAME, 4, 2).view["phase"] == "name"
    then = after(GAME, 4)
    assert (then["bound"], then["named"]) == ("purple", 2)


def test_5_to_7_a_genie_a_zero_beside_a_zero_and_a_drawn_card() -> None:
    """TG-8, TG-11, TG-13."""
    assert rows(at(GAME, 5).view) == "P5 P6 P7"
    assert [*at(GAME, 5).view["hand"]] == ["Y3", "P9", "genie"]
    assert after(GAME, 5)["rows"][3]["places"]["P8"] == ["genie"]
    assert rows(at(GAME, 6).view) == "R0 R1 R2 R3 R4 R5 R6 P5"
    assert at(GAME, 6).moves == ["P0"]
    assert at(GAME, 7).moves == ["draw"]
    assert at(GAME, 7, 2).view["drawn"] == "P6"
    assert after(GAME, 7)["tugriks"][0] == at(GAME, 7).view["tugriks"][0], "nothing is paid"


def test_8_a_guilty_player_pays_two_and_draws() -> None:
    """TG-25, TG-26."""
    asked, then = at(GAME, 8), after(GAME, 8)
    assert (asked.view["challenges"], asked.view["challengeable"]) == (True, 3)
    assert then["tugriks"][3] == asked.view["tugriks"][3] - 2
    assert then["cards"][3] == asked.view["cards"][3] + 1


def test_9_the_last_card_wins_the_bank_without_its_action() -> None:
    """TG-29, TG-31: the red 7 names nothing."""
    asked, then = at(GAME, 9), after(GAME, 9)
    assert (asked.view["bank"], asked.view["hand"], rows(asked.view)) == (16, ["R7"], "R5 R6")
    assert (then["over"], then["tugriks"][0], then["winners"]) == (True, 26 + 16, [0])
