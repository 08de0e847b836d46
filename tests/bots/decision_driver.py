"""A driver that lets Python ask the compiled bots of one position."""

from koloda.compiled.bot_match import decide
from koloda.compiled.hints import borrows
from koloda.compiled.types import Ints, State, States, Stream


@borrows
def ask(s: State, known: States, seat: int, level: int, weights: Ints, out: Ints, n: int, noise: Stream) -> int:
    return decide(s, known, seat, level, weights, out, n, noise)
