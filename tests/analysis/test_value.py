"""What positions are worth: reproducible, as accurate as asked for, and right where the answer is known."""

from itertools import count

import pytest

from koloda.analysis.reference import Reference, check_reference, has_reference
from koloda.analysis.value import FEWEST, value
from koloda.arena.bot_games import bot_games
from koloda.core.errors import NotUnderstood, UnknownOption
from koloda.core.game import Game
from koloda.games import GAMES
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

    monkeypatch.setattr(reference, "_play_all", fail)
    with pytest.raises(NotUnderstood, match="cannot be played on from this position"):
        value(OURS, OURS.new(3), reference=reference)


@pytest.mark.parametrize(
    "given", [{"playouts": 0}, {"accuracy": 0.0}, {"accuracy": float("nan")}, {"seed": -1}, {"accuracy": 0.9}]
)
def test_what_cannot_be_asked_for(given: dict[str, float]) -> None:
    with pytest.raises(UnknownOption):
        value(OURS, OURS.new(), **given)  # type: ignore[arg-type]
