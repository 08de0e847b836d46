"""Dobro: which hands were dealt at the start of the rounds."""

from collections.abc import MutableSequence

from koloda.core.facts import Fact
from koloda.games.dobro.cards import count_of
from koloda.games.dobro.state import DEAL, KINDS, State

DEALT = True


def counts(s: State) -> bool:
    return s.phase == DEAL


def held(s: State, seat: int, out: MutableSequence[int]) -> None:
    for card in range(KINDS):
        out[card] = count_of(s.hand[seat], card)


def card_name(s: State, kind: int) -> Fact:
    # imported here: the rest of this module is compiled
    from koloda.games.dobro.view import CARDS
    from koloda.games.dobro.wording import card

    return card(CARDS[kind]).fact
