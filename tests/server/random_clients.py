"""Clients that play at random, lose their connection, reconnect, and remember everything they heard."""

import asyncio
import random
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, WebSocketException

from tests.server.in_process_server import client_of
from tests.server.processes import Servers
from tests.timeouts import HANG

Json = dict[str, Any]
LOST = (OSError, TimeoutError, EOFError, httpx.TransportError, WebSocketException, InvalidHandshake)
"""How the connection to a killed server ends."""

_encode = msgspec.json.encode
_decode = msgspec.json.decode


def connected(url: str, headers: dict[str, str], patience: float = HANG) -> connect:
    """With the same timeout as `client_of`."""
    return connect(
        url, additional_headers=headers, compression=None, proxy=None, open_timeout=patience, ping_interval=None
    )


AWAY = ("storage", "unavailable", "busy")
"""The database does not answer, or the server is about to stop or overloaded: try again, here or elsewhere."""


class ServerAway(OSError):
    """It cannot answer now."""


def _answered(response: httpx.Response) -> bytes:
    if response.status_code == 502:  # a proxy has lost the node that it asked
        raise ServerAway
    if response.status_code == 503 and response.json()["code"] in AWAY:
        raise ServerAway
    assert response.status_code == 200, response.text
    return response.content


class Story:
    """What a client has heard of a table. The server never takes it back, not even after a crash."""

    def __init__(self) -> None:
        self.seq = 0
        self.facts: list[Any] = []
        self.news: Json | None = None

    def hear(self, news: Json) -> None:
        assert news["seq"] >= self.seq, "the server forgot what it had told"
        if news["since"] == 0:
            assert news["facts"][: len(self.facts)] == self.facts, "the server tells another story than before"
            self.facts = news["facts"]
        elif news["since"] == self.seq:
            self.facts += news["facts"]
        else:
            return
        self.seq, self.news = news["seq"], news


class Person:
    """Has one pending command at a time, and repeats it until it is answered."""

    patience: float = HANG
    """Seconds after which it gives a connection up that does not answer."""

    def __init__(self, name: str, chance: random.Random) -> None:
        self.name = name
        self.chance = chance
        self.table = self.token = ""
        self.stories: dict[str, Story] = {}
        self.pending: Json | None = None
        self.done: list[tuple[str, Json, int]] = []
        """The accepted commands: table, command, and the number of its event."""
        self.seen = self.answered = ("", 0)
        """The event after which the client last made a command, and the last offer that it answered."""
        self.numbers = iter(range(10**9))

    @property
    def story(self) -> Story:
        return self.stories.setdefault(self.table, Story())

    def command(self) -> Json | None:
        """The next command: the unanswered one, or a new one."""
        news = self.story.news
        if self.pending is None and news is not None:
            self.pending = self._next_command(news)
            if self.pending is not None:
                self.pending["id"] = f"{self.name}-{next(self.numbers)}"
        return self.pending

    def _next_command(self, news: Json) -> Json | None:
        if news["table"]["status"] == "over":
            return {"do": "rematch"}
        state, self.seen = self.seen, (self.table, news["seq"])
        fresh = state != self.seen
        if fresh and news["undo"] and self.chance.random() < 0.05:
            return {"do": "undo"}
        offer = news["offer"]
        if offer is None or (self.table, offer["number"]) == self.answered:
            return None
        if not offer["must"] and not (fresh and self.chance.random() < 0.1):
            return None
        self.answered = (self.table, offer["number"])
        return {"do": "act", "offer": offer["number"], "move": self.chance.choice(offer["moves"])["move"]}

    def read(self, frame: bytes | str) -> Json:
        """Everything from the server passes here first."""
        found: Json = _decode(frame)
        return found

    def hear(self, news: Json) -> None:
        self.story.hear(news)

    def accept(self, answer: Json) -> None:
        command, self.pending = self.pending, None
        assert command is not None
        assert answer["id"] == command["id"]
        if (failure := answer["failure"]) is not None:
            if failure["code"] in AWAY:  # it may have been stored nevertheless: repeat it
                self.pending = command
                raise ServerAway
            # Somebody else was faster; or a repeat came when the game had moved on.
            assert failure["code"] in ("stale", "not_legal", "not_your_turn"), failure
            return
        self.done.append((self.table, command, answer["seq"]))
        if command["do"] == "rematch":
            self.table = answer["next"]

    async def play(self, servers: Servers, up: asyncio.Event) -> None:
        """Play whenever the server is up, until cancelled."""
        while True:
            await up.wait()
            try:
                await self.visit(servers.address)
            except LOST:
                await asyncio.sleep(0.002)

    async def visit(self, address: str) -> None:
        raise NotImplementedError

    async def open(self, address: str, wanted: Json) -> None:
        async with client_of(address) as client:
            self._sit(await client.post("/api/tables", json={**wanted, **self._whose()}))

    async def sit(self, address: str, table: str) -> None:
        async with client_of(address) as client:
            self._sit(await client.post(f"/api/tables/{table}/sit", json=self._whose()))

    def _whose(self) -> Json:
        return {"name": self.name, "nonce": self.chance.randbytes(16).hex()}

    def _sit(self, response: httpx.Response) -> None:
        assert response.status_code == 200, response.text
        seated = response.json()
        self.table, self.token = seated["table"], seated["token"]

    def cookie(self, table: str) -> dict[str, str]:
        return {"cookie": f"koloda_{table}={self.token}"}


class Caller(Person):
    """Plain HTTP: a request for each command and each piece of news."""

    async def visit(self, address: str) -> None:
        async with client_of(address, self.patience) as client:
            while True:
                path, headers = f"/api/tables/{self.table}", self.cookie(self.table)
                if (command := self.command()) is not None:
                    response = await client.post(f"{path}/do", headers=headers, json=command)
                    self.accept(self.read(_answered(response)))
                else:
                    query = {"since": self.story.seq, "wait": 1}
                    response = await client.get(f"{path}/news", headers=headers, params=query)
                    self.hear(self.read(_answered(response)))


class Listener(Person):
    """A WebSocket for each table."""

    def looks_in(self) -> float | None:
        """Seconds until it may want to do something, even if it hears nothing; None for never."""
        return None

    async def visit(self, address: str) -> None:
        table = self.table
        url = f"ws://{address}/api/tables/{table}/socket?since={self.story.seq}"
        async with connected(url, self.cookie(table), self.patience) as socket:
            waits_for, gives_up = "news", self._gives_up()
            while self.table == table:
                frame = await self._next_frame(socket, gives_up if waits_for else None)
                if frame is not None:
                    if frame["say"] == "news":
                        self.hear(frame)
                    elif frame["say"] == "answer":
                        self.accept(frame)
                    if frame["say"] == waits_for:
                        waits_for = ""
                if not waits_for and self.table == table and (command := self.command()) is not None:
                    await socket.send(_encode(command).decode())
                    waits_for, gives_up = "answer", self._gives_up()

    def _gives_up(self) -> float:
        return asyncio.get_running_loop().time() + self.patience

    async def _next_frame(self, socket: ClientConnection, gives_up: float | None) -> Json | None:
        """None if it is time to do something. Raises `TimeoutError` if what it waits for has not come."""
        now, looks_in = asyncio.get_running_loop().time(), self.looks_in()
        looks_at = None if looks_in is None else now + looks_in
        try:
            async with asyncio.timeout_at(looks_at if gives_up is None else gives_up):
                return self.read(await socket.recv())
        except TimeoutError:
            if gives_up is not None:
                raise
            return None
