"""Measure how long the pages keep a phone busy at a stretch while a whole game of each is played. Renews
docs/benchmarks.md.

A task of the page's main thread that takes more than 50 ms is long: the page answers no finger meanwhile. Counted is
the processor's time, which other programs do not lengthen, times four: a phone is that much slower. A script plays
against bots, at the fastest pace that a player can choose, with all animations.
"""

import argparse
import asyncio
import json
import tempfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from playwright.async_api import Browser, async_playwright
from report import cpu_model

from koloda.games import GAMES
from koloda.server.serve import PACE
from koloda.server.web.websocket import PACES
from tests.browser.browsers import PHONE, Browsers
from tests.browser.build import PAGES, needs_chromium, needs_pages
from tests.browser.scenes import scenes_of
from tests.server.processes import Life, Servers

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
BEGIN, END = "<!-- long tasks -->", "<!-- /long tasks -->"
SLOWER = 4
FAST = round(PACE * PACES["fast"])
ASKED = 100
"""No task may take longer than so many milliseconds."""
LONGEST = 900
LONG = 50
TRACED = ["disabled-by-default-devtools.timeline"]


@dataclass
class Played:
    game: str
    clicks: int
    tasks: list[float]
    """How long each took, in ms, the longest first."""


async def play(browser: Browser, address: str, game: str) -> Played:
    players, options = scenes_of(game).SHORTEST
    browsers = Browsers(browser, address)
    anna = await browsers.visitor("Anna", size=PHONE, animated=True)
    seats = ["rule"] * (players - 1)
    table = await browsers.table(anna, game, players, seats=seats, options=options, start=True)
    await anna.page.goto(f"/t/{table}")
    await anna.page.wait_for_selector(".app:not(.locked) .me")
    await browser.start_tracing(page=anna.page, categories=TRACED)
    while await anna.click():
        pass
    tasks = main_tasks(json.loads(await browser.stop_tracing())["traceEvents"])
    await browsers.close()
    return Played(game, anna.clicks, tasks)


def main_tasks(events: list[dict[str, Any]]) -> list[float]:
    """What the main thread of a page did, in ms of a slower processor."""
    threads = [each for each in events if each["name"] == "thread_name" and each["args"]["name"] == "CrRendererMain"]
    main = {(each["pid"], each["tid"]) for each in threads}
    done = [each for each in events if each["name"] == "RunTask" and (each["pid"], each["tid"]) in main]
    return sorted((SLOWER * each.get("tdur", 0) / 1000 for each in done), reverse=True)


async def measure(games: list[str]) -> list[Played]:
    needs_pages()
    async with Servers() as servers, async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=needs_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        played = []
        for game in games:
            with tempfile.TemporaryDirectory() as folder:
                database, log = f"{folder}/tables.db", f"{folder}/log"
                await servers.begin(Life(database=database, pages=str(PAGES), seed="long tasks", log=log, pace=FAST))
                played.append(await play(browser, f"http://{servers.address}", game))
                await servers.stop()
            print(as_row(played[-1]), flush=True)
        await browser.close()
    return played


def as_row(played: Played) -> str:
    over = [sum(task > limit for task in played.tasks) for limit in (LONG, ASKED)]
    return f"| {played.game} | {played.clicks} | {played.tasks[0]:.0f} ms | {over[0]} | {over[1]} |"


def as_markdown(every: list[Played]) -> str:
    return "\n".join(
        [
            f"- `make long-tasks` on {cpu_model()}, times {SLOWER}; no task over {ASKED} ms is asked for",
            "",
            f"| game | clicks | longest task | over {LONG} ms | over {ASKED} ms |",
            "| --- | --- | --- | --- | --- |",
            *map(as_row, every),
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=[*GAMES], help="which games are played (default: all four)")
    parser.add_argument("--json", action="store_true", help="print JSON; no page")
    options = parser.parse_args()
    played = asyncio.run(asyncio.wait_for(measure(options.games), LONGEST))
    if options.json:
        print(json.dumps([asdict(each) for each in played], indent=2))
    elif options.games == [*GAMES]:
        before, _, rest = PAGE.read_text("utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{as_markdown(played)}\n{END}{rest.partition(END)[2]}", "utf-8")


if __name__ == "__main__":
    main()
