"""No Thanks!: who took which card."""

from collections.abc import MutableSequence

from koloda.core.facts import Fact, fact
from koloda.games.no_thanks.state import DECIDE, HIGHEST, State

KINDS = HIGHEST + 1
DEALT = False


def counts(s: State) -> bool:
    return s.phase == DECIDE


def held(s: State, seat: int, out: MutableSequence[int]) -> None:
    for card in range(KINDS):
        out[card] = (s.taken[seat] >> card) & 1


def card_name(s: State, kind: int) -> Fact:
    return fact("balance.card_number", card=kind)
