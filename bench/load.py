"""Measure the server under load, on loopback: connections held, durable moves a second, how long a move takes, memory,
and how soon everybody is back after a restart. Renews docs/benchmarks.md.

The generator and the server share the machine; what each took of the processor is told.
"""

import argparse
import asyncio
import json
import resource
import sys
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter

import msgspec
from load_clients import Crowd, Seat, calm_collector
from load_server import BUSY, Connection, Refusal, ServerProcess, all_cpu, own_cpu
from report import cpu_model

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- load -->", "<!-- /load -->"
GAMES = {"no_thanks": 4, "dobro": 4, "mind_up": 4, "tugriki": 4}
NONCE = "0123456789abcdef" * 2
LONGEST = 600


@dataclass
class Outcome:
    sockets: int
    tables: int
    asked_rate: float
    seconds: float
    rate: float
    answer_ms: list[float]
    news_ms: list[float]
    refused: int
    lost: int
    frames: float
    frame_bytes: float
    server_cpu: float
    generator_cpu: float
    others_cpu: float
    generator_late_ms: float
    memory_mb: float
    peak_mb: float
    append_ms: float
    connect_seconds: float
    stop_seconds: float
    start_seconds: float
    resync_seconds: float


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sockets", type=int, default=10_000, help="connections to hold (default 10000)")
    parser.add_argument("--rate", type=float, default=1000, help="moves a second (default 1000)")
    parser.add_argument("--seconds", type=float, default=30, help="how long to measure (default 30)")
    parser.add_argument("--games", default=",".join(GAMES), help="which games are played (default: all four, in turns)")
    parser.add_argument("--quick", action="store_true", help="400 connections, 100 moves a second, 5 seconds; no page")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables; no page")
    options = parser.parse_args()
    if options.quick:
        options.sockets, options.rate, options.seconds = 400, 100.0, 5.0
    allow_files(2 * options.sockets + 1000)
    with tempfile.TemporaryDirectory(prefix="koloda-load-") as folder:
        outcome = asyncio.run(asyncio.wait_for(measure(Path(folder), options), LONGEST))
    if options.json:
        print(json.dumps(asdict(outcome), indent=2))
        return
    text = as_markdown(outcome)
    print(text)
    if not options.quick:
        before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}", "utf-8")


def allow_files(wanted: int) -> None:
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < wanted // 2:
        raise SystemExit(f"{wanted // 2} open files are needed, {most} are allowed (ulimit -n).")
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


async def measure(folder: Path, options: argparse.Namespace) -> Outcome:
    server = ServerProcess(folder)
    server.start()
    try:
        tell("opening tables")
        seats = await sit_down(server.port, options.sockets, options.games.split(","))
        crowd = Crowd(server.port, seats)
        tell(f"connecting {len(seats)} seats")
        connected = await crowd.connect()
        calm_collector()
        tell("warming up")
        await crowd.move(options.rate, min(5.0, options.seconds))
        tell(f"{options.rate:g} moves a second for {options.seconds:g} s")
        crowd.measuring = True
        frames, octets = crowd.figures.frames, crowd.figures.octets
        stored = await server.metrics()
        cpu, own, everything, before = server.cpu(), own_cpu(), all_cpu(), perf_counter()
        late = await crowd.move(options.rate, options.seconds)
        took = perf_counter() - before
        cpu, own = server.cpu() - cpu, own_cpu() - own
        others = max(0.0, all_cpu() - everything - cpu - own)
        await asyncio.sleep(1)
        crowd.measuring = False
        now, peak = server.memory()
        after = await server.metrics()
        spent = [
            after[f"koloda_append_seconds_{part}"] - stored[f"koloda_append_seconds_{part}"]
            for part in ("sum", "count")
        ]
        figures, lost = crowd.figures, crowd.figures.lost
        tell("restarting")
        stopped = await asyncio.to_thread(server.stop)
        while any(seat.client is not None for seat in seats):
            await asyncio.sleep(0.05)
        started = await asyncio.to_thread(server.start)
        resynced = await crowd.connect()
    finally:
        server.stop()
    return Outcome(
        sockets=len(seats),
        tables=len({seat.table for seat in seats}),
        asked_rate=options.rate,
        seconds=took,
        rate=len(figures.answers) / took,
        answer_ms=percentiles(figures.answers),
        news_ms=percentiles(figures.news),
        refused=figures.refused,
        lost=lost,
        frames=(figures.frames - frames) / took,
        frame_bytes=(figures.octets - octets) / max(1, figures.frames - frames),
        server_cpu=cpu / took,
        generator_cpu=own / took,
        others_cpu=others / took,
        generator_late_ms=late * 1000,
        memory_mb=now / 1e6,
        peak_mb=peak / 1e6,
        append_ms=1000 * spent[0] / max(1, spent[1]),
        connect_seconds=connected,
        stop_seconds=stopped,
        start_seconds=started,
        resync_seconds=resynced,
    )


async def sit_down(port: int, sockets: int, games: list[str]) -> list[Seat]:
    """Tables full of people, each with a token."""
    wishes: list[str] = []
    while sum(GAMES[game] for game in wishes) < sockets:
        wishes.append(games[len(wishes) % len(games)])
    seats: list[Seat] = []

    async def work(own: list[str]) -> None:
        async with Connection(port) as connection:
            for game in own:
                seats.extend(await patiently(connection, game))

    await asyncio.gather(*(work(wishes[n::8]) for n in range(8)))
    return seats[:sockets]


async def patiently(connection: Connection, game: str) -> list[Seat]:
    """The same as `fill_table`, again and again while the server has too much to do."""
    while True:
        try:
            return await fill_table(connection, game, GAMES[game])
        except Refusal as refusal:
            if BUSY not in str(refusal):
                raise
            await asyncio.sleep(1)


async def fill_table(connection: Connection, game: str, players: int) -> list[Seat]:
    """Open a table, fill it with people, and begin."""
    wanted = {"game": game, "players": players, "name": "Player 1", "nonce": NONCE, "patience": None}
    first = msgspec.json.decode(await connection.ask("POST", "/api/tables", msgspec.json.encode(wanted)))
    table, found = first["table"], [first]
    for number in range(2, players + 1):
        wanted = {"name": f"Player {number}", "nonce": NONCE}
        found.append(
            msgspec.json.decode(await connection.ask("POST", f"/api/tables/{table}/sit", msgspec.json.encode(wanted)))
        )
    start = msgspec.json.encode({"do": "start", "id": "start", "bot": "random"})
    await connection.ask("POST", f"/api/tables/{table}/do", start, f"koloda_{table}={first['token']}")
    group: list[Seat] = []
    group += [Seat(table, each["token"], connection.source, group=group) for each in found]
    return group


def percentiles(seconds: list[float]) -> list[float]:
    """p50, p99, p99.9 and the worst, in milliseconds."""
    ordered = sorted(seconds) or [float("nan")]
    return [1000 * ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.99, 0.999, 1)]


def as_markdown(outcome: Outcome) -> str:
    def row(name: str, reached: str, asked: str = "", fits: bool | None = None) -> str:
        return f"| {name} | {reached} | {asked} | {'' if fits is None else 'reached' if fits else 'missed'} |"

    answers, news = outcome.answer_ms, outcome.news_ms
    many = outcome.sockets >= 10_000
    rows = [
        row("connections held", f"{outcome.sockets:,} at {outcome.tables:,} tables", "10,000", many),
        row("durable moves/s", f"{outcome.rate:,.0f}", "1,000", outcome.rate >= 0.99 * 1000),
        row("move to answer, p50", f"{answers[0]:.1f} ms", "5 ms", answers[0] <= 5),
        row("move to answer, p99", f"{answers[1]:.1f} ms", "25 ms", answers[1] <= 25),
        row("move to answer, p99.9", f"{answers[2]:.1f} ms"),
        row("move to answer, worst", f"{answers[3]:.1f} ms"),
        row("move to the others' news, p50 / p99 / p99.9", " / ".join(f"{each:.1f}" for each in news[:3]) + " ms"),
        row(
            "server memory, then / at most",
            f"{outcome.memory_mb:.0f} / {outcome.peak_mb:.0f} MB",
            "600 MB",
            outcome.peak_mb <= 600,
        ),
        row("all back after a restart", f"{outcome.resync_seconds:.1f} s", "10 s", outcome.resync_seconds <= 10),
        row("stopping in order / starting", f"{outcome.stop_seconds:.1f} / {outcome.start_seconds:.1f} s"),
        row("first connection of all", f"{outcome.connect_seconds:.1f} s"),
        row("frames sent/s, mean size", f"{outcome.frames:,.0f}, {outcome.frame_bytes:,.0f} bytes"),
        row("change to durable, mean", f"{outcome.append_ms:.2f} ms"),
        row(
            "processor: server / generator / others",
            f"{outcome.server_cpu:.2f} / {outcome.generator_cpu:.2f} / {outcome.others_cpu:.2f} cores",
        ),
        row("generator late, at most", f"{outcome.generator_late_ms:.0f} ms"),
        row("refused moves, lost connections", f"{outcome.refused}, {outcome.lost}"),
    ]
    head = [
        f"- `make load` on {cpu_model()}, two cores for server and generator together",
        f"- {outcome.asked_rate:g} moves a second asked for, {outcome.seconds:.0f} seconds",
        "",
        "| server | measured | asked |  |",
        "| --- | --- | --- | --- |",
    ]
    return "\n".join(head + rows)


def tell(what: str) -> None:
    print(f"load: {what} …", file=sys.stderr)


if __name__ == "__main__":
    main()
