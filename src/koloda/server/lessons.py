"""Lessons as the browser plays them: the views, legal moves and events that the rules make of a game's script.

`python -m koloda.server.lessons web/lessons` writes those of the games that come with Koloda, for the pages. Those of
other packages are made when somebody asks for them.
"""

import random
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from koloda.core.errors import KolodaError, NotUnderstood
from koloda.core.events import facts_of
from koloda.core.game import Game
from koloda.core.lesson import LEARNER, Lesson, Play, Position, Step, StepTexts, Tap, Task, lesson_of, texts_of
from koloda.games import GAMES
from koloda.server import messages
from koloda.server.example_table import example_table
from koloda.server.messages import LessonFrame, LessonStep, LessonTask, Seat, TableInfo
from koloda.server.tables.legal_moves import legal_moves
from koloda.table.match import Match, narrate

OWN_PACKAGE = "koloda"
BOT = "lesson"
"""The bots of a lesson, who do what is written; the pages call them "Bot 1", "Bot 2"."""
_encode = msgspec.json.Encoder().encode


class BadLesson(Exception):
    """The rules do not allow what a script asks for; says where and why."""


def made(game: Game, lesson: Lesson) -> messages.Lesson:
    """The lesson of a game, played by its rules."""
    texts = texts_of(game, lesson)
    player = _Player(game)
    steps = []
    for number, step in enumerate(lesson.steps):
        following = lesson.steps[number + 1] if number + 1 < len(lesson.steps) else None
        try:
            table, tasks, after = player.play(step, following)
        except KolodaError as problem:
            raise BadLesson(f"step {step.name} in the lesson of {game.name}: {problem}") from problem
        told: dict[str, StepTexts] = {language: of_steps[number] for language, of_steps in texts.items()}
        steps.append(LessonStep(table=table, fresh=step.at is not None, tasks=tasks, after=after, texts=told))
    return messages.Lesson(game=game.name, steps=steps)


@cache
def document(game: str) -> bytes | None:
    """The lesson of a game as JSON; None if it has none."""
    lesson = lesson_of(GAMES[game])
    return None if lesson is None else _encode(made(GAMES[game], lesson))


class _Player:
    """Plays a script step by step, and keeps what the learner sees."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._match: Match | None = None
        self._script: list[str] = []
        """The moves and draws to come."""
        self._random = random.Random(game.name)
        self._frames: list[LessonFrame] = []
        """What the learner has not been shown yet."""
        self._number = 0

    def play(self, step: Step, following: Step | None) -> tuple[TableInfo, list[LessonTask], list[LessonFrame]]:
        """The table of a step, its tasks, and what comes of the last one if the following step does not tell."""
        if step.at is not None:
            self._begin(step.at if isinstance(step.at, tuple) else (step.at,))
            self._go_on(step.tasks[0].after if step.tasks else step.then)
        table = self._table()
        tasks = []
        for number, task in enumerate(step.tasks):
            tasks.append(self._asked(task))
            if number + 1 < len(step.tasks):
                after = step.tasks[number + 1].after
            elif following is not None and following.at is None:
                after = following.tasks[0].after
            else:
                after = step.then
            self._go_on(after, task.move if isinstance(task, Play) else None)
        return table, tasks, self._shown() if following is None or following.at is not None else []

    def _begin(self, positions: Sequence[Position]) -> None:
        self._script = []
        for position in positions:
            state = self._game.notation.read_position(position) if isinstance(position, str) else position()
            self._match = Match(self._game, state, self._draw, history=True)
            self._show(0)

    def _go_on(self, script: str, move: str | None = None) -> None:
        """Let the learner play a move, if there is one, and then everything that is written."""
        self._script = [part.strip() for part in script.split(",") if part.strip()]
        if move is not None:
            self._act(LEARNER, move)
        while self._script:
            player, colon, move = self._script.pop(0).partition(": ")
            self._act(int(player) - 1 if colon else self._playing.actor, move if colon else player)

    def _act(self, seat: int, move: str) -> None:
        match = self._playing
        known = len(match.steps)
        match.act(seat, self._game.notation.read_action(match.state, move))
        self._show(known)

    def _draw(self, n: int) -> int:
        """The draw that is written next; else a random one."""
        if self._script:
            try:
                outcome = self._game.notation.read_draw(self._playing.state, self._script[0])
            except NotUnderstood:
                pass  # a move comes next
            else:
                del self._script[0]
                return outcome
        return self._random.randrange(n)

    @property
    def _playing(self) -> Match:
        assert self._match is not None, "the first step of a lesson needs a position"
        return self._match

    def _show(self, known: int) -> None:
        """Add a frame with all that happened after the first `known` steps of the match."""
        match = self._playing
        self._number += 1
        found = legal_moves(match, self._number, {LEARNER}, [None] * match.state.players, ())[LEARNER]
        self._frames.append(
            LessonFrame(
                facts=facts_of(narrate(self._game, match.steps[known:], LEARNER)),
                view=match.view(LEARNER),
                offer=None if found is None else found.offer(),
            )
        )

    def _shown(self) -> list[LessonFrame]:
        frames, self._frames = self._frames, []
        return frames

    def _asked(self, task: Task) -> LessonTask:
        frames = self._shown()
        if isinstance(task, Tap):
            return LessonTask(frames=frames, hold=task.hold, move=None, places=list(task.places))
        assert isinstance(task, Play)
        match, game = self._playing, self._game
        action = game.notation.read_action(match.state, task.move)
        match.check(LEARNER, action)
        info = game.moves.info(match.state, LEARNER, action)
        move = game.notation.write_action(match.state, action)
        places = [f"hand:{card}" for card in dict.fromkeys(info.cards)]
        places += [] if info.target is None else [f"place:{info.target}"]
        return LessonTask(frames=frames, hold=task.hold, move=move, places=[*places, f"move:{move}"])

    def _table(self) -> TableInfo:
        """The table: the learner among bots."""
        state = self._playing.state
        bots = [Seat(who="bot", bot=BOT, here=True) for _ in range(state.players - 1)]
        return example_table(self._game, state, [Seat(who="person", here=True), *bots])


def write(folder: Path) -> None:
    """Write the lessons of the games that come with Koloda. Files that are right already stay as they are."""
    folder.mkdir(parents=True, exist_ok=True)
    lessons = {f"{name}.json": document(name) for name in GAMES if GAMES.package(name) == OWN_PACKAGE}
    for file in folder.glob("*.json"):
        if lessons.get(file.name) is None:
            file.unlink()
    for name, content in lessons.items():
        file = folder / name
        if content is not None and not (file.is_file() and file.read_bytes() == content):
            file.write_bytes(content)


def main(arguments: Sequence[str]) -> None:
    if len(arguments) != 1:
        sys.exit("usage: python -m koloda.server.lessons FOLDER")
    write(Path(arguments[0]))


if __name__ == "__main__":
    main(sys.argv[1:])
