"""What a finished game pays each seat. `koloda.envs.rewards` says what the kinds of reward mean."""

from koloda.compiled.hints import borrows
from koloda.compiled.types import Floats, Ints

WIN, SCORE, DIFFERENCE, SHAPED = 0, 1, 2, 3
SHAPE = 2.0**-14
"""How much of the difference a shaped reward contains: so little that whoever got a win can be told from it."""


@borrows
def pay_out(kind: int, sign: int, players: int, scores: Ints, standings: Ints, rewards: Floats) -> None:
    """Fill in the rewards; `sign` is -1 where the lowest score wins."""
    best = standings[0]
    winners = 0
    total = 0
    for seat in range(players):
        if standings[seat] > best:
            best = standings[seat]
            winners = 0
        winners += standings[seat] == best
        total += scores[seat]
    for seat in range(players):
        win = 1.0 / winners if standings[seat] == best else 0.0
        difference = sign * (scores[seat] - (total - scores[seat]) / (players - 1))
        if kind == WIN:
            rewards[seat] = win
        elif kind == SCORE:
            rewards[seat] = sign * scores[seat] + 0.0
        elif kind == DIFFERENCE:
            rewards[seat] = difference
        else:
            rewards[seat] = win + SHAPE * difference
