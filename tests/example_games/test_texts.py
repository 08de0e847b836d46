"""Both languages of an example say the same, and every rule has a test."""

import re
from pathlib import Path

import pytest

from koloda.core import rulebook
from koloda.core.text import LANGUAGES, Catalogue
from tests.example_games import EXAMPLES

TESTS = Path(__file__).parent
ID = re.compile(r"^\*\*([A-Z]{2}-\d+)\*\*", re.MULTILINE)
every_game = pytest.mark.parametrize("game", EXAMPLES)


@every_game
def test_both_languages_have_the_same_texts(game: str) -> None:
    slots = [
        {key: set(re.findall(r"\{(\w+)", text)) for key, text in Catalogue.of_game(EXAMPLES[game].folder, each).items()}
        for each in LANGUAGES
    ]
    assert slots[0] == slots[1]


@every_game
def test_rules_are_numbered_alike_and_tested(game: str) -> None:
    known = rulebook.ids(EXAMPLES[game])
    assert known == [f"{EXAMPLES[game].rule_prefix}-{n}" for n in range(1, len(known) + 1)]
    for language in LANGUAGES:
        assert ID.findall(rulebook.page(EXAMPLES[game], language)) == known
    tests = "".join(file.read_text("utf-8") for file in (TESTS / game).glob("test_*.py"))
    assert [rule for rule in known if not re.search(rf"\b{rule}\b", tests)] == []
