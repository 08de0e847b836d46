"""Which cards a seat came by, for every game: what `koloda balance` asks about the value of cards.

    counts(s) -> bool       may the event that is due bring cards that count?
    held(s, seat, out)      how many cards of every kind a seat has

Both are compiled. Where hands are dealt (DEALT), only dealt cards count: nobody chose them, so a difference is what
they are worth. Where all cards are taken by choice, a difference tells how those who took them fared.
"""

from types import ModuleType
from typing import Any

from koloda.arena.holdings import dobro, mind_up, no_thanks, tugriki
from koloda.core.facts import Fact, fact
from koloda.games.dobro import wording as dobro_words
from koloda.games.dobro.view import CARDS as DOBRO_CARDS
from koloda.games.mind_up import wording as mind_up_words
from koloda.games.mind_up.cards import COLOUR_NAMES
from koloda.games.tugriki import cards as tugriki_cards

HOLDINGS: dict[str, ModuleType] = {"dobro": dobro, "no_thanks": no_thanks, "mind_up": mind_up, "tugriki": tugriki}


def card_name(game: str, s: Any, kind: int) -> Fact:
    """A kind of card in words; `s` is any state of the game."""
    if game == "dobro":
        return dobro_words.card(DOBRO_CARDS[kind])
    if game == "mind_up":
        return mind_up_words.card(kind, COLOUR_NAMES[s.colour[kind]], s.mark[kind])
    if game == "tugriki":
        return tugriki_cards.card(kind)
    return fact("balance.card_number", card=kind)
