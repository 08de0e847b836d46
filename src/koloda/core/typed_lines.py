"""Reads names, numbers and tables of numbers as people type them."""

from collections.abc import Sequence

from koloda.core.errors import NotUnderstood
from koloda.core.names import checked_name


def read_names(text: str) -> tuple[str, ...]:
    """Read `4`, or `Anna, Boris, Vera`; a player without a name is an empty string."""
    plain = text.strip()
    if plain.isdecimal() and len(plain) <= 2:
        return ("",) * int(plain)
    words = plain.removesuffix(",").split(",") if "," in plain else plain.split()
    return checked_names(words)


def checked_names(words: Sequence[str]) -> tuple[str, ...]:
    """Names that a line of the sheet can begin with; a player without a name is an empty string."""
    names = tuple(word.strip() for word in words)
    for i, name in enumerate(names):
        if name:
            checked_name(name)
            if name.isdecimal() or any(mark in name for mark in ":/,"):
                raise NotUnderstood.of("score.bad_name", text=name)
            if name.casefold() in (other.casefold() for other in names[:i]):
                raise NotUnderstood.of("score.name_twice", text=name)
    return names


def write_names(names: Sequence[str]) -> str:
    """A line that `read_names` can read."""
    if not any(names):
        return str(len(names))
    return ", ".join(names) + ("," if len(names) == 1 or not names[-1] else "")


def read_numbers(text: str) -> list[int]:
    """Read `18 12 12 8`, with or without commas."""
    words = text.replace(",", " ").split()
    for word in words:
        if not word.isdecimal() or len(word) > 6:
            raise NotUnderstood.of("score.no_number", text=word)
    return [int(word) for word in words]


def aligned(rows: Sequence[Sequence[str]], words: Sequence[int] = (0,)) -> list[str]:
    """Format rows as lines: words aligned left, numbers right."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = []
    for row in rows:
        cells = [row[i].ljust(width) if i in words else row[i].rjust(width) for i, width in enumerate(widths)]
        lines.append("  ".join(cells).rstrip())
    return lines


def players_named(lines: Sequence[str]) -> str | None:
    """The players of lines such as `Anna: 3 7-9`, with or without names."""
    names = [line.partition(":")[0].strip() if ":" in line else "" for line in lines]
    return write_names(names) if names else None
