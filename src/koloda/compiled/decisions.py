"""Who is asked for a decision, and a random one."""

from koloda.compiled.game_functions import actors, legal
from koloda.compiled.generator import below
from koloda.compiled.hints import borrows
from koloda.compiled.types import Ints, State, Stream
from koloda.core.bits import lowest


@borrows
def seat_to_act(s: State) -> int:
    """Who is asked. Of several who choose at once the first: nobody sees what others chose, so the order is nothing."""
    return lowest(actors(s))


@borrows
def random_action(s: State, seat: int, stream: Stream, out: Ints) -> int:
    """A legal action, each equally likely."""
    return int(out[below(stream, legal(s, seat, out))])
