"""What the moves of No Thanks! are done with."""

from koloda.games.no_thanks import GAME
from koloda.games.no_thanks.moves import attempts
from koloda.games.no_thanks.notation import read_position
from tests.move_info import told


def test_nt_4_taking_brings_the_chips_and_passing_costs_one() -> None:
    """NT-4"""
    position = "no_thanks[players=3] turn=1 card=24 pot=3 chips=11/10/9"
    assert told(GAME, position) == {
        "pass": {"kind": "pass", "cards": ["24"], "chips": -1},
        "take": {"kind": "take", "cards": ["24"], "chips": 3},
    }
    assert attempts(read_position(position), 0) == {}
