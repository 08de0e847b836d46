"""The server that is measured: a process of its own, or several, on loopback, with its database on disk."""

import asyncio
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

UNLIMITED = [f"--limit-{kind}=1000000000" for kind in ("commands", "requests", "tables", "sockets")]


class ServerProcess:
    """`koloda serve`, with its workers."""

    def __init__(
        self,
        folder: Path,
        port: int = 0,
        limits: Sequence[str] = UNLIMITED,
        workers: int = 1,
        database: str | None = None,
        checkout: Path | None = None,
    ) -> None:
        """`database` is where tables are stored if that is not a file in the folder. `checkout` is another checkout of
        Koloda whose code runs, with the packages of this environment.
        """
        self.folder = folder
        self.port = port
        self.limits = limits
        self.workers = workers
        self.database = database or str(folder / "tables.db")
        self.environment = dict(os.environ)
        if checkout is not None:
            self.environment["PYTHONPATH"] = str(checkout / "src")
        pages = folder / "pages"
        pages.mkdir(exist_ok=True)
        (pages / "index.html").write_text("<!doctype html>")

    def start(self) -> float:
        """Returns the seconds until it listens."""
        before = perf_counter()
        command = [sys.executable, "-m", "koloda", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        command += ["--database", self.database, "--workers", str(self.workers)]
        command += ["--pages", str(self.folder / "pages"), "--no-browser", "--pace", "0", "--lang", "en", *self.limits]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=self.environment)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit("The server has not started.")
        self.port = int(line.rpartition(":")[2])
        return perf_counter() - before

    def stop(self) -> float:
        """Returns the seconds until it has ended in order."""
        before = perf_counter()
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(60)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        return perf_counter() - before

    def memory(self) -> tuple[int, int]:
        """Bytes resident now, and at most so far, of all processes together."""
        found = [process_memory(process) for process in process_tree(self.process.pid)]
        return sum(now for now, _ in found), sum(peak for _, peak in found)

    def cpu(self) -> float:
        """Seconds of processor time so far, of all processes together."""
        return tree_cpu(self.process.pid)

    async def metrics(self) -> dict[str, float]:
        """Of a server that is one process: of several, any may answer."""
        answer = await request(self.port, "GET", "/metrics")
        lines = answer.decode().splitlines()
        return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines if line[0] != "#")}


def process_tree(process: int) -> list[int]:
    """A process with its children, and theirs."""
    found = [process]
    for parent in found:
        try:
            for children in Path(f"/proc/{parent}/task").glob("*/children"):
                found += map(int, children.read_text().split())
        except OSError:  # it has ended
            continue
    return found


def process_memory(process: int) -> tuple[int, int]:
    """Bytes resident now, and at most so far; nothing if it has ended."""
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0, 0
    found = dict(line.split(":", 1) for line in status.splitlines() if ":" in line)
    return int(found["VmRSS"].split()[0]) * 1024, int(found["VmHWM"].split()[0]) * 1024


def process_cpu(process: int) -> float:
    """Seconds of processor time so far; nothing if it has ended."""
    try:
        fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def tree_cpu(process: int) -> float:
    """Seconds of processor time that a process and its children took so far."""
    return sum(map(process_cpu, process_tree(process)))


def own_cpu() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def all_cpu() -> float:
    """Seconds of processor time that everything on this machine took so far."""
    user, nice, system, _, _, irq, softirq, steal = map(int, Path("/proc/stat").read_text().split()[1:9])
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


BUSY = '"code":"busy"'
"""In the answer of a server that takes nothing new."""


class Refusal(SystemExit):
    """The server has refused a request. Whoever does not expect that ends."""


class Connection:
    """Plain HTTP, one request after another."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.port = port
        self.source = source

    async def __aenter__(self) -> "Connection":
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.source, 0))
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()
        await self.writer.wait_closed()

    async def ask(self, method: str, path: str, body: bytes = b"", cookie: str = "") -> bytes:
        head = f"{method} {path} HTTP/1.1\r\nHost: localhost:{self.port}\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\nCookie: {cookie}\r\n\r\n"
        self.writer.write(head.encode() + body)
        answer = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        size = next(int(line[15:]) for line in answer.splitlines() if line.lower().startswith("content-length:"))
        found = await self.reader.readexactly(size)
        if " 200 " not in answer.partition("\r\n")[0]:
            raise Refusal(f"{method} {path.rpartition('/')[2]}: {answer.partition(chr(13))[0]} {found.decode()}")
        return found


async def request(port: int, method: str, path: str) -> bytes:
    async with Connection(port) as connection:
        return await connection.ask(method, path)
