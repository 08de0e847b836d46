"""`koloda puzzle`: positions with one best move, to be found line by line."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

from koloda.analysis.puzzles import (
    Puzzle,
    find_puzzle,
    game_of_the_day,
    games_with_puzzles,
    number_of_the_day,
    pose,
    puzzles_of,
)
from koloda.bots.hint import HintMove
from koloda.core.errors import FileError, KolodaError, NotLegal, NotUnderstood, UnknownOption
from koloda.core.exit_codes import DONE
from koloda.core.facts import Arg, Fact, fact
from koloda.core.game import Act, Game
from koloda.core.output import print_json
from koloda.core.text import Language, figure, say
from koloda.drawing.console import ReportConsole
from koloda.games import find
from koloda.table.match import check_ply
from koloda.terminal.play import ask_line
from koloda.terminal.puzzle_progress import PuzzleProgress
from koloda.terminal.review import figures_table, loss_cells
from koloda.terminal.view_lines import lines

COMMANDS = {
    "help": ("help", "?", "помощь"),
    "look": ("look", "стол"),
    "show": ("show", "answer", "ответ", "показать"),
    "quit": ("quit", "q", "exit", "выход"),
}
WORDS = {word: command for command, words in COMMANDS.items() for word in words}


class Left(Exception):
    """The person has enough."""


@dataclass(frozen=True)
class Chosen:
    """A puzzle by its number; `day` if it is the puzzle of that day."""

    game: Game
    number: int
    day: date | None = None

    @property
    def puzzle(self) -> Puzzle:
        return find_puzzle(self.game, self.number)

    @property
    def of(self) -> int:
        return len(puzzles_of(self.game))


def run(given: str | None, daily: bool, number: int | None, at_random: bool, as_json: bool, language: Language) -> int:
    """Pose a puzzle, or one after another if none is named."""
    today = utc_today()
    if as_json:
        print_json(_json(_choose(given, daily, number, at_random, today, None)))
        return DONE
    progress = PuzzleProgress()
    one = daily or number is not None or given is None
    try:
        while True:
            chosen = _choose(given, daily, number, at_random, today, progress)
            PuzzleMode(chosen, language, progress, ask_line, print).solve(today)
            if one:
                return DONE
            if WORDS.get(_answer(ask_line, say(fact("puzzle.next_prompt"), language)).lower()) == "quit":
                return DONE
            print()
    except Left:
        print()
        return DONE


def utc_today() -> date:
    return datetime.now(UTC).date()


def _choose(
    given: str | None, daily: bool, number: int | None, at_random: bool, today: date, progress: PuzzleProgress | None
) -> Chosen:
    """The puzzle that is asked for: of a game the next one that was not tried; without a game, that of the day."""
    if given is None:
        games = games_with_puzzles()
        if not games:
            raise UnknownOption.of("errors.no_puzzles_at_all")
        if number is not None:
            raise UnknownOption.of("errors.puzzle_of_which", number=number)
        game = game_of_the_day(games, today) if not at_random else secrets.choice(games)
    else:
        game = find(given)
    find_puzzle(game, 1)  # refuses a game without puzzles
    if number is not None:
        find_puzzle(game, number)
        return Chosen(game, number)
    if at_random:
        return Chosen(game, secrets.randbelow(len(puzzles_of(game))) + 1)
    if daily or given is None:
        return Chosen(game, number_of_the_day(game, today), today)
    return Chosen(game, (progress or PuzzleProgress()).next_of(game.name, puzzles_of(game)))


def _json(chosen: Chosen) -> dict[str, Any]:
    """A puzzle with its solution, for programs."""
    puzzle = chosen.puzzle
    return {
        "game": chosen.game.name,
        "number": chosen.number,
        "of": chosen.of,
        "day": None if chosen.day is None else chosen.day.isoformat(),
        "difficulty": puzzle.difficulty,
        "position": puzzle.position,
        "seat": puzzle.seat,
        "best": puzzle.best,
        "moves": [{"move": each.move, "loss": each.loss, "error": each.error} for each in puzzle.moves],
        "origin": puzzle.origin,
    }


def _answer(ask: Callable[[str], str], prompt: str) -> str:
    try:
        return ask(prompt).strip()
    except EOFError:
        raise Left from None


class PuzzleMode:
    """One puzzle. `ask` shows a prompt and returns a line (EOFError at the end of input)."""

    def __init__(
        self,
        chosen: Chosen,
        language: Language,
        progress: PuzzleProgress,
        ask: Callable[[str], str],
        write: Callable[[str], None],
    ) -> None:
        self.chosen, self.language, self.progress, self.ask, self.write = chosen, language, progress, ask, write
        self.game = chosen.game
        self.posed = pose(chosen.game, chosen.puzzle)
        self.legal = sorted(self.posed.actions)  # as the rules list them: the order must not tell the best one
        names = (say(fact("review.seat", seat=seat + 1), language) for seat in range(self.posed.state.players))
        self.names = tuple(names)
        self._unsaved = False

    def solve(self, today: date) -> None:
        """Ask until the best move is found or shown (`Left`: until the person has enough)."""
        puzzle, daily = self.chosen.puzzle, self.chosen.day is not None
        self._line(
            "daily_title" if daily else "title",
            game=Fact(f"{self.game.name}.title"),
            number=self.chosen.number,
            of=self.chosen.of,
            difficulty=fact(f"puzzle.difficulty_{puzzle.difficulty}"),
            day=today.isoformat(),
        )
        self._look()
        self._line("question")
        self._offer()
        while (action := self._asked()) is not None:
            right = action == self.posed.actions[0]
            self._note(right)
            if right:
                self._line("right", move=self._described(action))
                break
            self._line("wrong", move=self._described(action), loss=self._loss(action))
        else:
            self._note(False)
            self._line("shown", move=self._described(self.posed.actions[0]))
        self._losses()
        for reason in puzzle.why:
            self._say(reason)
        if daily:
            days = self.progress.streak(today)
            self._line("streak" if days else "no_streak", days=days)
        else:
            self._line("solved", solved=self.progress.solved(self.game.name), of=self.chosen.of)

    def _asked(self) -> int | None:
        """A legal move that the person chooses; None to be shown the answer."""
        while True:
            text = _answer(self.ask, say(fact("terminal.prompt"), self.language))
            command = WORDS.get(text.lower())
            try:
                if command == "quit":
                    raise Left
                if command == "show":
                    return None
                if command == "look":
                    self._look()
                    self._offer()
                elif command == "help":
                    self._line("help", example=self.game.notation.write_action(self.posed.state, self.legal[0]))
                elif text:
                    return self._read(text)
            except KolodaError as error:
                self._say(error.detail)

    def _read(self, text: str) -> int:
        """Parse a move in notation, or the number of a move. (In some games the notation of a move is a number.)"""
        if not text.startswith("#"):
            try:
                action = self.game.notation.read_action(self.posed.state, text)
            except NotUnderstood:
                if not text.isdecimal():
                    raise
            else:
                check_ply(self.game, self.posed.state, Act(self.posed.seat, action))
                return action
        number = text.removeprefix("#").strip()
        if number.isdecimal() and 1 <= int(number) <= len(self.legal):
            return self.legal[int(number) - 1]
        raise NotLegal(fact("terminal.no_number", number=number, count=len(self.legal)))

    def _look(self) -> None:
        for line in lines(self.game, self.game.view(self.posed.state, self.posed.seat), self.language, self.names):
            self.write(line)
        if (reminder := self.game.reminder(self.posed.state)) is not None:
            self._say(reminder)

    def _offer(self) -> None:
        for number, action in enumerate(self.legal, 1):
            written = self.game.notation.write_action(self.posed.state, action)
            self.write(f"  #{number:<3} {written:<12} {self._described(action)}")

    def _losses(self) -> None:
        """All moves, the best first."""
        moves = zip(self.posed.actions, self.chosen.puzzle.moves, strict=True)
        rows = [
            [self._described(action), *loss_cells(HintMove(action, each.loss, each.error), at == 0, self.language)]
            for at, (action, each) in enumerate(moves)
        ]
        head = [say(fact(f"review.{key}"), self.language) for key in ("move", "loss", "error")]
        ReportConsole().print(figures_table(head, rows))
        self.write(say(fact("review.moves_note"), self.language))

    def _loss(self, action: int) -> str:
        at = self.posed.actions.index(action)
        return figure(self.chosen.puzzle.moves[at].loss, ".1%", self.language)

    def _described(self, action: int) -> str:
        told = self.game.narration.describe(self.posed.state, self.posed.seat, action)
        return say(told, self.language, self.names, self.posed.seat)

    def _note(self, right: bool) -> None:
        """Keep a try. If that fails, say so once: the puzzle goes on all the same."""
        try:
            self.progress.note(self.game.name, self.chosen.puzzle, right, self.chosen.day)
        except FileError as problem:
            if not self._unsaved:
                self._say(problem.detail)
            self._unsaved = True

    def _say(self, told: Fact) -> None:
        self.write(say(told, self.language, self.names, self.posed.seat))

    def _line(self, key: str, /, **args: Arg) -> None:
        self._say(fact(f"puzzle.{key}", **args))
