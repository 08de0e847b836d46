"""A full garbage collection runs when many connections have ended, and not before."""

import asyncio
import gc

import pytest

from koloda.server import gc_tuning
from koloda.server.metrics import Connections
from tests.server.in_process_server import go


def test_many_must_have_left(monkeypatch: pytest.MonkeyPatch) -> None:
    looks: list[int] = []
    connections = Connections(held=5)
    monkeypatch.setattr(gc, "collect", lambda: looks.append(connections.ended))
    monkeypatch.setattr(gc_tuning, "LOOK", 0)
    monkeypatch.setattr(gc_tuning, "FEWEST", 3)

    async def leave() -> None:
        looking = asyncio.create_task(gc_tuning.collect_now_and_then(connections))
        for _ in range(12):
            connections.opened()
            connections.closed()
            for _ in range(5):
                await asyncio.sleep(0)
        looking.cancel()
        assert looks == [6, 11]

    go(leave)


def test_a_server_puts_it_off() -> None:
    before = gc.get_threshold()
    try:
        gc_tuning.postpone()
        assert gc.get_threshold() == gc_tuning.YOUNG
        assert gc.get_freeze_count() > 0
    finally:
        gc.unfreeze()
        gc.set_threshold(*before)
