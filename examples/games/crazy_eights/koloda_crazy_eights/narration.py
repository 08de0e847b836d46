"""Crazy eights told in facts."""

from koloda.core.bits import nth
from koloda.core.facts import Fact, fact
from koloda.core.plain import FRENCH_CARDS, told_card
from koloda_crazy_eights.notation import SUITS
from koloda_crazy_eights.rules import receiver
from koloda_crazy_eights.state import DRAW, FIRST, NAME, NAMING, TURN_UP, State


def move(s: State, seat: int, action: int) -> Fact:
    """CE-4, CE-5, CE-6."""
    if action < DRAW:
        return fact("play", card=FRENCH_CARDS[action])
    return fact(("draw", "pass")[action - DRAW]) if action < NAME else fact("name", suit=fact(SUITS[action - NAME]))


def drawn(before: State, outcome: int, after: State, seat: int | None) -> Fact | None:
    """CE-2, CE-3, CE-6."""
    if before.phase == FIRST:
        return fact("dealer", player=outcome)
    card = FRENCH_CARDS[nth(before.deck, outcome)]
    if before.phase == TURN_UP and not before.owed:
        return fact("put_back" if after.phase == TURN_UP else "turned_up", card=card)
    return told_card(receiver(before) if before.owed else before.turn, seat, card)


def refuse(s: State, seat: int, action: int) -> Fact:
    if s.phase == NAMING:
        return fact("must_name")
    if action >= NAME:
        return fact("no_eight")
    if action >= DRAW:
        return fact("no_more_cards" if action == DRAW else "draw_first")
    if not s.hands[seat] >> action & 1:
        return fact("not_yours", card=FRENCH_CARDS[action])
    return fact("no_match", card=FRENCH_CARDS[action], top=FRENCH_CARDS[s.top], suit=fact(SUITS[s.suit]))
