"""What a seat may know of crazy eights (CE-9)."""

from koloda.core.bits import size
from koloda.core.game import seats_of
from koloda.core.view import View
from koloda_crazy_eights import rules
from koloda_crazy_eights.state import CARDS, FIRST, NAMING, NONE, OVER, TURN_UP, State

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = ("clubs", "diamonds", "hearts", "spades")


class CrazyEightsView(View, frozen=True, kw_only=True):
    top: str | None
    """The card to match: 10♥ and so on; None before it is turned up."""
    suit: str | None
    """The suit to match: clubs, diamonds, hearts or spades."""
    naming: bool
    """Must a suit be named?"""
    hands: list[list[str] | None]
    """By seat; None where they are hidden. At the end all are shown."""
    cards: list[int]
    """How many cards each seat has."""
    deck: int
    """How many cards are left to draw."""
    drawn: int
    """Cards drawn in this turn."""
    passes: int
    """In a row."""
    played: list[str]
    """All cards that were played or turned up."""


def view(s: State, seat: int | None) -> CrazyEightsView:
    begun = s.phase not in (FIRST, TURN_UP)
    return CrazyEightsView(
        game="crazy_eights",
        seat=seat,
        players=s.players,
        actors=seats_of(rules.actors(s)),
        over=s.phase == OVER,
        top=card_name(s.top) if begun else None,
        suit=SUITS[s.suit] if begun else None,
        naming=s.phase == NAMING,
        hands=[names(s.hands[p]) if p == seat or s.phase == OVER else None for p in range(s.players)],
        cards=[size(s.hands[p]) for p in range(s.players)],
        deck=size(s.deck),
        drawn=s.drawn,
        passes=s.passes,
        played=names(played(s)),
    )


def played(s: State) -> int:
    return rules.DECK & ~s.deck & ~sum(s.hands)


def card_name(card: int, suits: str = "♣♦♥♠") -> str:
    return "" if card == NONE else RANKS[card // 4] + suits[card % 4]


def names(cards: int, suits: str = "♣♦♥♠") -> list[str]:
    return [card_name(card, suits) for card in range(CARDS) if cards >> card & 1]
