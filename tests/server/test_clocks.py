"""The clocks of a table, and the server's own."""

import asyncio
from types import SimpleNamespace

import pytest

from koloda.server.messages import Clock
from koloda.server.tables import clocks as module_of_clocks
from koloda.server.tables.clocks import Clocks, SteadyTime
from tests.timeouts import HANG


def test_a_clock_runs_only_while_a_decision_is_due() -> None:
    clocks = Clocks(2, Clock(move=10, game=25))
    clocks.run_for([0], 1000)
    assert (clocks.deadline(0), clocks.deadline(1)) == (11_000, None)
    assert (clocks.left(0, 5000), clocks.left(1, 5000)) == (21_000, 25_000)
    clocks.decided(0, clocks.used(0, 9000))
    clocks.run_for([1], 9000)
    assert (clocks.left(0, 99_000), clocks.deadline(1)) == (17_000, 19_000)


def test_the_shorter_limit_counts() -> None:
    clocks = Clocks(1, Clock(move=10, game=12))
    clocks.run_for([0], 0)
    clocks.decided(0, 9000)
    clocks.run_for([0], 20_000)
    assert clocks.deadline(0) == 23_000
    assert clocks.left(0, 30_000) == 0


def test_without_limits_nothing_runs_out() -> None:
    clocks = Clocks(1, Clock())
    clocks.run_for([0], 0)
    assert (clocks.deadline(0), clocks.left(0, 10**9), clocks.running) == (None, None, False)


def test_a_pause_moves_the_deadline() -> None:
    clocks = Clocks(2, Clock(move=10))
    clocks.run_for([0], 0)
    clocks.pause(5000)
    assert clocks.deadline(0) == 15_000
    assert clocks.used(0, 4000) == 0, "never less than nothing"


def test_taking_back_opens_the_decision_as_it_stood() -> None:
    clocks = Clocks(1, Clock(move=10, game=60))
    clocks.run_for([0], 0)
    clocks.decided(0, 7000)
    clocks.take_back(0, 100_000)
    assert clocks.deadline(0) == 103_000
    assert clocks.left(0, 100_000) == 53_000


@pytest.mark.parametrize("set_by", [-3600.0, 3600.0])
def test_the_servers_clock_goes_on_even_if_the_machines_is_set(set_by: float, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = SimpleNamespace(time=lambda: 1_000_000.0, monotonic=lambda: 50.0)
    monkeypatch.setattr(module_of_clocks, "time", machine)
    time = SteadyTime()
    assert time.now() == 1_000_000_000
    machine.time = lambda: 1_000_000.0 + set_by
    assert time.now() == 1_000_000_000
    machine.monotonic = lambda: 51.5
    assert time.now() == 1_000_001_500


def test_the_servers_clock_goes_on_from_a_moment_but_never_back() -> None:
    time = SteadyTime()
    now = time.now()
    time.not_before(now - 10_000)
    assert time.now() >= now
    time.not_before(now + 3_600_000)
    assert time.now() >= now + 3_600_000


def test_a_moment_that_has_passed_rings_at_once() -> None:
    time = SteadyTime()

    async def ring() -> None:
        rung = asyncio.Event()
        time.call_at(time.now() - 1, rung.set)
        await asyncio.wait_for(rung.wait(), HANG)

    asyncio.run(ring())
