"""What the legal moves are done with: the same that the notation and the rules say."""

from typing import Any

import msgspec
import pytest

from koloda.core.game import Act, Game
from koloda.core.moves import MoveInfo, PlainMoves
from koloda.games import GAMES
from koloda.games.dobro import moves as dobro
from koloda.games.dobro.view import fits
from koloda.games.mind_up import moves as mind_up
from koloda.games.no_thanks import moves as no_thanks
from koloda.games.tugriki import moves as tugriki
from tests import laws
from tests.games.test_laws import every_game, over_random_games


def told(game: str, position: str, seat: int = 0) -> dict[str, dict[str, Any]]:
    """All legal moves by their text, with what is told of them; what says nothing is left out."""
    found = GAMES[game]
    s = found.notation.read_position(position)
    return {
        found.notation.write_action(s, action): {
            name: value
            for name, value in msgspec.to_builtins(found.moves.info(s, seat, action)).items()
            if value not in (None, [], False)
        }
        for action in found.legal(s, seat)
    }


@every_game
def test_moves_use_cards_of_the_hand_and_have_a_type_of_their_own(game: Game) -> None:
    def body(options: dict[str, Any], key: int) -> None:
        for before, _, _ in laws.walk(game, options, key):
            for seat in range(before.players):
                legal = game.legal(before, seat)
                attempts = game.moves.attempts(before, seat)
                found = [game.moves.info(before, seat, action) for action in legal]
                assert all(isinstance(info, game.move_type) and info.kind for info in found)
                hand = getattr(game.view(before, seat), "hand", None)
                if hand is None:
                    assert attempts == {}
                    continue
                names = [str(getattr(card, "number", card)) for card in hand]
                assert set(attempts) == set(names)
                assert all(set(info.cards) <= set(names) for info in found)

    over_random_games(game, 8, body)


@every_game
def test_attempts_are_moves_that_can_be_read(game: Game) -> None:
    def body(options: dict[str, Any], key: int) -> None:
        for before, _, _ in laws.walk(game, options, key):
            for seat in range(before.players):
                for text in game.moves.attempts(before, seat).values():
                    game.notation.read_action(before, text)

    over_random_games(game, 8, body)


def test_db_8_to_db_14_a_play_tells_its_cards_and_the_good_number() -> None:
    """DB-8, DB-9, DB-10, DB-11, DB-12"""
    moves = told("dobro", "dobro[players=3] turn=1 hands=6,6,9,J,J,S/7/8 trick=9")
    assert moves["9"] == {"kind": "play", "cards": ["9"], "number": 9, "good": 18, "doubles": True}
    assert moves["J=10"] == {"kind": "play", "cards": ["J"], "number": 10, "good": 10}
    assert moves["6+6"] == {"kind": "play", "cards": ["6", "6"], "number": 6, "good": 12}
    assert moves["6+J"] == {"kind": "play", "cards": ["6", "J"], "number": 6, "good": 12}
    assert moves["J+J=12"] == {"kind": "play", "cards": ["J", "J"], "number": 12, "good": 24}
    assert moves["skip"] == {"kind": "skip", "cards": ["S"]}
    assert moves["take"] == {"kind": "take", "count": 1}


def test_db_17_drawing_tells_how_many() -> None:
    """DB-17, DB-18"""
    moves = told("dobro", "dobro[players=3] phase=choose turn=1 hands=6,6/7/8")
    assert moves == {"draw": {"kind": "draw", "count": moves["draw"]["count"]}, "end": {"kind": "end"}}
    assert moves["draw"]["count"] > 0


@pytest.mark.parametrize(
    ("good", "above", "doubles", "pair"),
    [(2, 2, 2, 2), (9, 9, 9, 5), (12, None, 12, 6), (13, None, None, 7), (24, None, None, 12), (25, None, None, None)],
)
def test_db_8_to_db_10_what_fits_a_good_number(
    good: int, above: int | None, doubles: int | None, pair: int | None
) -> None:
    """DB-8, DB-9, DB-10"""
    found = fits(good)
    assert found is not None
    assert (found.above, found.doubles, found.pair) == (above, doubles, pair)
    assert found.doubled == (None if doubles is None else 2 * doubles)
    assert fits(0) is None


def test_dobros_attempts_play_a_card_alone() -> None:
    s = GAMES["dobro"].notation.read_position("dobro[players=3] turn=1 hands=6,6,9,J,S,R/7/8")
    assert dobro.attempts(s, 0) == {"6": "6", "9": "9", "J": "J=12", "S": "skip", "R": "reverse"}


def test_nt_4_taking_brings_the_chips_and_passing_costs_one() -> None:
    """NT-4"""
    position = "no_thanks[players=3] turn=1 card=24 pot=3 chips=11/10/9"
    assert told("no_thanks", position) == {
        "pass": {"kind": "pass", "cards": ["24"], "chips": -1},
        "take": {"kind": "take", "cards": ["24"], "chips": 3},
    }
    assert no_thanks.attempts(GAMES["no_thanks"].notation.read_position(position), 0) == {}


def test_mu_8_a_choice_is_a_card_and_can_be_taken_back() -> None:
    """MU-8"""
    game = GAMES["mind_up"]
    s = laws.apply(game, *_first_choice(game))
    (seat,) = [p for p in range(s.players) if s.choice[p]]
    number = s.choice[seat]
    (back,) = game.legal(s, seat)
    assert mind_up.info(s, seat, back) == mind_up.MindUpMove(kind="take_back", cards=[str(number)])
    assert str(number) in mind_up.attempts(s, seat)


def _first_choice(game: Game) -> tuple[Any, Any]:
    for before, event, _ in laws.walk(game, {"players": 3}, 1):
        if not game.rules.chance(before):
            return before, event
    raise AssertionError


def test_tg_8_to_tg_14_a_card_and_its_place() -> None:
    """TG-8, TG-13, TG-14"""
    moves = told("tugriki", "tugriki[players=3] rows=R5 hands=R6,P5,genie,row/P0/P1")
    assert moves["R6"] == {"kind": "lay", "cards": ["R6"], "target": "R6"}
    assert moves["genie=R4"] == {"kind": "lay", "cards": ["genie"], "target": "R4"}
    assert moves["row=R4"] == {"kind": "lay", "cards": ["row"], "target": "R4"}


def test_tg_30_a_loan_tells_who_asks_and_how_much() -> None:
    """TG-30"""
    game = GAMES["tugriki"]
    s = game.notation.read_position("tugriki[players=3] round=1 rows=R5 hands=R6/P0/P1 bank=20 tugriks=60/0/40")
    after = laws.apply(game, s, Act(0, game.notation.read_action(s, "R6")))
    asked = next(seat for seat in range(3) if game.legal(after, seat))
    found = [tugriki.info(after, asked, action) for action in game.legal(after, asked)]
    assert [(each.kind, each.tugriks, each.other) for each in found][:3] == [
        ("refuse", 0, 1),
        ("lend", 1, 1),
        ("lend", 2, 1),
    ]


def test_tugrikis_attempts_try_a_wild_beside_a_five() -> None:
    s = GAMES["tugriki"].notation.read_position("tugriki[players=3] rows=G5 bound=G hands=R6,genie,row/P0/P1")
    assert tugriki.attempts(s, 0) == {"R6": "R6", "genie": "genie=G4", "row": "row=G4"}


def test_a_game_without_moves_of_its_own_has_plain_ones() -> None:
    assert PlainMoves().info(None, 0, 0) == MoveInfo(kind="move")
    assert PlainMoves().attempts(None, 0) == {}
