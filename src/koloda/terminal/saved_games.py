"""Saved games: a file for each in the data folder, written after every move, so that a crash loses nothing.

    games/leduc-2026-11-16-kdfr.koloda              unfinished
    games/finished/leduc-2026-11-15-wxgz.koloda     over

The files are records (docs/records.md). Finished ones are kept until somebody deletes them.
"""

import os
import secrets
import shutil
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from koloda.core.errors import BadRecord, KolodaError
from koloda.core.facts import Fact, fact
from koloda.core.files import remove_parts, write_whole
from koloda.core.folders import cache_folder, data_folder
from koloda.core.game import Game
from koloda.core.text import Language
from koloda.drawing.palette import DARK
from koloda.drawing.scene import Painter, Scene
from koloda.table import record
from koloda.table.record import Record
from koloda.terminal.files import is_there, read_record

EXTENSION = ".koloda"
LETTERS = "bcdfghjkmnpqrstvwxz"
"""Ids have no digits, so that they are not taken for numbers in the list, and no vowels, so that they are no words."""


def games_folder() -> Path:
    return data_folder() / "games"


def finished_folder() -> Path:
    return games_folder() / "finished"


@dataclass(frozen=True)
class SavedGame:
    """A file in the folder of saved games: a record, or the reason why it cannot be read."""

    file: Path
    saved: datetime
    record: Record | None
    problem: Fact | None = None

    @property
    def id(self) -> str:
        return self.file.stem.rpartition("-")[2]

    def progress(self, language: Language) -> str:
        """How far the game has got: the round, or what the game shows instead; "" if it says nothing."""
        painter: Painter | None = None if self.record is None else self.record.game.part("terminal.table")
        if self.record is None or painter is None:
            return ""
        return painter.title(Scene(self.record.match.view(None), self.record.names, language, DARK))


def unfinished() -> list[SavedGame]:
    """All unfinished games, the one that was played last first."""
    found = []
    for file in _files():
        try:
            saved = datetime.fromtimestamp(file.stat().st_mtime).astimezone()
            game = SavedGame(file, saved, read_record(file))
        except OSError:
            continue  # another process has just moved it
        except KolodaError as error:
            game = SavedGame(file, saved, None, error.detail)
        if game.record is not None and game.record.over:  # the program ended between writing and moving it
            with suppress(OSError):
                file_finished(file)
        else:
            found.append(game)
    return sorted(found, key=lambda game: (game.saved, game.file), reverse=True)


def count_unfinished() -> int:
    """How many unfinished games there are, without reading them."""
    return len(_files())


def _files() -> list[Path]:
    take_over_old_autosave()
    try:
        return list(games_folder().glob(f"*{EXTENSION}"))
    except OSError:  # a folder that we may not look into has no games for us
        return []


def chosen(given: str, games: Sequence[SavedGame]) -> Path:
    """The file that a person means: a number in the list, an id, or a file."""
    if given.isdecimal():
        if 1 <= int(given) <= len(games):
            return games[int(given) - 1].file
        raise no_such_game(given)
    for game in games:
        if game.id == given:
            return game.file
    if not given or not is_there(Path(given)):
        raise no_such_game(given)
    return Path(given)


def no_such_game(given: str) -> BadRecord:
    return BadRecord.of("terminal.no_saved_game", given=given)


def delete(file: Path) -> None:
    file.unlink(missing_ok=True)
    remove_parts(file)


def file_finished(file: Path) -> Path:
    """Move a finished game out of the list. Returns where it is now."""
    place = finished_folder() / file.name
    place.parent.mkdir(exist_ok=True)
    os.replace(file, place)
    remove_parts(file)
    return place


def new_file(game: Game) -> Path:
    """A file for a new game, which does not exist yet."""
    while True:
        id = "".join(LETTERS[byte % len(LETTERS)] for byte in secrets.token_bytes(4))
        name = f"{game.name}-{datetime.now():%Y-%m-%d}-{id}{EXTENSION}"
        file = games_folder() / name
        if not is_there(file) and not is_there(finished_folder() / name):
            return file


def old_autosave() -> Path:
    """Where earlier versions kept the last unfinished game, and only that one."""
    return cache_folder() / "last.koloda"


def take_over_old_autosave() -> None:
    """Put a game that an earlier version has kept into the list."""
    old = old_autosave()
    if not is_there(old):
        return
    try:
        place = new_file(read_record(old).game)
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(old, place)
    except (OSError, KolodaError):
        pass  # it stays where it is, unharmed


class Autosave:
    """Writes a game to its file after every move.

    If somebody else has changed the file meanwhile, because the same game goes on in another window, this one gets a
    file of its own.
    """

    def __init__(self, found: Record, source: Path | None = None) -> None:
        """`source` is the file that the game was read from, if it was. A file from elsewhere stays as it is."""
        self.record = found
        own = source is not None and source.resolve().parent == games_folder().resolve()
        self.file = source.resolve() if source is not None and own else new_file(found.game)
        self.problem: Fact | None = None
        self.tell: Callable[[Fact], None] = lambda problem: None
        """Hears of a problem once, until saving works again."""
        self._written = _text_of(self.file)

    def save(self) -> Fact | None:
        """Write the game, if it has changed. Returns the problem, if there is one; the game goes on all the same."""
        text = record.write(self.record)
        before, self.problem = self.problem, None
        try:
            self._write(text)
        except OSError as problem:
            self.problem = fact("terminal.not_saved", file=str(self.file), problem=problem.strerror or str(problem))
            if before is None:
                self.tell(self.problem)
        return self.problem

    def _write(self, text: str) -> None:
        if text == self._written and is_there(self.file):
            return
        self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if is_there(self.file) and _text_of(self.file) != self._written:
            self.file = new_file(self.record.game)
        write_whole(self.file, text)
        self._written = text
        if self.record.over:
            self.file = file_finished(self.file)

    @property
    def id(self) -> str:
        return self.file.stem.rpartition("-")[2]


def _text_of(file: Path) -> str | None:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return None
