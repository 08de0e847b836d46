"""The table's frame: everything is where it can be seen and touched, at every size."""

import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import ViewportSize, expect

from tests.browser.boxes import SIZES, TABLE, TURN, boxes
from tests.browser.browsers import PHONE, Browsers
from tests.browser.scenes import LONG_NAMES, Scene, Staged, all_scenes, stage

MIND_UP = {"mind_up-choose", "mind_up-goals-AB", "mind_up-purple"}
CHECKED = {"dobro-turn", "dobro-draw", "dobro-joker", "no_thanks-many", "no_thanks-undo", *MIND_UP}
"""Scenes of the games, of two to eight seats."""
OWN = {
    "dobro": (".number .cap", ".number .good", ".need .pill", ".trick .last"),
    "no_thanks": (".offer .fresh",),
    "mind_up": (".goals > *", ".murow .card", ".tray", ".middle .cap", ".coll > li"),
}
"""What lies apart on the stages of the games."""
FULL_HD: ViewportSize = {"width": 1920, "height": 1080}
ON_TV = (".tv header", ".tv .join", ".tvlog", ".tvseats .seat")
SMALLEST_TEXT = """() => {
  const texts = document.createTreeWalker(document.querySelector(".tv"), NodeFilter.SHOW_TEXT)
  const sizes = []
  while (texts.nextNode()) {
    const { parentElement: parent, textContent } = texts.currentNode
    if (textContent.trim() && parent.checkVisibility() && !parent.closest(".sr, svg, [aria-hidden=true]"))
      sizes.push(parseFloat(getComputedStyle(parent).fontSize))
  }
  return Math.min(...sizes)
}"""
PLACES = """() =>
  [...document.querySelectorAll(".tv :is(header, .qr, .seat, .tvlog, .num, .card, .pill)")].flatMap((each) => {
  const { x, y, width, height } = each.getBoundingClientRect()
  return [x, y, width, height]
})"""


def checked() -> list[Scene]:
    return [replace(scene, names=LONG_NAMES) for scene in all_scenes() if scene.name in CHECKED]


@pytest.fixture(scope="module")
def stages(runner: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, list[Staged]]:
    path = tmp_path_factory.mktemp("frame") / "tables.db"
    return path, runner.run(stage(checked(), path))


@pytest.fixture
def database(stages: tuple[Path, list[Staged]], tmp_path: Path) -> Path:
    return Path(shutil.copy(stages[0], tmp_path))


async def test_all_is_in_sight_at_every_size(browsers: Browsers, stages: tuple[Path, list[Staged]]) -> None:
    """With long names, all others away, on the own turn and after a choice."""
    anna = await browsers.visitor("Анна", language="ru", size=PHONE)
    found: dict[str, list[str]] = {}
    for staged in stages[1]:
        scene = staged.scene
        await anna.page.goto(f"/t/{staged.table}#{staged.tokens[0]}")
        await anna.page.wait_for_selector(".me.turn", state="attached")
        await expect(anna.page.locator(".seat.gone")).to_have_count(scene.players - 1)
        for choice in ("", *scene.clicks[:1]):
            if choice:
                await anna.page.locator(choice).first.click()
                await anna.page.wait_for_selector(".app:not(.locked)")
            for size, viewport in SIZES.items():
                await anna.page.set_viewport_size(viewport)
                turn = await anna.page.locator(".me.turn").count()
                shown = (*TABLE, *(TURN if turn else ()))
                if wrong := await boxes(anna.page, shown=shown, apart=OWN[scene.game]):
                    found[f"{scene.name}{' chosen' if choice else ''}, {size}"] = wrong
            await anna.page.set_viewport_size(PHONE)
    assert found == {}


async def test_every_shared_screen_shows_the_same_picture(
    browsers: Browsers, stages: tuple[Path, list[Staged]]
) -> None:
    screen = await browsers.visitor("screen", language="ru", size=FULL_HD)
    for staged in stages[1]:
        await screen.page.set_viewport_size(FULL_HD)
        await screen.page.goto(f"/tv/{staged.table}")
        await screen.page.wait_for_selector(".tvseats .seat")
        assert await boxes(screen.page, shown=ON_TV, apart=ON_TV) == []
        assert await screen.page.evaluate(SMALLEST_TEXT) >= 24
        once = await screen.page.evaluate(PLACES)
        await screen.page.set_viewport_size({"width": 3840, "height": 2160})
        assert await screen.page.evaluate(PLACES) == pytest.approx([2 * each for each in once], abs=10)
