"""Lessons as the browser gets them, for tests: what the learner sees whenever something is asked."""

from dataclasses import dataclass
from functools import cache
from typing import Any

import msgspec

from koloda.server import lessons


@dataclass(frozen=True)
class Asked:
    """A task, with what lies on the table when the learner is asked."""

    step: int
    """From 1, as the learner counts."""
    view: Any
    offer: Any
    task: Any
    told: list[str]
    """The keys of what happened before, without the game's name."""

    @property
    def moves(self) -> list[str]:
        return [move["move"] for move in self.offer["moves"]] if self.offer else []

    @property
    def does(self) -> str | list[str]:
        """The move that the learner plays, or the places that the learner taps."""
        done: str | list[str] = self.task["move"] or self.task["places"]
        return done


@cache
def document(game: str) -> Any:
    made = lessons.document(game)
    assert made is not None
    return msgspec.json.decode(made)


def tasks(game: str) -> list[Asked]:
    """Every task of a lesson."""
    found, frame, told = [], None, []
    for number, step in enumerate(document(game)["steps"], 1):
        for task in step["tasks"]:
            told = [key(fact) for frame in task["frames"] for fact in frame["facts"]]
            frame = task["frames"][-1] if task["frames"] else frame
            assert frame is not None
            found.append(Asked(number, frame["view"], frame["offer"], task, told))
        if step["after"]:
            frame = step["after"][-1]
    return found


def at(game: str, step: int, task: int = 1) -> Asked:
    """A task of a step, both counted from 1."""
    return [asked for asked in tasks(game) if asked.step == step][task - 1]


def after(game: str, step: int) -> Any:
    """The view when all that comes of a step has been shown."""
    return document(game)["steps"][step - 1]["after"][-1]["view"]


def key(fact: Any) -> str:
    return str(fact["key"]).partition(".")[2]
