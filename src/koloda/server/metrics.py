"""Figures for Prometheus, in its text format."""

import asyncio
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from koloda.server.messages import Answer, AnyCommand
from koloda.server.storage.store import Append, Store

TYPE = "text/plain; version=0.0.4; charset=utf-8"
SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
PLAYED = b'{"event":"played"'
LOOK = 0.5
"""Seconds between two looks at how late the event loop is."""


class Histogram:
    def __init__(self, bounds: Sequence[float] = SECONDS) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.sum = 0.0

    def note(self, value: float) -> None:
        self.sum += value
        for place, bound in enumerate(self.bounds):
            if value <= bound:
                self.counts[place] += 1
                return
        self.counts[-1] += 1

    def lines(self, name: str) -> list[str]:
        total, found = 0, []
        for bound, count in zip([*map(str, self.bounds), "+Inf"], self.counts, strict=True):
            total += count
            found.append(f'{name}_bucket{{le="{bound}"}} {total}')
        return [*found, f"{name}_sum {self.sum:.6f}", f"{name}_count {total}"]


@dataclass
class Metrics:
    sockets: int = 0
    left: int = 0
    """Connections that have ended."""
    commands: Counter[str] = field(default_factory=Counter)
    """Accepted, by what was done."""
    refusals: Counter[str] = field(default_factory=Counter)
    """By the failure's code."""
    requests: Counter[str] = field(default_factory=Counter)
    """By status."""
    cut: int = 0
    """Connections that were cut because their reader was too slow."""
    events: int = 0
    moves: int = 0
    """Those of bots included."""
    append: Histogram = field(default_factory=Histogram)
    lag: Histogram = field(default_factory=Histogram)

    def note(self, command: AnyCommand, answer: Answer) -> None:
        if answer.failure is None:
            self.commands[str(command.__struct_config__.tag)] += 1
        else:
            self.refusals[answer.failure.code] += 1

    def text(self, tables: int) -> str:
        """All figures, with the number of tables in memory."""
        lines: list[str] = []
        for name, meaning, value in (
            ("sockets", "Connections held.", self.sockets),
            ("tables", "Tables in memory.", tables),
        ):
            lines += [*_head(name, "gauge", meaning), f"koloda_{name} {value}"]
        for name, meaning, label, counter in (
            ("commands_total", "Commands that were accepted.", "do", self.commands),
            ("refusals_total", "What was refused, by code.", "code", self.refusals),
            ("requests_total", "HTTP requests, by status.", "status", self.requests),
        ):
            lines += _head(name, "counter", meaning)
            lines += [f'koloda_{name}{{{label}="{key}"}} {count}' for key, count in sorted(counter.items())]
        lines += [*_head("moves_total", "counter", "Moves stored."), f"koloda_moves_total {self.moves}"]
        lines += [*_head("events_total", "counter", "Events stored."), f"koloda_events_total {self.events}"]
        lines += [*_head("cut_total", "counter", "Slow readers cut."), f"koloda_cut_total {self.cut}"]
        lines += _head("append_seconds", "histogram", "From a change to its being durable.")
        lines += self.append.lines("koloda_append_seconds")
        lines += _head("lag_seconds", "histogram", "How late the event loop comes.")
        lines += self.lag.lines("koloda_lag_seconds")
        return "\n".join(lines) + "\n"

    async def watch_the_loop(self) -> None:
        while True:
            before = time.perf_counter()
            await asyncio.sleep(LOOK)
            self.lag.note(max(0.0, time.perf_counter() - before - LOOK))


def _head(name: str, kind: str, meaning: str) -> list[str]:
    return [f"# HELP koloda_{name} {meaning}", f"# TYPE koloda_{name} {kind}"]


class MeasuredStore:
    """A store, and how long it takes."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self._metrics = metrics
        self._store = store
        self.events = store.events
        self.answer = store.answer
        self.public = store.public
        self.due = store.due
        self.beat = store.beat
        self.close = store.close

    async def append(self, change: Append) -> None:
        before = time.perf_counter()
        await self._store.append(change)
        self._metrics.append.note(time.perf_counter() - before)
        self._metrics.events += len(change.events)
        self._metrics.moves += sum(event.startswith(PLAYED) for event in change.events)
