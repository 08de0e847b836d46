"""Crazy eights in text, and who may know what (CE-9). Moves: `play 8h`, `name spades`, `draw`, `pass`.

Draws: `dealer 1`, `deal 2 10c`, `top 5s`. Position: `crazy_eights[players=2] hands=2c,8h/Ks top=5s turn=2 played=5s`,
with `drawn` cards in this turn, `passes` in a row, `missing` cards that a seat must still be dealt, and `phase`.
"""

from collections.abc import Mapping

from koloda.core import plain
from koloda.core.bits import nth, size
from koloda.core.errors import NotUnderstood
from koloda_crazy_eights import rules
from koloda_crazy_eights.state import DRAW, FIRST, NAME, NAMING, NONE, OVER, PLAY, SEATS, TURN_UP, State

DECK = plain.Deck("deck", plain.FRENCH_CARDS)
SUITS = plain.FRENCH_SUITS
FIELDS = (
    plain.WordField("phase", ("first", "turn-up", "play", "naming", "drawing", "over"), default=PLAY, shown=False),
    plain.WordField("top", plain.FRENCH_CARDS),
    plain.WordField("suit", SUITS, default=lambda s: max(s.top, 0) % 4, known=lambda s, seat, other: s.top != NONE),
    plain.ComputedField("naming", bool, lambda s, seat: s.phase == NAMING),
    plain.CardsField("hands", DECK, known=lambda s, seat, other: seat == other or s.phase == OVER),
    plain.ComputedField("cards", list[int], lambda s, seat: [size(hand) for hand in s.hands[: s.players]]),
    plain.NumberField("missing", 0, 7, shown=False),
    plain.SeatField("turn", shown=False),
    plain.ComputedField("deck", int, lambda s, seat: size(s.deck)),
    plain.NumberField("drawn", 0, 5),
    plain.NumberField("passes", 0, SEATS + 1),
    plain.CardsField("played", DECK, of=lambda s: rules.DECK & ~s.deck & ~sum(s.hands)),
)


def write_action(s: State, action: int) -> str:
    if action < DRAW:
        return f"play {DECK.written(s, action)}"
    return ("draw", "pass")[action - DRAW] if action < NAME else f"name {SUITS[action - NAME]}"


def write_draw(s: State, outcome: int) -> str:
    if s.phase == FIRST:
        return f"dealer {outcome + 1}"
    card = DECK.written(s, nth(s.deck, outcome))
    if s.phase == TURN_UP and not s.owed:
        return f"top {card}"
    return f"deal {(rules.receiver(s) if s.owed else s.turn) + 1} {card}"


def complete(s: State, read: Mapping[str, int]) -> None:
    s.owed = sum(s.missing)
    if s.phase >= PLAY and (s.top == NONE or not read["played"] >> s.top & 1):
        raise NotUnderstood.of("crazy_eights.no_top")
    if s.turn < 0 or (s.phase in (PLAY, NAMING) and not s.hands[s.turn]):
        raise NotUnderstood.of("crazy_eights.no_hand")
