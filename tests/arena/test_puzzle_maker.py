"""Puzzles are made from games of bots: the same from the same seed, sure, and no two alike."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from koloda.analysis.puzzles import SURE, WORTH, Puzzle, PuzzleMove, pose, puzzles_of
from koloda.arena import puzzle_maker
from koloda.arena.puzzle_maker import Candidate, GameYield, Stage, WorkFile, chosen, explained, in_order, make
from koloda.games import find

GAME = find("no_thanks")


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Searches that are much shorter than those that make real puzzles."""
    monkeypatch.setattr(puzzle_maker, "QUICK", Stage("quick", 2, 20, 1, WORTH))
    monkeypatch.setattr(puzzle_maker, "CLOSER", Stage("closer", 6, 40, SURE, WORTH))
    monkeypatch.setattr(puzzle_maker, "FINAL", Stage("final", 8, 100, SURE, WORTH))


@pytest.mark.usefixtures("hasty")
def test_the_same_seed_makes_the_same_puzzles_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    work = tmp_path / "work.jsonl"
    made = make(GAME, 1, 2, work=work)
    assert len(made) == 2
    for puzzle in made:
        posed = pose(GAME, puzzle)
        assert puzzle.moves[0].loss == 0
        assert all(move.loss >= max(WORTH, SURE * move.error) - 1e-3 for move in puzzle.moves[1:])
        assert puzzle.missed
        seed, number, step = map(int, puzzle.origin.split("/"))
        before = puzzle_maker.play(GAME, seed, number).match.steps[step].before
        assert GAME.view(before, posed.seat) == GAME.view(posed.state, posed.seat)
    text = work.read_text("utf-8")
    lines = text.splitlines(keepends=True)
    work.write_text("".join(lines[:-1]) + lines[-1][:-5], "utf-8")  # killed while it wrote
    assert make(GAME, 1, 2, work=work) == made
    assert work.read_text("utf-8") == text
    assert make(GAME, 1, 2, work=work, seconds=0) == made  # all that is needed is there


def test_a_work_file_of_another_seed_is_refused(tmp_path: Path) -> None:
    WorkFile(tmp_path / "work", GAME, 1).read()
    with pytest.raises(SystemExit, match="another"):
        WorkFile(tmp_path / "work", GAME, 2).read()


def test_the_reason_is_said_of_the_best_move_and_the_next_one() -> None:
    puzzle = next(puzzle for puzzle in puzzles_of(GAME) if puzzle.why)
    assert explained(GAME, replace(puzzle, why=())) == puzzle


def candidate(number: int, best: str = "", missed: tuple[int, ...] = (1, 2), observed: int | None = None) -> Candidate:
    moves = (PuzzleMove(best or f"best {number}", 0.0, 0.0), PuzzleMove("other", 0.1, 0.01))
    puzzle = Puzzle(position="", seat=1, moves=moves, missed=missed, origin=f"1/{number}/0")
    return Candidate(puzzle, [number if observed is None else observed] * 10)


def origins(puzzles: list[Puzzle]) -> list[int]:
    return [int(puzzle.origin.split("/")[1]) for puzzle in puzzles]


def test_puzzles_are_chosen_in_the_order_of_games_and_the_easy_ones_come_first() -> None:
    found = {number: GameYield(number, [candidate(number, missed=(1,) * (1 + number % 3))]) for number in (0, 1, 2, 4)}
    assert origins(chosen(in_order(found), 10)) == [0, 1, 2]  # game 3 is not finished
    found[3] = GameYield(3, [])
    assert origins(chosen(in_order(found), 3)) == [0, 1, 2]
    assert origins(chosen(in_order(found), 4)) == [0, 1, 4, 2]


def test_few_are_easy_few_have_the_same_answer_and_no_two_are_alike() -> None:
    easy = [GameYield(number, [candidate(number, missed=(3,))]) for number in range(10)]
    assert len(chosen(easy, 5)) == 2
    same = [GameYield(number, [candidate(number, best="pass")]) for number in range(10)]
    assert len(chosen(same, 5)) == 3
    twice = [GameYield(number, [candidate(number, best="pass", observed=7)]) for number in range(10)]
    assert len(chosen(twice, 5)) == 1
