"""Can this terminal show the table in full screen?"""

import codecs
import os
import shutil
import sys

from koloda.core.facts import Fact, fact
from koloda.core.text import Language, say

SMALLEST = (50, 15)
"""Columns and lines below which a table loses what a player must see."""


def can_fill_a_screen(language: Language) -> bool:
    """If a terminal cannot show the full screen, tell why in a line. In a pipe there is nothing to tell."""
    if not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):  # Textual draws on standard error
        return False
    reason = obstacle()
    if reason is not None:
        print(say(fact("terminal.line_by_line", reason=reason), language), file=sys.stderr)
    return reason is None


def obstacle() -> Fact | None:
    """Why the terminal cannot show the full screen."""
    kind = os.environ.get("TERM", "")
    if kind in ("dumb", "unknown") or (not kind and os.name != "nt"):
        return fact("terminal.dumb_terminal", kind=kind)
    encoding = _encoding()
    if encoding != "utf-8":
        return fact("terminal.encoding", encoding=encoding)
    columns, lines = shutil.get_terminal_size()
    if columns < SMALLEST[0] or lines < SMALLEST[1]:
        least = {"least_columns": SMALLEST[0], "least_lines": SMALLEST[1]}
        return fact("terminal.too_small", columns=columns, lines=lines, **least)
    return None


def _encoding() -> str:
    """The terminal's encoding. In the locale C, Python writes UTF-8 all the same, but who asks for C wants ASCII."""
    if os.environ.get("LC_ALL") in ("C", "POSIX"):
        return "ascii"
    found = {codecs.lookup(stream.encoding).name for stream in (sys.stdout, sys.stderr)}
    return min(found - {"utf-8"}, default="utf-8")
