"""The lesson of No Thanks!: you, Bot 1 and Bot 2, with 11 chips each."""

from koloda.core.lesson import Lesson, Step, play, tap

LESSON = Lesson(
    (
        Step("points", (play("pass"),), at="no_thanks[players=3] turn=1 card=30"),
        Step("chips", (play("pass", after="pass, pass"),)),
        Step("cheap", (play("take", after="take, card 5, pass, pass"),)),
        Step("next_card", (play("pass", after="card 26"),), then="pass, take, card 19"),
        Step(
            "run",
            (play("take"),),
            at="no_thanks[players=3] turn=1 card=25 pot=2 chips=9/12/10 taken=24,26/12/7",
            then="card 33",
        ),
        Step(
            "no_chip",
            (play("take"),),
            at="no_thanks[players=3] turn=1 card=33 pot=6 chips=0/15/12 taken=10,18/12/7,8",
            then="card 16",
        ),
        Step(
            "wait",
            (play("pass"), play("take", after="pass, pass")),
            at="no_thanks[players=3] turn=1 card=27 pot=1 chips=6/14/12 taken=28,29/7,12/9",
            then="card 4",
        ),
        Step(
            "score",
            (tap("card:3", "card:7", "card:10", "card:14", "card:25"),),
            at=(
                "no_thanks[players=3] chips=8/12/13 "
                "taken=3,7-8,10,14-16,25/5,11-12,20-21,27-28,33/4,6,18,22-23,30-31,35"
            ),
        ),
    )
)
