"""`koloda play --bot … --level …`: the bots in the other seats."""

import sys
from pathlib import Path

import pytest

from koloda.cli.main import main
from koloda.table import record
from koloda.terminal.saved_games import unfinished
from tests.timeouts import HANG

BOTS = Path(__file__).parent.parent / "bots"
GOOD = f'"{sys.executable}" -S "{BOTS / "misbehaving_program.py"}" move'
DYING = f'"{sys.executable}" -S "{BOTS / "misbehaving_program.py"}" die_at_once'


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs answer and end in time, however slow the machine is."""
    monkeypatch.setattr("koloda.bots.external.external_bot.GRACE", HANG)
    monkeypatch.setattr("koloda.bots.external.program.GOODBYE", HANG)


def koloda(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str], typed: int = 0
) -> str:
    """The output (or the refusal) when a person plays the first move this many times, then leaves."""
    answers = iter(["#1"] * typed)

    def answer(prompt: str) -> str:
        for line in answers:
            return line
        raise EOFError

    monkeypatch.setattr("builtins.input", answer)
    status = main(["play", *arguments, "--lang", "en"])
    shown = capsys.readouterr()
    return shown.out if status == 0 else shown.err


def test_bots_fill_the_seats_in_order(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "game.koloda"
    bots = ["--bot", GOOD, "--bot", f"{BOTS / 'bot_classes.py'}:Last", "--level", "random"]
    shown = koloda(
        capsys, monkeypatch, ["no_thanks", "--players", "4", "--seed", "1", *bots, "--record", str(file)], 999
    )
    assert "The game is over." in shown
    assert record.read(file.read_text("utf-8")).bots == {1: GOOD, 2: f"{BOTS / 'bot_classes.py'}:Last", 3: "random"}


def test_faults_are_shown_while_the_game_goes_on(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = koloda(capsys, monkeypatch, ["no_thanks", "--seed", "1", "--bot", DYING, "--level", "random"], 999)
    assert f"Bot 1 ({DYING}): the program has ended (exit status 4). Played instead:" in shown
    assert "3 faults in a row: a simple bot plays on for it" in shown
    assert "The game is over." in shown


def test_what_cannot_be_seated_is_refused_before_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*arguments: str) -> str:
        return koloda(capsys, monkeypatch, ["no_thanks", "--players", "2", *arguments])

    assert refused("--bot", "0", "--bot", "0") == "2 bots are named, but there is 1 seat for them.\n"
    assert refused("--bot", "none.py:Bot") == "There is no file none.py to load a bot from.\n"
    assert refused("--level", "9").startswith('There is no bot "9"')


def test_a_program_that_only_the_file_names_is_not_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    started = ["no_thanks", "--players", "3", "--seed", "1", "--bot", GOOD, "--level", "random"]
    assert "Continue with: koloda play --resume" in koloda(capsys, monkeypatch, started)
    refused = koloda(capsys, monkeypatch, ["--resume"])
    assert refused.startswith(
        f'Seat 2 is played by "{GOOD}". Koloda does not run programs just because a file names them'
    )
    assert "The game is over." in koloda(capsys, monkeypatch, ["--resume", "--bot", GOOD], 999)
    assert "Continue with" in koloda(capsys, monkeypatch, started)
    (saved,) = unfinished()
    assert saved.record is not None
    assert saved.record.bots[1] == GOOD, "left as it was kept"
    assert "The game is over." in koloda(capsys, monkeypatch, ["--resume", "--level", "random"], 999)
