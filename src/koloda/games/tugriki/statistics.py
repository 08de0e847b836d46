"""Tugriki: which hands were dealt at the start of the rounds."""

from collections.abc import MutableSequence

from koloda.core.facts import Fact
from koloda.games.tugriki.state import CARDS, CHOICE, DEAL, GENIE, PER_WORD, State

KINDS = CARDS + 2
DEALT = True


def counts(s: State) -> bool:
    return s.phase == DEAL


def held(s: State, seat: int, out: MutableSequence[int]) -> None:
    for kind in range(CARDS):
        out[kind] = (s.hand[seat][kind // PER_WORD] >> (kind % PER_WORD)) & 1
    out[GENIE] = s.genies[seat]
    out[CHOICE] = s.choices[seat]


def card_name(s: State, kind: int) -> Fact:
    # imported here: the rest of this module is compiled
    from koloda.games.tugriki.wording import card

    return card(kind).fact
