"""Dobro for a search: hands dealt so that they seldom hold what their owners would have played."""

from math import sqrt
from typing import Any

from koloda.compiled.generator import below
from koloda.core.win_chances import likelihoods, slope_of, with_wins
from koloda.games.dobro.bots.policy import rule
from koloda.games.dobro.cards import count, nth
from koloda.games.dobro.rules import standings
from koloda.games.dobro.state import OVER, State

reply = rule

# What is remembered of a seat: kinds of cards that it seems to lack, as bits, and how many cards it has held since then
LACKS, OLD = 0, 1
TRIES = 6
BELIEF = 8  # one card in so many is believed although it seems to be lacking


def likely(s: State, memory: Any, r: Any, n: int) -> int:
    outcome = below(r, n)
    seat = 0
    while count(s.hand[seat]) == s.held[seat]:
        seat += 1
    lacks = memory[seat][LACKS]
    if lacks > 0 and count(s.hand[seat]) < memory[seat][OLD]:
        for _ in range(TRIES):
            if not (lacks >> nth(s.unseen, outcome)) & 1 or below(r, BELIEF) == 0:
                return outcome
            outcome = below(r, n)
    return outcome


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
