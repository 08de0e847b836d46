"""Tugriki for a search: who drew seldom had a card that would have fitted; who was shown a card holds it."""

from typing import Any

from koloda.compiled.generator import below
from koloda.core.bits import nth, size
from koloda.core.win_chances import likelihoods, slope_of, with_wins
from koloda.games.tugriki.bots.policy import rule
from koloda.games.tugriki.hands import nth_card
from koloda.games.tugriki.rules import standings
from koloda.games.tugriki.state import CARDS, DECK, DRAWN, GENIE, OVER, PER_WORD, State

reply = rule

# What is remembered of a seat: cards that it had not when it drew last (two numbers of a set), cards that it was seen
# to hold, and whether it had no Genie, no Row choice
LACKS, HOLDS, NO_GENIE, NO_CHOICE = 0, 2, 4, 5
TRIES = 6
BELIEF = 6  # one card in so many is believed although it could have been laid
SPREAD = 12.0  # standard deviation of what a seat wins or loses in a round
LONG = 4  # rounds of a knockout that are looked ahead to


def likely(s: State, memory: Any, r: Any, n: int) -> int:
    holder = 0
    while s.owed[holder] == 0:
        holder += 1
    known = known_card(s, memory[holder])
    if known >= 0:
        return known
    outcome = below(r, n)
    for _ in range(TRIES):
        if not doubtful(nth_card(s, DECK, outcome), memory[holder]) or below(r, BELIEF) == 0:
            return outcome
        outcome = below(r, n)
    return outcome


def known_card(s: State, remembered: Any) -> int:
    """The outcome that deals a card which the holder is known to have, -1 for none."""
    first = 0
    for word in range(2):
        wanted = remembered[HOLDS + word] & s.hand[DECK][word]
        if wanted:
            return first + size(s.hand[DECK][word] & ((1 << nth(wanted, 0)) - 1))
        first += size(s.hand[DECK][word])
    return -1


def doubtful(kind: int, remembered: Any) -> bool:
    if kind >= CARDS:
        return bool(remembered[NO_GENIE if kind == GENIE else NO_CHOICE] > 0)
    return bool((remembered[LACKS + kind // PER_WORD] >> (kind % PER_WORD)) & 1)


def age(s: State) -> int:
    return s.round_no + 0


def glimpse(s: State, seat: int) -> int:
    """Whose move it is and of what kind (a challenge tells, TG-25), and the card that the seat itself has drawn."""
    seen = s.turn * 16 + s.phase + 1
    if s.phase == DRAWN and s.turn == seat:
        seen += 256 * (s.drawn + 1)
    return seen


def worth(s: State, standing: Any, share: Any) -> None:
    """Tugriks, with what was lent."""
    for seat in range(s.players):
        share[seat] = s.money[seat] + 0.0
    if s.phase == OVER:
        standings(s, standing)
        likelihoods(share, s.players + 0, slope_of(SPREAD, 1))
        with_wins(share, standing, s.players + 0)
        return
    for i in range(s.lent):
        share[s.loan[i] >> 6] += s.loan[i] & 7
        share[(s.loan[i] >> 3) & 7] -= s.loan[i] & 7
    likelihoods(share, s.players + 0, slope_of(SPREAD, max(1, s.rounds - s.round_no + 1) if s.rounds > 0 else LONG))
    for seat in range(s.players):
        if not (s.playing >> seat) & 1:
            share[seat] = 0.0
