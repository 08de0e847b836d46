"""What positions are worth: reproducible, as accurate as asked for, and right where the answer is known."""

from collections.abc import Callable
from itertools import count
from typing import Any

import numpy as np
import pytest

from koloda.analysis.account import ReferencePlayer
from koloda.analysis.playouts import Playouts
from koloda.analysis.reference import Reference, check_reference, has_reference
from koloda.analysis.value import FEWEST, value
from koloda.arena.bot_games import bot_games
from koloda.compiled.bot_match import RULE
from koloda.compiled.generator import stream
from koloda.compiled.position_values import POINTS, STARTED, WINS
from koloda.core.bits import lowest
from koloda.core.errors import NotUnderstood, UnknownOption
from koloda.core.game import Act, Draw, Game
from koloda.games import GAMES
from koloda.table.match import next_state
from tests.bots.test_plain_games import BLIND, OURS, PLAIN

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
def test_the_start_is_worth_the_same_to_all(game: Game) -> None:
    found = value(game, game.new(3), playouts=600, seed=5)
    assert found.playouts == 600
    assert sum(seat.wins.mean for seat in found.seats) == pytest.approx(1)
    assert all(abs(seat.wins.mean - 1 / 3) <= 3 * seat.wins.error for seat in found.seats)
    middle = sum(seat.score.mean for seat in found.seats) / 3
    assert all(abs(seat.score.mean - middle) <= 3 * seat.score.error for seat in found.seats)


@every_game
def test_a_finished_game_is_worth_its_result(game: Game) -> None:
    (match,) = bot_games(game, "0", 1, seed=3)
    found = value(game, match.state, accuracy=0.001)
    assert [seat.score for seat in found.seats] == [(score, 0) for score in match.scores()]
    share = 1 / len(match.winners())
    assert [seat.wins for seat in found.seats] == [
        (share if seat in match.winners() else 0, 0) for seat in range(match.state.players)
    ]


def test_the_same_seed_gives_the_same_numbers() -> None:
    position = OURS.notation.read_position("no_thanks[players=3] turn=1 card=35 pot=6 chips=9/9/9 taken=3-5,9/-/20")
    one, same, other = (value(OURS, position, accuracy=0.05, seed=seed) for seed in (1, 1, 2))
    assert one == same
    assert one != other


def test_accuracy_decides_how_many_playouts_there_are() -> None:
    coarse, fine = (value(OURS, OURS.new(4), accuracy=accuracy) for accuracy in (0.04, 0.02))
    assert coarse.playouts < fine.playouts
    for found, accuracy in ((coarse, 0.04), (fine, 0.02)):
        assert max(seat.wins.error for seat in found.seats) <= accuracy


def test_time_decides_how_many_playouts_there_are() -> None:
    ticks = count()
    found = value(OURS, OURS.new(4), seconds=3, clock=lambda: next(ticks))
    assert found == value(OURS, OURS.new(4), playouts=3 * FEWEST)


def test_playouts_of_a_later_position_continue_those_of_an_earlier_one() -> None:
    """Common random numbers: a decision of the reference changes no playout."""
    (match,) = bot_games(OURS, "2", 1, seed=4)
    reference, draws = Reference(OURS, match.state.players), 0
    for before, ply, after in match.steps:
        draws += len(ply) == 1
        if len(ply) == 2:
            one, other = (reference.play(s, 5, 7, past_draws=draws) for s in (before, after))
            assert (one.wins == other.wins).all()
            assert (one.scores == other.scores).all()


@every_game
def test_playouts_are_games_by_the_rule_on_the_cards_of_their_streams(game: Game) -> None:
    """Number for number: what the compiled driver plays, plain Python plays, too."""
    (match,) = bot_games(game, "0", 1, seed=3)
    players, draws = match.state.players, 0
    reference = Reference(game, players)
    for number, (before, ply, _) in enumerate(match.steps):
        if number in (0, len(match.steps) // 2, len(match.steps) - 3):
            for asked in (0, players - 1):
                found = reference.play(before, 2, 7, first=5, past_draws=draws, asked=asked)
                for row in range(2):
                    end = played_by_the_rule(game, before, stream(7, 5 + row), draws, asked)
                    winners = game.winners(end)
                    share = found.whole // len(winners)
                    assert found.wins[row].tolist() == [share * (seat in winners) for seat in range(players)]
                    assert found.scores[row].tolist() == game.scores(end)
        draws += len(ply) == 1


def played_by_the_rule(game: Game, s: Any, cards: Callable[[int], int], past_draws: int, asked: int) -> Any:
    """Where a game ends from here. Bystanders of seats below `asked` have let the first decision pass."""
    rule, first = ReferencePlayer(game, s.players), True
    for _ in range(past_draws):
        cards(1)
    while True:
        if n := game.rules.chance(s):
            s = next_state(game, s, Draw(cards(n)))
        elif not game.rules.actors(s):
            return s
        else:
            seats = [seat for seat in rule.bystanders(s) if not first or seat >= asked]
            seat = seats[0] if seats else lowest(game.rules.actors(s))
            s = next_state(game, s, Act(seat, rule._step_in(s, seat) if seats else rule.action(s, seat)))
            first = False


@every_game
def test_luck_begins_with_the_value_of_the_start(game: Game) -> None:
    """Among rule bots, whose luck is everything, both are the same playouts."""
    start, playouts = game.new(3), 5
    found = Reference(game, 3).play(start, playouts, 11)
    shared = Playouts(game, 3)
    shared.begin(start)
    shared.seat([RULE] * 3)
    results = np.empty((2, STARTED + 1, 3), np.int64)
    shared.run(shared.no_game, 11, playouts, results)
    assert results[WINS].tolist() == [[0, 0, 0], found.wins.sum(axis=0).tolist()]
    assert results[POINTS].tolist() == [[0, 0, 0], found.scores.sum(axis=0).tolist()]


@pytest.mark.parametrize("game", [PLAIN, BLIND])
def test_a_game_without_a_policy_cannot_be_valued(game: Game) -> None:
    assert not has_reference(game)
    assert has_reference(OURS)
    with pytest.raises(UnknownOption) as error:
        check_reference(game)
    assert error.value.text("en") == (
        "No Thanks! cannot be analysed: the game has no policy (level 2), by which positions are valued."
    )


def test_a_position_from_which_the_rule_cannot_play(monkeypatch: pytest.MonkeyPatch) -> None:
    reference = Reference(OURS, 3)

    def fail(*args: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(reference._playouts, "run", fail)
    with pytest.raises(NotUnderstood, match="cannot be played on from this position"):
        value(OURS, OURS.new(3), reference=reference)


@pytest.mark.parametrize(
    "given", [{"playouts": 0}, {"accuracy": 0.0}, {"accuracy": float("nan")}, {"seed": -1}, {"accuracy": 0.9}]
)
def test_what_cannot_be_asked_for(given: dict[str, float]) -> None:
    with pytest.raises(UnknownOption):
        value(OURS, OURS.new(), **given)  # type: ignore[arg-type]
