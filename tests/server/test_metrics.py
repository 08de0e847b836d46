"""What the server counts and measures."""

import pytest

from koloda.server.metrics import CONTENT_TYPE, Metrics
from koloda.server.storage.measured import MeasuredStore
from koloda.server.storage.store import Conflict, StorageError
from tests.server.in_process_server import go
from tests.server.memory_store import MemoryStore
from tests.server.store_changes import change

PLAYED = b'{"event":"played","at":1}'


def test_events_and_moves_are_counted() -> None:
    async def store() -> None:
        metrics = Metrics()
        await MeasuredStore(MemoryStore(), metrics).append(change("a", 1, b"1", PLAYED, PLAYED))
        value = metrics.registry.get_sample_value
        assert (value("koloda_events_total"), value("koloda_moves_total")) == (3, 2)
        assert value("koloda_append_seconds_count") == 1
        assert value("koloda_storage_failures_total") == 0

    go(store)


def test_what_cannot_be_stored_is_counted() -> None:
    async def store() -> None:
        metrics, memory = Metrics(), MemoryStore()
        measured = MeasuredStore(memory, metrics)
        with pytest.raises(Conflict):
            await measured.append(change("a", 2, b"2"))
        memory.broken = True
        with pytest.raises(StorageError):
            await measured.append(change("a", 1, b"1"))
        assert metrics.registry.get_sample_value("koloda_conflicts_total") == 1
        assert metrics.registry.get_sample_value("koloda_storage_failures_total") == 1
        assert metrics.registry.get_sample_value("koloda_events_total") == 0

    go(store)


def test_the_text_is_what_it_was() -> None:
    """Names, kinds and labels that dashboards may use."""
    metrics = Metrics()
    metrics.connections.opened()
    metrics.requests.labels("200").inc()
    metrics.append.observe(0.003)
    lines = metrics.text().decode().splitlines()
    assert CONTENT_TYPE == "text/plain; version=0.0.4; charset=utf-8"
    assert "# TYPE koloda_requests_total counter" in lines
    assert 'koloda_requests_total{status="200"} 1.0' in lines
    assert "koloda_sockets 1.0" in lines
    assert 'koloda_append_seconds_bucket{le="0.005"} 1.0' in lines
    assert 'koloda_append_seconds_bucket{le="+Inf"} 1.0' in lines
    assert not any("_created" in line for line in lines)


def test_two_servers_in_one_process_count_for_themselves() -> None:
    one, other = Metrics(), Metrics()
    one.refuse("stale")
    assert 'koloda_refusals_total{code="stale"}' in one.text().decode()
    assert 'koloda_refusals_total{code="stale"}' not in other.text().decode()


def test_all_metrics_of_one_of_several_processes_carry_its_name() -> None:
    metrics = Metrics("cards/2")
    metrics.refuse("stale")
    metrics.append.observe(0.003)
    samples = [line for line in metrics.text().decode().splitlines() if line[0] != "#"]
    assert 'koloda_refusals_total{code="stale",node="cards/2"} 1.0' in samples
    assert [line for line in samples if 'node="cards/2"' not in line] == []
