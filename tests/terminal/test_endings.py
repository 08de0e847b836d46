"""However a game in a terminal ends, the screen is left clean and the game is saved."""

from pathlib import Path

from koloda.terminal.files import read_record
from tests.table.games import opened
from tests.terminal.in_a_terminal import Ending, Scenario, play_in_terminals

SEED = next(str(key) for key in range(100) if 0 in opened("no_thanks", str(key), players=3).actors)
"""The person begins."""
GAME = ["play", "no_thanks", "--players", "3", "--level", "0", "--seed", SEED, "--lang", "en", "--pause", "60"]
TURN, MOVE, PASSED = "Your turn", "Your move:", "thinking"
ENTER, LEAVE = "\x1b[?1049h", "\x1b[?1049l"
"""The alternate screen, on and off."""
RESTORED = ("\x1b[?1000l", "\x1b[?1003l", "\x1b[?1006l", LEAVE, "\x1b[?25h", "\x1b[?2004l")
"""No mouse reports, the usual screen, a cursor, plain paste."""

Scenarios = dict[str, tuple[list[tuple[str, str]], int]]
"""What is waited for and done, and the exit status."""
SUDDEN = ("a closed window", "SIGKILL")
"""Nothing can be printed any more."""
SCREEN: Scenarios = {
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
LINES: Scenarios = {
    "SIGTERM": ([(MOVE, "pass\n"), (MOVE, "SIGTERM")], 143),
    "SIGHUP": ([(MOVE, "pass\n"), (MOVE, "SIGHUP")], 129),
    "Ctrl-C": ([(MOVE, "pass\n"), (MOVE, "\x03")], 130),
    "Ctrl-D": ([(MOVE, "pass\n"), (MOVE, "\x04")], 0),
    "a closed window": ([(MOVE, "pass\n"), (MOVE, "close")], 129),
    "SIGKILL": ([(MOVE, "pass\n"), (MOVE, "SIGKILL")], -9),
}


def ended(tmp_path: Path, scenarios: Scenarios, *more: str) -> dict[str, Ending]:
    """Play, and check the exit status, what was printed, and the saved game."""
    endings = play_in_terminals(
        {how: Scenario([*GAME, *more], steps, str(tmp_path / how)) for how, (steps, _) in scenarios.items()}
    )
    for how, ending in endings.items():
        assert ending.status == scenarios[how][1], how
        output = "".join(ending.output)
        assert "Traceback" not in output, how
        assert "Press" not in output, "no words of Textual's own"
        assert ("The game is saved in" in ending.output[-1]) == (how not in SUDDEN), how
        (file,) = (tmp_path / how / "koloda" / "games").iterdir()
        moves = [entry for entry in read_record(file).match.entries if getattr(entry, "seat", None) == 0]
        assert moves, f"{how}: the person's move is saved"
    return endings


def test_full_screen(tmp_path: Path) -> None:
    endings = ended(tmp_path, SCREEN)
    for how, ending in endings.items():
        last = ending.output[-1]
        if how not in SUDDEN:
            assert all(sequence in last for sequence in RESTORED), how
            assert last.rindex(LEAVE) > last.rfind(ENTER)
            assert last.index("The game is saved in") > last.rindex(LEAVE)
    _, _, suspended, stopped, resumed, _ = endings["Ctrl-Z"].output
    assert all(sequence in suspended + stopped for sequence in RESTORED), "the shell gets the terminal back"
    assert ENTER in resumed
    assert PASSED in resumed, "the screen is drawn again"


def test_line_mode(tmp_path: Path) -> None:
    ended(tmp_path, LINES, "--plain")
