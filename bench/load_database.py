"""The database of a server that is measured: a file, or a PostgreSQL that is started for it."""

import argparse
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from load_server import tree_cpu

from tests.server.postgres import Postgres, programs

SQLITE, POSTGRESQL = "sqlite", "postgresql"
DURABLE = {"shared_buffers": "256MB", "max_wal_size": "4GB"}
"""Everything that makes a commit durable is as PostgreSQL has it by default."""


@dataclass(frozen=True)
class MeasuredDatabase:
    address: str | None
    """None for a file of the server's own."""
    process: int | None = None
    """The database server, if we have started one."""

    def cpu(self) -> float:
        """Seconds of processor time so far; those of a file are the server's."""
        return 0.0 if self.process is None else tree_cpu(self.process)


def add_postgres_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--postgres-bin",
        type=Path,
        metavar="FOLDER",
        help="PostgreSQL's programs (default: the system's package); a copy elsewhere needs share/ and lib/ beside it",
    )


def is_database(given: str) -> str:
    """What a database can be called on the command line."""
    if given in (SQLITE, POSTGRESQL) or given.startswith("postgresql://"):
        return given
    raise argparse.ArgumentTypeError(f"{given}: {SQLITE}, {POSTGRESQL} (which is started) or postgresql://…")


@contextmanager
def measured_database(kind: str, found: Path | None) -> Iterator[MeasuredDatabase]:
    """Start a database if need be, for as long as the context lasts. `found` is the folder of PostgreSQL's programs."""
    if kind != POSTGRESQL:
        yield MeasuredDatabase(None if kind == SQLITE else kind)
        return
    found = found or programs()
    if found is None:
        raise SystemExit("PostgreSQL is not installed (Debian: postgresql), and --postgres-bin names no copy of it.")
    folder = Path(tempfile.mkdtemp(prefix="koloda-pg-", dir="/tmp"))  # a socket's path must be short
    try:
        server = Postgres(folder, found.resolve(), DURABLE)
        server.start()
        try:
            yield MeasuredDatabase(server.address(), server.process)
        finally:
            server.stop()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
