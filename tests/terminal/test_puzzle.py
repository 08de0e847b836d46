"""`koloda puzzle`: a position, a try, how much worse it was, another one; and what was solved is kept."""

import io
import json
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from koloda.analysis.puzzles import find_puzzle, number_of_the_day, pose, puzzles_of
from koloda.cli.main import main
from koloda.core.errors import FileError
from koloda.games import find
from koloda.terminal import puzzle as puzzle_command
from koloda.terminal.puzzle_progress import PuzzleProgress

GAME = find("dobro")


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    """Types lines into `koloda puzzle` and returns what it prints."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    def typed(arguments: str, *lines: str, status: int = 0) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        assert main(["puzzle", *arguments.split()]) == status
        return capsys.readouterr().out

    return typed


def test_a_wrong_move_says_how_much_worse_it_is_and_the_right_one_ends_the_puzzle(typed: Callable[..., str]) -> None:
    puzzle = find_puzzle(GAME, 1)
    said = typed("dobro --number 1", "fly", "look", "help", "#99", puzzle.moves[1].move, puzzle.best)
    assert f"Dobro, puzzle 1 of {len(puzzles_of(GAME))}" in said
    assert said.count("Your move: ") == 6
    assert "There is no move number 99" in said
    assert f": worse by {100 * puzzle.moves[1].loss:.1f}% of the win. Try again" in said
    assert "Right: " in said
    assert f"Solved: 1 of {len(puzzles_of(GAME))}" in said
    for move in puzzle.moves[1:]:
        assert f"-{100 * move.loss:.1f}%" in said


def test_the_moves_are_listed_in_the_order_of_the_rules_so_that_it_does_not_tell_the_best(
    typed: Callable[..., str],
) -> None:
    said = typed("dobro --number 2", "show", status=0)
    posed = pose(GAME, find_puzzle(GAME, 2))
    listed = [line.split()[1] for line in said.splitlines() if line.startswith("  #")]
    assert listed == [GAME.notation.write_action(posed.state, action) for action in sorted(posed.actions)]
    assert "The best move: " in said


def test_the_next_one_is_the_first_that_was_not_tried(typed: Callable[..., str]) -> None:
    first, second = find_puzzle(GAME, 1), find_puzzle(GAME, 2)
    said = typed("dobro", first.best, "", second.moves[1].move, "show", "q")
    assert ["puzzle 1 of" in said, "puzzle 2 of" in said, "puzzle 3 of" in said] == [True, True, False]
    assert "puzzle 3 of" in typed("dobro --lang en")  # nothing is typed: it ends there
    assert "Добро, задача 3 из" in typed("dobro --lang ru")


def test_the_puzzle_of_the_day_counts_days_in_a_row(typed: Callable[..., str], monkeypatch: pytest.MonkeyPatch) -> None:
    today = [date(2026, 11, 15)]
    monkeypatch.setattr(puzzle_command, "utc_today", lambda: today[0])
    for days in (1, 2):
        puzzle = find_puzzle(GAME, number_of_the_day(GAME, today[0]))
        said = typed("dobro --daily", puzzle.best)
        assert "Puzzle of the day, 2026-11-1" in said
        assert f"{days} day" in said.splitlines()[-1]
        today[0] = date(2026, 11, 16)
    assert "2 days" in typed("dobro --daily", "show").splitlines()[-1]  # only the first try counts


def test_json_asks_nothing_and_has_the_solution(typed: Callable[..., str]) -> None:
    found = json.loads(typed("dobro --number 3 --json"))
    puzzle = find_puzzle(GAME, 3)
    assert (found["position"], found["seat"], found["best"]) == (puzzle.position, puzzle.seat, puzzle.best)
    assert found["moves"][0] == {"move": puzzle.best, "loss": 0, "error": 0}
    assert json.loads(typed("--daily --json"))["day"] is not None
    assert json.loads(typed("no_thanks --random --json"))["game"] == "no_thanks"


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("dobro --number 0", "puzzles 1 to"),
        ("--number 3", "Of which game is puzzle 3"),
        ("chess", "There is no game"),
    ],
)
def test_what_is_not_there_is_refused(
    typed: Callable[..., str], capsys: pytest.CaptureFixture[str], arguments: str, problem: str
) -> None:
    assert problem in json.loads(typed(f"{arguments} --json", status=2))["error"]["message"]


def test_a_folder_that_cannot_be_written_is_said_once_and_the_puzzle_goes_on(
    typed: Callable[..., str], tmp_path: Path
) -> None:
    (tmp_path / "koloda").write_text("not a folder", "utf-8")
    puzzle = find_puzzle(GAME, 1)
    said = typed("dobro --number 1", puzzle.moves[1].move, puzzle.best)
    assert said.count("puzzles.json") == 1
    assert "Right: " in said


def test_a_file_of_progress_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.json"
    file.write_text('{"days": 3}', "utf-8")
    with pytest.raises(FileError, match=r"puzzles\.json"):
        PuzzleProgress(file)


def test_a_missed_day_ends_the_streak(tmp_path: Path) -> None:
    progress = PuzzleProgress(tmp_path / "puzzles.json")
    for day, right in ((11, True), (12, True), (14, True), (15, True)):
        progress.note("dobro", find_puzzle(GAME, day - 10), right, date(2026, 11, day))
    again = PuzzleProgress(tmp_path / "puzzles.json")
    assert again.streak(date(2026, 11, 15)) == again.streak(date(2026, 11, 16)) == 2
    assert again.streak(date(2026, 11, 17)) == 0
    assert again.solved("dobro") == 4
