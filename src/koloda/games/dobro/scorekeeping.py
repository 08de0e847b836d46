"""The score pad of Dobro: points from the sizes of score piles, the next leader, the winner (DB-22 to DB-27)."""

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from koloda.core.errors import NotLegal
from koloda.core.game import seats_of
from koloda.core.ranking import best
from koloda.games.dobro.cards import MASK, count, count_of, one
from koloda.games.dobro.rules import end_round, leaders
from koloda.games.dobro.state import HIGHEST, KINDS, LOWEST, OVER, REVERSE, State

Decision = Literal["open", "points", "last_round", "sums_needed", "sums", "shared"]


class Round(NamedTuple):
    """The sizes of the score piles by seat, and who held the forgetful card at the end."""

    piles: tuple[int, ...]
    forgetful: int | None = None


class Tally(msgspec.Struct, frozen=True):
    rounds: list[list[int]]
    """Points by round and seat, the forgetful card's -1 included."""
    totals: list[int]
    left: int
    """Rounds still to be played."""
    leads_next: list[int]
    """DB-25; several: the highest number card in hand decides among them. Empty after the last round."""
    winners: list[int]
    decided: Decision
    """What made the winners (DB-27): with `sums_needed`, the piles of those in `tied` have to be added up."""
    tied: list[int]


def tally(s: State, rounds: Sequence[Round], sums: Mapping[int, int] | None = None) -> Tally:
    """Add up the rounds of a table just set up (`s` is left as it is).

    `sums`, by seat, are of the numbers in the last round's piles: those in `tied` are looked at.
    """
    table = s.copy()
    points = []
    for number, played in enumerate(rounds, 1):
        if table.phase == OVER:
            raise NotLegal.of("dobro.score_rounds", given=len(rounds), rounds=s.rounds)
        _check(s, played, number)
        for seat, cards in enumerate(played.piles):
            table.pile[seat] = _pile_of(cards)
        table.forgetful = -1 if played.forgetful is None else played.forgetful
        end_round(table)
        points.append(table.last[: s.players])
    over = table.phase == OVER
    leads = seats_of(leaders(table)) if rounds and not over else []
    winners, decided, tied = _winners(table, sums) if over else ([], "open", [])
    return Tally(points, table.points[: s.players], s.rounds - len(rounds), leads, winners, decided, tied)


def most_in_piles(s: State) -> int:
    """DB-21: at the end of a round the last play lies on the table, and everybody else still holds a card."""
    return s.left - s.players


def _check(s: State, played: Round, number: int) -> None:
    if len(played.piles) != s.players:
        raise NotLegal.of("dobro.score_piles", number=number, given=len(played.piles), players=s.players)
    given, most = sum(played.piles), most_in_piles(s)
    if given > most:
        raise NotLegal.of("dobro.score_too_many", number=number, given=given, most=most, cards=s.left)
    if played.forgetful is not None and not s.attention:
        raise NotLegal.of("dobro.score_no_forgetful")


def _pile_of(cards: int) -> int:
    """A score pile of so many cards; which they are does not matter for points."""
    pile = 0
    for kind in range(KINDS):
        pile += min(cards, MASK) * one(kind)
        cards -= min(cards, MASK)
    return pile


def _winners(s: State, sums: Mapping[int, int] | None) -> tuple[list[int], Decision, list[int]]:
    """DB-27: points, then those of the last round, then the smaller sum."""
    ahead = best(range(s.players), s.points)
    if len(ahead) == 1:
        return ahead, "points", []
    tied = best(ahead, s.last)
    if len(tied) == 1:
        return tied, "last_round", []
    if sums is None:
        return [], "sums_needed", tied
    for seat in tied:
        low, high = possible_sums(s, count(s.pile[seat]))
        if not low <= sums[seat] <= high:
            cards = count(s.pile[seat])
            raise NotLegal.of("dobro.score_sum", player=seat, given=sums[seat], cards=cards, low=low, high=high)
    winners = best(tied, sums, lowest=True)
    return winners, "sums" if len(winners) == 1 else "shared", tied


def possible_sums(s: State, cards: int) -> tuple[int, int]:
    """The least and the greatest sum of so many cards; specials count 0."""
    deck = []
    for kind in range(KINDS):
        if s.players > 2 or kind != REVERSE:
            deck += [kind if LOWEST <= kind <= HIGHEST else 0] * count_of(s.deck, kind)
    deck.sort()
    return sum(deck[:cards]), sum(deck[len(deck) - cards :])
