"""The puzzles in the games' folders: whole, legal, sure and different; and which one is the puzzle of the day."""

from dataclasses import replace
from datetime import date, timedelta

import pytest

from koloda.analysis.puzzles import (
    FILE,
    SURE,
    WORTH,
    Puzzle,
    PuzzleMove,
    find_puzzle,
    game_of_the_day,
    number_of_the_day,
    pose,
    puzzles_of,
    read_puzzles,
    write_puzzles,
)
from koloda.bots.engine import Engine
from koloda.bots.hint import best_move, opinions
from koloda.core.errors import FileError, UnknownOption
from koloda.core.game import Game
from koloda.core.text import LANGUAGES, say
from koloda.games import GAMES, find

BUILT_IN = [game for name, game in GAMES.items() if GAMES.package(name) == "koloda"]
AT_LEAST = 200
MOST_BYTES = 200_000
ROUNDED = 1e-4
every_game = pytest.mark.parametrize("game", BUILT_IN, ids=[game.name for game in BUILT_IN])


@every_game
def test_every_puzzle_is_legal_and_one_move_is_surely_the_best(game: Game) -> None:
    for puzzle in puzzles_of(game):
        posed = pose(game, puzzle)
        first, *others = puzzle.moves
        assert (first.loss, first.error) == (0, 0)
        assert [move.loss for move in others] == sorted(move.loss for move in others)
        for move in others:
            assert move.loss + ROUNDED >= max(WORTH, SURE * (move.error - ROUNDED))
        assert set(puzzle.missed) <= {1, 2, 3}
        assert puzzle.missed
        assert posed.knowledge(game).must
        assert all(say(reason, language) for reason in puzzle.why for language in LANGUAGES)


@every_game
def test_there_are_many_puzzles_and_all_are_different(game: Game) -> None:
    puzzles = puzzles_of(game)
    assert len(puzzles) >= AT_LEAST
    assert len({puzzle.origin for puzzle in puzzles}) == len(puzzles)
    seen = {str(game.observe(pose(game, puzzle).state, puzzle.seat - 1)) for puzzle in puzzles}
    assert len(seen) == len(puzzles)
    assert [puzzle.difficulty for puzzle in puzzles] == sorted(puzzle.difficulty for puzzle in puzzles)
    assert len(game.folder.joinpath(FILE).read_bytes()) <= MOST_BYTES
    assert write_puzzles(puzzles) == game.folder.joinpath(FILE).read_text("utf-8")


@every_game
def test_searches_find_the_best_move_again(game: Game) -> None:
    game.once(Engine).load()
    for puzzle in puzzles_of(game)[:: max(1, len(puzzles_of(game)) // 3)]:
        posed = pose(game, puzzle)
        found = opinions(posed.knowledge(game), [f"again {number}" for number in range(4)], 400)
        assert found[0][best_move(found)].action == posed.actions[0]


def test_a_seat_sees_nothing_but_what_it_may_know() -> None:
    """What is hidden is made up: the file has no cards of the true game."""
    for game in BUILT_IN:
        for puzzle in puzzles_of(game)[::20]:
            posed = pose(game, puzzle)
            known = posed.knowledge(game)
            assert known.determinized == posed.state


def test_a_wrong_number_and_a_game_without_puzzles_are_refused() -> None:
    game = find("no_thanks")
    high = len(puzzles_of(game))
    assert find_puzzle(game, high) == puzzles_of(game)[-1]
    for number in (0, high + 1):
        with pytest.raises(UnknownOption, match=f"1 to {high}"):
            find_puzzle(game, number)
    with pytest.raises(UnknownOption, match=r"no puzzles of .* puzzles.jsonl"):
        find_puzzle(replace(game, package="koloda.games"), 1)


def test_a_broken_file_names_the_line() -> None:
    puzzle = puzzles_of(find("no_thanks"))[0]
    good = write_puzzles([puzzle])
    assert list(read_puzzles(good + good)) == [puzzle, puzzle]
    with pytest.raises(FileError, match="Line 2"):
        list(read_puzzles(f"{good}{{}}\n"))


def test_a_puzzle_must_list_all_legal_moves() -> None:
    puzzle = puzzles_of(find("no_thanks"))[0]
    fewer = Puzzle(position=puzzle.position, seat=puzzle.seat, moves=puzzle.moves[:1], missed=(1,), origin="")
    other = Puzzle(position=puzzle.position, seat=puzzle.seat % 2 + 1, moves=puzzle.moves, missed=(1,), origin="")
    twice = Puzzle(
        position=puzzle.position, seat=puzzle.seat, moves=(PuzzleMove("take", 0, 0),) * 2, missed=(1,), origin=""
    )
    for bad in (fewer, twice, *([other] if other.seat != puzzle.seat else [])):
        with pytest.raises(FileError, match="legal moves"):
            pose(find("no_thanks"), bad)


@every_game
def test_the_puzzle_of_the_day_comes_again_only_after_all_others(game: Game) -> None:
    count, first = len(puzzles_of(game)), date(2026, 11, 15)
    numbers = [number_of_the_day(game, first + timedelta(days=day)) for day in range(count)]
    assert sorted(numbers) == list(range(1, count + 1))
    assert number_of_the_day(game, first + timedelta(days=count)) == numbers[0]


def test_games_take_turns_with_the_puzzle_of_the_day() -> None:
    first = date(2026, 11, 15)
    games = [game_of_the_day(BUILT_IN, first + timedelta(days=day)) for day in range(len(BUILT_IN))]
    assert set(games) == set(BUILT_IN)
