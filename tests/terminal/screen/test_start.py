"""When `koloda play` fills the screen, and when it goes line by line."""

import io
import sys
from pathlib import Path

import pytest

from koloda.cli.main import main
from koloda.core.errors import UnknownOption
from koloda.core.text import Language
from koloda.terminal import full_screen, play
from koloda.terminal.play import PlayOptions
from koloda.terminal.screen import app
from koloda.terminal.session import Session

Started = list[tuple[PlayOptions, Session | None, Language]]


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Started:
    """What the screen was started with, at a terminal; typed lines end at once."""
    found: Started = []

    def run(wanted: PlayOptions, session: Session | None, language: Language, resuming: bool) -> int:
        found.append((wanted, session, language))
        return 0

    monkeypatch.setattr(app, "run", run)
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    monkeypatch.setattr(play, "can_fill_a_screen", lambda language: True)
    return found


def test_a_game_starts_without_questions(started: Started) -> None:
    assert main(["play", "no_thanks", "--players", "4", "--bots", "0,1", "--level", "0", "--lang", "ru"]) == 0
    ((wanted, session, language),) = started
    assert session is not None
    assert session.table.record.bots == {1: "0", 2: "1", 3: "0"}
    assert (wanted.game, language) == ("no_thanks", "ru")


def test_without_a_game_it_is_set_up_in_the_program(started: Started) -> None:
    assert main(["play", "--lang", "en", "--name", "Anna"]) == 0
    ((wanted, session, _),) = started
    assert (wanted.game, wanted.name, session) == (None, "Anna", None)


def test_plain_goes_line_by_line(started: Started, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "no_thanks", "--level", "0", "--plain", "--lang", "en"]) == 0
    assert not started
    assert "Your moves:" in capsys.readouterr().out


def test_a_pipe_goes_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    assert not full_screen.can_fill_a_screen("en")


def test_bots_that_there_are_not_are_refused_before_the_screen_opens(
    started: Started, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "no_thanks", "--level", "9", "--lang", "en"]) == 2
    assert not started


@pytest.mark.parametrize(("given", "pause"), [(None, 0.7), ("0", 0), ("1.5", 1.5), ("0,2", 0.2), ("60", 60)])
def test_the_pause_before_a_bots_move(given: str | None, pause: float) -> None:
    assert play.read_pause(given) == pause


@pytest.mark.parametrize("given", ["-1", "61", "soon", "1e1", ""])
def test_no_pause(given: str) -> None:
    with pytest.raises(UnknownOption, match="number of seconds from 0 to 60"):
        play.read_pause(given)


class Terminal(io.StringIO):
    def __init__(self, encoding: str = "utf-8") -> None:
        super().__init__()
        self._encoding = encoding

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self._encoding

    def isatty(self) -> bool:
        return True


USUAL = {"TERM": "xterm", "LC_ALL": "", "COLUMNS": "80", "LINES": "24"}


@pytest.mark.parametrize(
    ("changed", "encoding", "reason"),
    [
        ({}, "utf-8", None),
        ({"LC_ALL": "en_US.UTF-8"}, "UTF8", None),
        ({"TERM": "dumb"}, "utf-8", "the terminal (TERM=dumb) cannot move the cursor"),
        ({"LC_ALL": "C"}, "utf-8", "the terminal's encoding is ascii, not UTF-8"),
        ({}, "latin-1", "the terminal's encoding is iso8859-1, not UTF-8"),
        ({}, "ANSI_X3.4-1968", "the terminal's encoding is ascii, not UTF-8"),
        ({"COLUMNS": "49"}, "utf-8", "the terminal has 49 columns and 24 lines; full screen needs 50 and 15"),
        ({"LINES": "14"}, "utf-8", "the terminal has 80 columns and 14 lines; full screen needs 50 and 15"),
    ],
)
def test_a_terminal_that_cannot_show_the_screen_is_told_why(
    changed: dict[str, str], encoding: str, reason: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in {**USUAL, **changed}.items():
        monkeypatch.setenv(name, value)
    told = Terminal(encoding)
    for name in ("stdin", "stdout", "stderr"):
        monkeypatch.setattr(sys, name, told)
    assert full_screen.can_fill_a_screen("en") == (reason is None)
    assert told.getvalue() == ("" if reason is None else f"Line by line, because {reason}.\n")
