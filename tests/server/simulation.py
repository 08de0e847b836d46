"""An event loop that leaves nothing to chance: without threads, without waiting, and with its own time."""

import asyncio
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar
from unittest.mock import Mock, patch

import apsw

from koloda.server.storage import writer
from koloda.server.tables.clocks import Alarm
from tests.timeouts import HANG

T = TypeVar("T")

START = 1_700_000_000_000
TURN = 0.001
"""Seconds that one turn of the loop takes, by its own clock."""
WRITING = 5 * TURN
"""Seconds until something is durable."""
MOST = 20_000_000
"""Turns after which a test never ends."""


def simulate(main: Coroutine[Any, Any, T]) -> T:
    """Run a test the same way every time, however fast the machine is."""
    with asyncio.Runner(loop_factory=SimulatedLoop) as runner:
        return runner.run(main)


class SimulatedLoop(asyncio.SelectorEventLoop):
    """Work for another thread is done here, in the next turn."""

    def __init__(self) -> None:
        self._turns = Turns()
        super().__init__(self._turns)

    def time(self) -> float:
        return self._turns.now

    def run_in_executor(  # type: ignore[override]
        self, executor: Any, func: Callable[..., T], *args: Any
    ) -> "asyncio.Future[T]":
        done: asyncio.Future[T] = self.create_future()

        def work() -> None:
            if done.cancelled():
                return
            try:
                done.set_result(func(*args))
            except BaseException as problem:
                done.set_exception(problem)

        self.call_soon(work)
        return done


class Turns(selectors.DefaultSelector):
    """Where a loop would wait for a time, the time has come."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        self._number = 0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self._number += 1
        assert self._number < MOST, "it never ends"
        if timeout is None:
            found = super().select(HANG)
            assert found, "everybody waits for something that never happens"
            return found
        self.now += max(timeout, TURN)
        return super().select(0)


class LoopTime:
    """The loop's time as the server's clock."""

    def now(self) -> int:
        return START + int(asyncio.get_running_loop().time() * 1000)

    def call_at(self, when: int, callback: Callable[[], None]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0, when - self.now()) / 1000, callback)

    def not_before(self, when: int) -> None:
        assert self.now() >= when

    def follow(self, clock: int) -> None:
        pass


class LoopWriter(writer.Writer):
    """Writes on the loop, a few turns after the request: everything requested until then in one transaction."""

    def __init__(self, connection: apsw.Connection) -> None:
        with patch.object(writer, "threading", Mock()):
            super().__init__(connection)

    async def do(self, work: Callable[[apsw.Connection], T], single: bool = False) -> T:
        asyncio.get_running_loop().call_later(WRITING, self._write)
        return await super().do(work, single)

    def stop(self) -> None:
        super().stop()
        self._write()

    def _write(self) -> None:
        if not self._waiting.empty():
            self._waiting.put(None)  # after which a writer has nothing more to do
            self._run()
