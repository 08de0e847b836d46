"""The control channel: how `koloda admin` reaches the server that uses a database.

The server listens on a port of the loopback interface. The port and a secret token are in a file beside the database,
which only the server's user can read. A client sends one line of JSON and gets one back.
"""

import asyncio
import logging
import os
import secrets
import socket
from contextlib import suppress
from pathlib import Path

import msgspec

from koloda.core.facts import fact
from koloda.server.administration import AnyRequest, Reply, perform
from koloda.server.storage.store import Explained
from koloda.server.tables.registry import TableRegistry

LOOPBACK = "127.0.0.1"
LONGEST_LINE = 64 * 1024
PATIENCE = 10.0
"""Seconds in which a request must arrive, or the server must accept a connection."""
LONGEST_WORK = 3600.0
"""Seconds that a request may take."""


class Address(msgspec.Struct, frozen=True):
    """The contents of the file beside the database."""

    port: int
    token: str


class Asked(msgspec.Struct, frozen=True):
    token: str
    request: AnyRequest


class NotReached(Explained):
    """A server uses the database, but does not answer."""

    def __init__(self, database: Path, problem: str) -> None:
        super().__init__(fact("admin.not_reached", file=str(database), problem=problem))


log = logging.getLogger(__name__)
_asked = msgspec.json.Decoder(Asked)
_encode = msgspec.json.Encoder().encode


def address_file(database: Path) -> Path:
    resolved = database.resolve()
    return resolved.with_name(resolved.name + ".admin")


class ControlServer:
    """Answers `koloda admin` while a server runs."""

    def __init__(self, database: Path, registry: TableRegistry) -> None:
        self._file = address_file(database)
        self._registry = registry
        self._token = secrets.token_urlsafe(32)
        self._server: asyncio.Server | None = None

    async def start(self) -> None:
        """If that is not possible, the server runs without it."""
        try:
            self._server = await asyncio.start_server(self._answer, LOOPBACK, 0, limit=LONGEST_LINE)
            address = Address(port=self._server.sockets[0].getsockname()[1], token=self._token)
            self._file.unlink(missing_ok=True)
            file = os.open(self._file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
            with os.fdopen(file, "wb") as written:
                written.write(_encode(address))
        except OSError as error:
            log.warning("koloda admin cannot reach this server: %s", error)

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._file.unlink(missing_ok=True)

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Whoever does not know the token gets no answer."""
        try:
            async with asyncio.timeout(PATIENCE):
                asked = _asked.decode(await reader.readline())
            if secrets.compare_digest(asked.token, self._token):
                writer.write(_encode(await perform(self._registry, asked.request)) + b"\n")
                await writer.drain()
        except (msgspec.MsgspecError, UnicodeError, TypeError, ValueError, TimeoutError, OSError):
            pass  # not our client, or it has gone
        finally:
            writer.close()


def ask(database: Path, request: AnyRequest) -> Reply:
    """Ask the server that uses this database."""
    try:
        address = msgspec.json.decode(address_file(database).read_bytes(), type=Address)
        with socket.create_connection((LOOPBACK, address.port), PATIENCE) as connection:
            connection.settimeout(LONGEST_WORK)
            connection.sendall(_encode(Asked(address.token, request)) + b"\n")
            answer = b""
            with suppress(ConnectionResetError):
                while part := connection.recv(LONGEST_LINE):
                    answer += part
        return msgspec.json.decode(answer, type=Reply)
    except (OSError, msgspec.MsgspecError) as error:
        raise NotReached(database, str(error)) from None
