"""A game without its own terminal part, line by line and in full screen."""

from itertools import repeat

import pytest

from koloda.core.game import Act
from koloda.core.text import Language
from koloda.games.no_thanks.state import TAKE
from koloda.table import record
from koloda.terminal.generic import RED, Card, Cards, figures
from koloda.terminal.screen.dialogs import RulebookDialog
from tests import plugin
from tests.table.games import opened
from tests.terminal.screen.person import LARGE, SMALL, Person, at_table
from tests.terminal.scripted_player import play_script


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    plugin.install(monkeypatch)


@pytest.mark.parametrize("language", ["en", "ru"])
def test_line_by_line(language: Language) -> None:
    table = opened("pay", "whole", players=3, removed=22)
    person = play_script(table, ["help", *repeat("#1", 500)], language)
    assert table.over
    assert record.read(record.write(table.record)).over
    facts, own = {
        "en": ("Card on offer: ", "> Игрок 1: chips 11; cards –; points 0"),
        "ru": ("Карта: ", "> Игрок 1: фишки 11; карты –; очки 0"),
    }[language]
    assert any(line.startswith(facts) for line in person.shown)
    assert own in person.shown
    assert "rules PT-1" in person.screen or "правила PT-1" in person.screen
    assert "{" not in person.screen
    assert "phase" not in person.screen


@pytest.mark.parametrize(("language", "size"), [("en", SMALL), ("ru", LARGE)])
def test_in_full_screen(language: Language, size: tuple[int, int]) -> None:
    title, wins, move = {
        "en": ("Pay or Take", "the lowest score wins", "[1] pay a chip: 1 on the card, 10 left to you"),
        "ru": ("Плати или бери", "меньше — лучше", "[1] отдать фишку: на карте будет 1, у вас останется 10"),
    }[language]

    async def play(person: Person) -> None:
        assert f"{title}  {wins}" in person.text
        assert move in person.text
        await person.press("question_mark", "r")
        await person.until(lambda: isinstance(person.app.screen, RulebookDialog))
        await person.pilot.pause()
        assert "PT-1" in person.text
        await person.press("escape")
        await person.finish()
        assert {"en": "score", "ru": "счёт"}[language] in person.text
        assert "{" not in person.text

    at_table("pay", play, "whole", size, language, players=3, removed=22)


def test_moves_by_number_and_by_arrows() -> None:
    async def play(person: Person) -> None:
        steps = len(person.table.steps)
        await person.press("down", "down")
        assert person.screen.selection.selected == 1
        assert "Enter ▸ take card" in person.text
        await person.press("up")
        assert "Enter ▸ pay a chip" in person.text
        await person.press("2")
        await person.turn()
        events = [step.ply for step in person.table.steps[steps:]]
        assert next(event for event in events if isinstance(event, Act)) == Act(0, TAKE)

    at_table("pay", play, "whole", SMALL, players=3, removed=22)


def test_a_list_is_shown_by_seat_only_where_the_game_says_so() -> None:
    """Three removed cards in a game of three players are not one for each player."""
    table = opened("pay", "whole", players=3, removed=3)
    while not table.over:
        seat = table.actors[0]
        table.act(seat, table.legal(seat)[-1])
    told = figures(table.view(0), "en", table.record.names)
    assert [figure.name for figure in told.facts] == ["Chips on it", "Cards to come", "Left out"]
    assert [figure.name for figure in told.by_seat[2]] == ["chips", "cards", "points"]
    assert len(told.facts[-1].value.split()) == 3


def test_a_card_has_the_sign_of_its_suit_or_a_word() -> None:
    ten, king, five = Card("10", "♥"), Card("K", "king"), Card("5", "")
    assert str(Cards("Hand", [ten, king, five])) == "10♥ king 5"
    assert (ten.face.label, ten.face.corner, ten.face.ink) == ("10", "♥", RED)
    assert (king.face.label, king.face.word, king.face.corner) == ("K", "king", "")
    assert Card("K", "♠").face.ink != RED
