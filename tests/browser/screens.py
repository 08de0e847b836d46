"""Pictures of every state of every page, at six sizes, in both languages and themes, and where boxes are wrong.

`make screens` writes them to build/screens, with an overview in index.html. The states are those that the tests visit.
With `-k WORD` only states whose names contain the word are looked at again; all others stay as they are.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import traceback
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from playwright.async_api import Browser, async_playwright

from koloda.core.text import LANGUAGES, Language
from koloda.games import GAMES
from tests import plugin
from tests.browser import test_generic, test_lessons
from tests.browser.boxes import SIZES, boxes
from tests.browser.browsers import PHONE, Browsers
from tests.browser.build import SCREENS, needs_chromium, needs_pages_with_sources
from tests.browser.eye import THEMES, Again, Eye
from tests.browser.inspector import WILLING
from tests.browser.scenes import Staged, scenes_of, stage
from tests.browser.walk import EVERY_PAGE, advisors, review_of, score_pads, visit
from tests.server.processes import Life, Servers

PICTURED = ("PS-320", "P", "L", "tablet", "W", "TV")
"""The sizes of the pictures; boxes are checked at all of them."""
SHARED = ("W", "TV")
"""The sizes of shared screens."""
LONGEST = 3
"""So many screens of a page that scrolls are in its picture."""
OVERVIEW = Path(__file__).with_name("screens.html")
INDEX = "states.json"


class State(NamedTuple):
    """What was seen in one language."""

    walk: str
    name: str
    language: Language
    sizes: list[str]
    wrong: dict[str, list[str]]
    """By size."""


@dataclass
class Photographer(Eye):
    walk: str = ""
    wanted: str = ""
    states: list[State] = field(default_factory=list)

    async def look(self, state: str, again: Again | None = None) -> None:
        if self.wanted not in state:
            return
        await self.page.evaluate("document.fonts.ready")
        shared = await self.page.locator(".tv").count()
        sizes = [size for size in SIZES if not shared or size in SHARED]
        wrong = {}
        async for size in self.at_sizes(sizes, again):
            if found := await boxes(self.page, state):
                wrong[size] = found
            if size in PICTURED:
                await self._take(f"{state}-{size}-{self.language}")
        self.states.append(State(self.walk, state, self.language, [size for size in PICTURED if size in sizes], wrong))
        print(
            f"{self.language}  {state}",
            *(f"    {size}: {each}" for size in wrong for each in wrong[size]),
            sep="\n",
            flush=True,
        )

    async def _take(self, name: str) -> None:
        width, height = await self.page.evaluate("[innerWidth, document.documentElement.scrollHeight]")
        high = min(height, LONGEST * await self.page.evaluate("innerHeight"))
        for theme in THEMES:
            await self.page.emulate_media(color_scheme=theme)
            await self.page.screenshot(
                path=SCREENS / f"{name}-{theme}.jpg",
                type="jpeg",
                quality=85,
                full_page=True,
                clip={"x": 0, "y": 0, "width": width, "height": high},
            )
        await self.page.emulate_media(color_scheme=THEMES[0])


Steps = Callable[[Photographer, Browsers, dict[str, Staged]], Awaitable[None]]


@dataclass(frozen=True)
class Walk:
    """States that are visited one after another, on a server of their own."""

    name: str
    steps: Steps
    generic: bool = False
    """The server has a game of another package."""


def walks(wanted: str) -> Iterable[Walk]:
    for page in EVERY_PAGE:
        yield Walk(page.__name__, page)
    yield Walk("score_pads", lambda eye, browsers, staged: score_pads(eye))
    yield Walk("advisors", lambda eye, browsers, staged: advisors(eye))
    for game in GAMES:
        yield Walk(f"lesson-{game}", lesson_of(game))
        yield Walk(f"review-{game}", reviewed(game))
        yield Walk(f"scenes-{game}", scenes_named(game, wanted))
    yield Walk("generic", lambda eye, browsers, staged: test_generic.whole_game(eye, browsers), generic=True)
    yield Walk("generic-pad", lambda eye, browsers, staged: test_generic.score_pad(eye), generic=True)


def scenes_named(game: str, wanted: str) -> Steps:
    async def steps(eye: Photographer, browsers: Browsers, staged: dict[str, Staged]) -> None:
        for each in staged.values():
            if each.scene.game == game and wanted in f"{each.scene.name}-1":
                await visit(eye, browsers, each)

    return steps


def reviewed(game: str) -> Steps:
    return lambda eye, browsers, staged: review_of(eye, staged[f"{game}-over"])


def lesson_of(game: str) -> Steps:
    async def steps(eye: Photographer, browsers: Browsers, staged: dict[str, Staged]) -> None:
        async def look(number: int) -> None:
            await eye.look(f"lesson-{game}-{number}")

        await test_lessons.begin(eye, game)
        await test_lessons.play(eye.page, game, eye.language, look)

    return steps


@dataclass
class Studio:
    """One server and one browser for each of several walks at a time."""

    browser: Browser
    stages: Path
    staged: dict[str, Staged]
    wanted: str
    states: list[State] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    async def work(self, tasks: list[tuple[Walk, Language]]) -> None:
        async with Servers() as servers, Servers(plugin.FOLDER) as generic:
            while tasks:
                walk, language = tasks.pop(0)
                async with self._photographer(generic if walk.generic else servers, walk, language) as (eye, browsers):
                    try:
                        await walk.steps(eye, browsers, self.staged)
                    except Exception:  # one page that does not come must not cost the pictures of all others
                        self.failed.append(f"{walk.name}, {language}:\n{traceback.format_exc()}")
                    self.states.extend(eye.states)
                    self.failed += [f"{walk.name}, {language}: {each}" for each in browsers.complaints()]

    @asynccontextmanager
    async def _photographer(
        self, servers: Servers, walk: Walk, language: Language
    ) -> AsyncIterator[tuple[Photographer, Browsers]]:
        with tempfile.TemporaryDirectory() as folder:
            database = Path(folder) / "tables.db"
            database.write_bytes(self.stages.read_bytes())
            life = Life(
                database=str(database),
                pages=str(needs_pages_with_sources()),
                seed=walk.name,
                log=f"{folder}/log",
            )
            await servers.begin(life)
            browsers = Browsers(self.browser, f"http://{servers.address}")
            visitor = await browsers.visitor("Анна", language=language, size=PHONE)
            await visitor.context.add_init_script(WILLING)
            yield Photographer(visitor, language, THEMES, walk=walk.name, wanted=self.wanted), browsers
            await browsers.close()
            await servers.stop()


async def take(options: argparse.Namespace) -> Studio:
    every = [scene for game in GAMES for scene in scenes_of(game).SCENES]
    with tempfile.TemporaryDirectory() as folder:
        stages = Path(folder) / "tables.db"
        staged = {each.scene.name: each for each in await stage(every, stages)}
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(
                executable_path=needs_chromium(), args=["--no-sandbox", "--disable-gpu"]
            )
            studio = Studio(browser, stages, staged, options.k)
            tasks = [(walk, language) for walk in walks(options.k) for language in options.languages]
            await asyncio.gather(*[studio.work(tasks) for _ in range(options.jobs)])
            await browser.close()
    return studio


def write_overview(states: list[State], *, some: bool) -> None:
    """All pictures on one page. What was not looked at this time stays."""
    index = SCREENS / INDEX
    known = [State(*each) for each in json.loads(index.read_text("utf-8"))] if some and index.exists() else []
    every = {(state.name, state.language): state for state in (*known, *states)}
    kept = sorted(every.values(), key=lambda state: (state.walk, state.name, state.language))
    index.write_text(json.dumps(kept, ensure_ascii=False, indent=1), "utf-8")
    given: dict[str, Any] = {
        "states": [state._asdict() for state in kept],
        "sizes": {size: [*SIZES[size].values()] for size in PICTURED},
        "languages": LANGUAGES,
        "themes": THEMES,
    }
    page = OVERVIEW.read_text("utf-8").replace("/* states */ {}", json.dumps(given, ensure_ascii=False))
    (SCREENS / "index.html").write_text(page, "utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(prog="make screens ARGS=...", description=__doc__)
    parser.add_argument("-k", default="", metavar="WORD", help="only states whose names contain it")
    parser.add_argument("--language", dest="languages", choices=LANGUAGES, nargs=1, default=LANGUAGES)
    parser.add_argument(
        "--jobs", type=int, default=min(4, os.cpu_count() or 1), help="walks at a time (default %(default)s)"
    )
    options = parser.parse_args()
    begun = monotonic()
    SCREENS.mkdir(parents=True, exist_ok=True)
    studio = asyncio.run(take(options))
    write_overview(studio.states, some=bool(options.k) or options.languages != LANGUAGES)
    print(*studio.failed, sep="\n")
    wrong = sum(len(found) for state in studio.states for found in state.wrong.values())
    print(
        f"{len(studio.states)} states in {monotonic() - begun:.0f} s, {wrong} boxes wrong,"
        f" {len(studio.failed)} failures: {SCREENS / 'index.html'}"
    )
    sys.exit(1 if wrong or studio.failed else 0)


if __name__ == "__main__":
    main()
