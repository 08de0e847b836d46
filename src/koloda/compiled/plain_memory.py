"""The memory of a game that has none, and of every game whose observation is the view: a player sees, and forgets."""

from koloda.compiled.game_functions import observe
from koloda.compiled.types import Ints, State
from koloda.core.no_memory import Memory, forget, watch, watch_draw

__all__ = ["Memory", "forget", "recall", "watch", "watch_draw"]


def recall(s: State, m: object, seat: int, out: Ints) -> None:
    observe(s, seat, out)
