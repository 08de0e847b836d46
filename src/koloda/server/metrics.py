"""Metrics for Prometheus."""

import asyncio
import time
from collections.abc import Iterable

from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4, CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from koloda.server.messages import Answer, AnyCommand
from koloda.server.overload import Overload

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
BUCKETS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0)
"""Seconds."""
LAG_INTERVAL = 0.1
"""Seconds between two measurements of how late the event loop is."""


class Connections:
    """How many WebSockets are open now, and how many have been closed."""

    def __init__(self, held: int = 0) -> None:
        self.held = held
        self.ended = 0

    def opened(self) -> None:
        self.held += 1

    def closed(self) -> None:
        self.held -= 1
        self.ended += 1


class Metrics:
    """All metrics of one server, in their own registry."""

    def __init__(self, node: str = "") -> None:
        """`node` names this process, if it is one of several: all metrics carry it."""
        self._node = node
        self.registry = CollectorRegistry(auto_describe=True)
        self.connections = Connections()
        """By how many seconds the event loop was late when it was last measured."""
        self._gauge("sockets", "Open connections.").set_function(lambda: self.connections.held)
        self.tables = self._gauge("tables", "Tables in memory.")
        self.commands = self._counter("commands", "Accepted commands.", "do")
        self._accepted: dict[type[AnyCommand], Counter] = {}
        self.refusals = self._counter("refusals", "Refused commands and requests, by code.", "code")
        self.requests = self._counter("requests", "HTTP requests, by status.", "status")
        self.moves = self._counter("moves", "Stored moves, including those of bots.")
        self.events = self._counter("events", "Stored events.")
        self.storage_failures = self._counter("storage_failures", "Changes that could not be stored.")
        self.conflicts = self._counter("conflicts", "Changes that were decided again because another node was first.")
        self.cut = self._counter("cut", "Connections closed because the browser read too slowly.")
        self.removed = self._counter("tables_removed", "Tables that were removed because of their age.")
        self.backups = self._counter("backups", "Copies of the database that the server has made by itself.")
        self.backup_failures = self._counter("backup_failures", "Copies that could not be made, or were damaged.")
        self.flooded = self._counter("flooded", "Connections closed because the client sent too much.")
        self.shed = self._counter(
            "shed", "Tables, spectators, hints and reviews refused because the server was overloaded.", "what"
        )
        self.pushes = self._counter("push", "Notices of turns to people who were away, by outcome.", "outcome")
        self.overload = Overload()
        self._gauge("overloaded", "1 while the server is overloaded.").set_function(lambda: self.overload.overloaded)
        self.append = self._histogram("append_seconds", "Time until a change is durable.")
        self.lag = self._histogram("lag_seconds", "How far the event loop lags behind.")

    def _gauge(self, name: str, meaning: str) -> Gauge:
        return Gauge(f"koloda_{name}", meaning, registry=self.registry)

    def _counter(self, name: str, meaning: str, *labels: str) -> Counter:
        return Counter(f"koloda_{name}", meaning, labels, registry=self.registry)

    def _histogram(self, name: str, meaning: str) -> Histogram:
        return Histogram(f"koloda_{name}", meaning, buckets=BUCKETS, registry=self.registry)

    def note(self, command: AnyCommand, answer: Answer) -> None:
        if answer.failure is None:
            kind = type(command)
            if kind not in self._accepted:
                self._accepted[kind] = self.commands.labels(str(command.__struct_config__.tag))
            self._accepted[kind].inc()
        else:
            self.refuse(answer.failure.code)

    def refuse(self, code: str) -> None:
        self.refusals.labels(code).inc()

    def text(self) -> bytes:
        """All metrics in Prometheus' text format."""
        return generate_latest(_Shown(self.registry, self._node))

    async def measure_lag(self) -> None:
        while True:
            before, worked = time.perf_counter(), time.thread_time()
            await asyncio.sleep(LAG_INTERVAL)
            took = time.perf_counter() - before
            lag = max(0.0, took - LAG_INTERVAL)
            self.lag.observe(lag)
            self.overload.note_loop(lag, (time.thread_time() - worked) / took)


class _Shown(Collector):
    """Without the creation times of metrics, which are useless to readers; and with the name of the node."""

    def __init__(self, registry: CollectorRegistry, node: str) -> None:
        self._registry = registry
        self._labels = {"node": node} if node else {}

    def collect(self) -> Iterable[Metric]:
        for metric in self._registry.collect():
            metric.samples = [
                sample._replace(labels={**self._labels, **sample.labels})
                for sample in metric.samples
                if not sample.name.endswith("_created")
            ]
            yield metric
