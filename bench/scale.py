"""Measure how many moves a second the server makes with one worker and with more, on SQLite and on PostgreSQL, on
loopback. Renews docs/benchmarks.md.

For each database and number of workers the rate of moves is raised until p99 of a move's answer is above a limit. Where
there are enough cores, the processes that play have some of their own; what everybody took of the processor is told.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path

from load import GAMES, allow_files, percentiles, sit_down
from load_database import (
    POSTGRESQL,
    SQLITE,
    MeasuredDatabase,
    add_postgres_option,
    is_database,
    measured_database,
)
from load_generator import Generators
from load_server import ServerProcess
from report import cpu_model

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- scale -->", "<!-- /scale -->"
SHORT_GAME = 40
"""A game has at least so many moves, whatever is played: tables enough are open that none ends."""
FEWEST_TABLES = 100
SEATS = 4
WARM_UP = 1.0
REACHED = 0.98
"""So much of the rate that was asked for must have been answered."""
GROWTH = 1.5
"""By how much the rate is raised until it is too much."""
SLOWEST = 10
"""Moves a second below which there is nothing to look for."""
NARROW = 1.1
"""Then the highest rate is looked for in between, until it is known to this factor."""
TRIES = 2
"""A rate is too much if it was too much so many times: the machine may have had something else to do."""
MANY_CORES = 4
"""With fewer, everybody shares them."""


@dataclass
class Step:
    """One measurement at one rate."""

    asked: float
    rate: float
    answer_ms: list[float]
    """p50, p99, p99.9, worst."""
    news_ms: list[float]
    server_cores: float
    database_cores: float
    generator_cores: float
    busiest_generator: float
    late_ms: float
    refused: int
    lost: int

    @property
    def server_ms(self) -> float:
        """Processor time of the server for one move."""
        return 1000 * self.server_cores / max(1.0, self.rate)

    def holds(self, limit: float) -> bool:
        return self.rate >= REACHED * self.asked and self.answer_ms[1] <= limit and not self.lost


@dataclass
class Configuration:
    database: str
    workers: int
    steps: list[Step] = field(default_factory=list)

    def best(self, limit: float) -> Step | None:
        """The highest rate that held."""
        return max((step for step in self.steps if step.holds(limit)), key=lambda step: step.asked, default=None)


@dataclass(frozen=True)
class Cores:
    """Which cores are whose; none for the generators means that everybody shares all."""

    server: frozenset[int]
    generators: tuple[int, ...]

    @classmethod
    def divide(cls, wanted: int | None) -> "Cores":
        available = sorted(os.sched_getaffinity(0))
        own = wanted if wanted is not None else len(available) // 4 if len(available) >= MANY_CORES else 0
        if not 0 <= own < len(available):
            raise SystemExit(f"--generator-cores {own}: there are {len(available)} cores, and the server needs one.")
        return cls(frozenset(available[: len(available) - own]), tuple(available[len(available) - own :]))

    @contextmanager
    def of_the_server(self) -> Iterator[None]:
        """What is started in this context has the server's cores, and only those."""
        before = os.sched_getaffinity(0)
        os.sched_setaffinity(0, self.server)
        try:
            yield
        finally:
            os.sched_setaffinity(0, before)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=numbers, default=[1, 2], help="numbers of workers (default 1,2)")
    parser.add_argument(
        "--databases",
        type=lambda given: [is_database(each) for each in given.split(",")],
        default=[SQLITE, POSTGRESQL],
        help=f"{SQLITE}, {POSTGRESQL}, both (the default), or addresses of empty databases of your own",
    )
    add_postgres_option(parser)
    parser.add_argument("--limit", type=float, default=25, help="milliseconds that p99 may take (default 25)")
    parser.add_argument("--first", type=float, default=200, help="the rate to begin with, for one worker (default 200)")
    parser.add_argument("--rates", type=numbers, help="measure at these rates instead of looking for the highest")
    parser.add_argument("--seconds", type=float, default=5, help="how long to measure each rate (default 5)")
    parser.add_argument("--games", default=",".join(GAMES), help="which games are played (default: all four, in turns)")
    parser.add_argument(
        "--generator-cores",
        type=int,
        metavar="N",
        help="cores for the processes that play alone (default: a quarter of four or more; 0: they share all)",
    )
    parser.add_argument("--generators", type=int, help="processes that play (default: one for each core of theirs)")
    parser.add_argument("--quick", action="store_true", help="two rates, for two seconds each; no page")
    parser.add_argument("--json", action="store_true", help="print JSON instead of tables; no page")
    options = parser.parse_args()
    if options.quick:
        options.seconds, options.rates = 2.0, options.rates or [100, 200]
    allow_files(20_000)
    cores = Cores.divide(options.generator_cores)
    found: list[Configuration] = []
    for database in options.databases:
        for workers in options.workers:
            configuration = Configuration(database.partition(":")[0], workers)
            found.append(configuration)
            asyncio.run(measure(configuration, database, cores, options, first_rate(found, options)))
    if options.json:
        print(json.dumps([asdict(each) for each in found], indent=2))
        return
    text = as_markdown(found, cores, options)
    print(text)
    if not options.quick and options.rates is None:
        before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{text}\n{END}{rest.partition(END)[2]}", "utf-8")


def numbers(given: str) -> list[int]:
    return [int(each) for each in given.split(",")]


def first_rate(found: Sequence[Configuration], options: argparse.Namespace) -> float:
    """Begin where the configuration before was well below its highest rate: it saves time."""
    before = found[-2].best(options.limit) if len(found) > 1 else None
    return max(options.first, before.asked / 2) if before is not None else float(options.first)


async def measure(
    configuration: Configuration, kind: str, cores: Cores, options: argparse.Namespace, first: float
) -> None:
    with (
        tempfile.TemporaryDirectory(prefix="koloda-scale-") as folder,
        cores.of_the_server(),
        measured_database(kind, options.postgres_bin) as database,
    ):
        server = ServerProcess(Path(folder), workers=configuration.workers, database=database.address)
        server.start()
        try:
            await with_server(configuration, server, database, cores, options, first)
        finally:
            server.stop()


async def with_server(
    configuration: Configuration,
    server: ServerProcess,
    database: MeasuredDatabase,
    cores: Cores,
    options: argparse.Namespace,
    first: float,
) -> None:
    if cores.generators:
        os.sched_setaffinity(0, cores.generators)  # we open the tables, which is the generators' work
    count = options.generators or max(1, len(cores.generators))
    generators = await Generators.start(count, server.port, cores.generators)

    async def holds(rate: float) -> bool:
        for _ in range(1 if options.rates else TRIES):
            step = await measure_rate(generators, server, database, rate, options)
            configuration.steps.append(step)
            tell(
                f"{configuration.database}, {configuration.workers} workers, {rate:.0f} moves a second: "
                f"{step.rate:.0f} answered, p99 {step.answer_ms[1]:.1f} ms, server {step.server_cores:.2f} cores"
            )
            if step.holds(options.limit):
                return True
        return False

    try:
        if options.rates:
            for rate in options.rates:
                await holds(rate)
            return
        await search(holds, first)
    finally:
        await generators.close()


async def search(holds: Callable[[float], Awaitable[bool]], first: float) -> None:
    """Look for the highest rate that holds, up or down from the first one."""
    low = first
    while not await holds(low):
        low /= GROWTH
        if low < SLOWEST:
            return
    high = low * GROWTH
    if low == first:
        while await holds(high):
            low, high = high, high * GROWTH
    while high / low > NARROW:
        middle = (low * high) ** 0.5
        low, high = (middle, high) if await holds(middle) else (low, middle)


async def measure_rate(
    generators: Generators, server: ServerProcess, database: MeasuredDatabase, rate: float, options: argparse.Namespace
) -> Step:
    tables = max(FEWEST_TABLES, int(rate * (options.seconds + WARM_UP) / SHORT_GAME) + 1)
    await generators.connect(await sit_down(server.port, SEATS * tables, options.games.split(",")))
    await generators.move(rate, WARM_UP)
    server_cpu, database_cpu = server.cpu(), database.cpu()
    played = await generators.move(rate, options.seconds)
    seconds = max(each.sent_for for each in played)
    answers = [each for one in played for each in one.answers]
    return Step(
        asked=rate,
        rate=len(answers) / seconds,
        answer_ms=percentiles(answers),
        news_ms=percentiles([each for one in played for each in one.news]),
        server_cores=(server.cpu() - server_cpu) / seconds,
        database_cores=(database.cpu() - database_cpu) / seconds,
        generator_cores=sum(each.cpu / each.sent_for for each in played),
        busiest_generator=max(each.cpu / each.sent_for for each in played),
        late_ms=1000 * max(each.late for each in played),
        refused=sum(each.refused for each in played),
        lost=sum(each.lost for each in played),
    )


def as_markdown(found: Sequence[Configuration], cores: Cores, options: argparse.Namespace) -> str:
    shared = (
        f"{len(cores.generators)} of {len(cores.server) + len(cores.generators)} cores for the processes that play"
        if cores.generators
        else f"{len(cores.server)} cores for the server, the database and the process that plays together"
    )
    head = [
        f"- `{command(options)}` on {cpu_model()}, {shared}",
        f"- {options.seconds:g} seconds for each rate; the highest one at which p99 of a move's answer is at most "
        f"{options.limit:g} ms, to {100 * NARROW - 100:.0f} %"
        if options.rates is None
        else f"- {options.seconds:g} seconds for each rate",
        "",
        "| database | workers | moves/s | to one worker | p50 | p99 | others' news, p99 "
        "| cores: server / database / generator | server, for a move |",
        "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    ]
    rows: list[str] = []
    for configuration in found:
        if options.rates:
            rows += [row(configuration, step) for step in configuration.steps]
            continue
        best = configuration.best(options.limit)
        if best is None:
            rows.append(f"| {configuration.database} | {configuration.workers} | none held | | | | | | |")
            continue
        alone = next(each for each in found if each.database == configuration.database).best(options.limit)
        rows.append(row(configuration, best, alone if configuration.workers > 1 else None))
    return "\n".join([*head, *rows])


def row(configuration: Configuration, step: Step, alone: Step | None = None) -> str:
    more = "" if alone is None else f"{step.rate / alone.rate:.2f}×"
    return (
        f"| {configuration.database} | {configuration.workers} | {step.rate:,.0f} | {more} "
        f"| {step.answer_ms[0]:.1f} ms | {step.answer_ms[1]:.1f} ms | {step.news_ms[1]:.1f} ms "
        f"| {step.server_cores:.2f} / {step.database_cores:.2f} / {step.generator_cores:.2f} "
        f"| {step.server_ms:.2f} ms |"
    )


def command(options: argparse.Namespace) -> str:
    """How to measure the same again."""
    given = f"--workers {','.join(map(str, options.workers))} --first {options.first:g} --seconds {options.seconds:g}"
    if options.generator_cores is not None:
        given += f" --generator-cores {options.generator_cores}"
    return f'make scale ARGS="{given}"'


def tell(what: str) -> None:
    print(f"scale: {what}", file=sys.stderr)


if __name__ == "__main__":
    main()
