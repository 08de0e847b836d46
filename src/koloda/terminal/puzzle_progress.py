"""Which puzzles were solved on this device: a file in the data folder, beside the saved games."""

from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path
from typing import Literal

import msgspec

from koloda.analysis.puzzles import Puzzle
from koloda.core.errors import FileError
from koloda.core.files import cannot_write, read_bytes, write_whole
from koloda.core.folders import data_folder

Result = Literal["first", "later", "missed"]
"""Solved at the first try, solved later, or tried and not solved."""


class Kept(msgspec.Struct):
    """What the file says."""

    results: dict[str, dict[str, Result]] = {}
    """By game and by the puzzle's origin, which is the same in later versions."""
    days: dict[str, bool] = {}
    """By date: was the puzzle of the day solved at the first try?"""


class PuzzleProgress:
    """What was solved so far. Every change is written at once."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = data_folder() / "puzzles.json" if file is None else file
        self.kept = Kept()
        if self.file.exists():
            try:
                self.kept = msgspec.json.decode(read_bytes(self.file), type=Kept)
            except msgspec.MsgspecError as problem:
                raise FileError.of("errors.puzzle_progress", file=str(self.file), problem=str(problem)) from None

    def note(self, game: str, puzzle: Puzzle, right: bool, day: date | None = None) -> None:
        """Note a try; of the puzzle of the day only the first one counts."""
        results = self.kept.results.setdefault(game, {})
        before = results.get(puzzle.origin)
        if before is None:
            results[puzzle.origin] = "first" if right else "missed"
        elif right and before == "missed":
            results[puzzle.origin] = "later"
        if day is not None:
            self.kept.days.setdefault(day.isoformat(), right and before in (None, "first"))
        self._write()

    def solved(self, game: str) -> int:
        """How many puzzles of a game were solved."""
        return sum(result != "missed" for result in self.kept.results.get(game, {}).values())

    def next_of(self, game: str, puzzles: Sequence[Puzzle]) -> int:
        """The number of the first puzzle that was not tried, else of the first that was not solved, else 1."""
        results = self.kept.results.get(game, {})
        for wanted in (None, "missed"):
            for number, puzzle in enumerate(puzzles, 1):
                if results.get(puzzle.origin) == wanted:
                    return number
        return 1

    def streak(self, today: date) -> int:
        """How many days in a row, up to today or yesterday, the puzzle of the day was solved at the first try."""
        day = today if today.isoformat() in self.kept.days else today - timedelta(days=1)
        days = 0
        while self.kept.days.get(day.isoformat()):
            days += 1
            day -= timedelta(days=1)
        return days

    def _write(self) -> None:
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            write_whole(self.file, msgspec.json.encode(self.kept).decode())
        except OSError as problem:
            raise cannot_write(self.file, problem) from None
