"""How results came about: the parts add up exactly, and luck averages to zero however a game is played."""

from fractions import Fraction
from math import sqrt
from statistics import fmean, stdev

import pytest

from koloda.analysis.account import NONE, Account, Amount, account
from koloda.analysis.reference import Reference
from koloda.arena.bot_games import bot_games
from koloda.bots.bot import Budget
from koloda.core.errors import BadRecord
from koloda.core.game import Act, Draw, Game
from koloda.games import GAMES, mind_up, no_thanks
from koloda.table.match import Match, Undo

LITTLE = Budget(iterations=2)
"""For level 3."""
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
PLAYERS = 3


def result(match: Match, seat: int) -> Amount:
    won = Fraction(seat in match.winners(), len(match.winners()))
    return Amount(won, Fraction(match.scores()[seat] * (-1 if match.game.lowest_wins else 1)))


def check_sums(match: Match, found: Account) -> None:
    for seat, each in enumerate(found.seats):
        assert each.even_share.wins == Fraction(1, match.state.players)
        assert each.result == result(match, seat)
        assert each.even_share + each.luck + each.own + each.others == each.result
        by_kind = {True: NONE, False: NONE}
        for line in found.lines:
            by_kind[line.seat is None] += line.amounts[seat]
        assert by_kind[True] == each.luck
        assert by_kind[False] == each.own + each.others
        assert sum((line.amounts[seat] for line in found.lines if line.seat == seat), NONE) == each.own
    assert len(found.course) == len(match.steps) + 1
    assert all(sum(each.mean for each in seats) == pytest.approx(1) for seats in found.course)


@every_game
def test_the_parts_add_up_exactly_and_luck_averages_to_zero(game: Game) -> None:
    """Within three standard errors, in shares of the win and in points, for bots of every level.

    `bench/luck.py` does the same with as many games as you like.
    """
    reference = Reference(game, PLAYERS)
    for bot, games in (("0", 12), ("1", 12), ("2", 12), ("3", 6)):
        luck = []
        for number, match in enumerate(bot_games(game, bot, games, 11, PLAYERS, LITTLE)):
            found = account(match, 3, seed=number, reference=reference)
            if number < 2:
                check_sums(match, found)
            luck.append(found.seats[0].luck)
        for measure in ([float(each.wins) for each in luck], [float(each.points) for each in luck]):
            assert abs(fmean(measure)) <= 3 * stdev(measure) / sqrt(len(measure))


@every_game
def test_a_game_among_bots_that_play_by_the_reference_is_all_luck(game: Game) -> None:
    for match in bot_games(game, "2", 2, seed=2, players=PLAYERS):
        found = account(match, 3)
        check_sums(match, found)
        assert all(each.own == each.others == NONE for each in found.seats)


def test_every_draw_can_have_a_line() -> None:
    (match,) = bot_games(GAMES["dobro"], "1", 1, seed=6, players=PLAYERS)
    together, each = account(match, 3), account(match, 3, every_draw=True)
    check_sums(match, each)
    assert together.seats == each.seats
    draws = [number for number, step in enumerate(match.steps) if isinstance(step.ply, Draw)]
    assert list(each.luck_by_draw(0)) == draws
    assert len(together.luck_by_draw(0)) < len(draws)


def test_the_same_seed_gives_the_same_account() -> None:
    (match,) = bot_games(no_thanks.GAME, "0", 1, seed=6, players=PLAYERS)
    assert account(match, 4, seed=1) == account(match, 4, seed=1) != account(match, 4, seed=2)


def test_simultaneous_choices_count_alike_in_whatever_order_they_were_stored() -> None:
    (match,) = bot_games(mind_up.GAME, "0", 1, seed=6, players=PLAYERS)
    plies = [step.ply for step in match.steps]
    at = next(number for number, ply in enumerate(plies) if isinstance(ply, Act))
    turned = [*plies[:at], *reversed(plies[at : at + PLAYERS]), *plies[at + PLAYERS :]]
    other = Match(mind_up.GAME, match.steps[0].before, history=True)
    other.apply(*turned)
    reference = Reference(mind_up.GAME, PLAYERS)
    one, same = (_choices(each, at, reference) for each in (match, other))
    assert one == same


def _choices(match: Match, at: int, reference: Reference) -> dict[int | None, tuple[Amount, ...]]:
    """What the first choices brought, by seat. The noise is the same, whatever the game."""
    from koloda.analysis import account as module

    found = module._Accountant(match, 3, 1, False, reference, lambda done, of: None).account()
    return {line.seat: line.amounts for line in found.lines if at <= line.step < at + PLAYERS}


def test_a_choice_that_was_taken_back_brings_nothing() -> None:
    (match,) = bot_games(mind_up.GAME, "0", 1, seed=6, players=PLAYERS)
    plies = [step.ply for step in match.steps]
    at = next(number for number, ply in enumerate(plies) if isinstance(ply, Act))
    first = plies[at]
    assert isinstance(first, Act)
    other = Match(mind_up.GAME, match.steps[0].before, history=True)
    legal = mind_up.GAME.legal(match.steps[at].before, first.seat)
    elsewhere = next(action for action in legal if action != first.action)
    other.apply(*plies[:at], Act(first.seat, elsewhere), Act(first.seat, 0), *plies[at:])
    check_sums(other, account(other, 3))
    undone = Match(mind_up.GAME, match.steps[0].before, history=True)
    undone.apply(*plies[:at], Act(first.seat, elsewhere), Undo(first.seat), *plies[at:])
    assert account(undone, 3) == account(match, 3)


def test_an_unfinished_game_has_no_account() -> None:
    match = Match(no_thanks.GAME, no_thanks.GAME.new(), history=True)
    with pytest.raises(BadRecord, match="not over"):
        account(match, 3)
