"""Score sheets as text files: the first line names the game, then come the lines of the sheet."""

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from koloda.core.errors import BadRecord, KolodaError
from koloda.core.files import read_text, write_text
from koloda.core.score_sheet import Notebook

HEADER = ("koloda", "score")


class SheetFile(NamedTuple):
    game: str | None
    options: dict[str, str]
    lines: list[tuple[int, str]]
    """With their line numbers in the file."""


def write(game: str, options: Mapping[str, str], lines: Sequence[str]) -> str:
    chosen = [word for name, value in options.items() for word in ("-o", f"{name}={value}")]
    return "\n".join([shlex.join([*HEADER, game, *chosen]), *lines]) + "\n"


def read(text: str) -> SheetFile:
    """Parse a sheet. Empty lines and lines that start with # are ignored; the first line is optional."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), 1)]
    lines = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not lines or not lines[0][1].startswith(" ".join(HEADER)):
        return SheetFile(None, {}, lines)
    number, header = lines.pop(0)
    try:
        game, *words = shlex.split(header)[len(HEADER) :]
        options = dict(pair.split("=", 1) for pair in words if pair != "-o")
    except ValueError:
        reason = BadRecord.of("score.header", text=header).detail
        raise BadRecord.of("errors.record", line=number, reason=reason) from None
    return SheetFile(game, options, lines)


def load(file: Path) -> SheetFile:
    return read(read_text(file))


def keep(file: Path, game: str, options: Mapping[str, str], lines: Sequence[str]) -> None:
    write_text(file, write(game, options, lines))


def fill_in(notebook: Notebook, saved: SheetFile) -> None:
    for number, line in saved.lines:
        try:
            notebook.add(line)
        except KolodaError as error:
            raise BadRecord.of("errors.record", line=number, reason=error.detail) from None
