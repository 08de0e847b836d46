"""However a game in a terminal ends, the screen is left clean and the game is saved."""

import sys
from pathlib import Path

import pytest

from tests.table.games import opened
from tests.terminal.in_a_terminal import Ending, Scenario

if sys.platform == "win32":
    pytest.skip("there are no pseudo terminals", allow_module_level=True)

from koloda.table.record import Record
from koloda.terminal.files import read_record
from tests.terminal.in_a_terminal import play_in_terminals

SEED = next(str(key) for key in range(100) if 0 in opened("no_thanks", str(key), players=3).actors)
"""The person begins."""
GAME = ["play", "no_thanks", "--players", "3", "--level", "0", "--seed", SEED, "--lang", "en", "--pause", "60"]
TURN, MOVE, PASSED = "Your turn", "Your move:", "thinking"
ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"
"""The alternate screen, on and off."""
RESTORED = ("\x1b[?1000l", "\x1b[?1003l", "\x1b[?1006l", LEAVE, "\x1b[?25h", "\x1b[?2004l")
"""No mouse reports, the usual screen, a cursor, plain paste."""

SCREEN = {
    "SIGTERM": ([(TURN, "n"), (PASSED, "SIGTERM")], 143),
    "SIGHUP": ([(TURN, "n"), (PASSED, "SIGHUP")], 129),
    "SIGINT": ([(TURN, "n"), (PASSED, "SIGINT")], 130),
    "Ctrl-C twice": ([(TURN, "n"), (PASSED, "\x03"), ("Leave the table?", "\x03")], 130),
    "Ctrl-Z": (
        [(TURN, "n"), (PASSED, "\x1a"), ("\x1b[?1004l", "stopped"), ("", "SIGCONT"), (PASSED, "SIGTERM")],
        143,
    ),
    "a closed window": ([(TURN, "n"), (PASSED, "close")], 129),
    "SIGKILL": ([(TURN, "n"), (PASSED, "SIGKILL")], -9),
}
LINES = {
    "SIGTERM": ([(MOVE, "pass\n"), (MOVE, "SIGTERM")], 143),
    "SIGHUP": ([(MOVE, "pass\n"), (MOVE, "SIGHUP")], 129),
    "Ctrl-C": ([(MOVE, "pass\n"), (MOVE, "\x03")], 130),
    "Ctrl-D": ([(MOVE, "pass\n"), (MOVE, "\x04")], 0),
    "a closed window": ([(MOVE, "pass\n"), (MOVE, "close")], 129),
    "SIGKILL": ([(MOVE, "pass\n"), (MOVE, "SIGKILL")], -9),
}
ASKED = {f"screen {name}": steps for name, (steps, _) in SCREEN.items()}
ASKED |= {f"lines {name}": steps for name, (steps, _) in LINES.items()}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("endings")


@pytest.fixture(scope="module")
def endings(folder: Path) -> dict[str, Ending]:
    return play_in_terminals(
        {
            name: Scenario([*GAME, *(["--plain"] if name.startswith("lines") else [])], steps, str(folder / name))
            for name, steps in ASKED.items()
        }
    )


def saved(folder: Path, name: str) -> Record:
    """The one saved game of a scenario."""
    (file,) = (folder / name / "koloda" / "games").iterdir()
    return read_record(file)


@pytest.mark.parametrize("how", SCREEN)
def test_full_screen(how: str, endings: dict[str, Ending], folder: Path) -> None:
    ending = endings[f"screen {how}"]
    assert ending.status == SCREEN[how][1]
    last = ending.output[-1]
    if how not in ("a closed window", "SIGKILL"):
        assert all(sequence in last for sequence in RESTORED)
        assert last.rindex(LEAVE) > last.rfind(ENTER)
        assert "The game is saved in" in last.rpartition(LEAVE)[2]
    assert "Press" not in "".join(ending.output), "no words of Textual's own"
    moves = [entry for entry in saved(folder, f"screen {how}").match.entries if getattr(entry, "seat", None) == 0]
    assert moves, "with the person's move"


def test_a_suspended_screen_gives_the_terminal_back_and_takes_it_again(endings: dict[str, Ending]) -> None:
    _, _, suspended, stopped, resumed, _ = endings["screen Ctrl-Z"].output
    assert all(sequence in suspended + stopped for sequence in RESTORED)
    assert ENTER in resumed
    assert PASSED in resumed


@pytest.mark.parametrize("how", LINES)
def test_line_mode(how: str, endings: dict[str, Ending], folder: Path) -> None:
    ending = endings[f"lines {how}"]
    assert ending.status == LINES[how][1]
    if how not in ("a closed window", "SIGKILL"):
        assert "The game is saved in" in ending.output[-1]
    assert "Traceback" not in "".join(ending.output)
    moves = [entry for entry in saved(folder, f"lines {how}").match.entries if getattr(entry, "seat", None) == 0]
    assert moves, "with the person's move"
