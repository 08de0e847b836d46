"""A followed table as a text file: the first line is the command that begins it, then come the lines entered.

    koloda advise GAME --players "Anna, Boris, Vera" --seat 2
    first 1
    ...

Without a file of its own, a table is kept in the data folder, in `advisor/`.
"""

import shlex
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from koloda.core.errors import BadRecord, KolodaError
from koloda.core.files import read_text
from koloda.core.folders import data_folder
from koloda.core.typed_lines import read_names, write_names
from koloda.games import find
from koloda.table.followed_game import FollowedGame

HEADER = ("koloda", "advise")
EXTENSION = ".txt"


class AdvisorFile(NamedTuple):
    """What was set up, and the lines with their numbers in the file."""

    game: str
    names: tuple[str, ...]
    seat: int
    options: dict[str, str]
    lines: Sequence[tuple[int, str]] = ()

    def follow(self) -> FollowedGame:
        """The table, with all lines entered."""
        players = len(self.names) or None
        follow = FollowedGame(find(self.game), self.seat, players, self.names, **self.options)
        for number, line in self.lines:
            try:
                follow.enter(line)
            except KolodaError as error:
                refused = BadRecord.of("errors.record", line=number, reason=error.detail)
                refused.names = error.names
                raise refused from None
        return follow

    def write(self, lines: Sequence[str]) -> str:
        words = [*HEADER, self.game, "--players", write_names(self.names), "--seat", str(self.seat + 1)]
        chosen = [word for name, value in self.options.items() for word in ("-o", f"{name}={value}")]
        return "\n".join([shlex.join([*words, *chosen]), *lines]) + "\n"


def read(text: str) -> AdvisorFile:
    """Parse a file. Empty lines and lines that start with # are ignored."""
    lines = numbered(text)
    if not lines:
        raise _bad_header(1, "")
    number, header = lines.pop(0)
    try:
        first, second, game, *words = shlex.split(header)
        pairs = list(zip(words[::2], words[1::2], strict=True))
        given = {flag: value for flag, value in pairs if flag != "-o"}
        options = dict(value.split("=", 1) for flag, value in pairs if flag == "-o")
        seat = int(given.pop("--seat")) - 1
        names = read_names(given.pop("--players"))
    except (ValueError, KeyError):
        raise _bad_header(number, header) from None
    if (first, second) != HEADER or given:
        raise _bad_header(number, header)
    return AdvisorFile(game, names, seat, options, lines)


def _bad_header(number: int, header: str) -> BadRecord:
    reason = BadRecord.of("advisor.header", text=header).detail
    return BadRecord.of("errors.record", line=number, reason=reason)


def numbered(text: str) -> list[tuple[int, str]]:
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    return [(number, line) for number, line in lines if line and not line.startswith("#")]


def load(file: Path) -> AdvisorFile:
    return read(read_text(file))


def folder() -> Path:
    return data_folder() / "advisor"


def new_file(game: str) -> Path:
    """A file for a new table, named by the time: the last name is the latest table."""
    return folder() / f"{datetime.now():%Y-%m-%d-%H%M%S-%f}-{game}{EXTENSION}"


def latest() -> Path:
    """The table that was followed last."""
    try:
        found = sorted(folder().glob(f"*{EXTENSION}"), key=lambda file: (file.stat().st_mtime_ns, file.name))
    except OSError:  # a folder that we may not look into has no tables for us
        found = []
    if not found:
        raise BadRecord.of("advisor.nothing_saved")
    return found[-1]
