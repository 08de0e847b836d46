"""Leduc poker in text, and who may know what (LD-8). Moves: `fold`, `call`, `raise`. Draws: `deal 1 Ks`, `public Qh`.

Position: `leduc[players=2] cards=Ks/Jh public=Qh stakes=3/3 turn=2 waiting=1`. `waiting` is how many seats must still
bet in this round, `raises` how many raises it had, `folded` is 1 for every seat that folded.
"""

from collections.abc import Mapping

from koloda.core import plain
from koloda.core.bits import nth, size
from koloda.core.errors import NotUnderstood
from koloda_leduc.rules import MOST_RAISES, knows, receiver
from koloda_leduc.state import NONE, SEATS, State

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
OTHER_WORDS = {"check": "call", "bet": "raise"}
OTHER_WORDS |= {"пас": "fold", "колл": "call", "чек": "call", "рейз": "raise", "бет": "raise"}


def names(s: State) -> list[str]:
    """LD-1: the highest rank is the king."""
    return [rank + suit for rank in RANKS[-s.players - 1 :] for suit in "♠♥"]


DECK = plain.Deck("unseen", names)
FIELDS = (
    plain.CardField("cards", DECK, known=knows),
    plain.CardField("public", DECK),
    plain.NumberField("stakes", lambda s: s.ante, lambda s: 13 * s.ante),
    plain.SeatsField("folded", of=lambda s: ~s.live & ((1 << s.players) - 1)),
    plain.ComputedField("pot", int, lambda s, seat: sum(s.stakes)),
    plain.SeatField("turn", shown=False),
    plain.NumberField("waiting", 0, SEATS, shown=False),
    plain.NumberField("raises", 0, MOST_RAISES),
)


def write_action(s: State, action: int) -> str:
    return ("fold", "call", "raise")[action]


def write_draw(s: State, outcome: int) -> str:
    card = DECK.written(s, nth(s.unseen, outcome))
    return f"deal {receiver(s) + 1} {card}" if s.missing else f"public {card}"


def complete(s: State, read: Mapping[str, int]) -> None:
    s.missing = s.cards[: s.players].count(NONE)
    s.stake = max(s.stakes)
    s.live &= ~read["folded"]
    s.waiting = min(s.waiting, size(s.live))
    if not s.live or s.turn < 0 or (s.waiting and not s.live >> s.turn & 1):
        raise NotUnderstood.of("leduc.nobody_bets")
