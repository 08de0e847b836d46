"""Mind Up!: which cards were dealt, the first hand and one more in every later round."""

from collections.abc import MutableSequence

from koloda.games.mind_up.state import DEAL, HIGHEST, State

KINDS = HIGHEST + 1
DEALT = True
IN_TURN = False


def counts(s: State) -> bool:
    return s.phase == DEAL


def held(s: State, seat: int, out: MutableSequence[int]) -> None:
    for card in range(KINDS):
        out[card] = (s.hand[seat] >> card) & 1
