"""What the moves of Tugriki are done with."""

from koloda.core.game import Act
from koloda.games.tugriki import GAME
from koloda.games.tugriki.moves import attempts, info
from koloda.games.tugriki.notation import read_action, read_position
from koloda.table.match import next_state
from tests.move_info import told


def test_tg_8_to_tg_14_a_card_and_its_place() -> None:
    """TG-8, TG-13, TG-14"""
    moves = told(GAME, "tugriki[players=3] rows=R5 hands=R6,P5,genie,row/P0/P1")
    assert moves["R6"] == {"kind": "lay", "cards": ["R6"], "target": "R6"}
    assert moves["genie=R4"] == {"kind": "lay", "cards": ["genie"], "target": "R4"}
    assert moves["row=R4"] == {"kind": "lay", "cards": ["row"], "target": "R4"}


def test_tg_30_a_loan_tells_who_asks_and_how_much() -> None:
    """TG-30"""
    s = read_position("tugriki[players=3] round=1 rows=R5 hands=R6/P0/P1 bank=20 tugriks=60/0/40")
    after = next_state(GAME, s, Act(0, read_action(s, "R6")))
    asked = next(seat for seat in range(3) if GAME.legal(after, seat))
    found = [info(after, asked, action) for action in GAME.legal(after, asked)]
    assert [(each.kind, each.tugriks, each.other) for each in found][:3] == [
        ("refuse", 0, 1),
        ("lend", 1, 1),
        ("lend", 2, 1),
    ]


def test_attempts_try_a_wild_beside_a_five() -> None:
    s = read_position("tugriki[players=3] rows=G5 bound=G hands=R6,genie,row/P0/P1")
    assert attempts(s, 0) == {"R6": "R6", "genie": "genie=G4", "row": "row=G4"}
