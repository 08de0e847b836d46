"""No Thanks!: who took which card."""

from collections.abc import MutableSequence

from koloda.games.no_thanks.state import DECIDE, HIGHEST, State

KINDS = HIGHEST + 1
DEALT = False
IN_TURN = True


def counts(s: State) -> bool:
    return s.phase == DECIDE


def held(s: State, seat: int, out: MutableSequence[int]) -> None:
    for card in range(KINDS):
        out[card] = (s.taken[seat] >> card) & 1
