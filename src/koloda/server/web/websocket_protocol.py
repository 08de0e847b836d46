"""uvicorn's WebSocket with a fast path for sending: frames go straight to the transport, and its buffer is bounded.

It builds on a private class of uvicorn, so pyproject.toml bounds uvicorn's version. Before you raise the bound, run the
tests: one of them names what has changed.
"""

import asyncio
import struct
from typing import Final

import uvicorn
from websockets.http11 import Request

try:
    from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
except ImportError as error:
    problem = f"uvicorn {uvicorn.__version__} has no WebSocketsSansIOProtocol, which Koloda builds on"
    raise ImportError(problem, name="uvicorn") from error

USED: Final = ("close_sent", "conn", "handle_connect", "queue", "stop_keepalive", "transport")
"""The attributes of uvicorn's class that we use."""
USED_BY_CONNECTION: Final = ("data_to_send", "send_close")
"""The attributes of its `conn` that we use."""
EXTENSION: Final = "koloda.websocket"
"""The ASGI extension under which an endpoint finds the protocol of its connection."""
MOST: Final = 256 * 1024
"""How many bytes may wait for one browser.

A slower reader is disconnected; it gets what it missed when it reconnects.
"""
TRY_AGAIN_LATER: Final = 1013
GRACE: Final = 5.0
"""Seconds in which a slow reader can still get pending data, and the reason why it is disconnected."""
TEXT: Final = 0x81
"""The first byte of a frame that contains a whole text."""


class WebSocketProtocol(WebSocketsSansIOProtocol):
    was_cut = False

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][EXTENSION] = self  # type: ignore[assignment]

    def send_text(self, text: bytes) -> None:
        """Send a text; never waits and never raises. Call it after the handshake."""
        transport = self.transport
        if self.close_sent or transport.is_closing():
            return
        transport.write(head(len(text)) + text)
        if transport.get_write_buffer_size() > MOST:
            self.cut()

    def end(self, code: int) -> None:
        """Close after what was sent; never waits and never raises."""
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(code)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": ""})
        self.stop_keepalive()
        self.transport.close()

    def cut(self) -> None:
        """Close at once: an ordinary close would wait until the reader has read everything, which may be never."""
        self.was_cut = True
        self.conn.send_close(TRY_AGAIN_LATER)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TRY_AGAIN_LATER, "reason": ""})
        self.stop_keepalive()
        asyncio.get_running_loop().call_later(GRACE, self.transport.abort)


def head(size: int) -> bytes:
    """The frame header of a text with this many bytes."""
    if size < 126:
        return struct.pack("!BB", TEXT, size)
    if size < 65536:
        return struct.pack("!BBH", TEXT, 126, size)
    return struct.pack("!BBQ", TEXT, 127, size)
