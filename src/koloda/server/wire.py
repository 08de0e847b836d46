"""uvicorn's WebSocket, and a way to be rid of a reader that does not read."""

import asyncio

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

CUT = "koloda.cut"
"""The ASGI extension under which a connection can be cut."""
TRY_AGAIN_LATER = 1013
GRACE = 5.0
"""Seconds for what is already on its way, and the reason for the cut."""


class Wire(WebSocketsSansIOProtocol):
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["extensions"][CUT] = self.cut  # type: ignore[assignment]

    def cut(self) -> None:
        """An ordinary close waits until the reader has read what came before, which may be never."""
        if self.close_sent or self.transport.is_closing():
            return
        self.conn.send_close(TRY_AGAIN_LATER)
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": TRY_AGAIN_LATER, "reason": ""})
        self.stop_keepalive()
        asyncio.get_running_loop().call_later(GRACE, self.transport.abort)
