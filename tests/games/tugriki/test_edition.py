"""Decks and options: what can be played with, and what is refused."""

from pathlib import Path
from typing import Any

import pytest

from koloda.core.edition import Edition
from koloda.core.errors import BadEdition, KolodaError, UnknownOption
from koloda.games.tugriki import GAME
from koloda.games.tugriki.cards import check_edition
from koloda.games.tugriki.options import chosen
from koloda.games.tugriki.positions import read_position, write_position
from koloda.games.tugriki.state import DECK
from tests.games.tugriki.referee import SIX, THREE, deck

OWN = """\
colours = ["red", "blue", "orange"]
genies = 3
row_choices = 6
tugriks = 60

[actions]
skip = ["R2", "B8"]
repeat = ["O1"]
"""


def test_tg_1_the_default_edition() -> None:
    """TG-1: 44 coloured cards, 2 Genies, 2 Row choices, 120 tugriks."""
    s = GAME.new()
    assert s.held[DECK] == 48
    assert (s.genie_cards, s.choice_cards, s.tugriks) == (2, 2, 120)
    ranks = "0123456789X"
    assert deck(s) == {**{colour + rank: 1 for colour in "RYGP" for rank in ranks}, "genie": 2, "row": 2}


def test_tg_1_an_own_edition_from_a_file(tmp_path: Path) -> None:
    """TG-1: the settled option tells the deck by itself."""
    file = tmp_path / "box.toml"
    file.write_text(OWN, "utf-8")
    s = GAME.new(3, edition=str(file))
    assert (s.held[DECK], s.tugriks) == (42, 60)
    assert {name[0] for name in deck(s)} == {"R", "B", "O", "g", "r"}
    again = GAME.new(3, edition=chosen(s)["edition"])
    assert again == s
    assert read_position(write_position(s)) == s


@pytest.mark.parametrize("edition", [SIX, THREE])
def test_tg_1_up_to_six_colours(edition: dict[str, Any]) -> None:
    """TG-1"""
    s = GAME.new(8, edition=edition)
    assert s.held[DECK] == 11 * len(edition["colours"]) + edition["genies"] + edition["row_choices"]
    assert read_position(write_position(s)) == s


def test_tg_1_an_edition_equal_to_the_default_one_is_the_default_one() -> None:
    """TG-1: whatever the order of its lists."""
    s = GAME.new()
    spelt = {"colours": ["purple", "green", "yellow", "red"], "genies": 2, "row_choices": 2, "tugriks": 120}
    actions = {"skip": ["G8", "R2"], "colour_choice": ["R7", "G3"], "draw": ["P7", "Y3"], "reverse": ["Y8", "P2"]}
    more = {"repeat": ["P9", "Y1"], "exchange": ["R9", "G1"], "penalty": ["Y6", "P4"], "robbery": ["G6", "R4"]}
    assert chosen(GAME.new(edition={**spelt, "actions": {**actions, **more}}))["edition"] == "default"
    assert chosen(s)["edition"] == "default"


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ('"red", "blue", "orange"', '"red", "blue"', 1, "3 to 6 colours"),
        ('"red", "blue"', '"red", "red"', 1, "red is there twice"),
        ('"blue"', '"pink"', 1, '"pink" is not a colour'),
        ("genies = 3", "genies = -1", 2, '"genies" should be a whole number'),
        ("genies = 3", "genies = true", 2, '"genies" should be a whole number'),
        ("genies = 3", "genies = 0", 2, "39 cards in all; a deck has 40"),
        ("genies = 3", "genies = 58", 2, "97 cards in all; a deck has 40 .* to 96"),
        ("row_choices = 6", "row_choices = 0", 3, "from 1 to 95"),
        ("tugriks = 60", "tugriks = 7", 4, "from 8 to 10000"),
        ("tugriks = 60", 'title = "My box"', 4, '"title" is not known here'),
        ("tugriks = 60", "", 0, '"tugriks" should be a whole number'),
        ('"R2"', '"R5"', 7, "R5: a 5 never carries an action"),
        ('"R2"', '"Y2"', 7, '"Y2" is not a coloured card of this deck'),
        ('"R2"', '"genie"', 7, '"genie" is not a coloured card'),
        ('"R2"', "2", 7, '"2" is not a coloured card'),
        ('"O1"', '"B8"', 8, "B8 carries one action already"),
        ('["O1"]', '"O1"', 8, '"repeat" should list cards'),
        ("repeat", "swap", 8, '"swap" is not an action; there are: colour_choice, draw'),
        (OWN[OWN.index("[actions]") :], "actions = 3", 6, '"actions" should be a table'),
        ("tugriks = 60", "tugriks = ", 4, "not valid TOML"),
    ],
)
def test_tg_1_a_deck_that_cannot_be_played_with(old: str, new: str, line: int, reason: str) -> None:
    """TG-1: the error names line and reason."""
    assert old in OWN
    with pytest.raises(BadEdition, match=reason) as refused:
        check_edition(Edition.parse(OWN.replace(old, new)))
    assert refused.value.text("en").startswith(f"Line {line} " if line else "The edition: ")
    assert refused.value.text("ru")


def test_tg_1_a_plain_edition_needs_no_actions() -> None:
    """TG-1: each action on any number of cards, also on none."""
    check_edition(Edition.parse(OWN.partition("[actions]")[0]))


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"rounds": 0}, "1-20, knockout"),
        ({"rounds": 21}, "1-20, knockout"),
        ({"rounds": "all"}, "1-20, knockout"),
        ({"rounds": "knockout", "loans": True}, "without loans"),
        ({"reach": 6}, "1-5"),
        ({"reach": 2}, "24 cards are not enough for 2 players with 16 each"),
        ({"reach": 1, "dealt": 9}, "16 cards are not enough for 2 players with 9 each"),
        ({"players": 9}, "2-8 players, not 9"),
        ({"players": 1}, "2-8 players, not 1"),
        ({"wilds": "none"}, "any, plain"),
        ({"wilds": True}, "any, plain"),
        ({"jokers": 1}, "edition, wilds, challenges, attention, loans, rounds, reach, dealt"),
    ],
)
def test_options_that_cannot_be(options: dict[str, Any], reason: str) -> None:
    """TG-3, TG-13, TG-30, TG-31"""
    with pytest.raises(UnknownOption, match=reason) as refused:
        GAME.new(**options)
    assert refused.value.text("ru")


def test_loans_are_on_unless_it_is_a_knockout() -> None:
    """TG-30, TG-31"""
    assert GAME.new().loans == 1
    assert GAME.new(rounds="knockout").loans == 0
    assert GAME.new(rounds="knockout", loans="off").rounds == 0
    assert GAME.new(rounds="3").rounds == 3


def test_a_missing_file_is_told() -> None:
    """TG-1"""
    with pytest.raises(KolodaError, match="Cannot read"):
        GAME.new(edition="no-such-box.toml")
