"""The lesson of No Thanks! step by step: the position, what is asked, and what the texts say about it."""

from tests.lessons import after, at, tasks

GAME = "no_thanks"


def position(step: int, task: int = 1) -> tuple[int | None, int, int | None]:
    """The card on offer, the chips on it, one's own chips."""
    view = at(GAME, step, task).view
    return view["card"], view["pot"], view["chips"][0]


def test_every_step_asks_for_what_it_is_about() -> None:
    assert [(asked.step, asked.does) for asked in tasks(GAME)] == [
        *[(1, "pass"), (2, "pass"), (3, "take"), (4, "pass"), (5, "take"), (6, "take"), (7, "pass"), (7, "take")],
        (8, ["card:3", "card:7", "card:10", "card:14", "card:25"]),
    ]


def test_1_and_2_chips_pile_up_on_a_card_that_nobody_wants() -> None:
    """NT-4, NT-5."""
    assert position(1) == (30, 0, 11)
    assert position(2) == (30, 3, 10)
    assert at(GAME, 2).told == ["passed"] * 3


def test_3_and_4_who_takes_turns_up_the_next_card() -> None:
    """NT-6: 5 with two chips costs 3."""
    assert position(3) == (5, 2, 9)
    assert at(GAME, 3).view["taken"][1] == [30]
    assert position(4) == (26, 0, 11)
    assert at(GAME, 4).view["taken"][0] == [5]


def test_5_a_run_counts_its_lowest_card() -> None:
    """NT-8: 50 become 24; the score was 41 and is 13."""
    assert position(5) == (25, 2, 9)
    before, then = at(GAME, 5).view, after(GAME, 5)
    assert (before["points"][0], before["points"][0] - before["chips"][0]) == (50, 41)
    assert (then["points"][0], then["points"][0] - then["chips"][0]) == (24, 13)


def test_6_without_a_chip_the_card_must_be_taken() -> None:
    """NT-4."""
    assert position(6) == (33, 6, 0)
    assert at(GAME, 6).moves == ["take"]


def test_7_one_chip_brings_four() -> None:
    assert position(7) == (27, 1, 6)
    assert at(GAME, 7).view["taken"] == [[28, 29], [7, 12], [9]]
    assert position(7, 2) == (27, 4, 5)
    assert after(GAME, 7)["points"][0] == 27


def test_8_the_worked_example_of_the_rules() -> None:
    """NT-1, NT-7, NT-8: 59, and with 8 chips 51."""
    view = at(GAME, 8).view
    assert view["over"]
    assert view["taken"][0] == [3, 7, 8, 10, 14, 15, 16, 25]
    assert (view["points"][0], view["chips"][0], view["scores"][0]) == (59, 8, 51)
    assert sum(map(len, view["taken"])) == 33 - 9
