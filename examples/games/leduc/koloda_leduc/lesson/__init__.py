"""The lesson of Leduc poker: you and one bot."""

from koloda.core.lesson import Lesson, Step, play

LESSON = Lesson(
    (
        Step("bet", (play("raise"),), at="leduc[players=2] cards=Ks/Qh turn=1 waiting=2"),
        Step("pair", (play("raise", after="call, public Kh"),), then="call"),
        Step(
            "fold",
            (play("fold"),),
            at="leduc[players=2] cards=Js/Kh public=Qs stakes=1/5 turn=1 waiting=1 raises=1",
        ),
    )
)
