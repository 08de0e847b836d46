"""Batches on one core against other engines, observations included: `make bench-steps` (ARGS=--quick, --json).

Koloda: `step(random_actions())`, which renews observations, masks, rewards and seats of all games, four players each.
The others: their own loop with an observation and the legal actions at every decision, chosen at random.
"""

import argparse
import json
import sys
from pathlib import Path

from peers_environment import ready_python
from report import cpu_model, write_between_markers
from run import in_turns
from worker import Bench, Summary, Task, Worker, main, summary

SIZES = (64, 1024, 16384)
PLAYERS = 4
HERE = Path(__file__).parent
PAGE = HERE.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- steps -->", "<!-- /steps -->"
PEERS = ("OpenSpiel", "rlcard", "PettingZoo", "pgx")


def prepare(quick: bool) -> Bench:
    from koloda.games import GAMES

    return Bench({f"{game}, {size} games": _stepping(game, size) for game in GAMES for size in SIZES}, {})


def _stepping(game: str, size: int) -> Task:
    from koloda import envs

    batch = envs.batch(game, PLAYERS, size, seed=1, threads=1)
    batch.random_steps(50)

    def task(amount: int) -> float:
        for _ in range(amount):
            batch.step(batch.random_actions())
        return amount * size

    return task


def compare(quick: bool) -> dict[str, Summary]:
    how = ["--serve", *(["--quick"] if quick else [])]
    with (
        Worker([ready_python(), str(HERE / "steps_peers.py"), *how]) as peers,
        Worker([sys.executable, __file__, "--ours", *how]) as ours,
    ):
        samples = in_turns(ours, peers, 3 if quick else 7)
    return {task: summary(taken) for task, taken in samples.items()}


def as_markdown(found: dict[str, Summary]) -> str:
    peers = {task: speed for task, speed in found.items() if task.startswith(PEERS)}
    rows = [
        f"- `make bench-steps` on {cpu_model()}",
        "",
        "| M decisions/s, one core, with observations | median | slowest | fastest | against the fastest other |",
        "| --- | --- | --- | --- | --- |",
    ]
    for task, speed in found.items():
        ratio = "" if task in peers else f"{speed.median / fastest_peer(peers, task):.1f}×"
        numbers = (f"{rate / 1e6:.3f}" for rate in (speed.median, speed.low, speed.high))
        rows.append(f"| {task} | {' | '.join(numbers)} | {ratio} |")
    return "\n".join(rows)


def fastest_peer(peers: dict[str, Summary], ours: str) -> float:
    """Of those that play as many games at once, or one."""
    games = ours.rpartition(", ")[2]
    return max(
        speed.median for task, speed in peers.items() if not task.endswith(" games") or task.endswith(f", {games}")
    )


def run() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter and fewer samples; the page stays as it is")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    options = parser.parse_args()
    found = compare(options.quick)
    print(json.dumps({k: v._asdict() for k, v in found.items()}, indent=2) if options.json else as_markdown(found))
    if not options.quick:
        write_between_markers(PAGE, as_markdown(found), BEGIN, END)


if __name__ == "__main__":
    if "--ours" in sys.argv:
        sys.argv.remove("--ours")
        main("Measure Koloda's batches.", prepare)
    else:
        run()
