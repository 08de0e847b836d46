"""Who is asked for a decision, and an answer by lot. For drivers, which have the rules put in (`loader.py`)."""

from typing import Any

from koloda.compiled.generator import below
from koloda.core.bits import lowest

actors: Any = None
legal: Any = None


def seat_to_act(s: Any) -> int:
    """Who is asked. Of several who choose at once the first: nobody sees what others chose, so the order is nothing."""
    return lowest(actors(s))


def any_legal(s: Any, r: Any, seat: int, out: Any) -> int:
    """A legal action, each equally likely."""
    return int(out[below(r, legal(s, seat, out))])
