"""The rules on one page: every game has them, in both languages, short enough for their rows."""

import re

import pytest

from koloda.core.text import LANGUAGES, Language, texts
from koloda.games import GAMES

ROWS = 7
LONGEST = 125
"""Four lines of 14 px beside the picture."""
GOAL = 75


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_a_summary(game: str, language: Language) -> None:
    known = texts(language)
    rows = [known[f"{game}.summary_{row}"] for row in range(1, ROWS + 1)]
    assert f"{game}.summary_{ROWS + 1}" not in known
    plain = [row.replace("**", "") for row in rows]
    assert [row for row in plain if len(row) > LONGEST] == []
    assert len(known[f"{game}.summary_goal"]) <= GOAL
    assert all(row.count("**") % 2 == 0 and "**" in row for row in rows)
    assert not re.search(r"[A-Z]{2}-\d|\[[RX]\]|`", "".join(rows)), (
        "ids of rules and names of options stay in the full text"
    )
