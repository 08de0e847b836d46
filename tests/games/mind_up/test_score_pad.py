"""The pad of Mind Up! in the browser: MU-1, MU-2, MU-7, MU-10, MU-13 to MU-20."""

from random import Random
from typing import Any

import pytest

from koloda.core.errors import KolodaError
from koloda.core.score_sheet import Notebook
from koloda.games.mind_up import GAME
from koloda.games.mind_up.cards import COLOUR_NAMES
from koloda.games.mind_up.scorekeeping import Pad
from koloda.games.mind_up.scoresheet import MindUpSheet
from tests.score_pads import counted, told

ORDER: dict[str, Any] = {"order": [2, 4, 1, 5, 3]}
ANNA: dict[str, Any] = {
    "seat": 0,
    "colours": ["purple", "blue", "green", "orange"],
    "counts": [2, 1, 1, 3],
    "marks": [2, -1, -1, 1],
}
BORIS: dict[str, Any] = {"seat": 1, "colours": ["pink", "blue"], "counts": [4, 3], "marks": []}


def test_the_order_of_values_first() -> None:
    """MU-6"""
    blank = counted("mind_up", [], players=2)
    assert (blank.order, blank.values, blank.of_cards, blank.marks) == ([], [1, 2, 3, 4, 5], 7, [-1, 1, 2])
    assert blank.colours == dict.fromkeys(COLOUR_NAMES, 12)
    part = counted("mind_up", [], [{"order": [2, 4]}], players=2)
    assert (part.problem, part.complete) == (None, False)
    assert "from left to right" in told(part.check)
    assert counted("mind_up", [], [ORDER], players=2).order == [2, 4, 1, 5, 3]


def test_a_sum_while_it_is_typed() -> None:
    """MU-13, MU-14: 4 + 4 + 1 + 15 and the marks"""
    typed = counted("mind_up", [], [ORDER, ANNA], players=2)
    laid = typed.laid[0]
    assert (laid.values, laid.marks, laid.points, laid.cards) == ([4, 4, 1, 15], 1, 25, 7)
    assert (typed.totals, typed.complete, typed.rounds) == ([25, 0], False, [])
    assert told(typed.check) == "Not right yet: Boris 0 of 7."
    unfinished = counted("mind_up", [], [ORDER, {**ANNA, "counts": [2, 1, 1, 1]}], players=2)
    assert (unfinished.totals[0], unfinished.laid[0].cards, unfinished.problem) == (15, 5, None)


def test_a_whole_round_with_goals() -> None:
    """MU-15, MU-19, MU-20"""
    opened = {**ORDER, "goals": ["A1", "F2", "G1"]}
    typed = counted("mind_up", [], [opened, ANNA, BORIS], players=2, goals="fixed")
    assert typed.goals == ["A1", "F2", "G1"]
    assert [each.goals for each in typed.laid] == [{"A1": 2, "G1": -2}, {"G1": -2}]
    assert (typed.totals, typed.rounds, typed.drafted, typed.complete) == ([25, 18], [[25, 18]], 1, True)
    assert told(typed.notes[0]) == "Boris lays out the collection cards of round 2: fewest points."
    second = counted("mind_up", [opened, ANNA, BORIS], [ORDER], players=2, goals="fixed")
    assert (second.goals, second.of_cards, second.round_no) == (["A1", "F2", "G1"], 8, 2)


def three_rounds(last: dict[str, Any], other: dict[str, Any]) -> list[dict[str, Any]]:
    first: list[dict[str, Any]] = [ORDER, ANNA, {**ANNA, "seat": 1, "colours": ["pink", "blue", "green", "purple"]}]
    second: list[dict[str, Any]] = [ORDER, *({"seat": seat, "colours": ["green"], "counts": [8]} for seat in (0, 1))]
    second[2] = {**second[2], "colours": ["pink"]}
    return [*first, *second, ORDER, {"seat": 0, **last}, {"seat": 1, **other}]


def test_bonuses_break_a_tie() -> None:
    """MU-16: level after three rounds and in the last one"""
    final = counted(
        "mind_up",
        three_rounds(
            {"colours": ["green", "blue"], "counts": [5, 4], "marks": [1, -1]},
            {"colours": ["pink", "orange"], "counts": [5, 4]},
        ),
        players=2,
    )
    assert (final.over, final.totals, final.winners, final.places) == (True, [67, 67], [0], [1, 2])
    assert [(step.name, step.decided) for step in final.ranking.criteria][-1] == ("mind_up.by_bonuses", True)


def test_a_shared_win() -> None:
    even = {"colours": ["green"], "counts": [9]}
    final = counted("mind_up", three_rounds(even, {**even, "colours": ["pink"]}), players=2)
    assert (final.winners, final.places) == ([0, 1], [1, 1])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"counts": [2, 1, 1]}, "is not a pile"),
        ({"colours": ["purple", "blue", "green", "grey"]}, '"grey" is not a pile'),
        ({"colours": ["purple", "blue", "green", "blue"]}, "a colour lies on one collection card"),
        ({"marks": [5]}, "there are -1, +1, +2"),
        ({"marks": [1] * 8}, "8 marks, but only 7 cards"),
        ({"counts": [0, 1, 1, 3]}, "at least one card"),
        ({"colours": [*COLOUR_NAMES, "pink"], "counts": [1] * 6}, "6"),
        ({"seat": 2}, "seat from 0 to 1"),
    ],
)
def test_what_cannot_be(change: dict[str, Any], why: str) -> None:
    assert why in told(counted("mind_up", [], [ORDER, {**ANNA, **change}], players=2).problem)


def test_more_cards_of_a_colour_than_in_the_deck() -> None:
    """MU-1, MU-2"""
    seven = [{"seat": seat, "colours": ["pink"], "counts": [7]} for seat in (0, 1)]
    assert "the deck has 12" in told(counted("mind_up", [], [ORDER, *seven], players=2).problem)
    marked = [{**ANNA, "marks": [2] * 7}, {**BORIS, "marks": [2] * 7}]
    assert "The mark +2" in told(counted("mind_up", [], [ORDER, *marked], players=2).problem)


def test_a_collection_needs_the_order_first() -> None:
    assert counted("mind_up", [], [ANNA], players=2).problem is not None
    with pytest.raises(KolodaError):
        counted("mind_up", [ANNA], players=2)


def test_counted_colours_bring_what_the_cards_bring() -> None:
    """The same collections by their numbers and by colours, counts and marks: MU-13, MU-14, MU-19."""
    chance = Random(7)
    for _ in range(40):
        s = GAME.new(2, goals="each-round", goal_count="3")
        deck = [card for card in range(61) if s.deck >> card & 1]
        by_card, by_count = Pad(s.copy()), Pad(s.copy())
        order = chance.sample([1, 2, 3, 4, 5], 5)
        goals = [2 * letter + chance.randrange(2) for letter in chance.sample(range(7), 3)]
        drawn = chance.sample(deck, 14)
        for pad in (by_card, by_count):
            pad.open_round(order, goals)
        for seat in (0, 1):
            cards = drawn[7 * seat : 7 * seat + 7]
            colours = list(dict.fromkeys(s.colour[card] for card in cards))
            piles = [[card for card in cards if s.colour[card] == colour] for colour in colours]
            by_card.lay(seat, piles)
            marks = [s.mark[card] for card in cards if s.mark[card]]
            by_count.lay_counted(seat, [(s.colour[pile[0]], len(pile)) for pile in piles], marks)
        assert by_card.tally() == by_count.tally()


def test_colours_are_typed_in_both_languages() -> None:
    """`koloda score` reads what the pad writes."""
    book = Notebook(lambda: MindUpSheet({}, "ru"))
    for line in (
        "Анна, Борис",
        "2-4-1-5-3",
        "Анна: фиолетовый 2 / синий 1 / зелёный 1 / оранжевый 3 знаки +2 −1 -1 +1",
    ):
        book.add(line)
    assert book.sheet.report()["entered"] == {"Анна": 25}
    book.add("pink 4 / BLUE 3")
    assert book.sheet.report()["totals"] == [25, 20]
