"""Slow work beside the app."""

import asyncio
import threading
from contextlib import suppress

import pytest

from koloda.core.errors import UnknownOption
from koloda.terminal.screen.threads import in_thread


def test_what_it_finds_and_what_it_raises() -> None:
    async def ask() -> None:
        assert await in_thread(threading.get_ident) != threading.get_ident()
        with pytest.raises(UnknownOption):
            await in_thread(refuse)

    def refuse() -> None:
        raise UnknownOption.of("terminal.json_of_what")

    asyncio.run(ask())


def test_nobody_waits_for_it_at_the_end() -> None:
    release = threading.Event()

    async def leave() -> None:
        task = asyncio.create_task(in_thread(release.wait))
        await asyncio.sleep(0)
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task

    asyncio.run(leave())  # a thread of asyncio's own would hold it up here
    assert not release.is_set()
    release.set()
