"""Measure what others notice of one hostile address that uses all it may, and of more tables than the server can carry.

All on loopback, with the server's usual limits. Ordinary players come from addresses of their own and move at a fixed
rate, first alone, then while another process attacks (attack.py). Then tables ask to open until the server refuses
them, and as many again. Renews docs/benchmarks.md: one section for one process, another one for workers.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import textwrap
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter
from typing import Any

import msgspec
from load import LONGEST, NONCE, allow_files, fill_table, percentiles
from load_clients import Crowd, Figures, Seat, calm_collector
from load_database import POSTGRESQL, SQLITE, add_postgres_option, is_database, measured_database
from load_server import BUSY, UNLIMITED, Connection, Refusal, ServerProcess
from report import cpu_model

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
SECTION, OF_WORKERS = "fairness", "fairness with workers"
HOUSEHOLDS = [f"127.0.0.{number}" for number in range(10, 20)]
GAMES = ("no_thanks", "dobro", "mind_up", "tugriki")
RATE = 100.0
"""Moves a second of all ordinary players together."""
TABLES = 50
FINISHED = 4
"""Games that are over, whose replays the attacker asks for."""
PACE = 4.0
"""Moves a second at every table, for the overload."""
OPENING = 15.0
"""Tables a second that ask to open."""


WAYS = ("limits", "floods", "all")


@dataclass
class Fairness:
    alone_ms: list[float]
    attacked_ms: dict[str, list[float]]
    """By the way of the attack."""
    attacks: dict[str, dict[str, int]]
    server_cpu: dict[str, float]
    memory_mb: float

    def fair(self, way: str) -> bool:
        """Twice as slow, or 10 ms slower, is still fair."""
        return self.attacked_ms[way][1] <= max(2 * self.alone_ms[1], self.alone_ms[1] + 10)


@dataclass
class Overload:
    carried: int
    """Tables that were open when the first was refused."""
    asked: int
    opened: int
    refused: int
    retry_after: float
    moves_per_second: float
    answer_ms: list[float]


@dataclass(frozen=True)
class Kind:
    """What server is measured."""

    workers: int
    database: str
    postgres: Path | None

    @contextmanager
    def server(self, limits: Sequence[str]) -> Iterator[ServerProcess]:
        """A server in a folder of its own, with a database of its own."""
        with (
            tempfile.TemporaryDirectory(prefix="koloda-fairness-") as folder,
            measured_database(self.database, self.postgres) as database,
        ):
            server = ServerProcess(Path(folder), limits=limits, workers=self.workers, database=database.address)
            server.start()
            try:
                yield server
            finally:
                server.stop()


Measure = Callable[[Kind, float], Coroutine[Any, Any, Fairness | Overload]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=8, help="how long to measure each attack (default 8)")
    parser.add_argument("--only", choices=("attack", "overload"), help="measure only one of the two")
    parser.add_argument("--workers", type=int, default=1, help="processes of the server (default 1)")
    parser.add_argument(
        "--database",
        type=is_database,
        default=SQLITE,
        help="sqlite (the default), postgresql (which is started), or the address of an empty one",
    )
    add_postgres_option(parser)
    parser.add_argument("--quick", action="store_true", help="4 seconds; no page")
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table; no page")
    options = parser.parse_args()
    if options.quick:
        options.seconds = 4.0
    allow_files(10_000)
    kind = Kind(options.workers, options.database, options.postgres_bin)
    found: list[Fairness | Overload] = []
    measures: dict[str, Measure] = {"attack": measure_attack, "overload": measure_overload}
    for name, measure in measures.items():
        if options.only in (None, name):
            found.append(asyncio.run(asyncio.wait_for(measure(kind, options.seconds), LONGEST)))
    if options.json:
        print(json.dumps([asdict(each) for each in found], indent=2))
        return
    text = as_markdown(found, kind)
    print(text)
    if not options.quick and options.only is None and kind.database in (SQLITE, POSTGRESQL):
        renew(text, SECTION if kind.workers == 1 and kind.database == SQLITE else OF_WORKERS)


def renew(text: str, section: str) -> None:
    """Replace a section of the page."""
    begin, end = f"<!-- {section} -->", f"<!-- /{section} -->"
    before, _, rest = PAGE.read_text("utf-8").partition(begin)
    PAGE.write_text(f"{before}{begin}\n{text}\n{end}{rest.partition(end)[2]}", "utf-8")


async def measure_attack(kind: Kind, seconds: float) -> Fairness:
    with kind.server(limits=()) as server:
        tell("opening tables")
        over = [await finished_game(server.port, f"127.0.0.{100 + number}") for number in range(FINISHED)]
        seats: list[Seat] = []
        for number in range(TABLES):
            async with Connection(server.port, HOUSEHOLDS[number % len(HOUSEHOLDS)]) as connection:
                seats += await fill_table(connection, GAMES[number % len(GAMES)], 4)
        crowd = Crowd(server.port, seats)
        await crowd.connect()
        calm_collector()
        tell("warming up")
        await crowd.move(RATE, 3)
        alone, attacked = Figures(), {way: Figures() for way in WAYS}
        found = Fairness([], {}, {}, {}, 0)
        for way in WAYS:  # in turns, so that the machine's own moods hit both
            found.server_cpu["alone"] = await play(crowd, server, alone, seconds / len(WAYS), "alone")
            attacker = await asyncio.create_subprocess_exec(
                sys.executable,
                *(str(Path(__file__).with_name("attack.py")), str(server.port), way, *over),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
            )
            await crowd.move(RATE, 2)  # until the attack is in full swing
            found.server_cpu[way] = await play(crowd, server, attacked[way], seconds, f"attacked: {way}")
            report, _ = await attacker.communicate(b"")
            found.attacks[way] = json.loads(report)
            await crowd.move(RATE, 3)
        found.alone_ms = percentiles(alone.answers)
        found.attacked_ms = {way: percentiles(figures.answers) for way, figures in attacked.items()}
        found.memory_mb = server.memory()[1] / 1e6
        return found


async def play(crowd: Crowd, server: ServerProcess, figures: Figures, seconds: float, how: str) -> float:
    """Move, and return how many cores the server took."""
    tell(f"{RATE:g} moves a second for {seconds:g} s, {how}")
    crowd.figures, crowd.measuring = figures, True
    cpu, before = server.cpu(), perf_counter()
    await crowd.move(RATE, seconds)
    cpu, took = server.cpu() - cpu, perf_counter() - before
    await asyncio.sleep(0.5)
    crowd.measuring = False
    return cpu / took


async def finished_game(port: int, source: str) -> str:
    """A game of eight bots that is over."""
    wanted = {"game": "tugriki", "players": 8, "name": "Player", "nonce": NONCE, "seats": ["random"] * 7, "start": True}
    async with Connection(port, source) as connection:
        seat = msgspec.json.decode(await connection.ask("POST", "/api/tables", msgspec.json.encode(wanted)))
        table, cookie = str(seat["table"]), f"koloda_{seat['table']}={seat['token']}"
        command = msgspec.json.encode({"do": "hand_over", "id": "1"})
        await connection.ask("POST", f"/api/tables/{table}/do", command, cookie)
        while b'"status":"over"' not in await connection.ask(
            "GET", f"/api/tables/{table}/news?since=1000000", b"", cookie
        ):
            await asyncio.sleep(0.2)
    return table


async def measure_overload(kind: Kind, seconds: float) -> Overload:
    with kind.server(UNLIMITED) as server:
        return await overload(server, seconds)


async def overload(server: ServerProcess, seconds: float) -> Overload:
    crowd = Crowd(server.port, [])
    opened = refused = asked = carried = 0
    retry_after = 0.0
    playing = asyncio.create_task(keep_moving(crowd))
    began = 0.0

    async def ask() -> None:
        nonlocal opened, refused, asked, carried, retry_after, began
        asked += 1
        try:
            async with Connection(server.port) as connection:
                seats = await fill_table(connection, GAMES[opened % len(GAMES)], 4)
        except Refusal as refusal:
            if BUSY not in str(refusal):
                raise
            refused += 1
            retry_after = msgspec.json.decode(str(refusal).partition("{")[2].join("{ "))["retry_after"]
            if not carried:
                tell(f"{opened} tables are open, and no more are taken")
                carried = opened
                began, crowd.measuring = perf_counter(), True
            return
        opened += 1
        await asyncio.gather(*(crowd.join(seat) for seat in seats))

    try:
        tell(f"{OPENING:g} tables a second ask to open, each with {PACE:g} moves a second")
        asking: set[asyncio.Task[None]] = set()
        while not carried or asked < 2 * carried:
            task = asyncio.create_task(ask())
            asking.add(task)
            task.add_done_callback(asking.discard)
            await asyncio.sleep(1 / OPENING)
        await asyncio.gather(*asking)
        await asyncio.sleep(seconds / 3)
    finally:
        crowd.measuring = False
        playing.cancel()
    answers = crowd.figures.answers
    rate = len(answers) / (perf_counter() - began)
    return Overload(carried, asked, opened, refused, retry_after, rate, percentiles(answers))


async def keep_moving(crowd: Crowd) -> None:
    while True:
        await crowd.move(max(1.0, PACE * len(crowd.seats) / 4), 0.25)


def as_markdown(found: list[Fairness | Overload], kind: Kind) -> str:
    rows: list[str] = []
    for each in found:
        rows += [*(about_attack(each) if isinstance(each, Fairness) else about_overload(each)), ""]
    given = [f"--workers {kind.workers}"] if kind.workers > 1 else []
    given += [f"--database {kind.database}"] if kind.database != SQLITE else []
    command = "make fairness" + (f' ARGS="{" ".join(given)}"' if given else "")
    cores = len(os.sched_getaffinity(0))
    head = [f"- `{command}` on {cpu_model()}, {cores} cores for server, players and attacker together", ""]
    return "\n".join(wrapped(row) for row in [*head, *rows]).rstrip()


def wrapped(row: str) -> str:
    """A row of the page, no wider than a screen unless it is one of a table."""
    return row if row.startswith("|") else textwrap.fill(row, 120, subsequent_indent="  " if row[:1] == "-" else "")


def about_attack(found: Fairness) -> list[str]:
    alone = found.alone_ms
    rows = [
        f"{TABLES} tables, {TABLES * 4} players at {len(HOUSEHOLDS)} addresses, {RATE:g} moves a second; one other "
        "address uses all it may (requests, replays, new tables), or floods the server (frames, pings with and without "
        "reading, half-sent requests), or both.",
        "",
        "| move to answer | p50 | p99 | worst | p99 grown |  | server |",
        "| --- | --- | --- | --- | --- | --- | --- |",
        f"| alone | {alone[0]:.1f} ms | {alone[1]:.1f} ms | {alone[3]:.1f} ms | | "
        f"| {found.server_cpu['alone']:.2f} cores |",
    ]
    for way, attacked in found.attacked_ms.items():
        rows.append(
            f"| attacked: {way} | {attacked[0]:.1f} ms | {attacked[1]:.1f} ms | {attacked[3]:.1f} ms "
            f"| {attacked[1] / alone[1]:.1f}× | {'reached' if found.fair(way) else 'missed'} (2× or 10 ms) "
            f"| {found.server_cpu[way]:.2f} cores |"
        )
    rows.append("")
    for way, done in found.attacks.items():
        rows.append(f"- {way}: " + "; ".join(f"{what} {times:,}" for what, times in done.items()))
    return [*rows, f"- server memory, at most {found.memory_mb:.0f} MB"]


def about_overload(found: Overload) -> list[str]:
    answers = found.answer_ms
    return [
        f"Overload: {OPENING:g} tables a second ask to open, each with four players and {PACE:g} moves a second, until "
        "twice as many have asked as were open at the first refusal.",
        "",
        "| overload | measured | asked |  |",
        "| --- | --- | --- | --- |",
        f"| tables open at the first refusal | {found.carried} | | |",
        f"| tables asked / opened / refused | {found.asked} / {found.opened} / {found.refused} | | |",
        f"| refused tables may try again in | {found.retry_after:g} s | | |",
        f"| moves/s from the first refusal on | {found.moves_per_second:.0f} | | |",
        f"| move to answer, p50 | {answers[0]:.1f} ms | | |",
        f"| move to answer, p99 | {answers[1]:.1f} ms | 250 ms | {'reached' if answers[1] <= 250 else 'missed'} |",
    ]


def tell(what: str) -> None:
    print(f"fairness: {what} …", file=sys.stderr)


if __name__ == "__main__":
    main()
