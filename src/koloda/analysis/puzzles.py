"""Puzzles: positions from games in which one move is clearly the best, by what the seat sees.

A game's folder may have a file of them, `puzzles.jsonl`, with a puzzle on each line, the easy ones first.
`koloda.arena.puzzle_maker` makes such files.

A puzzle is judged by what it shows, and by nothing that happened before. What the seat cannot see is made up in its
position: the true cards are not in the file.
"""

import hashlib
from collections.abc import Iterator, Sequence
from datetime import date
from math import gcd
from typing import Any, NamedTuple

import msgspec

from koloda.analysis.judge import difference
from koloda.bots.hint import Opinion, best_move
from koloda.bots.knowledge import Knowledge, knowledge_of
from koloda.core.errors import FileError, UnknownOption
from koloda.core.facts import Fact
from koloda.core.game import Game
from koloda.games import GAMES

FILE = "puzzles.jsonl"
SURE = 4
"""Standard errors by which the best move must be better than every other."""
WORTH = 0.04
"""Of the win, four games in a hundred: every other move of a puzzle costs at least that much."""
DIGITS = 4
"""Of losses in a file."""
EASY, MEDIUM, HARD = 1, 2, 3
"""How many of the bots of levels 1 to 3 miss the best move; that of level 3 thinks very shortly."""


class PuzzleMove(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A legal move of a puzzle."""

    move: str
    """In notation."""
    loss: float
    """How much less of the win it promises than the best move: 0.04 is four in a hundred games."""
    error: float
    """The standard error of the loss."""


class Puzzle(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of a file of puzzles."""

    position: str
    """In notation, complete: what the seat cannot see is made up."""
    seat: int
    """Who has to move, from 1."""
    moves: tuple[PuzzleMove, ...]
    """All legal moves: the best first, the others by their loss."""
    missed: tuple[int, ...]
    """The levels of bots that choose another move."""
    origin: str
    """Where the position comes from: the maker's seed, the number of the game, the step."""
    why: tuple[Fact, ...] = ()
    """Why the best move is better than the next one, in words, if that can be said."""

    @property
    def best(self) -> str:
        """The solution, in notation."""
        return self.moves[0].move

    @property
    def difficulty(self) -> int:
        """EASY, MEDIUM or HARD."""
        return len(self.missed)


class Posed(NamedTuple):
    """A puzzle whose position was read."""

    puzzle: Puzzle
    state: Any
    seat: int
    """From 0."""
    actions: tuple[int, ...]
    """The actions of the puzzle's moves, in their order."""

    def knowledge(self, game: Game) -> Knowledge:
        """What a seat knows that sees the position and has not seen how it came about."""
        return knowledge_of(game, self.state, self.seat)


def puzzles_of(game: Game) -> tuple[Puzzle, ...]:
    """The puzzles of a game; none if it has no file of them."""
    return game.once(_read)


def _read(game: Game) -> tuple[Puzzle, ...]:
    file = game.folder.joinpath(FILE)
    return tuple(read_puzzles(file.read_text("utf-8"), str(file))) if file.is_file() else ()


def read_puzzles(text: str, file: str = FILE) -> Iterator[Puzzle]:
    """Read the lines of a file."""
    decoder = msgspec.json.Decoder(Puzzle)
    for number, line in enumerate(text.splitlines(), 1):
        try:
            yield decoder.decode(line)
        except msgspec.MsgspecError as problem:
            raise FileError.of("errors.puzzle_line", file=file, line=number, problem=str(problem)) from None


def write_puzzles(puzzles: Sequence[Puzzle]) -> str:
    """The file of some puzzles."""
    return "".join(f"{msgspec.json.encode(puzzle).decode()}\n" for puzzle in puzzles)


def find_puzzle(game: Game, number: int) -> Puzzle:
    """A puzzle by its number, from 1."""
    found = puzzles_of(game)
    if not found:
        raise UnknownOption.of("errors.no_puzzles", game=Fact(f"{game.name}.title"))
    if not 1 <= number <= len(found):
        raise UnknownOption.of(
            "errors.no_such_puzzle", game=Fact(f"{game.name}.title"), given=str(number), high=len(found)
        )
    return found[number - 1]


def pose(game: Game, puzzle: Puzzle) -> Posed:
    """Read the position of a puzzle, and check that its moves are the legal ones."""
    state, seat = game.notation.read_position(puzzle.position), puzzle.seat - 1
    legal = game.legal(state, seat) if 0 <= seat < state.players and game.rules.actors(state) >> seat & 1 else []
    actions = tuple(game.notation.read_action(state, each.move) for each in puzzle.moves)
    if sorted(actions) != legal or len(legal) < 2:
        raise FileError.of("errors.puzzle_moves", file=FILE, position=puzzle.position)
    return Posed(puzzle, state, seat, actions)


def clear_best(found: Sequence[Opinion], sure: float = SURE, worth: float = WORTH) -> int | None:
    """Where the one move stands that is better than every other, surely and by a worthwhile amount; None if none is."""
    best = best_move(found)
    differences = [difference(found, best, at) for at in range(len(found[0])) if at != best]
    if all(each.mean >= max(worth, sure * each.error) for each in differences):
        return best
    return None


def games_with_puzzles() -> list[Game]:
    """All games that have puzzles."""
    return [game for game in GAMES.values() if puzzles_of(game)]


def game_of_the_day(games: Sequence[Game], day: date) -> Game:
    """The game whose puzzle is the one of the day: they take turns."""
    return games[day.toordinal() % len(games)]


def number_of_the_day(game: Game, day: date) -> int:
    """The number of a game's puzzle of the day, from 1. None comes again before all others have had their day."""
    count = len(puzzles_of(game))
    start = int.from_bytes(hashlib.sha256(game.name.encode()).digest()[:4])
    stride = next(each for each in range(max(round(0.618 * count), 1), count + 2) if gcd(each, count) == 1)
    return (start + day.toordinal() * stride) % count + 1
