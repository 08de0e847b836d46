"""Dobro at a real table: your cards, who leads, and what everybody plays. The other hands are dealt to fit."""

from collections.abc import Mapping, Sequence

from koloda.core.advisor import Ask
from koloda.core.facts import Fact, fact
from koloda.core.game import Act
from koloda.games.dobro import GAME, narration, rules
from koloda.games.dobro.cards import count, count_of, one
from koloda.games.dobro.plays import CARDS_LAID, LAID
from koloda.games.dobro.state import (
    CHOOSE,
    DEAL,
    DRAW,
    DRAW_UP,
    HIGHEST,
    JOKER,
    LEADER,
    LOWEST,
    REDEAL,
    REVERSE,
    SKIP,
    TAKE,
    State,
)
from koloda.games.dobro.view import CARDS
from koloda.games.dobro.wording import card as term

ALIASES: Mapping[str, str] = {
    **dict.fromkeys(("joker", "джокер", "д"), "J"),
    **dict.fromkeys(("skip", "пропуск"), "S"),
    **dict.fromkeys(("reverse", "смена"), "R"),
}

_KIND = {name: kind for kind, name in CARDS.items()}
_SPECIALS = (JOKER, SKIP, REVERSE)
_ASCENDING = (*_SPECIALS, *range(LOWEST, HIGHEST + 1))
"""A hand of the first of these kinds has the lowest numbers, of the last ones the highest (DB-25)."""


def asked(s: State, seat: int) -> Ask | None:
    """DB-4, DB-5, DB-17, DB-25: who leads, and your own cards."""
    if s.phase == LEADER:
        leaders = _possible_leaders(s, seat)
        seats = {str(player + 1): int(player in leaders) for player in range(s.players)}
        return Ask(word="first", kind="seat", title=fact("dobro.advisor_leads", round=s.played + 1), values=seats)
    if s.turn != seat or s.phase not in (DEAL, DRAW):
        return None
    unknown = _hidden(s, seat).unseen
    deck = s.deck if s.players > 2 else s.deck - count_of(s.deck, REVERSE) * one(REVERSE)
    values = {name: count_of(unknown, kind) for kind, name in CARDS.items() if count_of(deck, kind)}
    cards = rules.owed(s, seat)
    if s.phase == DEAL:
        return Ask(word="hand", kind="card", title=fact("dobro.advisor_hand", cards=cards), values=values, count=cards)
    return Ask(word="drew", kind="card", title=fact("dobro.advisor_drew", cards=cards), values=values, count=cards)


def drawn(s: State, value: str) -> str:
    return f"first {value}" if s.phase == LEADER else f"deal {s.turn + 1} {value}"


def fit_draws(s: State, seat: int, values: Sequence[str]) -> State:
    if s.phase == LEADER:
        return _led_by(s, seat, int(values[0]) - 1)
    cards = sum(one(_KIND[value]) for value in values)
    dealt = _hidden(s, seat)
    dealt.unseen -= cards
    _deal(dealt)
    dealt.unseen += cards
    return dealt


def possible(s: State, seat: int, other: int) -> list[int]:
    """Whatever can be played with cards that the seat has not seen."""
    return [a for a in GAME.legal(_with_all_cards(s, seat, other), other) if _cards(a) <= s.held[other]]


def fit_move(s: State, seat: int, act: Act) -> State:
    dealt = _hidden(s, seat)
    if act.action < TAKE:
        dealt.hand[act.seat] += LAID[act.action]
        dealt.unseen -= LAID[act.action]
    _deal(dealt)
    return dealt


def refuse(s: State, seat: int, act: Act) -> Fact:
    supposed = _with_all_cards(s, seat, act.seat)
    if act.action < TAKE and act.seat == s.turn and s.phase != CHOOSE:
        missing = [
            term(name).fact
            for kind, name in CARDS.items()
            if count_of(supposed.unseen, kind) < count_of(LAID[act.action], kind)
        ]
        if missing:
            return fact("dobro.advisor_all_seen", cards=missing)
        if _cards(act.action) > s.held[act.seat]:
            return fact("dobro.advisor_one_card", player=act.seat)
    return narration.refuse(supposed, act.seat, act.action)


def assumed(s: State) -> int | None:
    """DB-20: people draw. Who forgets it gets the forgetful card, which everybody sees."""
    return DRAW_UP if s.phase == CHOOSE else None


def _cards(action: int) -> int:
    return CARDS_LAID[action] if action < TAKE else 0


def _hidden(s: State, seat: int) -> State:
    """What the seat knows, with the other hands taken back and still to be dealt, in the same phase."""
    hidden = s.copy()
    rules.hide(hidden, seat)
    if hidden.phase == REDEAL:
        hidden.phase, hidden.resume = hidden.resume, DEAL
    return hidden


def _with_all_cards(s: State, seat: int, other: int) -> State:
    """As if another seat had all cards that the seat has not seen."""
    supposed = _hidden(s, seat)
    supposed.hand[other] = supposed.unseen
    return supposed


def _deal(s: State, order: Sequence[int] = _ASCENDING, seats: Sequence[int] | None = None) -> None:
    """Fill the hands of some seats (None: of all) with unseen cards, kinds that come first in `order` first."""
    for seat in range(s.players) if seats is None else seats:
        for kind in order:
            dealt = min(count_of(s.unseen, kind), s.held[seat] - count(s.hand[seat]))
            s.hand[seat] += dealt * one(kind)
            s.unseen -= dealt * one(kind)


def _led_by(s: State, seat: int, leader: int) -> State:
    """Hands in which the leader's numbers are as high as they can be, and those of its equals as low (DB-25)."""
    dealt = _hidden(s, seat)
    _deal(dealt, _ASCENDING[::-1], [leader])
    _deal(dealt, seats=_equals(s))
    _deal(dealt)
    return dealt


def _equals(s: State) -> list[int]:
    """Who has the fewest points."""
    fewest = min(s.points[: s.players])
    return [player for player in range(s.players) if s.points[player] == fewest]


def _possible_leaders(s: State, seat: int) -> list[int]:
    if s.played == 0:
        return list(range(s.players))
    return [player for player in _equals(s) if rules.leaders(_led_by(s, seat, player)) >> player & 1]
