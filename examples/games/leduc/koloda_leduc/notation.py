"""Leduc poker in text. Actions: `fold`, `call`, `raise`. Draws: `deal 1 Ks`, `public Qh`.

Position: `leduc[players=2] cards=Ks/Jh public=Qh stakes=3/3 turn=1 waiting=2`. `waiting` is how many seats must still
bet in this round, `raises` how many raises it had, `folded` is 1 for every seat that folded.
"""

from koloda.core import position
from koloda.core.bits import nth, size
from koloda.core.errors import NotUnderstood
from koloda_leduc.options import SET_UP
from koloda_leduc.rules import MOST_RAISES, receiver
from koloda_leduc.state import CALL, FOLD, NONE, RAISE, State
from koloda_leduc.view import card_name

WRITTEN = ("fold", "call", "raise")
WORDS = {"fold": FOLD, "call": CALL, "check": CALL, "raise": RAISE, "bet": RAISE}
WORDS |= {"пас": FOLD, "колл": CALL, "чек": CALL, "рейз": RAISE, "бет": RAISE}


def write_action(s: State, action: int) -> str:
    return WRITTEN[action]


def read_action(s: State, text: str) -> int:
    if (word := text.strip().lower()) not in WORDS:
        raise NotUnderstood.of("leduc.no_move", text=text)
    return WORDS[word]


def write_draw(s: State, outcome: int) -> str:
    card = card_name(s, nth(s.unseen, outcome), "sh")
    return f"deal {receiver(s) + 1} {card}" if s.missing else f"public {card}"


def read_draw(s: State, text: str) -> int:
    for outcome in range(size(s.unseen)):
        if write_draw(s, outcome) == text:
            return outcome
    raise NotUnderstood.of("leduc.no_draw", text=text)


def write_position(s: State) -> str:
    names = [card_name(s, card, "sh") for card in s.cards[: s.players]]
    parts = {
        "cards": "/".join(name or "-" for name in names) if any(names) else "",
        "public": card_name(s, s.public, "sh") or "",
        "stakes": "/".join(map(str, s.stakes[: s.players])),
        "folded": "/".join(str(1 - (s.live >> p & 1)) for p in range(s.players)) if size(s.live) < s.players else "",
        "turn": str(s.turn + 1),
        "waiting": str(s.waiting),
        "raises": str(s.raises or ""),
    }
    return position.write(SET_UP, SET_UP.chosen(s), parts)


def read_position(text: str) -> State:
    parts = position.Parts(SET_UP, text)
    s: State = parts.start()
    s.cards[: s.players] = parts.by_seat("cards", s.players, lambda card: take(s, card), NONE)
    s.missing = s.cards[: s.players].count(NONE)
    s.public = take(s, parts.text_of("public"))
    s.stakes[: s.players] = parts.numbers("stakes", s.players, s.ante, s.ante, 13 * s.ante)
    s.stake = max(s.stakes)
    folded = parts.numbers("folded", s.players, 0, 0, 1)
    s.live = sum(1 << p for p in range(s.players) if not folded[p])
    s.turn = parts.seat("turn", s.players, 0)
    s.waiting = parts.number("waiting", size(s.live), 0, s.players)
    s.raises = parts.number("raises", 0, 0, MOST_RAISES)
    parts.finish()
    if not s.live or s.turn < 0 or (s.waiting and not s.live >> s.turn & 1):
        raise parts.bad("leduc.nobody_bets")
    return s


def take(s: State, name: str) -> int:
    """The card of that name, no longer unseen."""
    for card in range(2 * s.players + 2 if name else 0):
        if card_name(s, card, "sh") == name and s.unseen >> card & 1:
            s.unseen &= ~(1 << card)
            return card
    if name:
        raise NotUnderstood.of("leduc.no_card", text=name)
    return NONE
