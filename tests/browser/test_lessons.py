"""Lessons are played to their end by doing what is asked; another touch is refused."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Page, expect

from koloda.core.text import Language
from koloda.games import GAMES
from tests.browser.boxes import SIZES, boxes
from tests.browser.browsers import DESK, PHONE, Browsers
from tests.browser.eye import Eye
from tests.browser.inspector import inspector
from tests.lessons import document

RESTING = ".lesson:not(.moving)"
OVER = f"{RESTING} .onward .pri"
NEXT = f"{RESTING} .touch, {RESTING} .now.btn, {RESTING} .btn[data-meant]:enabled, {RESTING} [data-meant]:not(.chosen)"
"""What a learner touches next: a thing to tap, the way on, the button of a move, or else a card or place for it."""
CHOOSE = """(what) => {
  const there = [...document.querySelectorAll(what)].filter((each) => each.checkVisibility())
  const first = (kind) => there.find((each) => each.matches(kind))
  const meant = first(".touch, .now") ?? first(".btn") ?? first(".card") ?? there[0]
  return meant?.matches(".cell") ? (meant.querySelector("button") ?? meant) : meant
}"""
PHONES = [*GAMES][: len(GAMES) // 2]
DESKS = [game for game in GAMES if game not in PHONES]


async def texts(page: Page) -> tuple[str, str]:
    """What the coach says, and what is to be done."""
    do = page.locator(".coach .do")
    return await page.locator(".coach .said p").first.inner_text(), await do.inner_text() if await do.count() else ""


@pytest.mark.parametrize(
    ("games", "size", "language"), [(PHONES, PHONE, "ru"), (DESKS, DESK, "en")], ids=["phone", "desk"]
)
async def test_lessons_from_the_first_step_to_the_last(
    browsers: Browsers, games: list[str], size: Any, language: Language
) -> None:
    eye = await inspector(browsers, size, language, "light")
    for game in games:
        await begin(eye, game)
        await play(eye.page, game, language)
    assert await eye.page.evaluate("JSON.parse(localStorage.getItem('koloda.lessons'))") == dict.fromkeys(
        games, "finished"
    )
    await eye.page.locator(".onward .pri").click()
    await eye.page.wait_for_selector(".app .me")
    assert eye.problems == {}


async def begin(eye: Eye, game: str) -> None:
    """The first step says what to do, and refuses everything else."""
    page = eye.page
    await eye.go(f"/learn/{game}", f"{RESTING} [data-meant]")
    said = await texts(page)
    told = document(game)["steps"][0]["texts"][eye.language]
    assert said == (idea(told), told["do"][0])
    await eye.look(f"lesson-{game}")
    await page.locator(".stage").click(position={"x": 5, "y": 5})
    await expect(page.locator("[role=alert]").last).to_have_text(told["do"][0])
    assert await texts(page) == said, "nothing else can be done"


async def play(page: Page, game: str, language: Language, each: Callable[[int], Awaitable[None]] | None = None) -> None:
    """Do what is asked to the end, and hear every idea; `each` is told of a new one, by its number."""
    seen: set[str] = set()
    while not await page.locator(OVER).count():
        chosen = (await page.evaluate_handle(CHOOSE, NEXT)).as_element()
        if chosen is None:
            await page.wait_for_selector(f"{NEXT}, {OVER}")
            continue
        if (told := (await texts(page))[0]) not in seen:
            seen.add(told)
            if each is not None:
                await each(len(seen))
        try:
            await chosen.click()
        except PlaywrightError as error:
            if "not attached" not in error.message:
                raise
    steps = document(game)["steps"]
    assert seen >= {idea(step["texts"][language]) for step in steps if step["tasks"]}


def idea(told: Any) -> str:
    return f"{told['lead']} {told['text']}".strip()


LOOKED_AT = ("LS", "PS-320")
"""The sizes at which the first steps are looked at."""


async def test_the_coach_covers_nothing(browsers: Browsers) -> None:
    """The first two steps of every lesson: something is to be played, then something is looked at."""
    anna = await browsers.visitor("Анна", language="ru", size=SIZES["P"])
    page, found = anna.page, {}
    for game in GAMES:
        await page.goto(f"/learn/{game}")
        for step, size in enumerate(LOOKED_AT, 1):
            await page.wait_for_selector(NEXT)
            await page.set_viewport_size(SIZES[size])
            if wrong := await boxes(page, f"lesson-{game}"):
                found[f"{game}, step {step}, {size}"] = wrong
            await page.locator(".pass").click()
            await expect(page.locator(".ttl span")).to_contain_text(str(step + 1))
    assert found == {}


async def test_a_lesson_by_the_keyboard_alone(browsers: Browsers) -> None:
    """Letters play, Enter goes on; what is not asked for is refused; and one comes back to where one left."""
    anna = await browsers.visitor("Anna")
    page = anna.page
    await page.goto("/learn")
    await page.locator(".lessonline", has_text="No Thanks!").press("Enter")
    passing, taking = (
        page.locator('[data-place="move:pass"][data-meant]'),
        page.locator('[data-place="move:take"][data-meant]'),
    )
    await passing.wait_for()
    await page.keyboard.press("t")
    await expect(page.locator("[role=alert]").last).to_have_text("Say no: pay a chip")
    for step, asked in ((1, passing), (2, passing), (3, taking), (4, passing)):
        await expect(page.locator(".ttl span")).to_contain_text(f"step {step} of 8")
        await asked.wait_for()
        await page.keyboard.press("n" if asked is passing else "t")
    await expect(page.locator(".onward .btn")).to_be_focused()
    await page.keyboard.press("Enter")
    await expect(page.locator(".ttl span")).to_contain_text("step 5 of 8")
    await page.reload()
    await expect(page.locator(".ttl span")).to_contain_text("step 5 of 8")
    await taking.wait_for()
    await page.keyboard.press("t")
    for _ in range(8):
        await page.wait_for_selector(RESTING)
        if await page.locator(".touch").count():
            break
        await page.locator(".pass").press("Enter")
    await page.locator(".touch").first.focus()
    await expect(page.locator(".touch").first).to_have_accessible_name("Tap the cards that count: 3")
    for left in (5, 4, 3, 2, 1):
        await expect(page.locator(".touch")).to_have_count(left)
        await page.locator(".touch").first.press("Enter")
    await expect(page.locator(".onward .pri")).to_be_focused()
    await page.go_back()
    await expect(page.locator(".lessonline", has_text="No Thanks!")).to_contain_text("finished")
