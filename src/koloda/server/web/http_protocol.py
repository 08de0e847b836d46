"""uvicorn's HTTP with limits: a request must arrive in time, and an address cannot make the server read without end.

It builds on a class of uvicorn, like `websocket_protocol.py`, and the same test names what has changed there.
"""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from koloda.server.logs import log
from koloda.server.web.client_address import trusted
from koloda.server.web.handover import Handover, table_of_a_player
from koloda.server.web.rate_limits import RateLimits, address_block
from koloda.server.web.settings import Settings
from koloda.server.web.websocket_protocol import abort_if_stalled, bound_reads

USED: Final = (
    *("client", "conn", "connection_lost", "connection_made", "connections", "cycle", "data_received", "flow"),
    *("handle_websocket_upgrade", "headers", "loop", "on_response_complete", "timeout_keep_alive_handler", "transport"),
)
"""The attributes of uvicorn's class that we use."""
HEAD_TIMEOUT: Final = 10.0
"""Seconds in which the head of a request must arrive, from its first byte or from the connection on."""


class HttpProtocol(H11Protocol):
    """A plain connection. It is counted and throttled for its address, unless that is a trusted proxy's."""

    _household: str | None = None
    _timer: asyncio.TimerHandle | None = None
    """Ends a connection without a complete request."""
    _waiting: asyncio.TimerHandle | None = None
    """Goes on when the address may send more, or when it is its turn."""
    _unread = b""
    _upgraded = False
    handed_over = False
    """Has another worker passed this connection on to us?"""

    def __init__(
        self,
        *args: Any,
        limits: RateLimits,
        settings: Settings,
        room: Callable[[], int],
        handover: Handover | None = None,
        **kwargs: Any,
    ) -> None:
        """`room` says how many connections the server can hold. `handover` passes players on to other workers."""
        super().__init__(*args, **kwargs)
        self._limits = limits
        self._settings = settings
        self._room = room
        self._handover = handover

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        bound_reads(transport)
        self._timer = self.loop.call_later(HEAD_TIMEOUT, transport.abort)
        if len(self.connections) > self._room():
            log.warning("too many connections: new ones are closed. Raise the limit of open files.")
            transport.abort()
            return
        if self.client is None or trusted(self.client[0], self._settings.proxies):
            return
        household = address_block(self.client[0])
        if self._limits.plain.begin(household):
            self._household = household
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._end()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._upgraded = True
        if not self._hand_over(event):
            self._upgrade(event)

    def _upgrade(self, event: h11.Request) -> None:
        self._end()
        super().handle_websocket_upgrade(event)

    def _hand_over(self, event: h11.Request) -> bool:
        if self._handover is None or self.handed_over or self.conn.trailing_data[0]:
            return False
        headers = self.headers or []
        table = table_of_a_player(event.target, headers)
        if table is None:
            return False
        lines = [b" ".join((event.method, event.target, b"HTTP/1.1")), *(b": ".join(header) for header in headers)]
        request = b"\r\n".join([*lines, b"", b""])
        return self._handover.hand_over(self.transport, table, request, partial(self._upgrade, event))

    def _end(self) -> None:
        if self._household is not None:
            self._limits.plain.end(self._household)
            self._household = None
        for timer in (self._timer, self._waiting):
            if timer is not None:
                timer.cancel()
        self._timer = self._waiting = None

    def data_received(self, data: bytes) -> None:
        if self._waiting is not None:
            self._unread += data
            self.transport.pause_reading()
        elif wait := self._charge():
            self._unread = data
            self._wait(wait, self._read_on)
        elif turn := self._turn():
            self._unread = data
            self._wait(turn, self._read_in_turn)
        else:
            self._read(data)

    def _turn(self) -> float:
        """The seconds until it is the turn of a request that has been charged."""
        return 0.0 if self._household is None else self._limits.turn(self._household)

    def _charge(self) -> float:
        """Count a read or a request. Returns the seconds to wait first, and then it is not counted."""
        if self._household is None:
            return 0.0
        if wait := self._limits.pause(self._household):
            return wait
        self._limits.messages.charge(self._household, 1)
        return 0.0

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        self.transport.pause_reading()
        self._waiting = self.loop.call_later(seconds, then)

    def _read_on(self) -> None:
        self._waiting = None
        if self._unread and not self.transport.is_closing() and (wait := self._charge()):
            self._wait(wait, self._read_on)
            return
        self._read_in_turn()

    def _read_in_turn(self) -> None:
        self._waiting = None
        if self.transport.is_closing():
            return
        if self._unread:
            data, self._unread = self._unread, b""
            self._read(data)
        if not self.flow.read_paused and not self._upgraded:
            self.transport.resume_reading()

    def _read(self, data: bytes) -> None:
        super().data_received(data)
        if self._upgraded:
            return
        cycle: Any = self.cycle  # None before the first request
        if cycle is not None and not cycle.response_complete:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
        elif self._timer is None:  # a part of the next request
            self._timer = self.loop.call_later(HEAD_TIMEOUT, self.transport.abort)

    def on_response_complete(self) -> None:
        """The next request may have come along with this one: it costs as much as one that comes alone."""
        if not self.conn.trailing_data[0]:
            super().on_response_complete()
        elif wait := self._charge():
            self._wait(wait, partial(self._answer, self.on_response_complete))
        elif turn := self._turn():
            self._wait(turn, partial(self._answer, super().on_response_complete))
        else:
            super().on_response_complete()

    def _answer(self, next_request: Callable[[], None]) -> None:
        self._waiting = None
        if self.transport.is_closing():
            return
        next_request()
        if self._waiting is None:
            self._read_on()

    def timeout_keep_alive_handler(self) -> None:
        """uvicorn would wait for ever for a client that does not read its answer."""
        super().timeout_keep_alive_handler()
        abort_if_stalled(self.loop, self.transport)
