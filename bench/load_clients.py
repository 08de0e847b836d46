"""Browsers by the thousand: connections that read what they are told, and move when it is their turn."""

import asyncio
import base64
import gc
import os
import struct
from collections import deque
from dataclasses import dataclass, field
from time import perf_counter

import msgspec

NEWS, ANSWER = "news", "answer"


class Move(msgspec.Struct):
    move: str


class Offer(msgspec.Struct):
    number: int
    must: bool
    moves: list[Move]


class Frame(msgspec.Struct):
    """As much of News and Answer as a player needs who takes any move."""

    say: str
    seq: int = 0
    id: str = ""
    offer: Offer | None = None
    failure: msgspec.Raw | None = None


frame_of = msgspec.json.Decoder(Frame).decode


@dataclass
class Figures:
    """Seconds, and counts."""

    answers: list[float] = field(default_factory=list)
    """From a move to its answer."""
    news: list[float] = field(default_factory=list)
    """From a move to the news at another seat of the table."""
    refused: int = 0
    frames: int = 0
    octets: int = 0
    lost: int = 0


@dataclass
class Seat:
    table: str
    token: str
    source: str = "127.0.0.1"
    """The address that the player comes from: each is a household of its own to the server."""
    seq: int = 0
    group: "list[Seat]" = field(default_factory=list)
    client: "Client | None" = None
    asked: float = 0.0
    """When the move under way was sent; 0 if there is none."""
    moved: float = 0.0
    unheard: int = 0
    """When the last move was sent, and how many at the table have not heard of it."""
    acted: int = -1
    """The number of the offer that was answered last."""
    waits: bool = False


class Crowd:
    """All seats, those whose turn it is, and what was measured."""

    def __init__(self, port: int, seats: list[Seat]) -> None:
        self.port = port
        self.seats = seats
        self.ready: deque[Seat] = deque()
        self.figures = Figures()
        self.measuring = False
        self.heard = asyncio.Event()
        self.silent = 0

    async def connect(self, at_once: int = 400) -> float:
        """Connect every seat, and wait until each has its news. Returns the seconds it took."""
        before = perf_counter()
        gate = asyncio.Semaphore(at_once)
        self.silent = len(self.seats)
        self.heard.clear()
        await asyncio.gather(*(self._connect(seat, gate) for seat in self.seats))
        await asyncio.wait_for(self.heard.wait(), 120)
        return perf_counter() - before

    def leave(self) -> None:
        """Disconnect everybody."""
        for seat in self.seats:
            if seat.client is not None:
                seat.client.transport.abort()

    async def join(self, seat: Seat) -> None:
        """Add a seat, and connect it."""
        self.seats.append(seat)
        await self._connect(seat, asyncio.Semaphore())

    async def _connect(self, seat: Seat, gate: asyncio.Semaphore) -> None:
        async with gate:
            while not await self._reached(seat):
                await asyncio.sleep(0.05)

    async def _reached(self, seat: Seat) -> bool:
        client = Client(self, seat)
        try:
            await asyncio.get_running_loop().create_connection(
                lambda: client, "127.0.0.1", self.port, local_addr=(seat.source, 0)
            )
            await client.greeted
        except OSError:
            return False
        return True

    async def move(self, rate: float, seconds: float) -> float:
        """Moves at an even rate, whether answers come or not. Returns by how many seconds they were late at worst."""
        began, sent, latest = perf_counter(), 0, 0.0
        while (gone := perf_counter() - began) < seconds:
            due = int(gone * rate) - sent
            latest = max(latest, due / rate)
            for _ in range(due):
                if not self._act():
                    break
                sent += 1
            await asyncio.sleep(0.0005)
        return latest

    def _act(self) -> bool:
        while self.ready:
            seat = self.ready.popleft()
            seat.waits = False
            if seat.client is not None and seat.client.act():
                return True
        return False


class Client(asyncio.Protocol):
    """A WebSocket with nothing that the server does not ask for. Its mask is zero, which is a mask too."""

    def __init__(self, crowd: Crowd, seat: Seat) -> None:
        self.crowd = crowd
        self.seat = seat
        self.greeted: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.buffer = bytearray()
        self.open = False
        self.offer: Offer | None = None
        self.has_news = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        transport.write(
            f"GET /api/tables/{self.seat.table}/socket?since={self.seat.seq} HTTP/1.1\r\n"
            f"Host: localhost:{self.crowd.port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            f"Cookie: koloda_{self.seat.table}={self.seat.token}\r\n\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        now = perf_counter()
        self.buffer += data
        if not self.open:
            head, end, rest = self.buffer.partition(b"\r\n\r\n")
            if not end:
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self.transport.abort()
                return
            self.open = True
            self.seat.client = self
            self.buffer = rest
            self.greeted.set_result(None)
        self._frames(now)

    def _frames(self, now: float) -> None:
        buffer, start = self.buffer, 0
        while len(buffer) - start >= 2:
            size, head = buffer[start + 1], 2
            if size == 126:
                head = 4
            elif size == 127:
                head = 10
            if len(buffer) - start < head:
                break
            if head == 4:
                (size,) = struct.unpack_from("!H", buffer, start + 2)
            elif head == 10:
                (size,) = struct.unpack_from("!Q", buffer, start + 2)
            if len(buffer) - start < head + size:
                break
            kind, body = buffer[start] & 15, bytes(buffer[start + head : start + head + size])
            start += head + size
            if kind == 1:
                self._hear(frame_of(body), now)
                self.crowd.figures.frames += 1
                self.crowd.figures.octets += len(body)
            elif kind == 9:
                self._send(10, body)
        del buffer[:start]

    def _hear(self, frame: Frame, now: float) -> None:
        crowd, seat = self.crowd, self.seat
        if frame.say == ANSWER:
            if crowd.measuring and seat.asked:
                crowd.figures.answers.append(now - seat.asked)
            seat.asked = 0.0
            if frame.failure is not None:
                crowd.figures.refused += 1
            self._wait()
        elif frame.say == NEWS:
            if frame.seq > seat.seq:
                self._compare(now)
            seat.seq = max(seat.seq, frame.seq)
            self.offer = frame.offer
            if not self.has_news:
                self.has_news = True
                crowd.silent -= 1
                if crowd.silent == 0:
                    crowd.heard.set()
            self._wait()

    def _compare(self, now: float) -> None:
        for other in self.seat.group:
            if other is not self.seat and other.unheard:
                other.unheard -= 1
                if self.crowd.measuring:
                    self.crowd.figures.news.append(now - other.moved)

    def _wait(self) -> None:
        """Stand in line for a move, if it is one's turn."""
        seat = self.seat
        due = self.offer is not None and self.offer.must and self.offer.number != seat.acted
        if due and not seat.asked and not seat.waits:
            seat.waits = True
            self.crowd.ready.append(seat)

    def act(self) -> bool:
        seat, offer = self.seat, self.offer
        if offer is None or not offer.must or offer.number == seat.acted or seat.asked or self.transport.is_closing():
            return False
        seat.acted = offer.number
        move = offer.moves[offer.number * 7919 % len(offer.moves)].move
        command = {"do": "act", "id": f"{offer.number}", "offer": offer.number, "move": move}
        seat.asked = seat.moved = perf_counter()
        seat.unheard = len(seat.group) - 1
        self._send(1, msgspec.json.encode(command))
        return True

    def _send(self, kind: int, body: bytes) -> None:
        size = len(body)
        head = bytes([128 | kind, 128 | size]) if size < 126 else struct.pack("!BBH", 128 | kind, 128 | 126, size)
        self.transport.write(head + b"\0\0\0\0" + body)

    def connection_lost(self, error: Exception | None) -> None:
        self.crowd.figures.lost += 1
        if self.seat.client is self:
            self.seat.client = None
            self.seat.asked = 0.0
            self.seat.acted = -1
        if not self.greeted.done():
            self.greeted.set_exception(ConnectionError("not let in"))


def calm_collector() -> None:
    """The clients' own memory is not what is measured."""
    gc.collect()
    gc.freeze()
    gc.disable()
