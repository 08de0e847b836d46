"""Fields: one declaration, a Python object and a record."""

from typing import Annotated

import numpy as np
import pytest

from koloda.core.schema import I1, I2, I8, Fields, dtype, fields, pack, unpack
from koloda.games import GAMES


@fields
class Hand(Fields):
    seat: I1
    money: I2
    cards: I8
    chips: Annotated[list[int], "i1", 3]
    rows: Annotated[list[list[int]], "i2", 2, 2]


def test_a_new_state_is_all_zero() -> None:
    assert Hand().values() == (0,) * 10


def test_a_copy_shares_nothing() -> None:
    hand = Hand()
    copy = hand.copy()
    copy.chips[1] = 5
    copy.rows[1][0] = 7
    assert hand == Hand()
    assert copy != hand


def test_a_field_that_was_not_declared_is_refused() -> None:
    with pytest.raises(AttributeError):
        Hand().colour = 1  # type: ignore[attr-defined]


def test_pack_and_unpack() -> None:
    hand = Hand()
    hand.seat, hand.money, hand.cards, hand.chips, hand.rows = -1, 300, 1 << 60, [1, 2, 3], [[4, 5], [6, -7]]
    assert unpack(Hand, pack(hand)) == hand
    record = np.frombuffer(pack(hand), dtype(Hand))[0]
    assert (record["money"], record["rows"].tolist()) == (300, [[4, 5], [6, -7]])


def test_a_number_too_large_for_its_field_is_refused() -> None:
    hand = Hand()
    hand.chips[2] = 128
    with pytest.raises(OverflowError):
        pack(hand)


@pytest.mark.parametrize("hint", [int, list[int], Annotated[int, "u8"], Annotated[list[int], "i1", 2, 2, 2]])
def test_a_wrong_declaration_is_refused(hint: object) -> None:
    with pytest.raises(TypeError, match="Annotated"):
        fields(type("Wrong", (Fields,), {"__annotations__": {"cards": hint}}))


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_state_of_every_game_is_small_and_well_named(game: object) -> None:
    """At most 1 KiB; no name that an array also has, because it would confuse the CUDA simulator."""
    from koloda.core.game import Game

    assert isinstance(game, Game)
    assert dtype(game.set_up.State).itemsize <= 1024
    names = {field.name for field in game.set_up.State.FIELDS}
    assert names & set(dir(np.recarray(1, [("x", "i1")]))) == set()
    assert names & set(dir(np.ndarray)) == set()
