"""Servers in their own processes, started fast: a process that has imported everything forks them.

It is run with `START`. Every line on its standard input is a `Life` to live.
"""

import asyncio
import gc
import os
import signal
import sys
import threading
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Self

import msgspec
import uvicorn

from koloda.bots.bot import Budget
from koloda.core.database import read_database
from koloda.server.compose import make_registry
from koloda.server.serve import ServeOptions, start
from koloda.server.tables.clocks import SteadyTime
from koloda.server.web.app import make_app
from koloda.server.web.settings import Limits, Settings
from koloda.server.web.websocket_protocol import WebSocketProtocol
from tests.server.memory_store import MemoryStore
from tests.timeouts import HANG

GREETING = "http://localhost:"
ENDED = "ended"
START = "from tests.server.processes import main; main()"
"""The processes that a server starts would import a main module (`-m`) again, with all that it imports."""
UNLIMITED = 1_000_000
"""Tests come from one address, and all at once."""


class NotStarted(Exception):
    """The server has ended before it listened; its log says why."""


class Life(msgspec.Struct, frozen=True, kw_only=True):
    """A server from its start to its end. The same seed and the same requests give the same games."""

    database: str
    pages: str
    seed: str
    allow_host: list[str] = []
    public_url: str | None = None
    trust_proxy: list[str] = []
    password: str | None = None
    invite_only: bool = False
    log: str | None = None
    """Where it writes its log; None for the standard error of the test."""
    pace: int = 0
    """How long bots wait before they move, in milliseconds."""
    workers: int = 1
    node: str | None = None
    """What it is called in logs."""
    ahead: str | None = None
    """A file that says how far the server's clock is ahead, in milliseconds: a test writes it to let time pass."""


class TimeAhead(SteadyTime):
    """The machine's time, and as much more as a file says."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._file = file

    def now(self) -> int:
        return super().now() + int(self._file.read_text())


class EntropyOfWorkers:
    """Workers must not open tables with the same ids: each has its own randomness."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._by_process: dict[int, Random] = {}

    def __call__(self, count: int) -> bytes:
        process = os.getpid()
        return self._by_process.setdefault(process, Random(f"{self._seed} {process}")).randbytes(count)


class Servers:
    """The test's side: `await begin(life)`, then `await kill()` or `await stop()`, over and over."""

    address = ""
    """The address of the running server: 127.0.0.1:12345."""
    process = 0
    """Its number, for signals."""

    def __init__(self, installed: Path | None = None) -> None:
        """`installed` is a folder of packages that these servers find besides all others."""
        self._path = [] if installed is None else [str(installed)]

    async def __aenter__(self) -> Self:
        self._source = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-c", START),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, "PYTHONPATH": os.pathsep.join([*self._path, os.environ.get("PYTHONPATH", "")])},
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._source.stdin is not None
        self._source.stdin.close()
        await self._source.wait()

    async def begin(self, life: Life) -> None:
        """Returns when the server listens."""
        assert self._source.stdin is not None
        self._source.stdin.write(msgspec.json.encode(life) + b"\n")
        self.process = int(await self._line())
        await self._greeting()

    async def _greeting(self) -> None:
        """The server says where it listens."""
        while GREETING not in (greeting := await self._line()):
            if greeting == ENDED:
                raise NotStarted
        self.address = "127.0.0.1:" + greeting.partition(GREETING)[2].strip().rstrip("/")

    @property
    def workers(self) -> list[int]:
        """The processes of the running server's workers."""
        return children(self.process)

    async def kill(self) -> None:
        await self._end(signal.SIGKILL)

    async def stop(self) -> None:
        """Ask it to shut down gracefully."""
        await self._end(signal.SIGTERM)

    async def _end(self, sign: signal.Signals) -> None:
        os.kill(self.process, sign)
        while await self._line() != ENDED:
            pass

    async def _line(self) -> str:
        assert self._source.stdout is not None
        line = await asyncio.wait_for(self._source.stdout.readline(), HANG)
        if not line:
            raise NotStarted
        return line.decode().strip()


class ServeCommand(Servers):
    """The same with `koloda serve` itself, a new process each time: its randomness is its own, and nobody knows it."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.running:
            await self.kill()

    async def begin(self, life: Life) -> None:
        command = ["serve", "--host", "127.0.0.1", "--port", "0", "--no-browser", "--lang", "en"]
        given = {"database": life.database, "pages": life.pages, "pace": life.pace, "node": life.node or "node"}
        limits = {f"limit-{name}": UNLIMITED for name in ("commands", "requests", "tables", "sockets")}
        for name, value in {**given, **limits}.items():
            command += [f"--{name}", str(value)]
        with open(life.log or os.devnull, "ab") as log:
            self._source = await asyncio.create_subprocess_exec(
                *("setpriv", "--pdeathsig", "KILL"),  # it ends with us, however we end
                *(sys.executable, "-m", "koloda", *command),
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        self.process = self._source.pid
        await self._greeting()

    @property
    def running(self) -> bool:
        return self.process != 0 and self._source.returncode is None

    async def _end(self, sign: signal.Signals) -> None:
        os.kill(self.process, sign)
        await asyncio.wait_for(self._source.wait(), HANG)


def children(process: int) -> list[int]:
    """The processes that a process has started and that run."""
    return [int(each) for each in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def live(life: Life) -> None:
    """Like `koloda serve`, with bots that think little, reproducible randomness and no rate limits."""
    if life.log is not None:
        os.dup2(os.open(life.log, os.O_WRONLY | os.O_CREAT | os.O_APPEND), sys.stderr.fileno())
    limits = Limits(commands=UNLIMITED, requests=UNLIMITED, tables=UNLIMITED, sockets=10_000)
    options = ServeOptions(
        "127.0.0.1",
        0,
        read_database(life.database),
        Path(life.pages),
        public_url=life.public_url,
        allow_host=life.allow_host,
        trust_proxy=life.trust_proxy,
        password=life.password,
        invite_only=life.invite_only,
        pace=life.pace,
        limits=limits,
        browser=False,
        workers=life.workers,
        node=life.node,
    )
    time = None if life.ahead is None else TimeAhead(Path(life.ahead))
    entropy = Random(life.seed).randbytes if life.workers == 1 else EntropyOfWorkers(life.seed)
    start(options, "en", entropy=entropy, thinking=Budget(iterations=200), time=time)


def end_with_the_test() -> None:
    """Nothing is written to a running server: its input ends when the test does."""
    os.read(0, 1)
    os._exit(1)


def next_life() -> Life | None:
    """Read without a buffer: a server must find its own input empty."""
    line = b""
    while (byte := os.read(0, 1)) not in (b"\n", b""):
        line += byte
    return msgspec.json.decode(line, type=Life) if line else None


def warm_up() -> None:
    """Do once what every server would repeat: import, compile the routes, and collect garbage."""
    uvicorn.Config(
        make_app(make_registry(MemoryStore()), Settings()), http="h11", ws=WebSocketProtocol, lifespan="off"
    ).load()
    gc.collect()
    gc.freeze()


def main() -> None:
    warm_up()
    while (life := next_life()) is not None:
        server = os.fork()
        if server == 0:
            threading.Thread(target=end_with_the_test, daemon=True).start()
            live(life)
            return
        print(server, flush=True)
        os.waitpid(server, 0)
        print(ENDED, flush=True)
