"""Help, hints, undo, saving, leaving, languages, colours, sizes."""

import asyncio
import errno
import os
import signal
import sys
from pathlib import Path

import pytest
from textual.widgets import Input

from koloda.games import GAMES
from koloda.games.no_thanks.state import PASS
from koloda.table import record
from koloda.terminal import session as sittings
from koloda.terminal.bots import close_bots
from koloda.terminal.play import PlayOptions, resumed, sit_down
from koloda.terminal.saved_games import Autosave, unfinished
from koloda.terminal.screen.app import KolodaApp, run
from koloda.terminal.screen.dialogs import Dialog
from koloda.terminal.screen.setup import SetUpScreen
from koloda.terminal.signals import leave_if_terminal_is_gone
from tests.table.games import opened, play_on
from tests.terminal.adviser import Adviser
from tests.terminal.screen.person import LARGE, NEVER, Person, at_position, at_table, play_at

STARTS = next(str(key) for key in range(100) if 0 in opened("no_thanks", str(key), players=3).actors)
"""A seed with which the person begins."""


def test_undo_while_a_bot_thinks() -> None:
    async def play(person: Person) -> None:
        await person.press("n")
        assert "Bot" in person.text or "thinking" in person.text
        await person.press("u")
        assert "Undone." in person.toasts
        assert person.session.must
        await person.press("u")
        assert any("There is nothing to undo" in toast for toast in person.toasts)

    table = at_table("no_thanks", play, STARTS, pause=NEVER, players=3)
    assert [type(entry).__name__ for entry in table.match.entries][-2:] == ["Act", "Undo"]


def test_save_and_resume(tmp_path: Path) -> None:
    file = tmp_path / "kept.koloda"

    async def save(person: Person) -> None:
        await person.decide()
        await person.press("s")
        person.app.screen.query_one(Input).value = str(file)
        await person.press("enter")
        assert any(f"Saved to {file}" in toast for toast in person.toasts)
        await person.press("s")
        person.app.screen.query_one(Input).value = str(tmp_path / "no" / "folder")
        await person.press("enter")
        assert any("Could not save" in toast for toast in person.toasts)

    left = at_table("no_thanks", save, players=3)
    table = resumed(file)
    assert table.state == left.state
    steps = len(table.steps)

    async def go_on(person: Person) -> None:
        await person.decide()

    play_at(table, go_on)
    assert len(table.steps) > steps


def test_saving_to_a_file_that_exists_asks_first(tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious", "utf-8")

    async def save(person: Person, *answer: str) -> None:
        await person.press("s")
        person.app.screen.query_one(Input).value = str(file)
        await person.press("enter")
        assert "Replace it?" in person.text
        await person.press(*answer)

    async def play(person: Person) -> None:
        await save(person, "escape")
        await save(person, "enter", "escape")
        assert person.app.screen is person.screen
        assert file.read_text("utf-8") == "precious"
        await save(person, "y")
        assert any(f"Saved to {file}" in toast for toast in person.toasts)

    table = at_table("no_thanks", play, players=3)
    assert resumed(file).state == table.state


@pytest.mark.parametrize("before", ["", "question_mark", "s"])
def test_ctrl_c_asks_and_the_second_one_quits(before: str) -> None:
    """Over a dialog and in a prompt, too."""

    async def leave(person: Person) -> None:
        await person.press(*filter(None, [before]), "ctrl+c")
        assert "Leave the table?" in person.text
        assert person.toasts == []
        await person.press("escape")
        assert person.app.is_running
        await person.press("ctrl+c", "ctrl+c")
        assert person.app.return_code == 130

    at_table("mind_up", leave, players=3)


def test_ctrl_c_without_a_game_quits() -> None:
    async def leave(person: Person) -> None:
        await person.press("ctrl+c")
        assert person.app.return_code == 130

    play_at(None, leave)


def test_leaving_by_ctrl_c_over_a_dialog_for_another_game() -> None:
    async def leave(person: Person) -> None:
        await person.press("question_mark", "ctrl+c", "n")
        assert isinstance(person.app.screen, SetUpScreen)

    at_table("mind_up", leave, players=3)


def test_a_full_disk_is_told_in_the_app(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    async def play(person: Person) -> None:
        assert [toast for toast in person.toasts if "No space left" in toast]
        await person.decide()

    monkeypatch.setattr(os, "fsync", full)
    table = opened("no_thanks", players=3)
    play_at(table, play, autosave=Autosave(table.record))


def test_the_record_of_a_game_is_not_replaced_by_the_next(tmp_path: Path) -> None:
    file = tmp_path / "game.koloda"
    table = opened("no_thanks", "end", players=3)
    while table.state.left > 2:
        play_on(table, 1)

    async def finish(person: Person) -> None:
        await person.finish()
        await person.press("escape", "enter")
        assert "koloda verify" in person.text, "still told when the result is shown again"
        await person.press("a")
        await person.until(lambda: not person.table.over)
        await person.turn()
        play_on(person.table)
        person.screen.changed()
        await person.until(lambda: isinstance(person.app.screen, Dialog))

    play_at(table, finish, wanted=PlayOptions(game="no_thanks", players=3, level="0", record=file))
    assert record.read(file.read_text("utf-8")).match.entries == table.match.entries


def test_leaving_keeps_the_game(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """However the program ends."""
    table = opened("mind_up", players=3)
    session = sit_down(table, "test", "en")
    monkeypatch.setattr(KolodaApp, "run", lambda app: None)
    assert run(PlayOptions(), session, "en") == 0
    (saved,) = unfinished()
    assert f"Continue with: koloda play --resume {saved.id}" in capsys.readouterr().out
    assert resumed(saved.file).state == table.state


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
def test_a_signal_ends_the_app_with_its_status(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    number = signal.Signals[name]
    table = opened("mind_up", players=3)
    session = sit_down(table, "test", "en")

    def run_and_be_killed(app: KolodaApp) -> None:
        async def live() -> None:
            async with app.run_test():
                signal.raise_signal(number)
                while app.return_code is None:
                    await asyncio.sleep(0)

        asyncio.run(live())

    monkeypatch.setattr(os, "isatty", lambda file: True)
    monkeypatch.setattr(KolodaApp, "run", run_and_be_killed)
    assert run(PlayOptions(), session, "en") == 128 + number
    (saved,) = unfinished()
    assert resumed(saved.file).state == table.state


def test_what_a_bot_from_outside_does_wrong_is_told() -> None:
    table = opened("no_thanks", STARTS, players=3)
    table.record.bots[1] = f'{sys.executable} -c "raise SystemExit(3)"'

    async def play(person: Person) -> None:
        await person.press("n")
        await person.until(lambda: bool(person.toasts))
        assert any("3" in toast and "pass" in toast for toast in person.toasts)
        close_bots(person.table, person.session.bots)

    play_at(table, play)


def test_leaving_asks_first() -> None:
    async def leave(person: Person) -> None:
        await person.press("q")
        assert "The game is kept" in person.text
        await person.press("escape")
        assert person.app.screen is person.screen
        assert person.app.is_running
        await person.press("q", "enter")
        assert person.app.left is person.session

    at_table("mind_up", leave, players=3)


def test_leaving_for_another_game() -> None:
    async def leave(person: Person) -> None:
        await person.press("q", "n")
        assert isinstance(person.app.screen, SetUpScreen)
        assert person.app.screen.form.game.name == "mind_up"

    table = opened("mind_up", players=3)
    play_at(table, leave, autosave=Autosave(table.record))
    (saved,) = unfinished()
    assert resumed(saved.file).state == table.state


@pytest.mark.parametrize("name", GAMES)
def test_help_and_rules(name: str) -> None:
    async def read(person: Person) -> None:
        await person.press("question_mark")
        assert "type a move as in line mode" in person.text
        await person.press("r")
        await person.pilot.pause()
        assert len(person.app.screen_stack) == 3
        await person.press("pagedown", "escape")
        assert person.app.screen is person.screen

    at_table(name, read, players=3)


def test_the_whole_log() -> None:
    async def read(person: Person) -> None:
        await person.press("g")
        await person.pilot.pause()
        assert "Everyone is dealt 7 cards." in person.text
        await person.press("escape")
        assert person.app.screen is person.screen

    at_table("mind_up", read, players=3)


def test_the_log_comes_back_to_what_has_just_happened() -> None:
    async def read(person: Person) -> None:
        await person.decide()
        first = person.screen.told()[0]
        assert first not in person.text
        await person.press(*["pageup"] * 6)
        assert first in person.text
        assert person.screen.told()[-1] not in person.text
        await person.decide()
        assert first not in person.text
        assert person.screen.told()[-1] in person.text

    at_table("mind_up", read, players=3)


def test_languages_and_colours() -> None:
    async def change(person: Person) -> None:
        assert "Your turn" in person.text
        await person.press("l")
        assert "Ваш ход" in person.text
        assert "Your turn" not in person.text
        theme = person.app.theme
        await person.press("м")  # the Russian letter on the key of v
        assert person.app.theme != theme
        await person.press("l")
        assert "Your turn" in person.text

    at_table("no_thanks", change, players=3)


@pytest.mark.parametrize("name", GAMES)
def test_a_hint_names_the_best_move_and_selects_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sittings, "SearchBot", Adviser)

    async def ask(person: Person) -> None:
        await person.press("h")
        await person.until(lambda: "░" in person.text)
        assert "▸" in person.text
        assert "still being compiled" in person.text
        best = person.table.legal(0)[-1]
        await person.press("enter")
        assert person.screen.selection.action == best

    at_table(name, ask, players=3)


def test_a_hint_is_for_ones_own_turn() -> None:
    async def ask(person: Person) -> None:
        await person.press("n", "h")
        assert "A hint is for your own turn." in person.toasts

    at_table("no_thanks", ask, STARTS, pause=NEVER, players=3)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("players", [2, 6])
def test_any_size(name: str, players: int) -> None:
    async def resize(person: Person) -> None:
        for size in ((80, 24), (200, 60), (60, 18), (30, 8), LARGE):
            await person.pilot.resize_terminal(*size)
            await person.pilot.pause()
            assert len(person.text.splitlines()) == size[1]
        assert "▶" in person.text

    at_table(name, resize, size=LARGE, players=players)


def test_the_end_and_another_game(tmp_path: Path) -> None:
    file = tmp_path / "game.koloda"
    table = play_on(opened("no_thanks", "end", players=3), 1)
    while table.state.left > 4:
        play_on(table, 1)

    async def finish(person: Person) -> None:
        while not person.table.over:
            await person.decide()
        await person.until(lambda: isinstance(person.app.screen, Dialog))
        await person.pilot.pause()
        assert f"koloda verify {file}" in person.text.replace("\n", " ").replace("│", "") or file.exists()
        await person.press("escape")
        assert "Enter ▸ see the result" in person.text
        await person.press("enter")
        await person.press("a")
        await person.until(lambda: not person.table.over)
        assert person.table is not table

    play_at(table, finish, wanted=PlayOptions(game="no_thanks", players=3, level="0", record=file))
    assert record.read(file.read_text("utf-8")).over


def test_a_tie_and_what_broke_it() -> None:
    async def win(person: Person) -> None:
        await person.press("1", "enter")
        await person.until(lambda: isinstance(person.app.screen, Dialog))
        await person.pilot.pause()
        text = person.text
        assert "You win." in text
        assert "last round" in text
        assert "A tie; decided by: last round." in text

    at_position("dobro[players=2] round=3 turn=1 trick=4 hands=6/7,7 piles=-/3,3 points=0/1 last=0/1", win)


def test_a_bot_plays_in_the_persons_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sittings, "SearchBot", Adviser)

    async def play(person: Person) -> None:
        await person.press("a")
        await person.until(lambda: person.table.over)

    assert at_table("no_thanks", play, STARTS, players=3).over


def test_the_person_takes_over_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sittings, "SearchBot", Adviser)

    async def play(person: Person) -> None:
        await person.press("a")
        assert "A bot plays for you" in person.text
        assert not person.session.must
        await person.press("a")
        assert person.session.must
        await person.press("n")

    table = at_table("no_thanks", play, STARTS, pause=NEVER, players=3)
    assert table.steps[-1].ply == (0, PASS)


def test_a_closed_window_that_nobody_told_of_ends_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """Like under make, whose children do not hear that the terminal is gone."""
    sent: list[tuple[int, int]] = []
    monkeypatch.setattr(os, "kill", lambda process, number: sent.append((process, number)))
    monkeypatch.setattr(os, "isatty", lambda file: True)
    leave_if_terminal_is_gone()
    assert sent == []
    monkeypatch.setattr(os, "isatty", lambda file: False)
    leave_if_terminal_is_gone()
    assert sent == [(os.getpid(), signal.SIGHUP)]
