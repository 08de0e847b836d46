"""Mind Up!: which cards were dealt, the first hand and one more in every later round."""

from collections.abc import MutableSequence

from koloda.core.facts import Fact
from koloda.games.mind_up.state import DEAL, HIGHEST, State

KINDS = HIGHEST + 1
DEALT = True


def counts(s: State) -> bool:
    return s.phase == DEAL


def held(s: State, seat: int, out: MutableSequence[int]) -> None:
    for card in range(KINDS):
        out[card] = (s.hand[seat] >> card) & 1


def card_name(s: State, kind: int) -> Fact:
    # imported here: the rest of this module is compiled
    from koloda.games.mind_up.cards import COLOUR_NAMES
    from koloda.games.mind_up.wording import card

    return card(kind, COLOUR_NAMES[s.colour[kind]], s.mark[kind]).fact
