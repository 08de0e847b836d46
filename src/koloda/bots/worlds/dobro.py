"""Dobro for a search: hands dealt so that who took a trick seldom had what would have followed it."""

from math import sqrt
from typing import Any

from koloda.bots.policies.dobro import rule
from koloda.bots.worlds.prospects import likelihoods, slope_of, with_wins
from koloda.core.chance import below
from koloda.games.dobro.cards import count, nth
from koloda.games.dobro.rules import standings
from koloda.games.dobro.state import HIGHEST, LOWEST, OVER, State

reply = rule

# What is remembered of a seat: the good number that it did not follow when it took last (0: nothing), and how many
# cards of that time it still holds
BAR, OLD = 0, 1
TRIES = 6
BELIEF = 8  # one card in so many is believed although it could have been played


def likely(s: State, memory: Any, r: Any, n: int) -> int:
    outcome = below(r, n)
    seat = 0
    while count(s.hand[seat]) == s.held[seat]:
        seat += 1
    bar = memory[seat][BAR]
    if bar > 0 and count(s.hand[seat]) < memory[seat][OLD]:
        for _ in range(TRIES):
            if not follows(nth(s.unseen, outcome), bar) or below(r, BELIEF) == 0:
                return outcome
            outcome = below(r, n)
    return outcome


def follows(card: int, good: int) -> bool:
    """Could the card have been played alone (DB-8, DB-9, DB-11, DB-13, DB-14)?"""
    if LOWEST <= card <= HIGHEST:
        return card >= good
    return card > 0 or good <= HIGHEST


def age(s: State) -> int:
    return s.played + 0


def glimpse(s: State, seat: int) -> int:
    """Cards drawn come into play much later: which moves are legal then tells enough of them."""
    return 0


def worth(s: State, standing: Any, share: Any) -> None:
    """A round brings 1 to `players` points."""
    spread = sqrt((s.players * s.players - 1) / 12)
    for seat in range(s.players):
        share[seat] = s.points[seat] + 0.0
    if s.phase == OVER:
        standings(s, standing)
        likelihoods(share, s.players + 0, slope_of(spread, 1))
        with_wins(share, standing, s.players + 0)
    else:
        likelihoods(share, s.players + 0, slope_of(spread, s.rounds - s.played))
