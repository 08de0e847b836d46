"""Processes that play against the server under load. One can send as much as one core allows.

`load_generator.py PORT` reads orders from its input, a JSON object a line, and answers each with another one.
"""

import asyncio
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter

import msgspec
from load_clients import Crowd, Figures, Seat, calm_collector
from load_server import own_cpu

LONGEST_LINE = 1 << 28
DRAIN = 0.5
"""Seconds in which the last answers come."""


class SeatedTable(msgspec.Struct):
    table: str
    tokens: list[str]
    source: str


class Connect(msgspec.Struct, tag_field="order", tag="connect"):
    """Leave all tables, and connect to these."""

    tables: list[SeatedTable]


class Move(msgspec.Struct, tag_field="order", tag="move"):
    rate: float
    seconds: float


class Played(msgspec.Struct):
    """What came of it. Times are in seconds."""

    sent_for: float = 0.0
    answers: list[float] = []
    news: list[float] = []
    refused: int = 0
    lost: int = 0
    late: float = 0.0
    """By how much the moves were late at worst: then we are the limit, or nobody had a move to make."""
    cpu: float = 0.0
    octets: int = 0
    frames: int = 0


class Generators:
    """Our side: several of these processes, each with its share of the tables."""

    def __init__(self, processes: list[asyncio.subprocess.Process]) -> None:
        self._processes = processes

    @classmethod
    async def start(cls, count: int, port: int, cores: Sequence[int] = ()) -> "Generators":
        """Each has one of the cores, if there are any for them."""
        processes = []
        for number in range(count):
            process = await asyncio.create_subprocess_exec(
                sys.executable,
                *(str(Path(__file__)), str(port), *([str(cores[number % len(cores)])] if cores else [])),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                limit=LONGEST_LINE,
            )
            processes.append(process)
        return cls(processes)

    def __len__(self) -> int:
        return len(self._processes)

    async def connect(self, seats: Sequence[Seat]) -> None:
        """Let everybody leave their tables and sit at others."""
        tables: dict[str, SeatedTable] = {}
        for seat in seats:
            tables.setdefault(seat.table, SeatedTable(seat.table, [], seat.source)).tokens.append(seat.token)
        shares = [list(tables.values())[number :: len(self)] for number in range(len(self))]
        await self._ask(*(Connect(share) for share in shares))

    async def move(self, rate: float, seconds: float) -> list[Played]:
        """Moves at this rate, all together. Returns what each process has seen."""
        return await self._ask(*[Move(rate / len(self), seconds)] * len(self))

    async def _ask(self, *orders: Connect | Move) -> list[Played]:
        async def ask(process: asyncio.subprocess.Process, order: Connect | Move) -> Played:
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(msgspec.json.encode(order) + b"\n")
            await process.stdin.drain()
            line = await process.stdout.readline()
            if not line:
                raise SystemExit("A process that plays has ended.")
            return msgspec.json.decode(line, type=Played)

        return list(await asyncio.gather(*(ask(*each) for each in zip(self._processes, orders, strict=True))))

    async def close(self) -> None:
        for process in self._processes:
            assert process.stdin is not None
            process.stdin.close()
            await process.wait()


async def obey(port: int) -> None:
    """The other side."""
    decode = msgspec.json.Decoder(Connect | Move).decode
    crowd = Crowd(port, [])
    calm_collector()
    while line := await asyncio.to_thread(sys.stdin.buffer.readline):
        order = decode(line)
        if isinstance(order, Connect):
            crowd.leave()
            crowd = Crowd(port, [seat for table in order.tables for seat in seated(table)])
            await crowd.connect(at_once=100)
            played = Played()
        else:
            played = await play(crowd, order)
        sys.stdout.buffer.write(msgspec.json.encode(played) + b"\n")
        sys.stdout.buffer.flush()


def seated(table: SeatedTable) -> list[Seat]:
    group: list[Seat] = []
    group += [Seat(table.table, token, table.source, group=group) for token in table.tokens]
    return group


async def play(crowd: Crowd, order: Move) -> Played:
    crowd.figures, crowd.measuring = figures, _ = Figures(), True
    cpu, before = own_cpu(), perf_counter()
    late = await crowd.move(order.rate, order.seconds)
    sent_for = perf_counter() - before
    cpu = own_cpu() - cpu
    await asyncio.sleep(DRAIN)
    crowd.measuring = False
    return Played(
        sent_for=sent_for,
        answers=figures.answers,
        news=figures.news,
        refused=figures.refused,
        lost=figures.lost,
        late=late,
        cpu=cpu,
        octets=figures.octets,
        frames=figures.frames,
    )


if __name__ == "__main__":
    if len(sys.argv) > 2:
        os.sched_setaffinity(0, {int(sys.argv[2])})
    asyncio.run(obey(int(sys.argv[1])))
