"""Defaults for plain games: positions, views and narration, built from a few tables and functions.

A game that needs more writes the part itself, as the protocols in `koloda.core.game` describe it.
"""

from koloda.core.plain.fields import (
    FRENCH_CARDS,
    FRENCH_SUITS,
    CardField,
    CardsField,
    ComputedField,
    Deck,
    NumberField,
    SeatField,
    SeatsField,
    WordField,
)
from koloda.core.plain.narration import PlainNarration, told_card
from koloda.core.plain.notation import PlainNotation
from koloda.core.plain.view import plain_view

__all__ = [
    "FRENCH_CARDS",
    "FRENCH_SUITS",
    "CardField",
    "CardsField",
    "ComputedField",
    "Deck",
    "NumberField",
    "PlainNarration",
    "PlainNotation",
    "SeatField",
    "SeatsField",
    "WordField",
    "plain_view",
    "told_card",
]
