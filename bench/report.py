"""The outcome of a run, as JSON and as the tables of docs/benchmarks.md."""

import platform
import statistics
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from compile_times import CompileTimes
from goals import ARENA, ARENA_GAMES, CACHED_COMPILE, FIRST_COMPILE, STATE_BYTES, Comparison
from worker import Facts, Sample, Summary, summary

BEGIN, END = "<!-- results -->", "<!-- /results -->"


Samples = dict[str, list[Sample]]
"""By task, one a round; both sides take part in every round."""


def ratio(samples: Samples, ours: str, peer: str) -> float:
    """The median of the rounds' ratios, so that a slow spell of the machine touches both sides."""
    rounds = zip(samples[ours], samples[peer], strict=True)
    return statistics.median(one.rate / other.rate for one, other in rounds)


@dataclass
class Outcome:
    command: str
    samples: Samples
    same_game: list[Comparison]
    """Both sides play the same game."""
    other_games: list[Comparison]
    compiling: dict[str, CompileTimes]
    ours: Facts
    peers: Facts

    @property
    def counting_games(self) -> list[str]:
        return [task for task in self.samples if task.endswith(ARENA)]

    @property
    def counting_decisions(self) -> list[str]:
        return [task for task in self.samples if not task.endswith(ARENA)]

    def speed(self, task: str) -> Summary:
        return summary(self.samples[task])

    def ratio(self, pair: Comparison) -> float:
        return ratio(self.samples, pair.ours, pair.peer)


def as_json(outcome: Outcome) -> dict[str, Any]:
    return {
        "command": outcome.command,
        "cpu": cpu_model(),
        "decisions_per_second": {task: outcome.speed(task)._asdict() for task in outcome.counting_decisions},
        "arena_games_per_second": {task: outcome.speed(task)._asdict() for task in outcome.counting_games},
        "same_game": [{**pair._asdict(), "ratio": outcome.ratio(pair)} for pair in outcome.same_game],
        "other_games": [{**pair._asdict(), "ratio": outcome.ratio(pair)} for pair in outcome.other_games],
        "compiling_seconds": {game: times._asdict() for game, times in outcome.compiling.items()},
        "ours": outcome.ours,
        "peers": outcome.peers,
    }


def as_markdown(outcome: Outcome) -> str:
    speeds = [_speed_row(task, outcome.speed(task)) for task in outcome.counting_decisions]
    matches = [_match_row(task, outcome.speed(task)) for task in outcome.counting_games]
    same, others = (
        [
            (pair.ours, pair.peer, f"{outcome.ratio(pair):.2f}×", *judged(outcome.ratio(pair), pair.goal))
            for pair in pairs
        ]
        for pairs in (outcome.same_game, outcome.other_games)
    )
    sizes = [
        (game, f"{times.first:.1f} s", f"{times.cached:.2f} s", f"{outcome.ours['state_bytes'][game]} bytes")
        for game, times in outcome.compiling.items()
    ]
    limits = ("at most", f"{FIRST_COMPILE:.0f} s", f"{CACHED_COMPILE:.0f} s", f"{STATE_BYTES} bytes")
    tables: list[tuple[Sequence[str], Sequence[Sequence[str]]]] = [
        (("decisions/s, one core", "median", "slowest", "fastest", "samples"), speeds),
        (("the same game", "against", "ratio", "asked", ""), same),
        (("other games", "against", "ratio", "asked", ""), others),
        (("games/s, one core", "median", "slowest", "fastest", "asked", ""), matches),
        (("game", "first compile", "from cache", "state"), [*sizes, limits] if sizes else []),
    ]
    return "\n\n".join([_circumstances(outcome), *(table(head, rows) for head, rows in tables if rows)])


def write_between_markers(page: Path, results: str, begin: str = BEGIN, end: str = END) -> None:
    text = page.read_text(encoding="utf-8")
    before, opened, rest = text.partition(begin)
    _, closed, after = rest.partition(end)
    if not (opened and closed):
        raise SystemExit(f"{page.name} has no {begin} … {end}: nothing written.")
    page.write_text(f"{before}{begin}\n{results}\n{end}{after}", encoding="utf-8")


def cpu_model() -> str:
    listed = Path("/proc/cpuinfo")
    if listed.exists():
        for line in listed.read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _circumstances(outcome: Outcome) -> str:
    pgx = outcome.peers["pgx"]
    return "\n".join(
        [
            machine(outcome.command),
            both_versions(outcome.ours, outcome.peers),
            *(
                f"- OpenSpiel: {game} with {facts['players']} players, "
                f"{facts['decisions_per_game']:.2f} ± {facts['standard_error']:.2f} decisions a game"
                for game, facts in outcome.peers["openspiel"].items()
            ),
            f"- pgx: {pgx['game']}, {pgx['best_batch']} games at once was the fastest of " + ", ".join(pgx["by_batch"]),
        ]
    )


def machine(command: str) -> str:
    return f"- `{command}` on {cpu_model()}, {platform.system()}"


def both_versions(ours: Facts, peers: Facts) -> str:
    return f"- Koloda with {_versions(ours)}; peers with {_versions(peers)}"


def _versions(facts: Facts) -> str:
    return ", ".join(f"{name} {number}" for name, number in facts["versions"].items())


def _speed_row(task: str, speed: Summary) -> Sequence[str]:
    return (task, *(f"{rate / 1e6:.2f} M" for rate in speed[:3]), str(speed.samples))


def _match_row(task: str, speed: Summary) -> Sequence[str]:
    verdict = "reached" if speed.median >= ARENA_GAMES else "missed"
    return (task, *(f"{rate:,.0f}" for rate in speed[:3]), str(ARENA_GAMES), verdict)


def judged(ratio: float, goal: float | None) -> tuple[str, str]:
    if goal is None:
        return "", ""
    return f"{goal:.0f}×", "reached" if ratio >= goal else "missed"


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
