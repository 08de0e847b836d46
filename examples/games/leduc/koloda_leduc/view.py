"""What a seat may know of a hand (LD-8)."""

from koloda.core.game import seats_of
from koloda.core.view import View
from koloda_leduc import rules
from koloda_leduc.state import NONE, State

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class LeducView(View, frozen=True, kw_only=True):
    cards: list[str | None]
    """By seat: K♠ and so on; None where it is hidden or not dealt yet."""
    public: str | None
    """The card on the table."""
    stakes: list[int]
    """What each seat has paid."""
    folded: list[int]
    """The seats that have folded."""
    pot: int
    raises: int
    """In this round of bets."""


def view(s: State, seat: int | None) -> LeducView:
    return LeducView(
        game="leduc",
        seat=seat,
        players=s.players,
        actors=seats_of(rules.actors(s)),
        over=rules.over(s),
        cards=[
            card_name(s, s.cards[p]) if rules.knows(s, NONE if seat is None else seat, p) else None
            for p in range(s.players)
        ],
        public=card_name(s, s.public),
        stakes=s.stakes[: s.players],
        folded=[p for p in range(s.players) if not s.live >> p & 1],
        pot=sum(s.stakes),
        raises=s.raises,
    )


def card_name(s: State, card: int, suits: str = "♠♥") -> str | None:
    """LD-1: the highest rank is the king; None for no card."""
    return None if card == NONE else RANKS[card // 2 - s.players - 1] + suits[card % 2]
