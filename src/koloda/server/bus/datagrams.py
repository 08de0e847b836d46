"""The bus of workers on one machine: datagrams over local sockets in a folder that only they can read."""

import asyncio
import logging
import os
import socket
from contextlib import suppress
from pathlib import Path

from koloda.server.bus.bus import Batches, Receive

ROOM = 1 << 20
"""Bytes that may wait for a worker that is busy. What comes then is lost."""

log = logging.getLogger(__name__)


class DatagramBus(Batches):
    """Every worker has a socket in the same folder, named after its number."""

    largest = 60_000

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._socket: socket.socket | None = None

    async def start(self, node: int, receive: Receive) -> None:
        self._node, self._receive = node, receive
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, ROOM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, ROOM)
        self._socket.bind(os.fspath(self._folder / str(node)))
        asyncio.get_running_loop().add_reader(self._socket, self._read)

    def _read(self) -> None:
        assert self._socket is not None
        with suppress(BlockingIOError):
            for _ in range(32):  # then everybody else has a turn
                self._received(self._socket.recv(1 << 16))

    def _send(self, messages: list[bytes]) -> None:
        if self._socket is None:
            return
        for other in os.listdir(self._folder):
            if other != str(self._node):
                self._send_to(self._folder / other, messages)

    def _send_to(self, address: Path, messages: list[bytes]) -> None:
        assert self._socket is not None
        try:
            for message in messages:
                self._socket.sendto(message, os.fspath(address))
        except (ConnectionRefusedError, FileNotFoundError):  # that worker has ended
            with suppress(OSError):
                address.unlink()
        except OSError as problem:  # it is too busy to read: it will find out by itself
            log.warning("a note to another worker was lost: %s", problem)

    async def close(self) -> None:
        self._send_waiting()
        if self._socket is not None:
            asyncio.get_running_loop().remove_reader(self._socket)
            self._socket.close()
            self._socket = None
            with suppress(OSError):
                (self._folder / str(self._node)).unlink()
