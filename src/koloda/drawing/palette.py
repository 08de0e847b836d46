"""The colours of the table, light and dark. Cards have the same colours in both."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Palette:
    """Marigold (`sun`) is for now: your turn, a legal card or place. Persimmon (`accent`) is for the main action."""

    table: str
    ring: str
    surface: str
    raised: str
    line: str
    strong_line: str
    ink: str
    faint_ink: str
    accent: str
    on_accent: str
    sun: str
    on_sun: str
    good: str
    bad: str


LIGHT = Palette(
    table="#f0e3d0",
    ring="#e3d1b6",
    surface="#fff9ef",
    raised="#f8ecda",
    line="#d8c4a8",
    strong_line="#8d7466",
    ink="#2c1822",
    faint_ink="#654f58",
    accent="#b63c19",
    on_accent="#fff9ef",
    sun="#f5ae2e",
    on_sun="#2c1822",
    good="#2d6a4c",
    bad="#a3173f",
)
DARK = Palette(
    table="#231720",
    ring="#33222d",
    surface="#34242d",
    raised="#402d37",
    line="#55404b",
    strong_line="#a98f96",
    ink="#f9ecdc",
    faint_ink="#cdb8b0",
    accent="#ff8b5e",
    on_accent="#2c1218",
    sun="#ffc14d",
    on_sun="#2c1822",
    good="#8fd3a8",
    bad="#ff9bb0",
)
PAPER, CARD_INK = "#fff6e6", "#2c1822"
BACK, BACK_LINE = "#3d1a33", "#e2683a"
HILL = "#f2b872"  # the lower part of a card


@dataclass(frozen=True)
class Suit:
    """The colour of a card, with the shape and the letter that always accompany it."""

    shape: str
    paper: str
    ink: str


SUITS = {
    "pink": Suit("♥", "#fbc3d2", CARD_INK),
    "orange": Suit("●", "#f29a2b", CARD_INK),
    "green": Suit("♣", "#3fa36b", CARD_INK),
    "blue": Suit("▲", "#1f66b5", PAPER),
    "purple": Suit("★", "#55207a", PAPER),
    "yellow": Suit("☼", "#ffd24a", CARD_INK),
    "red": Suit("♦", "#c22f2c", PAPER),
}

PALETTES = {"koloda-light": LIGHT, "koloda-dark": DARK}
