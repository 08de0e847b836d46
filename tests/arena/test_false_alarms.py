"""How often a report on nothing raises an alarm: seats, cards and bots that are all equal, and results made as arrays.

`make test` makes a few hundred reports with a fixed seed; `make soak` makes many more (docs/arena.md has its figures).
"""

from dataclasses import replace
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
import pytest

from koloda.arena.balance import Balance
from koloda.arena.card_values import Hands, pair_values
from koloda.arena.failures import Failures
from koloda.arena.intervals import LEVEL, estimate_share, mirrored, z_quantile
from koloda.arena.match_result import GameResults, MatchResult
from koloda.arena.plan import Plan
from koloda.arena.variance_parts import variance_parts
from tests.soak import SEED, TIMES

ALARMS = 1 - LEVEL
"""How often a report on nothing may raise an alarm."""
SPREAD = 3.5
"""How many standard deviations a count may be from what is expected: chance goes further once in 2000 times."""


def most(reports: int, rate: float = ALARMS) -> float:
    """The largest number of alarms that a rate explains."""
    return reports * rate + SPREAD * sqrt(reports * rate * (1 - rate))


def least(reports: int, rate: float = ALARMS) -> float:
    return reports * rate - SPREAD * sqrt(reports * rate * (1 - rate))


def told(what: str, alarms: int, reports: int) -> None:
    """For `make soak ARGS="-rP -k alarms"`: the rate that was found."""
    print(f"{what}: {alarms} of {reports} reports ({alarms / reports:.2%})")


def wins_by_deal(random: np.random.Generator, deals: int, shares: list[float]) -> Any:
    """By deal and seat: who wins, with these chances."""
    won = np.searchsorted(np.cumsum(shares)[:-1], random.random(deals), side="right")
    return np.eye(len(shares))[won]


@pytest.mark.parametrize("seats", range(2, 9))
def test_equal_seats_raise_an_alarm_in_one_of_twenty_reports(seats: int) -> None:
    """Of changing numbers of deals: with a certain number, a share can take only certain values."""
    reports, alarms = 500 * TIMES, 0
    random = np.random.default_rng([SEED, seats])
    for _ in range(reports):
        wins = wins_by_deal(random, int(random.integers(150, 250)), [1 / seats] * seats)
        alarms += any(estimate_share(wins[:, seat], mirrored(seats)).excludes(1 / seats) for seat in range(seats))
    told(f"{seats} seats", alarms, reports)
    assert least(reports, 0.8 * ALARMS) <= alarms <= most(reports)


@pytest.mark.parametrize(("advantage", "found"), [(0.03, 0.37), (0.05, 0.86), (0.07, 0.99)])
def test_a_seat_that_wins_more_often_is_found(advantage: float, found: float) -> None:
    """One seat of four, in 1000 deals. The rates are those of docs/arena.md."""
    reports, alarms = 150 * TIMES, 0
    shares = [0.25 + advantage, *[0.25 - advantage / 3] * 3]
    random = np.random.default_rng([SEED, 4])
    for _ in range(reports):
        alarms += estimate_share(wins_by_deal(random, 1000, shares)[:, 0], 4).excludes(0.25)
    told(f"an advantage of {advantage:.0%}", alarms, reports)
    fair_error, true_error = (sqrt(share * (1 - share) / 1000) for share in (0.25, shares[0]))
    predicted = NormalDist().cdf((advantage - z_quantile(4) * fair_error) / true_error)
    assert predicted == pytest.approx(found, abs=0.02)
    assert least(reports, found - 0.02) <= alarms <= most(reports, found + 0.009)


def null_balance(random: np.random.Generator, players: int, deals: int, kinds: int) -> Balance:
    """A balance report on a game in which nothing matters: cards are dealt, somebody leads, and somebody else wins."""
    plan = Plan.of("no_thanks", ["2"], deals, players=players)
    wins = wins_by_deal(random, deals, [1 / players] * players)
    scores = random.integers(0, 100, (deals, players))
    places = np.where(wins > 0, 1, 2)
    nothing = np.zeros((deals, players), int)
    match = MatchResult(plan, GameResults(np.arange(deals), nothing, scores, places, nothing[:, 0]), Failures())
    held = random.random((deals, players, kinds)) < np.linspace(0.07, 0.4, kinds)  # rare cards and frequent ones
    first = random.integers(0, players, deals).tolist()
    rows = [[0, 0, lead, *map(np.flatnonzero, hands)] for lead, hands in zip(first, held, strict=True)]
    balance = Balance(match, rows, match, Failures())
    balance.__dict__["hands"] = Hands(match.games, rows, kinds)
    return balance


def test_a_whole_balance_report_on_nothing_marks_nothing_in_nineteen_of_twenty() -> None:
    """Seats, order of play, and 15 cards."""
    reports, alarms, pairs = 100 * TIMES, 0, 0
    random = np.random.default_rng([SEED, 15])
    for number in range(reports):
        balance = null_balance(random, 4, 150, 15)
        shares = [each(seat) for seat in range(4) for each in (balance.seat, balance.turn)]
        family = 4 + 4 + 2 * len(balance.cards)
        assert {found.family for found in shares} == {family} == {card.score.family for card in balance.cards}
        alarms += any(found.excludes(0.25) for found in shares) or any(
            found.excludes(0.0) for card in balance.cards for found in (card.win_share, card.score)
        )
        if number % 4 == 0:
            assert balance.hands is not None
            pairs += any(pair.certain for pair in pair_values(balance.hands, 12))
    told("balance reports", alarms, reports)
    told("combinations", pairs, reports // 4)
    assert alarms <= most(reports)
    assert pairs <= most(reports // 4)


@pytest.mark.parametrize("explained", [0.0, 0.6])
def test_equal_seats_without_luck_raise_an_alarm_in_at_most_one_of_twenty_reports(explained: float) -> None:
    """Seats, of which luck explains nothing or a part."""
    reports, alarms, left = 200 * TIMES, 0, 0.0
    random = np.random.default_rng([SEED, 16])
    for _ in range(reports):
        balance = null_balance(random, 4, 150, 1)
        games = balance.match.games
        noise = random.normal(0, 0.43, games.wins.shape)
        games.luck_wins = explained * (games.wins - 0.25) + sqrt(explained * (1 - explained)) * noise
        games.luck_scores = random.normal(0, 1, games.wins.shape)
        if not explained:
            games.luck_wins = noise
        found = [balance.seat(seat) for seat in range(4)]
        alarms += any(each.among(4).excludes(0.25) for each in found)
        left += sum(each.variance_factor or 1.0 for each in found) / 4 / reports
    told(f"seats of which luck explains {explained:.0%}", alarms, reports)
    assert alarms <= most(reports)
    assert left == pytest.approx(1 - explained, abs=0.05)


def null_match(random: np.random.Generator, plan: Plan) -> MatchResult:
    """A match of equal bots: cards and seats matter, and chance."""
    seated = [(deal, bots) for deal in range(plan.deals) for bots in plan.seatings(deal)]
    deal = np.array([number for number, _ in seated])
    luck = random.normal(0, 1, (plan.deals, plan.players))
    scores = np.rint(10 * (luck[deal] + random.normal(0, 1, (len(deal), plan.players)))).astype(int)
    places = 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    bots = np.array([bots for _, bots in seated])
    return MatchResult(plan, GameResults(deal, bots, scores, places, np.ones(len(deal), int)), Failures())


@pytest.mark.parametrize("count", range(2, 7))
def test_equal_bots_raise_an_alarm_in_at_most_one_of_twenty_reports(count: int) -> None:
    reports = 60 * TIMES
    alarms = dict.fromkeys(("win share", "difference", "score", "above", "cycle"), 0)
    random = np.random.default_rng([SEED, count])
    plan = Plan.of("no_thanks", [f"bot{number}" for number in range(count)], 40)
    for _ in range(reports):
        match = null_match(random, plan)
        pairs = list(match.pairs())
        alarms["win share"] += any(match.win_share(bot).excludes(match.fair) for bot in match.bots)
        alarms["difference"] += any(match.win_difference(*pair).excludes(0.0) for pair in pairs)
        alarms["score"] += any(match.score_difference(*pair).excludes(0.0) for pair in pairs)
        alarms["above"] += any(match.above(*pair).excludes(0.5) for pair in pairs)
        alarms["cycle"] += bool(match.cycles)
    for column, times in alarms.items():
        told(f"{count} bots, {column}", times, reports)
        assert times <= most(reports)


def test_the_shares_of_skill_and_deal_are_within_their_intervals() -> None:
    """All three at once in at least 19 of 20 reports, where the truth is 1 : 4 : 9."""
    reports, missed = 40 * TIMES, 0
    random = np.random.default_rng([SEED, 3])
    plan = replace(Plan.of("no_thanks", ["strong", "weak"], 200, players=4), random_seatings=8)
    bots = np.array([seats for deal in range(plan.deals) for seats in plan.seatings(deal)])
    deal = np.repeat(np.arange(plan.deals), 8)
    truth = (1 / 14, 4 / 14, 9 / 14)
    for _ in range(reports):
        luck = random.normal(0, 2, (plan.deals, 4))
        values = 2.0 * (bots == 0) + luck[deal] + random.normal(0, 3, bots.shape)
        match = MatchResult(plan, GameResults(deal, bots, values, np.ones_like(bots), deal), Failures())
        found = variance_parts(match, values).estimates
        missed += any(part.excludes(share) for part, share in zip(found, truth, strict=True))
    told("skill, deal and play", missed, reports)
    assert missed <= most(reports)
