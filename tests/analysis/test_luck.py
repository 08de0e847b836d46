"""The luck of whole games among bots: it averages to zero, and results less luck vary little."""

from collections.abc import Callable
from math import sqrt

import numpy as np
import pytest

from koloda.analysis.luck import GameLuck, LuckMeter
from koloda.arena.batch_job import luck_key
from koloda.arena.match_player import MatchPlayer
from koloda.arena.plan import Plan
from koloda.bots.bot import Bot
from koloda.bots.levels import PolicyBot
from koloda.core.game import Game
from koloda.core.ranking import places
from koloda.games import GAMES, no_thanks

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def guest_of(plan: Plan) -> Callable[[str, str], Bot]:
    """Level 1 as if it came from elsewhere."""
    return lambda spec, seed: PolicyBot(plan.rules, plan.players, "greedy")


def measured(plan: Plan, playouts: int, key: int = 0) -> list[tuple[list[float], GameLuck]]:
    """The win shares and the luck of every game of a match."""
    meter = LuckMeter(plan.rules, plan.rules.start(plan.values), playouts)
    found = []
    for game in MatchPlayer(plan, guest_of(plan)).play(range(plan.deals)):
        placed = places(game.standings)
        wins = [(place == 1) / placed.count(1) for place in placed]
        levels = [plan.levels[bot] for bot in game.seating]
        luck = meter.of(game.log, levels, wins, game.scores, key or luck_key(plan.seed, game.deal))
        found.append((wins, luck))
    return found


@every_game
def test_luck_averages_to_zero_whoever_plays(game: Game) -> None:
    """Within three standard errors, for bots that the playouts know, and for one that the rule stands in for."""
    for bots, deals in ((["0", "1", "2"], 30), (["guest", "1", "0"], 8)):
        plan = Plan.of(game.name, bots, deals, seed=4)
        found = measured(plan, 2)
        seat_of_first = [seated.index(0) for deal in range(deals) for seated in plan.seatings(deal)]
        for luck in ([luck.wins for _, luck in found], [luck.points for _, luck in found]):
            first = np.array([row[seat] for row, seat in zip(luck, seat_of_first, strict=True)])
            by_deal = first.reshape(deals, -1).mean(axis=1)
            assert abs(by_deal.mean()) <= 3 * by_deal.std(ddof=1) / sqrt(deals)


def test_a_game_among_rule_bots_is_all_luck() -> None:
    for wins, luck in measured(Plan.of("dobro", ["2"], 2, players=3), 3):
        assert luck.wins == pytest.approx([won - 1 / 3 for won in wins])


def test_who_asks_about_seats_gets_luck_that_assumes_nothing_about_them() -> None:
    """From a start that favours a seat: results less luck are what playouts say, and not the same for all."""
    plan = Plan.of("no_thanks", ["2"], 4, players=3)
    start = plan.rules.start(plan.values)
    start.chips[0] += 40
    log = np.zeros((0, 2), np.int32)  # nothing happened yet: luck is the result less what the start is worth
    by_seat, alike = (LuckMeter(plan.rules, start, 16, seats_alike=each) for each in (False, True))
    found, evened = (meter.of(log, [2, 2, 2], (0, 0, 0), (0, 0, 0), 5).wins for meter in (by_seat, alike))
    assert -found[0] > 0.6
    assert sum(found) == pytest.approx(-1)
    assert evened == pytest.approx([-1 / 3] * 3)


def test_bots_that_the_playouts_know_decide_nothing_unexpected() -> None:
    """Then results less luck are what the start is worth: the same in all games of a seating with the same key."""
    plan = Plan.of("no_thanks", ["2", "1", "0"], 6, seed=2)  # circular orders alternate: every second deal is alike
    found = [np.array(wins) - luck.wins for wins, luck in measured(plan, 4, key=77)]
    orders = len(plan.seatings(0))
    for number in range(2 * orders, len(found)):
        assert found[number] == pytest.approx(found[number - 2 * orders])


def test_the_same_key_gives_the_same_luck() -> None:
    plan = Plan.of(no_thanks.GAME.name, ["guest", "2", "0"], 1)
    assert measured(plan, 3) == measured(plan, 3) != measured(plan, 3, key=5)
