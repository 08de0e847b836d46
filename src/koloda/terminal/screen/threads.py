"""Slow work beside the event loop."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

Found = TypeVar("Found")


async def in_thread(work: Callable[[], Found]) -> Found:
    """Wait for something slow without blocking the app.

    The thread does not keep the program from ending: a bot that never answers must not hold up a person who leaves.
    """
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Found] = loop.create_future()

    def answer(found: Found | None, problem: BaseException | None) -> None:
        if future.done():  # nobody waits any more
            return
        if problem is not None:
            future.set_exception(problem)
        else:
            future.set_result(found)  # type: ignore[arg-type]

    def run() -> None:
        found, problem = None, None
        try:
            found = work()
        except BaseException as caught:
            problem = caught
        with suppress(RuntimeError):  # the app has ended
            loop.call_soon_threadsafe(answer, found, problem)

    threading.Thread(target=run, name="koloda-bots", daemon=True).start()
    return await future
