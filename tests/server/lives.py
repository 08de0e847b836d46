"""Servers that are killed and started again, fast: a process that has imported everything forks one for each life.

As a program: `python -m tests.server.lives DATABASE PAGES`. Every byte on its standard input is one life.
"""

import asyncio
import os
import signal
import sys
import threading
from pathlib import Path
from types import TracebackType

from koloda.server.serve import Wish, start
from koloda.server.settings import Limits


class Lives:
    """The test's end: `await begin()`, then `await kill()`, over and over."""

    def __init__(self, database: Path, pages: Path) -> None:
        self._arguments = (str(database), str(pages))
        self.address = ""
        self.kills = 0

    async def __aenter__(self) -> "Lives":
        self._source = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tests.server.lives", *self._arguments),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._source.stdin is not None
        self._source.stdin.close()
        await self._source.wait()

    async def begin(self) -> None:
        """Returns when the server listens."""
        assert self._source.stdin is not None
        self._source.stdin.write(b"+")
        self._server = int(await self._line())
        while "http://localhost:" not in (greeting := await self._line()):
            pass
        self.address = "127.0.0.1:" + greeting.partition("http://localhost:")[2].strip().rstrip("/")

    async def kill(self) -> None:
        os.kill(self._server, signal.SIGKILL)
        while await self._line() != "dead":
            pass
        self.kills += 1

    async def _line(self) -> str:
        assert self._source.stdout is not None
        line = await asyncio.wait_for(self._source.stdout.readline(), 20)
        assert line, "the server did not start"
        return line.decode().strip()


def live(database: Path, pages: Path) -> None:
    """As `koloda serve`, with bots that play at once and nobody too fast."""
    no_limits = Limits(commands=1e6, requests=1e6, tables=1e6)
    start(Wish("127.0.0.1", 0, database, pages, pace=0, limits=no_limits, browser=False), "en")


def end_with_the_test() -> None:
    """Nothing is written to a server while it lives: its input ends when the test does."""
    os.read(0, 1)
    os._exit(1)


def main() -> None:
    database, pages = map(Path, sys.argv[1:])
    while os.read(0, 1):
        server = os.fork()
        if server == 0:
            threading.Thread(target=end_with_the_test, daemon=True).start()
            live(database, pages)
            return
        print(server, flush=True)
        os.waitpid(server, 0)
        print("dead", flush=True)


if __name__ == "__main__":
    main()
