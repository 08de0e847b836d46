"""What a finished game pays each seat. `koloda.envs.rewards` says what the kinds of reward mean."""

from koloda.compiled.hints import borrows
from koloda.compiled.types import Floats, Ints

WIN, SCORE, DIFFERENCE = 0, 1, 2


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
        if kind == WIN:
            rewards[seat] = 1.0 / winners if standings[seat] == best else 0.0
        elif kind == SCORE:
            rewards[seat] = sign * scores[seat] + 0.0
        else:
            rewards[seat] = sign * (scores[seat] - (total - scores[seat]) / (players - 1))
