"""The lesson of Mind Up!: you, Bot 1 and Bot 2. The collection cards lie 2 4 1 5 3.

The rules end a round at once (MU-12 to MU-15), so nobody decides anything while the last cards lie in the collections:
the lesson shows these moments as states between two decisions.
"""

from koloda.core.lesson import Lesson, Step, play, tap
from koloda.games.mind_up import rules
from koloda.games.mind_up.notation import read_draw, read_position
from koloda.games.mind_up.state import State

LAST_TURN = (
    "mind_up[players=3] row=17,30,55 order=2-4-1-5-3 hand=44,59/21,46/36,49 "
    "collection=29+34,37+18+43/12+25,8+38,52/40+58,53,19+32"
)
LAST_CHOICES = (59, 21, 36)
ROUND_END = (
    "mind_up[players=3] row=8,23,48 order=2-4-1-5-3 hand=2,53/30,33/45,49 "
    "collection=22+7,58,12,1/4+17,6+19,28/9+20,31+38,10"
)
ROUND_END_CHOICES = (2, 30, 45)


def last_card_left() -> State:
    """Everyone has taken a card of the row, and one card is left in every hand."""
    return _revealed(LAST_TURN, LAST_CHOICES)


def last_card_kept() -> State:
    """It lies in the collection (MU-12)."""
    s = last_card_left()
    rules.keep_last_cards(s)
    return s


def collection_complete() -> State:
    """The worked example of the rulebook: 25 points."""
    s = _revealed(ROUND_END, ROUND_END_CHOICES)
    rules.keep_last_cards(s)
    return s


def next_round() -> State:
    """After the worked example: new places, and a card for everyone (MU-15)."""
    s: State = read_position(ROUND_END)
    for seat, card in enumerate(ROUND_END_CHOICES):
        rules.act(s, seat, card)
    for drawn in (*(f"value {value}" for value in (5, 1, 3, 2)), "deal 1 35", "deal 2 41", "deal 3 60"):
        rules.draw(s, read_draw(s, drawn))
    return s


def _revealed(position: str, choices: tuple[int, ...]) -> State:
    s: State = read_position(position)
    for seat, card in enumerate(choices):
        s.choice[seat] = card
    s.undecided = 0
    rules.reveal(s)
    return s


LESSON = Lesson(
    (
        Step(
            "choosing",
            (play("37"),),
            at=(
                "mind_up[players=3] row=12,29,40 order=2-4-1-5-3 "
                "hand=3,15,22,37,44,51,59/5,8,18,26,31,42,55/9,20,35,47,53,57,60"
            ),
        ),
        Step("taking", (tap("take:0", after="2: 8, 3: 53", hold=True),)),
        Step("places", (tap("value:2"),)),
        Step("new_row", (play("22"),)),
        Step("same_colour", (play("3", after="2: 18, 3: 47"), tap("take:0", after="2: 31, 3: 60", hold=True))),
        Step("marks", (tap("mark:2"),)),
        Step("last_card", (tap("value:1"),), at=(last_card_left, last_card_kept)),
        Step("points", (tap("points"),), at=collection_complete),
        Step("next_round", at=next_round),
    )
)
