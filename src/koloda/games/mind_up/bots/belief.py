"""Mind Up! for a search: cards that nobody has seen may be in any other hand."""

from collections.abc import Sequence
from typing import Any

from koloda.compiled.generator import below
from koloda.core.win_chances import likelihoods, slope_of, with_wins
from koloda.games.mind_up.bots.policy import worth as points_for
from koloda.games.mind_up.collecting import total
from koloda.games.mind_up.rules import standings
from koloda.games.mind_up.state import HIGHEST, OVER, State

SPREAD = 5.0  # standard deviation of a seat's points in a round


def likely(s: State, memory: Any, r: Any, n: int) -> int:
    return below(r, n)


def reply(s: State, seat: int, out: Sequence[int], n: int, weights: Sequence[int]) -> int:
    """The card that brings most at once, if the others' cards are spread evenly over all numbers."""
    others = s.players - 1
    best = 0
    most = -1000
    for i in range(n):
        place = others * out[i] // (HIGHEST + 1)  # and a little more: between this place of the row and the next
        more = others * out[i] - place * (HIGHEST + 1)
        here = points_for(s, seat, s.row[place])
        above = points_for(s, seat, s.row[place + 1]) if place < others else here
        gain = here * (HIGHEST + 1 - more) + above * more
        if gain > most:
            most = gain
            best = i
    return out[best] + 0


def age(s: State) -> int:
    return s.scored + 0


def glimpse(s: State, seat: int) -> int:
    return 0


def worth(s: State, standing: Any, share: Any) -> None:
    for seat in range(s.players):
        share[seat] = total(s, seat) + 0.0
    if s.phase == OVER:
        standings(s, standing)
        likelihoods(share, s.players + 0, slope_of(SPREAD, 1))
        with_wins(share, standing, s.players + 0)
    else:
        likelihoods(share, s.players + 0, slope_of(SPREAD, s.rounds - s.scored))
