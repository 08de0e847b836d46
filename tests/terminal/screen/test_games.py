"""Whole games in full screen, by keys."""

from itertools import cycle

import pytest

from koloda.core.text import Language
from koloda.games import GAMES
from koloda.table import record
from tests.referees import REFEREES
from tests.terminal.screen.person import SMALL, Person, at_table


@pytest.mark.parametrize(("name", "language"), [*zip(GAMES, cycle(("en", "ru")), strict=False)])
def test_a_whole_game(name: str, language: Language) -> None:
    async def play(person: Person) -> None:
        await person.finish()
        assert {"en": "The game is over", "ru": "Игра окончена"}[language] in person.text
        assert {"en": "The deal was checked", "ru": "Сдача проверена"}[language] in person.text
        assert "{" not in person.text

    table = at_table(name, play, "whole", SMALL, language, **REFEREES[name].SHORTEST)
    assert record.read(record.write(table.record)).over
