"""Checks where things are on a page: visible, inside the screen, not clipped, not covered, not over each other.

`boxes.js` has the rules. A game adds what is its own (`APART` of its `scenes.py`). `make screens` checks every state of
every page at every size, `make test` those that are named here and by the games (`CHECKED`).
"""

from collections.abc import Mapping
from pathlib import Path

from playwright.async_api import Page, ViewportSize

from koloda.core.text import Language
from koloda.games import GAMES
from tests.browser.scenes import scenes_of

CHECK = Path(__file__).with_name("boxes.js").read_text()
SIZES: dict[str, ViewportSize] = {
    name: {"width": width, "height": height}
    for name, width, height in (
        ("PS-320", 320, 568),
        ("P", 360, 740),
        ("PS", 360, 640),
        ("tablet", 820, 1180),
        ("L", 740, 360),
        ("LS", 568, 320),
        ("L-zoom", 640, 400),  # 1280 × 800 at 200 %
        ("W-zoom", 960, 540),  # 1920 × 1080 at 200 %
        ("W", 1280, 800),
        ("TV", 1920, 1080),
    )
}
"""The size classes of the table: see web/src/look/frame.css."""
RESTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""What measures itself has done so."""
MOST = 60
"""So many states (at a size, in a language) `make test` may check."""
Chosen = Mapping[Language, Mapping[str, str]]
"""The sizes to check, by language and state."""
PAGES: Chosen = {
    "ru": {
        "lobby-games": "PS-320",
        "lobby-set-up": "LS",
        "waiting-host": "PS-320",
        "lesson-next": "PS-320",
        "leave": "PS-320",
        "result": "PS-320 W",
        "result-watched": "PS-320",
        "picture": "PS-320",
        "bot-plays": "PS-320",
        "curtain": "LS",
    },
    "en": {
        "lobby": "PS-320",
        "waiting-rename-and-talk": "LS",
        "hint": "PS-320 LS",
        "games": "PS-320",
        "chat": "PS-320",
        "lesson-tap": "LS",
        "result": "L LS",
        "replay-reviewed": "LS",
        **dict.fromkeys((f"tv-{game}" for game in GAMES), "TV"),
    },
}
AFTER: Chosen = {"ru": {"result-of-seven": "PS-320 LS W"}}
GENERIC: Chosen = {"ru": {"generic-table": "PS-320 LS", "generic-much": "PS-320"}, "en": {"generic-table": "LS"}}


def every_choice() -> list[Chosen]:
    return [PAGES, AFTER, GENERIC, *(scenes_of(game).CHECKED for game in GAMES)]


def chosen_of_games(language: Language, *, pads: bool) -> dict[str, str]:
    """What is chosen of the games: their scenes, or their score sheets."""
    sheets = {scene.name for game in GAMES for scene in scenes_of(game).PADS}
    every = (item for game in GAMES for item in scenes_of(game).CHECKED[language].items())
    return {state: sizes for state, sizes in every if (state in sheets) == pads}


async def boxes(page: Page, state: str) -> list[str]:
    """What is wrong with the page as it is shown."""
    await page.evaluate(RESTED)
    own = {
        "apart": [what for game in GAMES if game in state for what in scenes_of(game).APART],
        "small": [what for game in GAMES for what in scenes_of(game).SMALL],
    }
    found: list[str] = await page.evaluate(f"({CHECK})", own)
    return found
