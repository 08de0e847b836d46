"""People on a bad network: connections break, answers are lost, and commands are sent again, to any node."""

import asyncio
from random import Random
from typing import Any

import msgspec

from koloda.server.messages import Answer, AnyCommand, Failure, HandOver, PlayMove, TakeOver, UndoMove
from koloda.server.tables.refusals import Refused
from koloda.server.tables.subscribers import Subscription
from tests.server.faulty_nodes import FaultyNodes, Machine
from tests.server.invariants import Reader, Sent

WAITS = 1.5
"""Seconds for which a client waits for an answer."""
_decode = msgspec.json.Decoder().decode


class Connection:
    """A client's connection to a node: frames arrive late, but in order, until it breaks."""

    def __init__(self, player: "Player", machine: Machine) -> None:
        self.player = player
        self.machine = machine
        self.open = True
        self.heard = asyncio.Event()
        self.subscription: Subscription | None = None
        self._last = 0.0
        machine.connections.append(self)

    def send(self, frame: bytes) -> None:
        if not self.open:
            return
        said = _decode(frame)
        nodes, loop = self.player.nodes, asyncio.get_running_loop()
        if said["say"] == "news" and said["seq"] > nodes.watch.committed(self.player.table):
            nodes.watch.broken(f"event {said['seq']} was told before it was committed")
        self._last = max(self._last + 1e-6, loop.time() + self.player.delay())
        loop.call_at(self._last, self._arrive, said)

    def end(self, failure: Failure) -> None:
        self.cut()

    def _arrive(self, said: dict[str, Any]) -> None:
        if self.open:
            self.player.hear(said)
            self.heard.set()

    def cut(self) -> None:
        """Break the connection. The node notices it some time later."""
        if not self.open:
            return
        self.open = False
        self.heard.set()
        loop = asyncio.get_running_loop()
        loop.call_later(self.player.chance.uniform(0, 3), self.machine.do, self._noticed)

    def _noticed(self) -> None:
        if self.subscription is not None:
            self.machine.registry.unsubscribe(self.subscription)
            self.subscription = None

    async def subscribe(self) -> None:
        """On the node's side."""
        player = self.player
        try:
            since = player.news["seq"]
            found = await self.machine.registry.subscribe(player.table, player.token, self, since)
        except Exception as problem:
            if not isinstance(problem, Refused):
                player.nodes.watch.broken(f"a client could not connect: {problem!r}")
            self.cut()
            return
        self.subscription = found
        if not self.open:
            self._noticed()


class Player:
    """Plays in one seat as well as the network allows."""

    def __init__(self, nodes: FaultyNodes, chance: Random, table: str, token: str, seat: int) -> None:
        self.nodes = nodes
        self.chance = chance
        self.table = table
        self.token = token
        self.seat = seat
        self.news: dict[str, Any] = {"seq": 0}
        self.frames: list[dict[str, Any]] = []
        self.sent: list[Sent] = []
        self.connection: Connection | None = None
        self.calm = False
        """Sends nothing new any more."""
        self.pace = 1.0

    @property
    def reader(self) -> Reader:
        return Reader(self.seat, self.frames, self.sent)

    @property
    def connected(self) -> bool:
        return self.connection is not None and self.connection.open

    def delay(self) -> float:
        return self.chance.uniform(0.001, 0.02)

    def hear(self, said: dict[str, Any]) -> None:
        if said["say"] == "news":
            self.frames.append(said)
            self.news = said

    def cut(self) -> None:
        if self.connection is not None:
            self.connection.cut()

    async def live(self) -> None:
        while True:
            await asyncio.sleep(self.pace * self.chance.uniform(0.05, 0.6))
            if not self.connected:
                await self._connect()
            elif not self.calm:
                await self._do_something()

    async def _connect(self) -> None:
        machine = self.chance.choice(self.nodes.machines)
        if machine.down:
            return
        self.connection = connection = Connection(self, machine)
        loop = asyncio.get_running_loop()
        loop.call_later(self.delay(), machine.do, lambda: machine.begin(connection.subscribe()))
        try:
            await asyncio.wait_for(connection.heard.wait(), WAITS)
        except TimeoutError:
            connection.cut()

    async def _do_something(self) -> None:
        chance = self.chance
        pending = next((each for each in self.sent if not each.decided), None)
        if pending is None and self.sent and chance.random() < 0.05:  # as after a reload
            pending = chance.choice(self.sent)
        if pending is None:
            command = self._command()
            if command is None:
                return
            pending = Sent(command, self.news["seq"], asyncio.get_running_loop().time())
            self.sent.append(pending)
        assert self.connection is not None
        sending = [self._send(pending, self.connection.machine)]
        if chance.random() < self.nodes.weather.doubled:
            sending.append(self._send(pending, chance.choice(self.nodes.machines)))
        if not any(await asyncio.gather(*sending)) and chance.random() < 0.5:
            self.cut()

    def _command(self) -> AnyCommand | None:
        chance, news, name = self.chance, self.news, f"{len(self.sent)}"
        if news["table"]["status"] != "playing":
            return None
        if news["table"]["seats"][self.seat]["away"]:
            return TakeOver(id=name)
        if news["undo"] and chance.random() < 0.1:
            return UndoMove(id=name)
        if chance.random() < 0.03:
            return HandOver(id=name)
        offer = news["offer"]
        if offer is None or not (offer["must"] or chance.random() < 0.1):
            return None
        return PlayMove(id=name, offer=offer["number"], move=chance.choice(offer["moves"])["move"])

    async def _send(self, sent: Sent, machine: Machine) -> bool:
        """Send a command to a node; False if there is no answer in time."""
        loop = asyncio.get_running_loop()
        answered: asyncio.Future[None] = loop.create_future()

        def arrive(answer: Answer) -> None:
            sent.answers.append((loop.time(), answer))
            if not answered.done():
                answered.set_result(None)

        async def handle() -> None:
            """On the node's side."""
            try:
                answer = await machine.registry.do(self.table, self.token, sent.command)
            except Refused:
                return
            if answer.failure is None and answer.seq > self.nodes.watch.committed(self.table):
                self.nodes.watch.broken(f"event {answer.seq} was acknowledged before it was committed")
            loop.call_later(self.delay(), arrive, answer)

        if not machine.down:
            loop.call_later(self.delay(), machine.do, lambda: machine.begin(handle()))
        try:
            await asyncio.wait_for(answered, WAITS)
        except TimeoutError:
            return False
        return True
