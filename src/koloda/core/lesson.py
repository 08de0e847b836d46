"""The script of a lesson: positions, what the learner is asked to do in them, and what happens next.

A game's lesson is `LESSON` in its package `lesson`, with the texts of each step in `lesson/en.json` and
`lesson/ru.json`. The learner sits in seat 0. `server/lessons.py` plays the script by the rules of the game, so that a
browser can show a lesson without knowing any rules; a script that the rules do not allow is an error.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from koloda.core.game import Game
from koloda.core.text import LANGUAGES, Language

LEARNER = 0
"""The learner's seat."""
PART = "lesson"

Position = str | Callable[[], Any]
"""In the game's notation; or a function that makes a state, for a moment at which no decision is due."""


@dataclass(frozen=True, kw_only=True)
class Task:
    """One thing that the learner does.

    `after` is what happens before, separated by commas: moves (`5`; `2: 8` for a move of player 2 where several may
    move), and draws where one is due (`deal 1 7`), all in the game's notation. Draws that it leaves out are random, the
    same in every build.
    """

    after: str = ""
    hold: bool = False
    """What was just revealed stays on the table until the learner has done this."""


@dataclass(frozen=True, kw_only=True)
class Play(Task):
    """The learner plays a move."""

    move: str


@dataclass(frozen=True, kw_only=True)
class Tap(Task):
    """The learner taps things on the table, in any order: values of `data-place`, such as `bank` or `seat:2`."""

    places: tuple[str, ...]


@dataclass(frozen=True)
class Step:
    """One idea.

    Without `at` it continues the game of the step before. Several positions are shown one after another. `then` is
    what happens when all is done, if the next step does not continue this game.
    """

    name: str
    """The key of its texts."""
    tasks: tuple[Task, ...] = ()
    at: Position | tuple[Position, ...] | None = None
    then: str = ""


def play(move: str, after: str = "", hold: bool = False) -> Play:
    return Play(move=move, after=after, hold=hold)


def tap(*places: str, after: str = "", hold: bool = False) -> Tap:
    return Tap(places=places, after=after, hold=hold)


class StepTexts(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the coach says in one step, in one language."""

    title: str
    """Two or three words, for the list of steps."""
    lead: str
    """The idea, in bold."""
    text: str = ""
    """The rest of it."""
    do: list[str] = []
    """What to do, for each task."""


@dataclass(frozen=True)
class Lesson:
    steps: tuple[Step, ...]


def lesson_of(game: Game) -> Lesson | None:
    """A game's lesson; None if it has none."""
    part = game.part(PART)
    if part is None:
        return None
    found: Lesson = part.LESSON
    return found


def texts_of(game: Game, lesson: Lesson) -> dict[Language, list[StepTexts]]:
    """The texts of the steps by language, in the languages that the lesson has."""
    found: dict[Language, list[StepTexts]] = {}
    for language in LANGUAGES:
        file = game.folder.joinpath(PART, f"{language}.json")
        if file.is_file():
            found[language] = _checked(game, lesson.steps, language, json.loads(file.read_text("utf-8")))
    if not found:
        raise ValueError(f"the lesson of {game.name} has no texts: there is neither en.json nor ru.json beside it")
    return found


def _checked(game: Game, steps: Sequence[Step], language: Language, texts: Mapping[str, Any]) -> list[StepTexts]:
    names = [step.name for step in steps]
    if list(texts) != names:
        raise ValueError(
            f"the lesson of {game.name} has the steps {', '.join(names)}, but its texts ({language}) are of "
            f"{', '.join(texts)}"
        )
    found = [msgspec.convert(texts[name], StepTexts) for name in names]
    for step, told in zip(steps, found, strict=True):
        if len(told.do) != len(step.tasks):
            raise ValueError(
                f"step {step.name} in the lesson of {game.name} has {len(step.tasks)} tasks, but its texts "
                f"({language}) say {len(told.do)} times what to do"
            )
    return found
