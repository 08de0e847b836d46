"""Where a server keeps its tables: a file, or a PostgreSQL database."""

from pathlib import Path
from urllib.parse import urlsplit

SCHEMES = ("postgresql://", "postgres://")


class PostgresAddress(str):
    """`postgresql://user:password@host/database`."""

    __slots__ = ()

    @property
    def shown(self) -> str:
        """Without the user, the password and the options."""
        found = urlsplit(self)
        return f"{found.scheme}://{found.netloc.rpartition('@')[2]}{found.path}"


Database = Path | PostgresAddress


def read_database(given: str) -> Database:
    return PostgresAddress(given) if given.startswith(SCHEMES) else Path(given)


def shown(database: Database) -> str:
    """A database as people may read it."""
    return database.shown if isinstance(database, PostgresAddress) else str(database)
