"""The score pad of No Thanks!: what the cards and chips of a real table are worth (NT-7, NT-8, NT-9)."""

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from koloda.core.bits import size
from koloda.core.errors import NotLegal
from koloda.core.ranking import best
from koloda.games.no_thanks.notation import write_runs
from koloda.games.no_thanks.rules import scores
from koloda.games.no_thanks.state import LOWEST, SEATS, State


class Hand(NamedTuple):
    """What lies before a player: cards as a set, and the chips if they were counted."""

    taken: int
    chips: int | None = None


class Count(msgspec.Struct, frozen=True):
    scores: list[int]
    """By seat; chips that were not counted are left out."""
    finished: bool
    """All cards and all chips of the game are accounted for."""
    leaders: list[int]
    """The lowest scores; the winners if the game is finished."""
    cards_left: int
    """Cards that nobody has taken."""


def count(s: State, hands: Sequence[Hand], unfinished: bool = False) -> Count:
    """Count the hands of a table just set up (`s` is left as it is).

    With the cards and chips of every seat it is the end of a game, where nothing may be missing; else a partial count.
    """
    finished = not unfinished and len(hands) == s.players and all(hand.chips is not None for hand in hands)
    left = _check_cards(s, hands, finished)
    _check_chips(s, hands, finished)
    counted = scores_of(s, hands)
    return Count(counted, finished, best(range(len(counted)), counted, lowest=True), left)


def scores_of(s: State, hands: Sequence[Hand]) -> list[int]:
    """NT-8, whether or not these hands are possible together."""
    out = [0] * SEATS
    scores(table_with(s, hands), out)
    return out[: len(hands)]


def table_with(s: State, hands: Sequence[Hand]) -> State:
    """A table just set up, with these cards and chips before the players."""
    table = s.copy()
    for seat in range(s.players):
        table.taken[seat], chips = hands[seat] if seat < len(hands) else (0, 0)
        table.chips[seat] = chips or 0
    return table


def cards_in_play(s: State) -> int:
    """NT-1, NT-12."""
    return s.highest - LOWEST + 1 - s.removed


def chips_in_play(s: State) -> int:
    """NT-2."""
    return s.players * s.purse


def _check_cards(s: State, hands: Sequence[Hand], finished: bool) -> int:
    """NT-1, NT-7, NT-12: returns how many cards nobody has."""
    met = 0
    for seat, hand in enumerate(hands):
        if hand.taken & ~s.unseen:
            raise NotLegal.of("no_thanks.score_not_played", player=seat, cards=write_runs(hand.taken & ~s.unseen))
        if hand.taken & met:
            other = next(other for other in range(seat) if hands[other].taken & hand.taken)
            twice = write_runs(hands[other].taken & hand.taken)
            raise NotLegal.of("no_thanks.score_twice", player=seat, other=other, cards=twice)
        met |= hand.taken
    played = cards_in_play(s)
    left = played - size(met)
    if left < 0:
        raise NotLegal.of("no_thanks.score_too_many", given=size(met), played=played)
    if finished and left:
        raise NotLegal.of("no_thanks.score_cards_left", given=size(met), played=played, left=left)
    return left


def _check_chips(s: State, hands: Sequence[Hand], finished: bool) -> None:
    """NT-2: chips are neither made nor lost."""
    given, right = sum(hand.chips or 0 for hand in hands), chips_in_play(s)
    if given > right:
        raise NotLegal.of("no_thanks.score_chips_over", given=given, right=right, difference=given - right)
    if finished and given < right:
        raise NotLegal.of("no_thanks.score_chips_under", given=given, right=right, difference=right - given)
