"""Measurements in a process of their own, on one core: a task's name comes in, a sample of its speed goes out.

A task is a function of an amount of work that returns how many decisions were made. The amount is found while warming
up, so that a sample takes about as long for every task. Standard library only: it runs in both environments.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

Task = Callable[[int], float]
Facts = dict[str, Any]


class Sample(NamedTuple):
    decisions: float
    seconds: float

    @property
    def rate(self) -> float:
        return self.decisions / self.seconds


class Summary(NamedTuple):
    """Decisions per second: the median, the slowest and the fastest of several samples."""

    median: float
    low: float
    high: float
    samples: int


@dataclass
class Bench:
    """The tasks of one side, and what a reader should know of them."""

    tasks: Mapping[str, Task]
    facts: Facts


def summary(samples: Sequence[Sample]) -> Summary:
    rates = [s.rate for s in samples]
    return Summary(statistics.median(rates), min(rates), max(rates), len(rates))


def take(task: Task, amount: int) -> Sample:
    """(Processor time: what else the machine does should not count.)"""
    began = time.process_time()
    decisions = task(amount)
    return Sample(decisions, time.process_time() - began)


def fitting_amount(task: Task, seconds: float) -> int:
    """Warm up with ever larger amounts, until one of them takes long enough to tell how many fill the time."""
    task(1)
    amount = 1
    while (taken := take(task, amount).seconds) < seconds / 4:
        amount *= 2
    return max(1, round(amount * seconds / taken))


def pin_to_one_core() -> None:
    """The last core that this process may use; both sides take the same one, in turns."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})


def main(description: str, prepare: Callable[[bool], Bench]) -> None:
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--quick", action="store_true", help="shorter and fewer samples")
    parser.add_argument("--only", nargs="*", metavar="TASK", help="no other tasks than these")
    parser.add_argument("--serve", action="store_true", help="measure what standard input names, a line each")
    options = parser.parse_args()
    pin_to_one_core()
    bench = prepare(options.quick)
    if options.only is not None:
        bench.tasks = {name: task for name, task in bench.tasks.items() if name in options.only}
    seconds, repeats = (0.2, 3) if options.quick else (0.5, 7)
    amounts = {name: fitting_amount(task, seconds) for name, task in bench.tasks.items()}
    if options.serve:
        _serve(bench, amounts)
        return
    results = {
        name: summary([take(task, amounts[name]) for _ in range(repeats)])._asdict()
        for name, task in bench.tasks.items()
    }
    print(json.dumps({"decisions_per_second": results, "facts": bench.facts}, indent=2))


def _serve(bench: Bench, amounts: Mapping[str, int]) -> None:
    print(json.dumps({"tasks": list(bench.tasks), "facts": bench.facts}), flush=True)
    for line in sys.stdin:
        name = line.strip()
        print(json.dumps(take(bench.tasks[name], amounts[name])), flush=True)


class Worker:
    """One side's process, warmed up and waiting for names of tasks."""

    def __init__(self, command: Sequence[str]) -> None:
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        ready = self._answer()
        self.tasks: list[str] = ready["tasks"]
        self.facts: Facts = ready["facts"]

    def measure(self, task: str) -> Sample:
        assert self._process.stdin is not None
        self._process.stdin.write(task + "\n")
        self._process.stdin.flush()
        return Sample(*self._answer())

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit(f"The measuring process ended early, with status {self._process.wait()}.")
        return json.loads(line)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()
