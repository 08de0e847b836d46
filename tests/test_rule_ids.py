"""Every rule has a test that names it."""

import re
from pathlib import Path

import pytest

from koloda.core import rulebook
from koloda.games import GAMES

TESTS = Path(__file__).parent
RULE_ID = re.compile(r"\b(?:DB|NT|MU|TG)-\d+\b")


def named_in_tests(game: str) -> set[str]:
    """Ids in the test files of the game; a span such as `TG-3…TG-6` counts only as its ends."""
    files = (TESTS / "games" / game).glob("test_*.py")
    return {rule for file in files for rule in RULE_ID.findall(file.read_text("utf-8"))}


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_id_is_named_by_a_test(game: str) -> None:
    ids = set(rulebook.ids(GAMES[game]))
    assert ids
    assert ids - named_in_tests(game) == set()


@pytest.mark.parametrize("game", GAMES)
def test_options_belong_to_rules_that_exist(game: str) -> None:
    page = rulebook.page(GAMES[game], "en")
    for option in GAMES[game].set_up.options:
        assert f"**{option.rule}**" in page
        assert f"`{option.name}" in page, f"{option.name} is not explained in the rules"
