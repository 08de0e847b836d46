"""The palettes as Textual's themes."""

import os

from textual.theme import Theme

from koloda.drawing.palette import DARK, LIGHT, Palette


def _theme(name: str, palette: Palette, dark: bool) -> Theme:
    return Theme(
        name=name,
        primary=palette.accent,
        secondary=palette.faint_ink,
        accent=palette.sun,
        warning=palette.sun,
        error=palette.bad,
        success=palette.good,
        foreground=palette.ink,
        background=palette.table,
        surface=palette.surface,
        panel=palette.raised,
        dark=dark,
        variables={"table-line": palette.line, "faint": palette.faint_ink, "on-sun": palette.on_sun},
    )


THEMES = (_theme("koloda-light", LIGHT, dark=False), _theme("koloda-dark", DARK, dark=True))


def usual_theme() -> str:
    """Light if the terminal says so (COLORFGBG ends with the background; 7 and 15 are light), else dark."""
    background = os.environ.get("COLORFGBG", "").rpartition(";")[2]
    return "koloda-light" if background in ("7", "15") else "koloda-dark"
