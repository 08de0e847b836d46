"""A real PostgreSQL for tests and benchmarks, from the system's package: in a temporary folder, reachable by a local
socket only.
"""

import asyncio
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

import asyncpg
import pytest

from tests.server.processes import children
from tests.timeouts import HANG

USER = "koloda"
SETTINGS: Mapping[str, str] = {
    "listen_addresses": "",
    "max_connections": "200",
    "wal_retrieve_retry_interval": "100ms",
    "log_min_messages": "fatal",
}
CARELESS: Mapping[str, str] = {
    "fsync": "off",  # the machine stays up while the tests run
    "shared_buffers": "32MB",
    "autovacuum": "off",
}
"""What makes tests faster."""


def programs() -> Path | None:
    """The folder of the newest version that is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[4]))
    if found:
        return found[-1].parent
    elsewhere = shutil.which("initdb")
    return None if elsewhere is None else Path(elsewhere).resolve().parent


def as_somebody() -> list[str]:
    """PostgreSQL refuses to run as root. It ends with us, however we end."""
    command = ["setpriv", "--pdeathsig", "INT"]
    if os.getuid() != 0:
        return command
    user = pwd.getpwnam("nobody")
    return [*command, f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]


def is_alive(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state != "Z"


class Postgres:
    """A database server. `restart` and `kill` are for tests of what happens then."""

    def __init__(self, folder: Path, found: Path, settings: Mapping[str, str] = CARELESS) -> None:
        self.folder = folder
        self._settings = {**SETTINGS, "unix_socket_directories": str(folder), **settings}
        self._programs = found
        self._server: subprocess.Popen[bytes] | None = None
        self._starter = ThreadPoolExecutor(1)
        """The server ends with the thread that has started it, and tests may call `start` in one that ends sooner."""
        if os.getuid() == 0:
            user = pwd.getpwnam("nobody")
            os.chown(folder, user.pw_uid, user.pw_gid)
        given = ["--no-sync", "--auth=trust", f"--username={USER}", "--encoding=UTF8", "--locale=C"]
        self._run("initdb", "--pgdata", str(folder / "data"), *given)

    def _run(self, program: str, *arguments: str) -> None:
        self.run([str(self._programs / program), *arguments])

    def run(self, command: list[str]) -> None:
        """Run a command as the user of the server. It finds the programs of PostgreSQL."""
        path = f"{self._programs}{os.pathsep}{os.environ['PATH']}"
        subprocess.run(
            [*as_somebody(), *command],
            check=True,
            stdout=subprocess.DEVNULL,
            cwd=self.folder,
            timeout=HANG,
            env={**os.environ, "PATH": path},
        )

    def start(self) -> None:
        chosen = [part for name, value in self._settings.items() for part in ("-c", f"{name}={value}")]
        program = str(self._programs / "postgres")
        log = (self.folder / "log").open("ab")
        command = [*as_somebody(), program, "-D", str(self.folder / "data"), *chosen]
        self._server = self._starter.submit(lambda: subprocess.Popen(command, cwd="/", stdout=log, stderr=log)).result()
        log.close()
        self.wait_until_ready()

    def wait_until_ready(self) -> None:
        """Wait until it lets somebody connect."""
        assert self._server is not None
        ends = time.monotonic() + HANG
        while not self._answers():
            assert self._server.poll() is None, (self.folder / "log").read_text()
            assert time.monotonic() < ends, "PostgreSQL does not start"
            time.sleep(0.02)

    def _answers(self) -> bool:
        program = str(self._programs / "pg_isready")
        asked = subprocess.run([program, "-q", "-h", str(self.folder)], check=False, capture_output=True)
        return asked.returncode == 0

    def stop(self) -> None:
        """At once: whoever is connected is cut off."""
        assert self._server is not None
        self._server.send_signal(signal.SIGINT)
        self._server.wait(HANG)

    def kill(self) -> None:
        """As if the machine's power went: the next start recovers from the log."""
        assert self._server is not None
        self._server.send_signal(signal.SIGQUIT)
        self._server.wait(HANG)

    def crash(self) -> None:
        """Kill the server with -9. Its other processes end as soon as they notice."""
        assert self._server is not None
        left = children(self._server.pid)
        self._server.kill()
        self._server.wait(HANG)
        ends = time.monotonic() + HANG
        while any(map(is_alive, left)):
            assert time.monotonic() < ends, "PostgreSQL does not end"
            time.sleep(0.02)

    def crash_backend(self, chance: Random) -> None:
        """Kill one of the server's processes with -9: it disconnects everybody, and recovers from its log."""
        assert self._server is not None
        with suppress(ProcessLookupError):  # a connection that has just ended
            os.kill(chance.choice(children(self._server.pid)), signal.SIGKILL)

    @property
    def process(self) -> int:
        assert self._server is not None
        return self._server.pid

    def address(self, database: str = "postgres") -> str:
        return f"postgresql://{USER}@/{database}?host={self.folder}"

    def fresh(self) -> str:
        """The address of an empty database."""

        async def empty() -> None:
            connection = await asyncpg.connect(self.address())
            await connection.execute("DROP SCHEMA public CASCADE; CREATE SCHEMA public")
            await connection.close()

        asyncio.run(empty())
        return self.address()


@contextmanager
def postgres() -> Iterator[Postgres]:
    found = programs()
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail("PostgreSQL is not installed (Debian: postgresql)")
        pytest.skip("PostgreSQL is not installed")
    folder = Path(tempfile.mkdtemp(prefix="koloda-pg-", dir="/tmp"))
    try:
        server = Postgres(folder, found)
        server.start()
        try:
            yield server
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def database_server() -> Iterator[Postgres]:
    """One server for all tests of a process; each test makes its database `fresh`."""
    with postgres() as server:
        yield server
