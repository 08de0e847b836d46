"""Crazy eights in text. Actions: `play 8h`, `name spades`, `draw`, `pass`. Draws: `dealer 1`, `deal 2 10c`, `top 5s`.

Position: `crazy_eights[players=2] phase=play hands=2c,8h/Ks top=5s suit=s turn=1 played=5s`. `drawn` counts the cards
drawn in this turn, `passes` those who passed in a row, `missing` the cards that each seat is still to be dealt.
"""

from koloda.core import position
from koloda.core.bits import nth
from koloda.core.errors import NotUnderstood
from koloda_crazy_eights.options import SET_UP
from koloda_crazy_eights.rules import MOST_DRAWN, chance, receiver
from koloda_crazy_eights.state import ACTIONS, CARDS, DRAW, FIRST, NAME, NAMING, NONE, PLAY, TURN_UP, State
from koloda_crazy_eights.view import SUITS, card_name, names, played

LETTERS = "cdhs"
PHASES = ("first", "turn-up", "play", "naming", "drawing", "over")


def write_action(s: State, action: int) -> str:
    if action < DRAW:
        return f"play {card_name(action, LETTERS)}"
    return ("draw", "pass")[action - DRAW] if action < NAME else f"name {SUITS[action - NAME]}"


def read_action(s: State, text: str) -> int:
    plain = text.strip().lower()
    for action in range(ACTIONS):
        if plain in (write_action(s, action).lower(), write_action(s, action).lower().split()[-1]):
            return action
    raise NotUnderstood.of("crazy_eights.no_move", text=text)


def write_draw(s: State, outcome: int) -> str:
    if s.phase == FIRST:
        return f"dealer {outcome + 1}"
    card = card_name(nth(s.deck, outcome), LETTERS)
    seat = receiver(s) if s.owed else s.turn
    return f"top {card}" if s.phase == TURN_UP and not s.owed else f"deal {seat + 1} {card}"


def read_draw(s: State, text: str) -> int:
    for outcome in range(chance(s)):
        if write_draw(s, outcome) == text:
            return outcome
    raise NotUnderstood.of("crazy_eights.no_draw", text=text)


def write_position(s: State) -> str:
    begun = s.top != NONE
    parts = {
        "phase": PHASES[s.phase],
        "hands": "/".join(",".join(names(s.hands[p], LETTERS)) or "-" for p in range(s.players)),
        "missing": "/".join(map(str, s.missing[: s.players])) if s.owed else "",
        "top": card_name(s.top, LETTERS),
        "suit": LETTERS[s.suit] if begun else "",
        "turn": str(s.turn + 1),
        "drawn": str(s.drawn or ""),
        "passes": str(s.passes or ""),
        "played": ",".join(names(played(s), LETTERS)),
    }
    return position.write(SET_UP, SET_UP.chosen(s), parts)


def read_position(text: str) -> State:
    parts = position.Parts(SET_UP, text)
    s: State = parts.start()
    phase = parts.text_of("phase", "play")
    s.hands[: s.players] = parts.by_seat("hands", s.players, lambda cards: take(s, cards), 0)
    s.missing[: s.players] = parts.numbers("missing", s.players, 0, 0, 7)
    s.owed = sum(s.missing)
    discarded = take(s, parts.text_of("played"))
    top, suit = parts.text_of("top"), parts.text_of("suit")
    s.top = next((card for card in range(CARDS) if discarded >> card & 1 and card_name(card, LETTERS) == top), NONE)
    s.suit = max(LETTERS.find(suit), 0) if suit else s.top % 4 if top else 0
    s.turn = parts.number("turn", 1, 1, s.players) - 1
    s.drawn = parts.number("drawn", 0, 0, MOST_DRAWN)
    s.passes = parts.number("passes", 0, 0, s.players + 1)
    parts.finish()
    if phase not in PHASES or (PHASES.index(phase) >= PLAY and s.top == NONE):
        raise parts.bad("crazy_eights.no_top")
    s.phase = PHASES.index(phase)
    if s.phase in (PLAY, NAMING) and not s.hands[s.turn]:
        raise parts.bad("crazy_eights.no_hand")
    return s


def take(s: State, text: str) -> int:
    """Cards out of the deck: `2c,8h`."""
    found = 0
    for name in text.split(",") if text else ():
        card = next((card for card in range(CARDS) if s.deck >> card & 1 and card_name(card, LETTERS) == name), NONE)
        if card == NONE:
            raise NotUnderstood.of("crazy_eights.no_card", text=name)
        s.deck &= ~(1 << card)
        found |= 1 << card
    return found
