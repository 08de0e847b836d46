"""Dobro in text. Cards: `2` … `12`, `J` a Joker, `S` a Skip, `R` a Reverse.

Actions: `7`, `J=7`, `6+6`, `6+J`, `J+J=6`, `skip`, `reverse`, `take`, `draw`, `end`. Draws: `deal 3 J` (player 3 gets
a Joker), `first 2` (player 2 leads the round).

Position: `dobro[players=3] round=2 turn=3 direction=- trick=4,5,6+6,skip hands=2,J/7,9,9/R piles=-/3,3/- points=1/3/2
last=1/3/2 forgetful=2`. What is left out is empty or 0; the good number, the deck and its size follow from the rest.
`phase` is `deal`, `leader`, `play` (understood), `choose` (draw or end the turn), `draw`, `over`, or `redeal`: then
`hidden=0/6/4` counts the cards to be dealt anew, and `resume` is the phase that follows.
"""

import re

from koloda.core import position
from koloda.core.bits import lowest, size
from koloda.core.bits import nth as nth_seat
from koloda.core.errors import NotUnderstood
from koloda.games.dobro import rules
from koloda.games.dobro.cards import BITS, MASK, count, count_of, nth, one
from koloda.games.dobro.options import SET_UP, chosen
from koloda.games.dobro.plays import FIGURE, LAID, VALUE
from koloda.games.dobro.state import (
    ACTIONS,
    CHOOSE,
    DEAL,
    DRAW,
    DRAW_UP,
    END_TURN,
    KINDS,
    LEADER,
    OVER,
    PLAY,
    PLAY_REVERSE,
    PLAY_SKIP,
    REDEAL,
    TAKE,
    WAYS,
    State,
)
from koloda.games.dobro.view import CARDS, PHASES, names

_WAYS = ("{0}", "J={0}", "{0}+{0}", "{0}+J", "J+J={0}")
_WORDS = {PLAY_SKIP: "skip", PLAY_REVERSE: "reverse", TAKE: "take", DRAW_UP: "draw", END_TURN: "end"}
TOKENS = [_WORDS.get(a) or _WAYS[a % WAYS].format(FIGURE[a]) for a in range(ACTIONS)]
_ACTION = {token.lower(): action for action, token in enumerate(TOKENS)}
_RUSSIAN = {
    "пропуск": "skip",
    "смена": "reverse",
    "беру": "take",
    "взять": "take",
    "добрать": "draw",
    "добираю": "draw",
    "конец": "end",
    "закончить": "end",
}
_CARD = {name: card for card, name in CARDS.items()}
_PHASE = {name: phase for phase, name in PHASES.items()}


def write_action(s: State, action: int) -> str:
    return TOKENS[action]


def read_action(s: State, text: str) -> int:
    action = _read_token(text)
    if action is None:
        raise NotUnderstood.of("dobro.no_move", text=text)
    return action


def _read_token(text: str) -> int | None:
    """`6 + j`, `J+6` and `джокер=7` are understood as well."""
    word = re.sub(r"\s+", "", text.lower())
    word = _RUSSIAN.get(word, re.sub("joker|джокер|д", "j", word))
    if word.startswith("j+") and "=" not in word:
        word = f"{word.removeprefix('j+')}+j"
    return _ACTION.get(word)


def write_draw(s: State, outcome: int) -> str:
    if s.phase == LEADER:
        return f"first {nth_seat(rules.leaders(s), outcome) + 1}"
    return f"deal {receiver(s) + 1} {CARDS[nth(s.unseen, outcome)]}"


def read_draw(s: State, text: str) -> int:
    words = text.split()
    if s.phase == LEADER and len(words) == 2 and words[0] == "first" and words[1].isdecimal():
        seat = int(words[1]) - 1
        if 0 <= seat < s.players and rules.leaders(s) >> seat & 1:
            return size(rules.leaders(s) & ((1 << seat) - 1))
    elif s.phase in (DEAL, DRAW, REDEAL) and len(words) == 3:
        card = _CARD.get(words[2].upper(), KINDS)
        if words[:2] == ["deal", str(receiver(s) + 1)] and count_of(s.unseen, card):
            return count(s.unseen & (one(card) - 1))
    raise NotUnderstood.of("dobro.no_draw", text=text)


def receiver(s: State) -> int:
    """Who gets the next card."""
    if s.phase != REDEAL:
        return s.turn
    return next(p for p in range(s.players) if count(s.hand[p]) < s.held[p])


def write_position(s: State) -> str:
    players = range(s.players)
    parts = {
        "phase": "" if s.phase == PLAY else PHASES[s.phase],
        "resume": PHASES[s.resume] if s.phase == REDEAL else "",
        "round": "" if s.phase == OVER or s.played == 0 else str(s.played + 1),
        "turn": "" if s.turn == 0 else str(s.turn + 1),
        "direction": "-" if s.step < 0 else "",
        "trick": ",".join(TOKENS[action] for action in s.trick[: s.plays]),
        "hands": _by_seat([",".join(names(s.hand[p])) for p in players]),
        "hidden": _by_seat([str(s.held[p] - count(s.hand[p])) for p in players]) if s.phase == REDEAL else "",
        "piles": _by_seat([",".join(names(s.pile[p])) for p in players]),
        "points": _by_seat([str(s.points[p] or "") for p in players]),
        "last": _by_seat([str(s.last[p] or "") for p in players]),
        "forgetful": str(s.forgetful + 1 or ""),
    }
    return position.write(SET_UP, chosen(s), parts)


def _by_seat(texts: list[str]) -> str:
    """Left out where there is nothing to tell."""
    return "/".join(text or "-" for text in texts) if any(texts) else ""


def read_position(text: str) -> State:
    parts = position.Parts(SET_UP, text)
    s: State = parts.start()
    in_play = s.left
    s.phase = _read_phase(parts, "phase", "play")
    s.resume = _read_phase(parts, "resume", "play") if s.phase == REDEAL else DEAL
    s.played = s.rounds if s.phase == OVER else parts.number("round", 1, 1, s.rounds) - 1
    s.turn = parts.seat("turn", s.players, 0)
    s.step = _read_direction(parts, s)
    s.forgetful = parts.seat("forgetful", s.players, -1) if s.attention else -1
    s.hand[: s.players] = parts.by_seat("hands", s.players, lambda t: _read_cards(parts, s, t), 0)
    s.pile[: s.players] = parts.by_seat("piles", s.players, lambda t: _read_cards(parts, s, t), 0)
    hidden = parts.by_seat("hidden", s.players, lambda t: _read_number(parts, "hidden", t, s.limit), 0)
    most = s.players * s.rounds
    s.points[: s.players] = parts.by_seat("points", s.players, lambda t: _read_number(parts, "points", t, most), 0)
    s.last[: s.players] = parts.by_seat("last", s.players, lambda t: _read_number(parts, "last", t, s.players), 0)
    _read_trick(parts, s, parts.text_of("trick"))
    parts.finish()
    for p in range(s.players):
        s.held[p] = count(s.hand[p]) + hidden[p]
    s.left = 0 if s.phase == OVER else count(s.unseen) - sum(hidden) - s.aside
    if s.left < 0:
        raise parts.bad("dobro.too_many_cards", most=in_play)
    _check(parts, s, sum(hidden))
    return s


def _read_phase(parts: position.Parts, key: str, default: str) -> int:
    name = parts.text_of(key, default)
    if name not in _PHASE or (key == "resume" and name in ("redeal", "over")):
        raise parts.bad("dobro.no_phase", given=name, allowed=", ".join(PHASES.values()))
    return _PHASE[name]


def _read_direction(parts: position.Parts, s: State) -> int:
    sign = parts.text_of("direction", "+")
    if sign not in ("+", "-") or (sign == "-" and s.players == 2):
        raise parts.bad("dobro.no_direction", given=sign)
    return -1 if sign == "-" else 1


def _read_number(parts: position.Parts, key: str, text: str, high: int) -> int:
    if text and not (text.isdecimal() and int(text) <= high):
        raise parts.bad("errors.position_number", key=key, given=text, low=0, high=high)
    return int(text or 0)


def _read_cards(parts: position.Parts, s: State, text: str) -> int:
    """Cards, taken from those that are still unseen."""
    pile = 0
    for name in text.split(",") if text else ():
        if name.upper() not in _CARD:
            raise parts.bad("dobro.no_card", text=name)
        card = one(_CARD[name.upper()])
        _take_out(parts, s, card)
        pile += card
    return pile


def _take_out(parts: position.Parts, s: State, cards: int) -> None:
    rest = cards
    while rest:
        card = lowest(rest) // BITS
        if count_of(cards, card) > count_of(s.unseen, card):
            raise parts.bad("dobro.not_in_deck", card=CARDS[card])
        rest &= ~(MASK << BITS * card)
    s.unseen -= cards


def _read_trick(parts: position.Parts, s: State, text: str) -> None:
    for token in text.split(",") if text else ():
        action = _read_token(token)
        if action is None or action >= TAKE:
            raise parts.bad("dobro.no_play", text=token)
        _take_out(parts, s, LAID[action])
        if action < PLAY_SKIP:
            if VALUE[action] < s.good:
                raise parts.bad("dobro.play_too_low", play=token, good=s.good)
            s.good = rules.raised(s, action)
        s.trick[s.plays] = action
        s.plays += 1
        s.on_table += LAID[action]


def _check(parts: position.Parts, s: State, hidden: int) -> None:
    """What must hold in each phase, so that the game can go on from here."""
    phase = s.resume if s.phase == REDEAL else s.phase
    held = s.held[: s.players]
    full = [s.limit] * s.players
    if phase == DEAL:
        sound = held == full[: s.turn] + [held[s.turn]] + [0] * (s.players - s.turn - 1) and held[s.turn] < s.limit
    elif phase == LEADER:
        sound = held == full and s.turn == 0
    elif phase == OVER:
        sound = sum(held) == 0
    else:
        sound = all(0 < cards <= s.limit for cards in held)
    if not sound or (s.phase == REDEAL) != (hidden > 0):
        raise parts.bad("dobro.wrong_hands", phase=PHASES[s.phase], limit=s.limit)
    if (phase in (DEAL, LEADER, OVER) and s.plays) or (phase in (DEAL, LEADER) and (any(s.pile) or s.forgetful >= 0)):
        raise parts.bad("dobro.nothing_played", phase=PHASES[s.phase])
    if phase in (CHOOSE, DRAW) and rules.owed(s, s.turn) == 0:
        raise parts.bad("dobro.nothing_owed", player=s.turn)
    if phase == CHOOSE and not s.attention:
        raise parts.bad("dobro.no_choice")
