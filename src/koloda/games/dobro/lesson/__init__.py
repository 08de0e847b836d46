"""The lesson of Dobro: you, Bot 1 and Bot 2. Up to the fifth step cards are drawn automatically (DB-20)."""

from koloda.core.lesson import Lesson, Step, play, tap

LESSON = Lesson(
    (
        Step(
            "good_number",
            (play("4"),),
            at="dobro[players=3 attention=off] hands=3,4,6,6,8,9/3,5,7,10,11,S/2,3,5,7,8,10",
        ),
        Step("doubling", (tap("number", after="deal 1 2, 5, deal 2 4, 5, deal 3 3"),)),
        Step("pair", (play("6+6"),)),
        Step("taking", (tap("pile:2", after="deal 1 7, deal 1 J, skip, deal 2 2, take, 2, deal 3 12"),)),
        Step("joker", (play("9+J"),), then="deal 1 12, deal 1 S"),
        Step(
            "skip",
            (play("skip", after="take, 11, draw, deal 2 6, 12, draw, deal 3 4"),),
            at=(
                "dobro[players=3] turn=2 trick=2,9+J hands=2,3,7,8,12,S/2,3,4,7,10,11/3,3,7,8,10,12 "
                "piles=-/-/4,5,5,6,6,S"
            ),
        ),
        Step("drawing", (play("draw"),), then="deal 1 5"),
        Step(
            "points",
            (tap("gain:0", after="9"),),
            at="dobro[players=3] turn=2 trick=4 hands=2,3,8/9/3,7,10 piles=-/2,J,9/4,5,5,6,6,S",
        ),
    )
)
