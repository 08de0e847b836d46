"""Whole games in full screen, by keys."""

from pathlib import Path
from typing import Any

import pytest

from koloda.core.text import Language
from koloda.games import GAMES
from koloda.table import record
from koloda.terminal.screen.dialogs import Dialog
from tests.terminal.screen.person import SMALL, Person, at_table

FEW_CARDS = """
[numbers]
2 = 2
5 = 2
7 = 2
9 = 2
[specials]
joker = 1
skip = 1
reverse = 1
[hand]
usual = 3
six = 3
[two]
aside = 2
"""
SHORT: dict[str, dict[str, Any]] = {
    "dobro": {"players": 3},
    "no_thanks": {"players": 3, "removed": 22},
    "mind_up": {"players": 3, "goals": "each-round"},
    "tugriki": {"players": 2, "rounds": 1, "reach": 3, "dealt": 4},
}


@pytest.mark.parametrize(("name", "language"), [*zip(GAMES, ("en", "ru") * 2, strict=True)])
def test_a_whole_game(name: str, language: Language, tmp_path: Path) -> None:
    options = SHORT[name]
    if name == "dobro":
        few = tmp_path / "few.toml"
        few.write_text(FEW_CARDS, "utf-8")
        options = {**options, "edition": str(few)}

    async def play(person: Person) -> None:
        for _ in range(300):
            if person.table.over:
                break
            await person.decide()
        assert person.table.over
        await person.until(lambda: isinstance(person.app.screen, Dialog))
        await person.pilot.pause()
        assert {"en": "The game is over", "ru": "Игра окончена"}[language] in person.text
        assert {"en": "The deal was checked", "ru": "Сдача проверена"}[language] in person.text
        assert "{" not in person.text

    table = at_table(name, play, "whole", SMALL, language, **options)
    assert record.read(record.write(table.record)).over
