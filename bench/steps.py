"""Batches on one core against other engines, observations included: `make bench-steps` (ARGS=--quick, --json).

Koloda: `step(random_actions())`, which renews observations, masks, rewards and seats of all games.
The others: their own loop with an observation and the legal actions at every decision, chosen at random.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import NamedTuple

from goals import PGX, SIZES, STEPS, players_of
from ours import check_installed, versions
from peers_environment import ready_python
from report import Samples, both_versions, judged, machine, ratio, table, write_between_markers
from run import in_turns
from worker import Bench, Facts, Task, Worker, main, summary

HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- steps -->", "<!-- /steps -->"
ROUNDS, QUICK_ROUNDS = 7, 3


class Stepped(NamedTuple):
    """The outcome of a run."""

    ours: list[str]
    """Koloda's tasks; all others are peers."""
    samples: Samples
    facts: tuple[Facts, Facts]


def prepare(quick: bool) -> Bench:
    from koloda.games import GAMES

    check_installed()
    tasks = {f"{game}, {size} games": _stepping(game, size) for game in GAMES for size in SIZES}
    return Bench(tasks, {"versions": versions()})


def _stepping(game: str, size: int) -> Task:
    from koloda import envs

    batch = envs.batch(game, players_of(game), size, seed=1, threads=1)
    batch.random_steps(50)

    def task(amount: int) -> float:
        for _ in range(amount):
            batch.step(batch.random_actions())
        return amount * size

    return task


def compare(quick: bool) -> Stepped:
    how = ["--serve", *(["--quick"] if quick else [])]
    with (
        Worker([ready_python(), str(HERE / "steps_peers.py"), *how]) as peers,
        Worker([sys.executable, __file__, "--ours", *how]) as ours,
    ):
        samples = in_turns(ours, peers, QUICK_ROUNDS if quick else ROUNDS)
    return Stepped(ours.tasks, samples, (ours.facts, peers.facts))


def as_markdown(found: Stepped) -> str:
    head = ("M decisions/s, one core, with observations", "median", "slowest", "fastest", "against pgx", "asked", "")
    rows = []
    for task, samples in found.samples.items():
        speed = summary(samples)
        numbers = (f"{rate / 1e6:.3f}" for rate in speed[:3])
        game, _, games = task.rpartition(", ")
        against = ("", "", "")
        if task in found.ours:
            times = ratio(found.samples, task, f"{PGX}, {games}")
            against = (f"{times:.1f}×", *judged(times, STEPS if game == "leduc" else None))
        rows.append((task, *numbers, *against))
    rounds = len(next(iter(found.samples.values())))
    conditions = f"{machine('make bench-steps')}, {rounds} samples of each\n{both_versions(*found.facts)}"
    return f"{conditions}\n\n{table(head, rows)}"


def as_json(found: Stepped) -> dict[str, object]:
    return {task: summary(samples)._asdict() for task, samples in found.samples.items()}


def run() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter and fewer samples; the page stays as it is")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    options = parser.parse_args()
    found = compare(options.quick)
    print(json.dumps(as_json(found), indent=2) if options.json else as_markdown(found))
    if not options.quick:
        write_between_markers(PAGE, as_markdown(found), BEGIN, END)


if __name__ == "__main__":
    if "--ours" in sys.argv:
        sys.argv.remove("--ours")
        main("Measure Koloda's batches.", prepare)
    else:
        run()
