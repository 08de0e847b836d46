"""Makes puzzles of a game: python -m koloda.arena.puzzle_maker GAME --out FILE [--count N] [--seed S] [--jobs J].

Bots of several levels play with each other. Every decision is searched quickly. Where one move seems better than every
other, better searches look again, and at last long ones with seeds of their own, which know only what the puzzle shows.
They must agree that every other move is worse by 4 standard errors and by 4 % of the win (`koloda.analysis.puzzles`).
A position that all bots solve is no puzzle. The more bots miss it, the harder it is.

The same seed gives the same puzzles, however many processes work on them: game number k of a seed always yields the
same candidates, and puzzles are chosen from games in the order of their numbers.

In the end, `koloda.analysis.reasons` says why each best move is better than the next one. With --explain, that alone is
done, for the puzzles in the file.

With --work FILE, what finished games have yielded is kept there. The next run goes on where the last one ended, whether
its --seconds were over or it was killed.
"""

import argparse
import os
import sys
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count, takewhile
from multiprocessing import get_context
from pathlib import Path
from random import Random
from time import monotonic
from typing import NamedTuple

import msgspec
from msgspec.structs import replace
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from koloda.analysis.judge import Difference, check_judge, difference, ranked
from koloda.analysis.puzzles import (
    DIGITS,
    EASY,
    SURE,
    WORTH,
    Puzzle,
    PuzzleMove,
    clear_best,
    pose,
    read_puzzles,
    write_puzzles,
)
from koloda.analysis.reasons import reason
from koloda.analysis.review import Moment, moments
from koloda.arena.runner import end_with_parent
from koloda.bots.bot import Budget
from koloda.bots.engine import Engine
from koloda.bots.hint import Opinion, opinions
from koloda.bots.knowledge import Knowledge, knowledge_of
from koloda.bots.levels import levels, make_bot
from koloda.core.errors import KolodaError
from koloda.core.files import check_writable, read_text, write_text
from koloda.core.game import Game
from koloda.core.observation import VIEW
from koloda.games import find
from koloda.table.dealer import Dealer
from koloda.table.table import Table

SITTING = {0: 1, 1: 3, 2: 4, 3: 3}
"""How often bots of each level sit at a table."""
MOST_SEATS = 5
"""More are hard to take in at a glance."""
PLAYS = Budget(iterations=100)
"""Of level 3, when it plays."""
BRIEF, BRIEF_SEARCHES = 30, 5
"""Iterations of level 3 when it tries to solve a puzzle, and how often it tries."""
FROM_A_GAME = 3
"""Puzzles that one game yields at most, of different seats."""
EXAMINED = 10
"""Positions of one game that long searches examine at most."""
ALIKE = 2
"""Numbers of the observation in which two positions may differ and are still the same puzzle."""
APART = 0.1
"""The part of a game that lies between two of its puzzles at least."""
STEADY = 2 / 3
"""The part of a difference that longer searches must still see: one that shrinks further would go on shrinking."""
EASY_SHARE = 0.4
"""The most of a file's puzzles that only one level of bots misses."""
SAME_ANSWER = 0.6
"""The most of a file's puzzles that have the same solution: else one could guess where there are only two moves."""
QUEUED_PER_WORKER = 3  # games


class Stage(NamedTuple):
    """So many searches, which must find a best move that is so sure and so much better."""

    name: str
    searches: int
    iterations: int
    sure: float
    worth: float

    def ask(self, knowledge: Knowledge) -> list[Opinion]:
        seeds = [f"puzzle {self.name} {number}" for number in range(self.searches)]
        return opinions(knowledge, seeds, self.iterations)

    def best(self, found: Sequence[Opinion]) -> int | None:
        """Where the best move stands in the opinions; None if it is not clear."""
        return clear_best(found, self.sure, self.worth)


QUICK = Stage("quick", 4, 50, 1, 0.75 * WORTH)
CLOSER = Stage("closer", 12, 200, SURE, WORTH)
FINAL = Stage("final", 16, 5000, SURE, WORTH)
"""A puzzle must pass all three. The last one knows only what the puzzle shows."""


class Candidate(msgspec.Struct, frozen=True):
    """A puzzle that a game has yielded, and what its seat observes, to recognise others like it."""

    puzzle: Puzzle
    observed: list[int]


class GameYield(msgspec.Struct, frozen=True):
    """What a game has yielded: a line of the work file."""

    number: int
    candidates: list[Candidate]


# A game


def play(game: Game, seed: int, number: int) -> Table:
    """Game number k of a seed."""
    random = Random(f"{seed} {game.name} {number}")
    players = random.choice([each for each in game.set_up.players if each <= MOST_SEATS] or [game.set_up.usual])
    mixed = [level for level in levels(game) for _ in range(SITTING[level])]
    specs = {seat: str(random.choice(mixed)) for seat in range(players)}
    origin = f"puzzles {seed} {number}"
    names = [f"Bot {seat + 1}" for seat in range(players)]
    values = game.set_up.settle(players, **game.open_options)
    table = Table.open(game, values, names, Dealer.seeded(origin, players), specs)
    bots = {seat: make_bot(spec, game, players, f"{origin} {seat}", wait=True) for seat, spec in specs.items()}
    while not table.over:
        act = table.bots_choice(bots, PLAYS)
        assert act is not None, "all seats are bots'"
        table.act(*act)
    return table


def candidates(game: Game, seed: int, number: int) -> list[Candidate]:
    """The puzzles that a game yields, at most one of each seat."""
    match = play(game, seed, number).match
    promising = []
    for moment in moments(match):
        known = moment.knowledge
        if not known.must:
            continue
        found = QUICK.ask(known)
        best = QUICK.best(found)
        if best is not None and (missed := levels_that_miss(known, found[0][best].action)):
            promising.append((len(missed), moment))
    Random(f"{seed} {game.name} {number} order").shuffle(promising)
    promising.sort(key=lambda each: -each[0])  # the hardest first
    apart = APART * len(match.steps)
    made: dict[int, Candidate] = {}
    steps: list[int] = []
    for _, moment in promising[:EXAMINED]:
        seat = moment.knowledge.seat
        if seat in made or any(abs(moment.step - step) < apart for step in steps):
            continue
        if (puzzle := examine(moment, f"{seed}/{number}/{moment.step}")) is not None:
            made[seat] = Candidate(puzzle, game.observation.form(VIEW).of(moment.knowledge.determinized, seat))
            steps.append(moment.step)
            if len(made) == FROM_A_GAME:
                break
    return list(made.values())


def levels_that_miss(knowledge: Knowledge, best: int | None) -> tuple[int, ...]:
    """The levels of bots that would not play the best move. Level 0 chooses at random; level 3 thinks briefly here."""
    game, missed = knowledge.game, []
    for level in levels(game)[1:]:
        times = BRIEF_SEARCHES if level == 3 else 1
        bots = [
            make_bot(str(level), game, knowledge.players, f"puzzle brief {time}", wait=True) for time in range(times)
        ]
        right = sum(bot.choose(knowledge, Budget(iterations=BRIEF)) == best for bot in bots)
        if 2 * right < times:
            missed.append(level)
    return tuple(missed)


def examine(moment: Moment, origin: str) -> Puzzle | None:
    """The puzzle of a decision, if it is one."""
    known = moment.knowledge
    game, seat, s = known.game, known.seat, known.determinized
    position = game.notation.write_position(s)
    shown = knowledge_of(game, game.notation.read_position(position), seat)
    if shown.partial_state != known.partial_state or shown.legal != known.legal:
        return None  # the notation does not tell everything that the seat knows
    closer = CLOSER.ask(known)
    at = CLOSER.best(closer)
    if at is None:
        return None
    best = closer[0][at].action
    missed = levels_that_miss(shown, best)
    if not missed:
        return None
    final = FINAL.ask(shown)
    if FINAL.best(final) != at or not _all_tried(game, final):
        return None
    if _smallest(final, at).mean < STEADY * _smallest(closer, at).mean:
        return None
    moves = []
    for each in ranked(final, at):
        assert each.action is not None, "only those who must move have puzzles"
        move = game.notation.write_action(s, each.action)
        moves.append(PuzzleMove(move, round(each.loss, DIGITS), round(each.error, DIGITS)))
    return Puzzle(position=position, seat=seat + 1, moves=tuple(moves), missed=missed, origin=origin)


def _all_tried(game: Game, found: Sequence[Opinion]) -> bool:
    """Have all searches tried all moves? Of others nothing is known. Regret matching compares all of them anyway."""
    return game.simultaneous or all(move.visits > 0 for opinion in found for move in opinion)


def _smallest(found: Sequence[Opinion], best: int) -> Difference:
    """By how much the best move is better than the next one."""
    return min(difference(found, best, at) for at in range(len(found[0])) if at != best)


def explained(game: Game, puzzle: Puzzle) -> Puzzle:
    """The same puzzle with the reason in words, if there is one."""
    posed = pose(game, puzzle)
    best, other = posed.actions[:2]
    return replace(puzzle, why=reason(posed.knowledge(game), best, other).facts)


# Many games


def chosen(yields: Sequence[GameYield], count: int) -> list[Puzzle]:
    """At most so many puzzles of games in the order of their numbers, the easy ones first. No two are alike."""
    taken: list[Candidate] = []
    kinds: Counter[str] = Counter()
    for candidate in (each for found in yields for each in found.candidates):
        puzzle = candidate.puzzle
        easy = puzzle.difficulty == EASY
        if len(taken) == count:
            break
        if (easy and kinds["easy"] >= EASY_SHARE * count) or kinds[f"best {puzzle.best}"] >= SAME_ANSWER * count:
            continue
        if any(_alike(candidate, other) for other in taken):
            continue
        taken.append(candidate)
        kinds.update([f"best {puzzle.best}", *(["easy"] if easy else [])])
    return sorted((each.puzzle for each in taken), key=lambda puzzle: puzzle.difficulty)


def _alike(a: Candidate, b: Candidate) -> bool:
    """Do two positions differ in next to nothing?"""
    if a.puzzle.best != b.puzzle.best:
        return False
    return sum(x != y for x, y in zip(a.observed, b.observed, strict=True)) <= ALIKE


def in_order(found: dict[int, GameYield]) -> list[GameYield]:
    """What games 0, 1, 2, ... have yielded, up to the first that is not finished."""
    return [found[number] for number in takewhile(found.__contains__, count())]


def yielded(name: str, seed: int, number: int) -> GameYield:
    """What a worker does."""
    game = find(name)
    game.once(Engine).load()
    return GameYield(number, candidates(game, seed, number))


def run(name: str, seed: int, todo: Iterator[int], jobs: int, until: float) -> Generator[GameYield, None, None]:
    """The yields of games in the order in which they are finished, until it is time to stop."""
    yield yielded(name, seed, next(todo))  # here, so that only one process compiles
    if jobs == 1:
        while monotonic() < until:
            yield yielded(name, seed, next(todo))
        return
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), end_with_parent)
    try:
        waiting: set[Future[GameYield]] = set()
        while (left := until - monotonic()) > 0:
            while len(waiting) < QUEUED_PER_WORKER * jobs:
                waiting.add(pool.submit(yielded, name, seed, next(todo)))
            finished, waiting = wait(waiting, min(left, 3600), FIRST_COMPLETED)
            for future in finished:
                yield future.result()
    finally:
        for process in list(pool._processes.values()):
            process.terminate()  # what is not finished now is played by the next run
        pool.shutdown(wait=True, cancel_futures=True)


class WorkFile:
    """What games have yielded, a line each; the first line says of which game and seed, and how they were examined."""

    def __init__(self, file: Path, game: Game, seed: int) -> None:
        self.file = file
        self._head = msgspec.json.encode([game.name, seed, QUICK, CLOSER, FINAL]).decode()

    def read(self) -> dict[int, GameYield]:
        """The games that an earlier run has finished. A line that was cut short does not count."""
        if not self.file.exists():
            write_text(self.file, f"{self._head}\n")
            return {}
        head, *lines = read_text(self.file).splitlines(keepends=True)
        if head.rstrip("\n") != self._head:
            sys.exit(f"{self.file} is of another game or seed, or of other searches: name another file.")
        whole = [line for line in lines if line.endswith("\n")]
        if len(whole) < len(lines):
            write_text(self.file, "".join([head, *whole]))
        decode = msgspec.json.Decoder(GameYield).decode
        return {found.number: found for found in map(decode, whole)}

    def add(self, found: GameYield) -> None:
        with self.file.open("a", encoding="utf-8", newline="\n") as out:
            out.write(f"{msgspec.json.encode(found).decode()}\n")


def make(
    game: Game,
    seed: int,
    wanted: int,
    *,
    jobs: int = 1,
    seconds: float | None = None,
    work: Path | None = None,
    progress: Progress | None = None,
) -> list[Puzzle]:
    """Make so many puzzles, or as many as there are when the time is over."""
    check_judge(game)
    until = monotonic() + (float("inf") if seconds is None else seconds)
    kept = None if work is None else WorkFile(work, game, seed)
    found = {} if kept is None else kept.read()
    made = chosen(in_order(found), wanted)
    task = None if progress is None else progress.add_task(game.name, total=wanted, completed=len(made))
    if len(made) == wanted:
        return made
    running = run(game.name, seed, (number for number in count() if number not in found), jobs, until)
    for game_yield in running:
        found[game_yield.number] = game_yield
        if kept is not None:
            kept.add(game_yield)
        made = chosen(in_order(found), wanted)
        if progress is not None and task is not None:
            progress.update(task, completed=len(made), description=f"{game.name}, {len(found)} games")
        if len(made) == wanted:
            break
    running.close()
    return made


def explain_all(game: Game, puzzles: Iterable[Puzzle]) -> str:
    """The file of some puzzles, with their reasons."""
    return write_puzzles([explained(game, puzzle) for puzzle in puzzles])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--out", type=Path, required=True, metavar="FILE", help="where the puzzles go")
    parser.add_argument("--count", type=int, default=200, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="J", help="processes")
    parser.add_argument("--seconds", type=float, metavar="T", help="stop after so long with what there is")
    parser.add_argument("--work", type=Path, metavar="FILE", help="keeps what is finished, to go on another time")
    parser.add_argument("--explain", action="store_true", help="only say again why the best moves in the file are best")
    options = parser.parse_args()
    if options.count < 1 or options.jobs < 1:
        parser.error("--count and --jobs are at least 1")
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    try:
        check_writable(options.out)
        game = find(options.game)
        if options.explain:
            write_text(options.out, explain_all(game, read_puzzles(read_text(options.out), str(options.out))))
            return
        with Progress(*columns, console=Console(stderr=True)) as bar:
            made = make(
                game,
                options.seed,
                options.count,
                jobs=options.jobs,
                seconds=options.seconds,
                work=options.work,
                progress=bar,
            )
        write_text(options.out, explain_all(game, made))
    except KolodaError as problem:
        sys.exit(str(problem))
    print(f"{options.game}: {len(made)} puzzles of {options.count}")


if __name__ == "__main__":
    main()
