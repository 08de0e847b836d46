"""What a seat may know of Dobro: the own hand, all that lies open, and how many cards lie where."""

from functools import cache, lru_cache

import msgspec
from msgspec.structs import replace

from koloda.core.game import seats_of
from koloda.core.view import Seat, View
from koloda.games.dobro import rules
from koloda.games.dobro.cards import count, count_of, one
from koloda.games.dobro.options import PAIR_DOUBLING
from koloda.games.dobro.plays import FIGURE, LAID, plays_of
from koloda.games.dobro.state import (
    CHOOSE,
    DEAL,
    DRAW,
    HIGHEST,
    JOKER,
    LEADER,
    LOWEST,
    ONE,
    OVER,
    PAIR,
    PLAY,
    REDEAL,
    REVERSE,
    SKIP,
    WAYS,
    State,
)

PHASES = {
    DEAL: "deal",
    LEADER: "leader",
    PLAY: "play",
    CHOOSE: "choose",
    DRAW: "draw",
    REDEAL: "redeal",
    OVER: "over",
}
NUMBERS = range(LOWEST, HIGHEST + 1)
CARDS = {**{number: str(number) for number in NUMBERS}, JOKER: "J", SKIP: "S", REVERSE: "R"}
"""Every kind of card and its name, in the order of a sorted hand."""


class TrickPlay(msgspec.Struct, frozen=True, kw_only=True):
    """One play of the trick."""

    cards: list[str]
    number: int | None
    """What each card counts as: its number, or what a Joker was named (DB-11, DB-12); None for a Skip or Reverse."""


class Fits(msgspec.Struct, frozen=True, kw_only=True):
    """What fits the good number (DB-8, DB-9, DB-10)."""

    above: int | None
    """One card with a higher number than this; None where there is none."""
    doubles: int | None
    """One card with this number doubles the good number; None where there is none."""
    doubled: int | None
    """The good number that comes of it."""
    pair: int | None
    """A pair with this number or a higher one; None where none is high enough."""


class DobroView(View, frozen=True, kw_only=True):
    phase: str
    turn: Seat | None
    """Whose turn it is; None while hands are dealt and at the end."""
    round: int
    """From 1."""
    rounds: int
    direction: int | None
    """1 clockwise, -1 the other way; None for two players (DB-6)."""
    good: int | None
    """The good number (DB-16); None where there is none."""
    fits: Fits | None
    """None where anything does, there being no good number."""
    trick: list[TrickPlay]
    """The plays of this trick, the top one last."""
    hand: list[str] | None
    """The seat's own cards."""
    hand_sizes: list[int]
    hand_limit: int
    deck: int
    """Cards in the deck."""
    pile_sizes: list[int]
    piles: list[list[str]] | None
    """The score piles of the last round, once the game is over."""
    forgetful: Seat | None
    """Who holds the forgetful card."""
    points: list[int]
    last_points: list[int]
    """Points won in the round before."""
    attention: bool
    pair_doubling: str


def view(s: State, seat: int | None) -> DobroView:
    over = s.phase == OVER
    everyone = range(s.players)
    public = DobroView(
        game="dobro",
        seat=None,
        players=s.players,
        actors=seats_of(rules.actors(s)),
        over=over,
        phase=PHASES[s.phase],
        turn=s.turn if s.phase in (PLAY, CHOOSE, DRAW) else None,
        round=min(s.played + 1, s.rounds),
        rounds=s.rounds,
        direction=s.step if s.players > 2 else None,
        good=s.good or None,
        fits=fits(s.good),
        trick=[TrickPlay(cards=names(LAID[a]), number=FIGURE[a] or None) for a in s.trick[: s.plays]],
        hand=None,
        hand_sizes=s.held[: s.players],
        hand_limit=s.limit,
        deck=s.left,
        pile_sizes=[count(s.pile[p]) for p in everyone],
        piles=[names(s.pile[p]) for p in everyone] if over else None,
        forgetful=s.forgetful if s.forgetful >= 0 else None,
        points=s.points[: s.players],
        last_points=s.last[: s.players],
        attention=bool(s.attention),
        pair_doubling=PAIR_DOUBLING[s.top_card],
    )
    return public if seat is None else seat_view(s, seat, public)


def seat_view(s: State, seat: int, public: DobroView) -> DobroView:
    """What a seat may know, from what everybody may: its own hand in addition."""
    return replace(public, seat=seat, hand=names(s.hand[seat]))


@cache
def fits(good: int) -> Fits | None:
    """What the rules let be laid on a good number (0: there is none)."""
    if good == 0:
        return None
    s = State()
    s.good = good
    alone = [n for n in NUMBERS if plays_of(one(n), good) >> WAYS * (n - LOWEST) + ONE & 1]
    pairs = [n for n in NUMBERS if plays_of(2 * one(n), good) >> WAYS * (n - LOWEST) + PAIR & 1]
    doubling = {n: after for n in alone if (after := rules.raised(s, WAYS * (n - LOWEST) + ONE)) > n}
    higher = [n for n in alone if n not in doubling]
    return Fits(
        above=higher[0] - 1 if higher else None,
        doubles=next(iter(doubling.keys()), None),
        doubled=next(iter(doubling.values()), None),
        pair=pairs[0] if pairs else None,
    )


def names(pile: int) -> list[str]:
    """The cards of a pile: numbers ascending, then specials."""
    return list(_names(pile))


@lru_cache(maxsize=4096)
def _names(pile: int) -> tuple[str, ...]:
    return tuple(name for card, name in CARDS.items() for _ in range(count_of(pile, card)))
