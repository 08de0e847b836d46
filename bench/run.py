"""Measure Koloda and other engines in turns on the same core, print the tables, and renew docs/benchmarks.md."""

import argparse
import json
import sys
from pathlib import Path

from compile_times import compile_times
from goals import other_games, same_game
from peers_environment import ROOT, ready_python
from report import Outcome, as_json, as_markdown, write_between_markers
from worker import Sample, Worker

from koloda.games import GAMES

HERE = Path(__file__).parent
PAGE = ROOT / "docs" / "benchmarks.md"
ROUNDS, QUICK_ROUNDS = 7, 3


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="shorter and fewer samples; the page stays as it is")
    parser.add_argument("--only", metavar="TEXT", help="only comparisons of ours that contain this; likewise")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables")
    options = parser.parse_args()
    outcome = measure(options.quick, options.only)
    print(json.dumps(as_json(outcome), indent=2) if options.json else as_markdown(outcome))
    if not options.quick and options.only is None:
        write_between_markers(PAGE, as_markdown(outcome))


def measure(quick: bool, only: str | None = None) -> Outcome:
    games = list(GAMES)
    same, others = (
        [pair for pair in pairs if (only or "") in pair.ours] for pairs in (same_game(), other_games(games))
    )
    how = ["--serve", *(["--quick"] if quick else [])]
    if only is not None:
        how += ["--only", *{task for pair in (*same, *others) for task in (pair.ours, pair.peer)}]
    peers_python = ready_python()
    tell("warming up")
    with (
        Worker([peers_python, str(HERE / "peers.py"), *how]) as peers,
        Worker([sys.executable, str(HERE / "ours.py"), *how]) as ours,
    ):
        samples = in_turns(ours, peers, QUICK_ROUNDS if quick else ROUNDS)
    if only is None:
        tell("timing the compiler")
    alone = f"PYTHONPATH=build/games python bench/run.py{' --quick' if quick else ''} --only {only}"
    return Outcome(
        command=alone if only else f"make bench{' ARGS=--quick' if quick else ''}",
        samples=samples,
        same_game=same,
        other_games=others,
        compiling={} if only is not None else {game: compile_times(game) for game in games},
        ours=ours.facts,
        peers=peers.facts,
    )


def in_turns(ours: Worker, peers: Worker, rounds: int) -> dict[str, list[Sample]]:
    """Ours, a peer, ours, a peer ...; every second round backwards, so that nobody always has the better place."""
    order = alternating([(ours, task) for task in ours.tasks], [(peers, task) for task in peers.tasks])
    samples: dict[str, list[Sample]] = {task: [] for task in [*ours.tasks, *peers.tasks]}
    for n in range(rounds):
        tell(f"round {n + 1} of {rounds}")
        for side, task in order if n % 2 == 0 else reversed(order):
            samples[task].append(side.measure(task))
    return samples


def alternating(ours: list[tuple[Worker, str]], peers: list[tuple[Worker, str]]) -> list[tuple[Worker, str]]:
    """The longer list with the shorter one spread evenly among it."""
    places = [((i + 0.5) / len(side), entry) for side in (ours, peers) for i, entry in enumerate(side)]
    return [entry for _, entry in sorted(places, key=lambda placed: placed[0])]


def tell(progress: str) -> None:
    print(progress, file=sys.stderr)


if __name__ == "__main__":
    main()
