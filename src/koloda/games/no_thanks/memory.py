"""What a player of No Thanks! with perfect memory knows, as numbers: every chip is paid openly (NT-10). Compilable."""

from collections.abc import MutableSequence

from koloda.core.no_memory import Memory, forget, watch, watch_draw
from koloda.core.observation import Part
from koloda.games.no_thanks.observation import LAYOUT as VIEW_LAYOUT
from koloda.games.no_thanks.observation import MOST_CHIPS, WIDTH, fill
from koloda.games.no_thanks.state import SEATS, State

__all__ = ["LAYOUT", "WIDTH", "Memory", "forget", "recall", "watch", "watch_draw"]

CHIPS = Part("chips", SEATS, 0, MOST_CHIPS, "chips by seat: those that are hidden, too, for everyone can count them")
LAYOUT = tuple(CHIPS if part.name == "chips" else part for part in VIEW_LAYOUT)


def recall(s: State, m: Memory, seat: int, out: MutableSequence[int]) -> None:
    fill(s, seat, True, out)
