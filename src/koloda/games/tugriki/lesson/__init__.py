"""The lesson of Tugriki: you and three bots. Up to the seventh step the table enforces TG-10 and TG-11."""

from koloda.core.lesson import Lesson, Step, play, tap

ENFORCED = "tugriki[players=4 challenges=off attention=off]"

LESSON = Lesson(
    (
        Step(
            "five",
            (play("R5"),),
            at=(
                f"{ENFORCED} hands=R4-5,R7,Y3,G9,P0,P8,genie/R3,R6,Y0-1,Y7,G1,P2,P9/R0,RX,Y2,Y8,G0,G7,P1,PX/"
                "R1,R9,Y6,YX,G2,GX,P3,P7"
            ),
        ),
        Step("bank", (tap("bank", after="R6, draw, card Y9, draw, card G3"),)),
        Step("robbery", (play("R4"),)),
        Step(
            "colour_choice",
            (play("R7", after="R3, draw, card G5, G5, draw, card P5, P5"), play("name purple")),
        ),
        Step(
            "genie",
            (play("genie=P8"),),
            at=f"{ENFORCED} hands=Y3,P9,genie/R1,G2/Y7,G8/R8,Y1 rows=P5-7 bank=9 tugriks=28/28/27/28",
        ),
        Step(
            "zero",
            (play("P0"),),
            at=f"{ENFORCED} hands=G9,P0/R8,G2/Y7,G8/Y1,YX rows=R0-6,P5 bank=9 tugriks=28/28/27/28",
        ),
        Step(
            "draw",
            (play("draw"), play("P6", after="card P6")),
            at=f"{ENFORCED} hands=Y3,G9/R8,G2/Y7,G8/Y1,YX rows=R0-6,P0,P5 bank=10 tugriks=28/27/27/28",
        ),
        Step(
            "challenge",
            (play("challenge"),),
            at="tugriki[players=4] hands=R4,G9/R8,G2/Y7,G8/R7,Y1,YX rows=R5-6 paid=4 bank=11 tugriks=28/27/27/27",
            then="card Y0",
        ),
        Step(
            "last_card",
            (play("R7"),),
            at="tugriki[players=4] round=4 hands=R7/R8,G2/Y7,G8/Y1,YX rows=R5-6 bank=16 tugriks=26/25/27/26",
        ),
    )
)
