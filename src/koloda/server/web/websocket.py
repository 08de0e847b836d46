"""The WebSocket of a table: commands in, everything one may know out."""

import asyncio

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from koloda.server.messages import Answer, AnyCommand, Beat, Failure
from koloda.server.metrics import Metrics
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import Hall, Visit
from koloda.server.web import client_address
from koloda.server.web.endpoints import LAST, is_screen, whose
from koloda.server.web.rate_limits import Gate, too_fast
from koloda.server.web.responses import bad_message, refusal
from koloda.server.web.settings import Settings
from koloda.server.web.websocket_protocol import TRY_AGAIN_LATER, WIRE, Wire

BEAT = 15
"""Seconds between two looks at a connection: where nothing was told meanwhile, its heart beats."""

_encode = msgspec.json.Encoder().encode
_command: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)


class Ear:
    """The hall's way to one browser."""

    __slots__ = ("send",)

    def __init__(self, wire: Wire) -> None:
        self.send = wire.tell


class Sockets:
    """The endpoint, and all connections that it holds."""

    def __init__(self, hall: Hall, settings: Settings, gate: Gate, metrics: Metrics) -> None:
        self._hall = hall
        self._settings = settings
        self._gate = gate
        self._metrics = metrics
        self._shelves: list[set[Visit]] = [set() for _ in range(BEAT)]
        """Connections by the second at which their heart beats, so that not all do at once."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        address = client_address.household(connection, self._settings)
        if not self._gate.connect(address):
            await refusal(too_fast(BEAT))(scope, receive, send)
            return
        self._metrics.sockets += 1
        try:
            await self._serve(connection, address, receive, send)
        finally:
            self._metrics.sockets -= 1
            self._metrics.left += 1
            self._gate.disconnect(address)

    async def _serve(self, connection: HTTPConnection, address: str, receive: Receive, send: Send) -> None:
        scope = connection.scope
        table, token = whose(connection)
        try:
            await self._hall.seat_of(table, token)
        except Refused as refused:
            self._metrics.refusals[refused.failure.code] += 1
            await refusal(refused.failure)(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        wire: Wire = scope["extensions"][WIRE]
        try:
            visit = await self._hall.join(table, token, Ear(wire), _since(connection), is_screen(connection))
        except Refused:
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})
            return
        shelf = min(self._shelves, key=len)
        shelf.add(visit)
        try:
            await self._listen(visit, token, address, receive)
        finally:
            shelf.discard(visit)
            self._metrics.cut += wire.was_cut
            self._hall.leave(visit)

    async def _listen(self, visit: Visit, token: str | None, address: str, receive: Receive) -> None:
        """One command after another: who sends more waits."""
        while (message := await receive())["type"] == "websocket.receive":
            answer = await self._answer(visit, token, address, message.get("text") or message.get("bytes") or b"")
            visit.listener.send(_encode(answer))

    async def _answer(self, visit: Visit, token: str | None, address: str, given: str | bytes) -> Answer:
        if wait := self._gate.commands.take((visit.table, address if visit.seat is None else visit.seat)):
            return self._refuse(visit, _id_of(given), too_fast(wait))
        try:
            command = _command.decode(given)
        except (msgspec.MsgspecError, UnicodeError) as error:
            return self._refuse(visit, _id_of(given), bad_message(error))
        try:
            answer = await self._hall.do(visit.table, token, command)
        except Refused as refused:
            return self._refuse(visit, command.id, refused.failure)
        self._metrics.note(command, answer)
        return answer

    def _refuse(self, visit: Visit, command: str, failure: Failure) -> Answer:
        self._metrics.refusals[failure.code] += 1
        return Answer(id=command, seq=visit.seq, failure=failure)

    async def beat_forever(self) -> None:
        while True:
            for shelf in self._shelves:
                await asyncio.sleep(1)
                now = self._hall.now()
                silent = [visit for visit in shelf if now - visit.told_at >= 1000 * BEAT]
                for visit in silent:
                    visit.listener.send(_encode(Beat(seq=visit.seq, now=now)))


class _Named(msgspec.Struct):
    id: str = ""


_named: msgspec.json.Decoder[_Named] = msgspec.json.Decoder(_Named)


def _id_of(given: str | bytes) -> str:
    """The id of a command that is not carried out, so that its sender knows which one."""
    try:
        return _named.decode(given).id
    except (msgspec.MsgspecError, UnicodeError):
        return ""


def _since(connection: HTTPConnection) -> int:
    """What the client has; whoever says it in another way gets everything."""
    given = connection.query_params.get("since", "")
    return int(given) if given.isascii() and given.isdecimal() and len(given) < 17 and int(given) <= LAST else 0
