"""What the moves of Tugriki are done with."""

from koloda.core.game import Act
from koloda.games.tugriki import GAME
from koloda.games.tugriki.moves import attempts, info
from koloda.games.tugriki.notation import read_action, read_position
from koloda.table.match import next_state
from tests.move_info import consequences, told


def test_tg_8_to_tg_14_a_card_and_its_place() -> None:
    """TG-8, TG-13, TG-14"""
    moves = told(GAME, "tugriki[players=3] rows=R5 hands=R6,P5,genie,row/P0/P1")
    assert moves["R6"] == {"kind": "lay", "cards": ["R6"], "target": "R6"}
    assert moves["genie=R4"] == {"kind": "lay", "cards": ["genie"], "target": "R4"}
    assert moves["row=R4"] == {"kind": "lay", "cards": ["row"], "target": "R4"}


def test_tg_2_to_tg_29_the_button_says_what_a_card_does() -> None:
    """TG-2, TG-14, TG-29 and defect 8 of the findings"""
    told = consequences(
        GAME, "tugriki[players=3] rows=R5,G5-7,P5 bank=12 tugriks=36/36/36 hands=R4,R6,G8,P4,genie,row/P0/P1", "ru"
    )
    assert told["R4"] == "+3 из банка"
    assert told["G8"] == "пропуск следующему"
    assert told["P4"] == "следующий заплатит 2"
    assert told["row=R4"] == "все строят этот ряд"
    assert "R6" not in told
    assert "genie=R4" not in told
    assert (
        consequences(GAME, "tugriki[players=3] rows=R5 bank=12 tugriks=36/36/36 hands=R4/P0/P1", "ru")["R4"]
        == "банк ваш: +12"
    )


def test_tg_25_to_tg_27_the_button_says_the_risk() -> None:
    """TG-11, TG-25, TG-27 and defect 8 of the findings"""
    bluff = "tugriki[players=3] rows=R5 hands=R6,P0/P2/P1"
    assert consequences(GAME, bluff, "ru")["draw"] == "проверят — 2"
    assert consequences(GAME, bluff, "en")["draw"] == "challenged: 2"
    honest = "tugriki[players=3] rows=R5 hands=P3,P0/P2/P1"
    assert consequences(GAME, honest, "ru") == {"draw": "не подойдёт — 1"}
    paying = "tugriki[players=3] rows=R5 phase=drawn drawn=P0 hands=P3,P0/P2/P1"
    assert consequences(GAME, paying, "ru")["silent"] == "заметят — 2"
    assert consequences(GAME, paying, "ru")["pay"].startswith("останется ")
    keeping = "tugriki[players=3] rows=R5 phase=drawn drawn=R6 hands=P3,R6/P2/P1"
    assert consequences(GAME, keeping, "ru")["pay"] == "проверят — 2"
    doubting = "tugriki[players=3] rows=R5 paid=3 hands=P3,P0/P2/P1"
    assert consequences(GAME, doubting, "ru")["challenge"] == "мимо — 2, карта и ход"


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
