"""The bus of workers on one machine: datagrams over local sockets in a folder that only they can read."""

import asyncio
import logging
import os
import socket
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Final

from koloda.server.bus.bus import Batches, Receive

ROOM: Final = 1 << 20
"""Bytes that may wait for a worker that is busy. What comes then is lost."""
RETRY: Final = 0.002
"""Seconds after which to try again: the system keeps few datagrams for a worker that is busy, on Linux often ten."""

log = logging.getLogger(__name__)


class DatagramBus(Batches):
    """Every worker has a socket in the same folder, named after its number."""

    largest = 60_000

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._socket: socket.socket | None = None
        self._unsent: dict[str, deque[bytes]] = {}
        """By worker: what waits because it is busy."""
        self._retry: asyncio.TimerHandle | None = None

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
                waiting = self._unsent.setdefault(other, deque())
                if sum(map(len, waiting)) + sum(map(len, messages)) > ROOM:  # it will find out by itself
                    log.warning("a note to another worker was lost: it is too busy")
                    continue
                waiting.extend(messages)
        self._send_unsent()

    def _send_unsent(self) -> None:
        """Send what waits; if a worker cannot take all of it now, the rest a moment later."""
        for other, waiting in list(self._unsent.items()):
            if self._send_to(self._folder / other, waiting):
                del self._unsent[other]
        if self._unsent and self._retry is None:
            self._retry = asyncio.get_running_loop().call_later(RETRY, self._try_again)

    def _try_again(self) -> None:
        self._retry = None
        if self._socket is not None:
            self._send_unsent()

    def _send_to(self, address: Path, waiting: deque[bytes]) -> bool:
        """Is nothing left to send?"""
        assert self._socket is not None
        try:
            while waiting:
                self._socket.sendto(waiting[0], os.fspath(address))
                waiting.popleft()
        except BlockingIOError:
            return False
        except (ConnectionRefusedError, FileNotFoundError):  # that worker has ended
            with suppress(OSError):
                address.unlink()
        except OSError as problem:
            log.warning("a note to another worker was lost: %s", problem)
        return True

    async def close(self) -> None:
        self._send_waiting()
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None
        self._unsent.clear()
        if self._socket is not None:
            asyncio.get_running_loop().remove_reader(self._socket)
            self._socket.close()
            self._socket = None
            with suppress(OSError):
                (self._folder / str(self._node)).unlink()
