"""The pictures in the READMEs, with fixed deals: `make screenshots` takes them again, into docs/images.

- `terminal-<language>.svg`: the table in full screen, as Textual exports it. A test takes it again and compares.
- `table-<language>.png`: two tables in the browser, on a desktop and on a phone. Fonts differ between machines, so no
  test compares it.
"""

import asyncio
import io
import os
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from unittest.mock import patch

from playwright.async_api import ViewportSize, async_playwright

from koloda.core.text import LANGUAGES, Language
from koloda.terminal.play import PlayOptions
from tests.browser import scenes
from tests.browser.browsers import Browsers
from tests.browser.build import PAGES, needs_chromium
from tests.browser.scenes import Scene, Staged, stage
from tests.server.processes import Life, Servers
from tests.table.games import opened
from tests.terminal.screen.person import Person, play_at

FOLDER = Path(__file__).parent.parent / "docs" / "images"
NAMES: dict[Language, Sequence[str]] = {
    "en": ["Anna", "Boris", "Chloe", "Daniel"],
    "ru": ["Анна", "Борис", "Варя", "Глеб"],
}
TERMINAL = (100, 30)
DECISIONS = 4
DESK: ViewportSize = {"width": 1280, "height": 800}
PHONE: ViewportSize = {"width": 390, "height": 800}
COLOURS, GAP, SEE_THROUGH = 96, 24, "magenta"
ON_THE_DESK = Scene(
    name="desk",
    game="tugriki",
    shows=lambda look: (
        look.must
        and sum(move[0] in "RYGP" for move in look.moves) > 1
        and all(row.places for row in look.view.rows)
        and sum(len(row.places) for row in look.view.rows) > 12
    ),
)
ON_THE_PHONE = Scene(
    name="phone",
    game="dobro",
    shows=lambda look: look.must and len(look.moves) > 3 and len(look.view.trick) > 2,
)


def terminal(language: Language) -> str:
    """The table in full screen, as SVG."""
    taken: list[str] = []

    async def look(person: Person) -> None:
        for _ in range(DECISIONS):
            await person.decide()
        await person.pilot.pause()
        taken.append(person.app.export_screenshot(title=f"koloda play dobro --lang {language}"))

    table = opened("dobro", "readme", players=4)
    table.record.names[:] = NAMES[language]
    with patch.dict(os.environ, {"COLORFGBG": "15;0"}):
        os.environ.pop("NO_COLOR", None)
        play_at(table, look, TERMINAL, language, wanted=PlayOptions(level="0"))
    return without_fonts(taken[0])


def without_fonts(picture: str) -> str:
    """Rich names fonts on another host; those of the reader will do."""
    return re.sub(r"\s*@font-face \{.*?\}", "", picture, flags=re.DOTALL)


async def table(browsers: Browsers, language: Language, staged: Sequence[Staged]) -> bytes:
    """A desktop and a phone side by side, as PNG."""
    taken = []
    for at, size, theme in zip(staged, (DESK, PHONE), ("light", "dark"), strict=True):
        people = [await browsers.visitor(name, language=language, size=size, theme=theme) for name in NAMES[language]]
        for person, token in reversed([*zip(people, at.tokens, strict=True)]):
            await person.page.goto(f"/t/{at.table}#{token}")
            await person.page.wait_for_selector(".me")
        page = people[0].page
        await page.wait_for_selector(".me.turn")
        await page.wait_for_function("!document.querySelector('.seat.is-away')")
        await page.evaluate("document.fonts.ready")
        taken.append(await page.screenshot())
    return side_by_side(taken)


def side_by_side(pictures: Sequence[bytes]) -> bytes:
    """One picture of several with a gap between them, in few colours, so that it is small."""
    from PIL import Image  # only `make screenshots` needs it, no test

    parts = [Image.open(io.BytesIO(picture)).convert("RGB") for picture in pictures]
    width = sum(part.width + GAP for part in parts) - GAP
    whole = Image.new("RGB", (width, max(part.height for part in parts)), SEE_THROUGH)
    left = 0
    for part in parts:
        whole.paste(part, (left, 0))
        left += part.width + GAP
    few = whole.quantize(COLOURS, dither=Image.Dither.NONE)
    written = io.BytesIO()
    few.save(written, "PNG", optimize=True, transparency=few.getpixel((parts[0].width, 0)))
    return written.getvalue()


async def tables() -> dict[Language, bytes]:
    async with Servers() as servers, async_playwright() as playwright:
        browser = await playwright.chromium.launch(
            executable_path=needs_chromium(), args=["--no-sandbox", "--disable-gpu"]
        )
        taken = {}
        for language in LANGUAGES:
            with tempfile.TemporaryDirectory() as folder:
                database = Path(folder) / "tables.db"
                with patch.object(scenes, "NAMES", NAMES[language]):
                    staged = await stage([ON_THE_DESK, ON_THE_PHONE], database)
                await servers.begin(Life(database=str(database), pages=str(PAGES), seed="readme"))
                browsers = Browsers(browser, f"http://{servers.address}")
                taken[language] = await table(browsers, language, staged)
                await browsers.close()
                await servers.stop()
        await browser.close()
        return taken


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for language in LANGUAGES:
        (FOLDER / f"terminal-{language}.svg").write_text(terminal(language), "utf-8")
    for language, picture in asyncio.run(tables()).items():
        (FOLDER / f"table-{language}.png").write_bytes(picture)
