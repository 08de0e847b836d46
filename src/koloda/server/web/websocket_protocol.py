"""uvicorn's WebSocket, fair and fast: what one connection can make the server do at a time is bounded, and frames go
straight to the transport, whose buffer is bounded.

It builds on a private class of uvicorn, so pyproject.toml bounds uvicorn's version. Before you raise the bound, run the
tests: one of them names what has changed.
"""

import asyncio
import struct
from collections import deque
from collections.abc import Callable
from typing import Any, Final, Protocol

import uvicorn
from websockets.http11 import Request
from websockets.protocol import State

try:
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
except ImportError as error:
    problem = f"uvicorn {uvicorn.__version__} has no WebSocketsSansIOProtocol, which Koloda builds on"
    raise ImportError(problem, name="uvicorn") from error

USED: Final = (
    *("close_sent", "close_timer", "conn", "connection_made", "curr_msg_data_type", "data_received", "frames"),
    *("handle_connect", "handle_events", "handle_parser_exception", "handshake_complete", "handshake_initiated"),
    *("initial_response", "keepalive_timeout", "loop", "pause_writing", "queue", "resume_writing", "send"),
    *("send_receive_event_to_app", "shutdown", "stop_keepalive", "transport", "writable"),
)
"""The attributes of uvicorn's class that we use."""
USED_BY_CONNECTION: Final = ("data_to_send", "events", "parser_exc", "receive_data", "send_close", "state")
"""The attributes of its `conn` that we use."""
EXTENSION: Final = "koloda.websocket"
"""The ASGI extension under which an endpoint finds the protocol of its connection."""
MOST: Final = 256 * 1024
"""How many bytes may wait for one browser, not counting what was sent while nothing waited.

A slower reader is disconnected; it gets what it missed when it reconnects.
"""
READ: Final = 4096
"""How many bytes are read from a connection at a time."""
SLICE: Final = 512
"""How many of them are parsed before everybody else has a turn: they can hold 85 pings."""
MOST_PAUSES: Final = 20
"""Whoever has to wait more often than this because its address sends too much, and goes on sending, is disconnected."""
INVALID_DATA: Final = 1007
POLICY_VIOLATION: Final = 1008
TRY_AGAIN_LATER: Final = 1013
GRACE: Final = 5.0
"""Seconds in which a browser can still get pending data, and the reason why it is disconnected."""
STALLED: Final = 10.0
"""Seconds in which a closed connection must get on with what is still to be sent."""
GOODBYE: Final = 1.0
"""Seconds in which everybody learns that the server stops."""
TEXT: Final = 0x81
"""The first byte of a frame that contains a whole text."""
WHOLE: Final = frozenset({TEXT, 0x82, 0x89, 0x8A})
"""The first bytes of whole texts, bytes, pings and pongs."""
MASKED: Final = 0x80
SHORT: Final = 126
"""A frame with fewer bytes than this has a header of two bytes, and four for its mask."""
END_OF_HEADERS: Final = b"\r\n\r\n"


class Meter(Protocol):
    """Says how much a connection may send."""

    def wait(self) -> float:
        """The seconds in which nothing may be read."""

    def charge(self, messages: int) -> bool:
        """Count what was read. False if the connection must be closed."""

    def flooded(self) -> None:
        """Note that the connection was closed because it sent too much."""


Take = Callable[[str | bytes], None]
"""Takes a message. It calls `taken` when it is done with it, and only then gets the next one."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """Reads nothing until `listen` is called; then slice by slice, as fast as its meter and its reader allow.

    Messages do not take the way of ASGI through a queue, which costs as much as the rest of reading: `listen` says who
    takes them. `receive` only tells of the beginning and the end.
    """

    was_cut = False
    flooded = False
    _meter: Meter | None = None
    _take: Take
    _taking = False
    """Is somebody busy with a message?"""
    _messages: deque[str | bytes]
    """What has come meanwhile. While there is any, nothing is read."""
    _unread = b""
    """What has come and is not parsed yet. While there is any, the transport reads nothing."""
    _timer: asyncio.Handle | None = None
    """Parses what is unread, in the next turn of the event loop or when the meter allows it."""
    _pauses = 0
    """How often it had to wait with as much unread as can be."""
    _aligned = False
    """Does the next data begin with a new frame? If that is not certain, the parser of websockets finds it out."""
    _allowed = MOST
    _corked: bytes | None = None
    """The frames that wait for `uncork`; None while nothing has to wait."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        bound_reads(transport)
        self._messages = deque()

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    # Reading

    def listen(self, meter: Meter, take: Take) -> None:
        """Begin to read, and hand every message to `take`. Call it after the handshake."""
        self._meter = meter
        self._take = take
        self._go_on()

    def data_received(self, data: bytes) -> None:
        if not self.handshake_initiated:
            self._aligned = data.find(END_OF_HEADERS) == len(data) - len(END_OF_HEADERS)
            super().data_received(data)
            if not self.handshake_initiated:  # no valid handshake, and uvicorn would leave the connection open
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.transport.close()
        elif self._meter is None or self._unread or self._timer is not None:
            self._hold(data)
        else:
            self._read(data, self._meter)

    def _read(self, data: bytes, meter: Meter) -> None:
        """Parse a slice. The rest waits until everybody else had a turn, and the app has taken what has come."""
        if wait := meter.wait():
            self._pauses = self._pauses + 1 if len(data) >= READ else 0
            if self._pauses > MOST_PAUSES:
                self._flood(meter)
                return
            self._hold(data)
            self._timer = self.loop.call_later(wait, self._wake)
            return
        self._aligned = self._aligned and is_one_frame(data)
        if self._aligned and data[0] == TEXT and self.conn.state is State.OPEN:
            frames = 1
            self.curr_msg_data_type, self.frames = "text", [unmasked(data)]
            self.send_receive_event_to_app()
        else:
            self.conn.receive_data(data if len(data) <= SLICE else data[:SLICE])
            if self.conn.parser_exc is not None:
                self.handle_parser_exception()
                return
            frames = len(self.conn.events)
            self.handle_events()
        if not meter.charge(max(1, frames)):
            self._flood(meter)
        elif len(data) > SLICE:
            self._hold(data[SLICE:])
            self._go_on()

    def _hold(self, data: bytes) -> None:
        self._unread += data
        self.transport.pause_reading()

    def _go_on(self) -> None:
        """Read on, unless something has to happen first: then it calls this again."""
        if self._timer is not None or self._meter is None or self._messages or not self.writable.is_set():
            return
        if self._unread:
            self._timer = self.loop.call_soon(self._wake)
        else:
            self.transport.resume_reading()

    def _wake(self) -> None:
        self._timer = None
        if self.transport.is_closing() or self._meter is None:
            return
        data, self._unread = self._unread, b""
        self._read(data, self._meter)
        self._go_on()

    def send_receive_event_to_app(self) -> None:
        """A message is complete."""
        data, self.frames = b"".join(self.frames), []
        if self.close_sent:
            return
        message: str | bytes = data
        if self.curr_msg_data_type == "text":
            try:
                message = data.decode()
            except UnicodeDecodeError:
                self.conn.send_close(INVALID_DATA)
                self.handle_parser_exception()
                return
        if self._taking:
            self._messages.append(message)
            self.transport.pause_reading()
        else:
            self._taking = True
            self._take(message)

    def taken(self) -> None:
        """Say that the last message is dealt with. The next one is handed on, or as soon as it comes."""
        self._taking = bool(self._messages)
        if self._taking:
            message = self._messages.popleft()
            self._go_on()
            self._take(message)

    def _flood(self, meter: Meter) -> None:
        """Close a connection that goes on sending too much, and read nothing more from it."""
        self.flooded = True
        meter.flooded()
        self._meter, self._unread = None, b""
        self.transport.pause_reading()
        if not self.close_sent and not self.transport.is_closing():
            self._close(POLICY_VIOLATION)

    # Writing

    async def send(self, message: Any) -> None:
        await super().send(message)
        if self.initial_response is not None and self.close_sent:
            self.handshake_complete = True  # a refused handshake is complete, too; uvicorn would log an error

    def pause_writing(self) -> None:
        """Whoever does not read what we send need not send us more: answers and pongs must not pile up."""
        super().pause_writing()
        self.transport.pause_reading()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._go_on()

    def send_text(self, text: bytes) -> None:
        """Send a text; never waits and never raises. Call it after the handshake.

        A text that is sent while nothing waits may be of any size: the history of a long game is no sign of a slow
        reader.
        """
        if self._corked is not None:
            self._corked += head(len(text)) + text
        else:
            self._write(head(len(text)) + text)

    def cork(self) -> None:
        """Let everything that is sent wait for `uncork`, to send it together: each write costs as much as its frame."""
        if self._corked is None:
            self._corked = b""

    def uncork(self) -> None:
        frames, self._corked = self._corked, None
        if frames:
            self._write(frames)

    def _write(self, frames: bytes) -> None:
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return
        if not transport.get_write_buffer_size():
            self._allowed = MOST + len(frames)
        transport.write(frames)
        if transport.get_write_buffer_size() > self._allowed:
            self.cut()

    def end(self, code: int) -> None:
        """Close after what was sent; never waits and never raises."""
        self.uncork()
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.stop_keepalive()
        self.transport.close()

    def cut(self) -> None:
        """Close the connection of a slow reader."""
        self.was_cut = True
        self._close(TRY_AGAIN_LATER)

    def _close(self, code: int) -> None:
        """Say why, and close soon: an ordinary close would wait until everything is read, which may be never."""
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.stop_keepalive()
        self.close_timer = self.loop.call_later(GRACE, self.transport.abort)

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        abort_if_stalled(self.loop, self.transport)

    def shutdown(self) -> None:
        super().shutdown()
        self.loop.call_later(GOODBYE, self.transport.abort)


def bound_reads(transport: asyncio.BaseTransport) -> None:
    """Read little at a time from a connection: asyncio's own bound is 256 KiB, and all of it may have to be held."""
    if hasattr(transport, "max_size"):
        transport.max_size = READ


def abort_if_stalled(loop: asyncio.AbstractEventLoop, transport: asyncio.Transport, waited: int | None = None) -> None:
    """End a connection that was closed but whose client does not read the rest: the close would wait for ever.

    `waited` is how many bytes waited at the last look.
    """
    waiting = transport.get_write_buffer_size()
    if waited is not None and waiting >= waited:
        transport.abort()
    elif waiting:
        loop.call_later(STALLED, abort_if_stalled, loop, transport, waiting)


def is_one_frame(data: bytes) -> bool:
    """Is it exactly one short frame, which is no part of a longer message, as a browser sends it?"""
    size = len(data) - 6
    return 0 <= size < SHORT and data[0] in WHOLE and data[1] == MASKED | size


def unmasked(frame: bytes) -> bytes:
    """What a short masked frame contains. The parser of websockets does the same, in five times the time."""
    size = len(frame) - 6
    mask = int.from_bytes((frame[2:6] * (size // 4 + 1))[:size], "little")
    return (int.from_bytes(frame[6:], "little") ^ mask).to_bytes(size, "little")


def head(size: int) -> bytes:
    """The frame header of a text with this many bytes."""
    if size < 126:
        return struct.pack("!BB", TEXT, size)
    if size < 65536:
        return struct.pack("!BBH", TEXT, 126, size)
    return struct.pack("!BBQ", TEXT, 127, size)
