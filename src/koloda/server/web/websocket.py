"""The WebSocket of a table: commands come in, answers and news go out."""

import asyncio
from functools import partial

import msgspec
from starlette.requests import HTTPConnection
from starlette.types import Receive, Scope, Send

from koloda.server.messages import Answer, AnyCommand, Failure, Heartbeat
from koloda.server.metrics import Metrics
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import TableRegistry
from koloda.server.tables.subscribers import Subscription
from koloda.server.web import client_address
from koloda.server.web.admission import Admission
from koloda.server.web.endpoints import LARGEST_NUMBER, device, is_screen, is_spectator, whose
from koloda.server.web.rate_limits import RateLimits, too_fast
from koloda.server.web.responses import UNREADABLE, bad_message, refusal
from koloda.server.web.settings import Settings
from koloda.server.web.websocket_protocol import EXTENSION, TRY_AGAIN_LATER, WebSocketProtocol

TABLE_GONE = 4410
"""The code with which a connection is closed when the operator has closed or deleted the table."""
INTERNAL_ERROR = 1011
HEARTBEAT = 15
"""Seconds of silence after which a connection gets a heartbeat."""
PACES = {"slow": 2.0, "fast": 0.4}
"""How long bots wait for a client that asks for another pace than the usual, as a multiple of it."""

_encode = msgspec.json.Encoder().encode
_command: msgspec.json.Decoder[AnyCommand] = msgspec.json.Decoder(AnyCommand)


class Browser:
    """A browser as a subscriber."""

    __slots__ = ("_protocol", "send")

    def __init__(self, protocol: WebSocketProtocol) -> None:
        self._protocol = protocol
        self.send = protocol.send_text

    def end(self, failure: Failure) -> None:
        """The browser asks again, and the answer says why."""
        self._protocol.end(TABLE_GONE)


class WebSockets:
    """The WebSocket endpoint, and all its connections."""

    def __init__(
        self,
        registry: TableRegistry,
        settings: Settings,
        limits: RateLimits,
        metrics: Metrics,
        admission: Admission,
    ) -> None:
        self._registry = registry
        self._settings = settings
        self._limits = limits
        self._metrics = metrics
        self._admission = admission
        self._by_second: list[set[Subscription]] = [set() for _ in range(HEARTBEAT)]
        """Connections by the second of their heartbeat, so that not all are sent at once."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        connection = HTTPConnection(scope)
        address = client_address.household(connection, self._settings)
        wait = self._limits.floods.wait(address) or (0 if self._limits.sockets.begin(address) else HEARTBEAT)
        if wait:
            self._metrics.refuse("too_fast")
            await refusal(too_fast(wait))(scope, receive, send)
            return
        self._metrics.connections.opened()
        try:
            await self._serve(connection, address, receive, send)
        finally:
            self._metrics.connections.closed()
            self._limits.sockets.end(address)

    async def _serve(self, connection: HTTPConnection, address: str, receive: Receive, send: Send) -> None:
        scope = connection.scope
        table, token = whose(connection)
        try:
            if await is_spectator(self._registry, connection):
                self._admission.spectator()
        except Refused as refused:
            self._metrics.refuse(refused.failure.code)
            await refusal(refused.failure)(scope, receive, send)
            return
        await receive()
        await send({"type": "websocket.accept"})
        protocol: WebSocketProtocol = scope["extensions"][EXTENSION]
        try:
            subscription = await self._registry.subscribe(
                table,
                token,
                Browser(protocol),
                _since(connection),
                is_screen(connection),
                address,
                device(connection),
                PACES.get(connection.query_params.get("pace", ""), 1.0),
            )
        except Refused:
            await send({"type": "websocket.close", "code": TRY_AGAIN_LATER})
            return
        beating = min(self._by_second, key=len)
        beating.add(subscription)
        protocol.listen(self._limits.meter(address), partial(self._take, protocol, subscription, address))
        try:
            await _gone(receive)
        finally:
            beating.discard(subscription)
            self._metrics.cut.inc(protocol.was_cut)
            self._metrics.flooded.inc(protocol.flooded)
            self._registry.unsubscribe(subscription)

    def _take(
        self,
        protocol: WebSocketProtocol,
        subscription: Subscription,
        address: str,
        given: str | bytes,
    ) -> None:
        """Begin to answer a command. Once begun it is finished, even if the client goes away."""

        async def answer() -> None:
            protocol.cork()
            try:
                subscription.send(_encode(await self._answer(subscription, address, given)))
            except BaseException:
                protocol.end(INTERNAL_ERROR)
                raise
            finally:
                protocol.uncork()
            protocol.taken()

        self._registry.services.begin(answer())

    async def _answer(self, subscription: Subscription, address: str, given: str | bytes) -> Answer:
        if wait := self._limits.commands.take(
            (subscription.table, address if subscription.seat is None else subscription.seat)
        ):
            return self._refuse(subscription, _id_of(given), too_fast(wait))
        try:
            command = _command.decode(given)
        except UNREADABLE as error:
            return self._refuse(subscription, _id_of(given), bad_message(error))
        try:
            answer = await self._registry.carry_out(
                subscription.table, subscription.token, command, partial(self._admission.table, address)
            )
        except Refused as refused:
            return self._refuse(subscription, command.id, refused.failure)
        self._metrics.note(command, answer)
        return answer

    def _refuse(self, subscription: Subscription, command: str, failure: Failure) -> Answer:
        self._metrics.refuse(failure.code)
        return Answer(id=command, seq=subscription.seq, failure=failure)

    def cut_banned(self) -> None:
        """Disconnect everybody who has been banned."""
        for each in [each for beating in self._by_second for each in beating]:
            failure = self._registry.bans.failure(each.household)
            if failure is not None:
                each.end(failure)

    async def beat_forever(self) -> None:
        while True:
            for beating in self._by_second:
                await asyncio.sleep(1)
                now = self._registry.now()
                silent = [each for each in beating if now - each.told_at >= 1000 * HEARTBEAT]
                for each in silent:
                    each.send(_encode(Heartbeat(seq=each.seq, now=now)))


async def _gone(receive: Receive) -> None:
    """Return when the client has gone, or was disconnected."""
    while (await receive())["type"] != "websocket.disconnect":
        pass


class _Named(msgspec.Struct):
    id: str = ""


_named: msgspec.json.Decoder[_Named] = msgspec.json.Decoder(_Named)


def _id_of(given: str | bytes) -> str:
    """The id of a command that cannot be carried out, so that the client knows which one failed."""
    try:
        return _named.decode(given).id
    except UNREADABLE:
        return ""


def _since(connection: HTTPConnection) -> int:
    """The last event that the client has; 0, for everything, if the parameter is missing or wrong."""
    given = connection.query_params.get("since", "")
    return (
        int(given) if given.isascii() and given.isdecimal() and len(given) < 17 and int(given) <= LARGEST_NUMBER else 0
    )
