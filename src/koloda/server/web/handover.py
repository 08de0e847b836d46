"""Hands the WebSocket of a player to the worker where the rest of the table is.

A table costs least if one process has it: every other one reads what has happened, and works out its news again. The
system spreads connections over the workers as they come. So every table has a home among the workers of a machine, the
one that has opened it, and the others pass its players' connections on: as open files, over local sockets in a folder
that only workers can read. Whoever cannot be passed on stays: everything can be played at every worker.
"""

import array
import asyncio
import os
import re
import socket
import zlib
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

from koloda.server.tables.identifiers import GROUP_LENGTH

RETRY: Final = 0.005
"""Seconds after which to try again: the system keeps few messages for a worker that is busy."""
TRIES: Final = 200
"""After this many we keep the connection."""
LARGEST: Final = 1 << 17
"""Bytes of a request."""
ROOM: Final = 1 << 20
"""Bytes that may wait for a worker."""

_SOCKET: Final = re.compile(rb"/api/tables/([a-z0-9]+)/socket(?:\?|$)")

Take = Callable[[socket.socket, bytes], None]
"""Is given a connection, and the request that was read from it."""


def table_of_a_player(target: bytes, headers: Iterable[tuple[bytes, bytes]]) -> str | None:
    """The table to which the request of a player leads. Spectators, who may be many, stay where they are."""
    found = _SOCKET.search(target)
    if found is None:
        return None
    cookie = b"koloda_" + found[1] + b"="
    return found[1].decode() if any(name == b"cookie" and cookie in value for name, value in headers) else None


class Handover:
    """One for each worker."""

    def __init__(self, folder: Path, index: int, workers: int) -> None:
        self._folder = folder
        self._index = index
        self._workers = workers
        self._socket: socket.socket | None = None

    def is_home(self, table: str) -> bool:
        """Are we the home of a table?"""
        return self._home(table) == self._index

    def _home(self, table: str) -> int:
        return zlib.crc32(table[:GROUP_LENGTH].encode()) % self._workers

    def start(self, take: Take) -> None:
        """Begin to take what others pass on."""
        own = self._folder / str(self._index)
        with suppress(FileNotFoundError):  # the worker before us has died
            own.unlink()
        made = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        made.setblocking(False)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, ROOM)
        made.bind(os.fspath(own))
        self._socket = made
        asyncio.get_running_loop().add_reader(made, self._read, made, take)

    def _read(self, own: socket.socket, take: Take) -> None:
        with suppress(BlockingIOError):
            for _ in range(8):  # then everybody else has a turn
                request, files, _, _ = socket.recv_fds(own, LARGEST, 1)
                for file in files:
                    take(socket.socket(fileno=file), request)

    def hand_over(self, transport: asyncio.Transport, table: str, request: bytes, keep: Callable[[], None]) -> bool:
        """Pass a connection on, now or in a moment; `keep` is called if that fails. False if it should stay."""
        connection = transport.get_extra_info("socket")
        stays = self._socket is None or self.is_home(table) or len(request) > LARGEST
        if stays or connection is None or transport.get_extra_info("ssl_object") is not None:
            return False
        self._try(transport, connection.fileno(), table, request, keep, TRIES)
        return True

    def _try(
        self,
        transport: asyncio.Transport,
        file: int,
        table: str,
        request: bytes,
        keep: Callable[[], None],
        tries: int,
    ) -> None:
        if transport.is_closing():
            return
        if self._socket is None:
            keep()
            return
        home = os.fspath(self._folder / str(self._home(table)))
        try:
            rights = [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [file]))]
            self._socket.sendmsg([request], rights, 0, home)
        except BlockingIOError:
            if tries:
                loop = asyncio.get_running_loop()
                loop.call_later(RETRY, self._try, transport, file, table, request, keep, tries - 1)
            else:
                keep()
        except OSError:  # that worker has died, or there are too many open files
            keep()
        else:
            transport.abort()  # ends our copy of the connection only

    def close(self) -> None:
        if self._socket is not None:
            asyncio.get_running_loop().remove_reader(self._socket)
            self._socket.close()
            self._socket = None
            with suppress(OSError):
                (self._folder / str(self._index)).unlink()
