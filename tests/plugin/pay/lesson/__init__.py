"""A lesson of one step, in one language."""

from koloda.core.lesson import Lesson, Step, play

LESSON = Lesson((Step("refuse", (play("pass"),), at="no_thanks[players=3] turn=1 card=30", then="pass, take"),))
