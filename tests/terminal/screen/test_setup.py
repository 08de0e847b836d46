"""The set-up of a game in full screen."""

import os
from datetime import datetime

import pytest

from koloda.games import GAMES
from koloda.terminal.files import read_record
from koloda.terminal.play import PlayOptions
from koloda.terminal.saved_games import Autosave, unfinished
from koloda.terminal.screen.form import Form
from koloda.terminal.screen.setup import SetUpScreen
from koloda.terminal.screen.table import TableScreen
from tests.table.games import opened
from tests.terminal.screen.person import LARGE, SMALL, Person, play_at


def at(form: Form, key: str) -> int:
    return [row.key for row in form.rows].index(key)


@pytest.mark.parametrize("size", [SMALL, LARGE])
def test_from_questions_to_a_table(size: tuple[int, int]) -> None:
    async def choose(person: Person) -> None:
        screen = person.app.screen
        assert isinstance(screen, SetUpScreen)
        await person.press("right", "down", "left")  # No Thanks!, three players
        offered = screen.form.row("bot_1").values
        await person.press(*["b"] * (len(offered) - offered.index("2")))  # on from level 2 to level 0
        assert "No Thanks!" in person.text
        assert "‹ Novice ›" in person.text
        await person.press("down")
        assert "Novice (level 0): plays at random." in person.text
        for _ in range(at(screen.form, "open_chips") - 2):
            await person.press("down")
        assert "NT-10" in person.text
        await person.press("right", "enter")
        await person.until(lambda: isinstance(person.app.screen, TableScreen))
        assert person.table.game.name == "no_thanks"
        assert person.table.record.bots == {1: "0", 2: "0"}
        assert person.table.record.values["open_chips"] == 1
        await person.turn()

    play_at(None, choose, size)


def test_by_mouse_and_in_russian() -> None:
    async def choose(person: Person) -> None:
        await person.press("l")
        assert "начать игру" in person.text
        await person.click(("less", 1), on="#form")
        await person.press("b", "b")
        await person.click(("start", 0), on="#form")
        await person.until(lambda: isinstance(person.app.screen, TableScreen))
        assert person.table.state.players == 3
        assert person.table.record.names == ["Игрок", "Бот 1", "Бот 2"]

    play_at(None, choose)


def test_what_does_not_go_together_is_refused() -> None:
    async def choose(person: Person) -> None:
        screen = person.app.screen
        assert isinstance(screen, SetUpScreen)
        screen.at = at(screen.form, "goal_count")
        await person.press("right", "enter")
        assert any("without goals" in toast for toast in person.toasts)
        assert isinstance(person.app.screen, SetUpScreen)

    play_at(None, choose, wanted=PlayOptions(game="mind_up", level="0"))


def test_a_game_that_was_left_is_resumed() -> None:
    table = opened("no_thanks", players=3)
    assert Autosave(opened("dobro", players=3).record).save() is None
    autosave = Autosave(table.record)
    assert autosave.save() is None
    os.utime(autosave.file, (0, 0))
    first_day = f"{datetime.fromtimestamp(0):%Y-%m-%d %H:%M}"

    async def resume(person: Person) -> None:
        assert "R resume (2)" in person.text
        await person.press("r", "down")
        assert f"▶  2. {autosave.id}  No Thanks! (3 players) · {first_day} · 23 cards to come" in person.text
        await person.press("enter")
        await person.until(lambda: isinstance(person.app.screen, TableScreen))
        assert person.table.record.commitment == table.record.commitment
        await person.decide()

    play_at(None, resume)
    assert len(unfinished()) == 2
    assert read_record(autosave.file).match.entries[: len(table.match.entries)] == table.match.entries
    assert len(read_record(autosave.file).match.entries) > len(table.match.entries)


def test_a_saved_game_is_deleted_only_after_a_yes() -> None:
    for game in ("no_thanks", "dobro"):
        Autosave(opened(game, players=3).record).save()

    async def delete(person: Person) -> None:
        await person.press("r", "d")
        assert "Delete this game for good?" in person.text
        await person.press("escape", "d", "n")
        assert len(unfinished()) == 2
        await person.press("d", "y")
        assert len(unfinished()) == 1
        await person.press("d", "y")
        assert "There are no unfinished games." in person.text
        await person.press("enter", "escape")
        assert "R resume" not in person.text

    play_at(None, delete)
    assert unfinished() == []


@pytest.mark.parametrize("name", GAMES)
def test_the_usual_answers_are_the_rules_own(name: str) -> None:
    form = Form(PlayOptions(game=name))
    answer = form.answer()
    game = GAMES[name]
    assert game.set_up.settle(answer.players, **answer.options) == game.set_up.settle(None)
    assert answer.bots == ("2",) * (game.set_up.usual - 1)


def test_what_was_given_is_asked_with_that_answer() -> None:
    wanted = PlayOptions(
        game="tugriki", players=3, options={"rounds": "knockout", "reach": "3"}, bots=("0", "search:50")
    )
    answer = Form(wanted).answer()
    assert (answer.players, answer.bots) == (3, ("0", "search:50"))
    assert answer.options["rounds"] == "knockout"
    assert answer.options["reach"] == "3"


def test_every_answer_of_every_question_can_be_shown() -> None:
    async def look(person: Person) -> None:
        screen = person.app.screen
        assert isinstance(screen, SetUpScreen)
        for _ in GAMES:
            for key in [row.key for row in screen.form.rows][2:]:
                screen.at = at(screen.form, key)
                for _ in range(min(len(screen.form.row(key).values), 6)):
                    screen.form.change(screen.at, 1)
                    assert screen._value(screen.form.row(key))
                    assert screen._paint(80, 22).height == 22
            screen.form.change(0, 1)

    play_at(None, look)
