"""What the moves of No Thanks! are done with."""

from koloda.core.text import say
from koloda.games.no_thanks import GAME
from koloda.games.no_thanks.moves import attempts
from koloda.games.no_thanks.narration import describe
from koloda.games.no_thanks.notation import read_position
from koloda.games.no_thanks.state import TAKE
from tests.move_info import consequences, told


def test_nt_4_taking_brings_the_chips_and_passing_costs_one() -> None:
    """NT-4"""
    position = "no_thanks[players=3] turn=1 card=24 pot=3 chips=11/10/9"
    assert told(GAME, position) == {
        "pass": {"kind": "pass", "cards": ["24"], "chips": -1},
        "take": {"kind": "take", "cards": ["24"], "chips": 3},
    }
    assert attempts(read_position(position), 0) == {}


def test_nt_4_a_bare_card_is_taken_with_no_chips() -> None:
    """NT-4"""
    bare = read_position("no_thanks[players=3] turn=1 card=24 chips=11/11/11")
    paid = read_position("no_thanks[players=3] turn=1 card=24 pot=1 chips=11/10/11")
    assert say(describe(bare, 0, TAKE)) == "take card 24 with no chips"
    assert say(describe(bare, 0, TAKE), "ru") == "взять карту 24 без фишек"
    assert say(describe(paid, 0, TAKE)) == "take card 24 with 1 chip"


def test_nt_8_the_button_says_what_a_card_costs() -> None:
    """NT-4, NT-8"""
    lone = "no_thanks[players=3] turn=1 card=27 pot=7 chips=9/8/9 taken=12/-/-"
    assert consequences(GAME, lone, "ru") == {"pass": "−1 фишка, станет 8", "take": "+27 очков, +7 фишек"}
    beside = "no_thanks[players=3] turn=1 card=27 pot=7 chips=9/8/9 taken=26/-/-"
    assert consequences(GAME, beside, "ru")["take"] == "рядом с 26: +0, +7 фишек"
    assert consequences(GAME, beside, "en")["take"] == "beside 26: +0, +7 chips"
    below = "no_thanks[players=3] turn=1 card=25 chips=11/11/11 taken=26/-/-"
    assert consequences(GAME, below, "ru")["take"] == "рядом с 26: −1, без фишек"
    between = "no_thanks[players=3] turn=1 card=25 pot=2 chips=11/9/11 taken=24,26/-/-"
    assert consequences(GAME, between, "en")["take"] == "one run: −26, +2 chips"
