"""axe checks every page, card and control, on a phone and on a desktop: pages in both themes, positions of the games
light on the phone and dark on the desktop. Some of these states are checked for where things are: see boxes.py.

Every rule sees every state where its answer can differ. Only colours differ between themes, so all other rules look at
a state once. The contrast of a text follows from its font and colours, from what it stands in and what lies under it:
axe judges it once for all texts in which these are the same, in whatever state and theme (colours.js). The drawings
that all pages share are hidden, and nothing refers to them but `<use>`: axe looks at them once, too (inspector.py).

`make screens` visits the same states and keeps pictures of them: see walk.py and screens.py.
"""

import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from koloda.core.text import Language, texts
from koloda.games.mind_up.cards import COLOUR_NAMES, GOAL_NAMES, box
from koloda.games.tugriki.cards import default_edition
from tests.browser.boxes import MOST, PAGES, chosen_of_games, every_choice
from tests.browser.browsers import DESK, PHONE, Browsers
from tests.browser.build import controls, needs_pages_with_sources
from tests.browser.eye import THEMES
from tests.browser.inspector import inspector
from tests.browser.scenes import Staged, all_scenes, stage
from tests.browser.walk import EVERY_PAGE, advisors, score_pads, visit

STYLED = """(style) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets = [sheet]
}"""
both_sizes = pytest.mark.parametrize(("size", "language"), [(PHONE, "ru"), (DESK, "en")], ids=["phone", "desk"])


@pytest.fixture
def pages() -> Path:
    return needs_pages_with_sources()


@pytest.fixture(scope="session")
def stages(runner: Any, tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Staged]]:
    """A database with all scenes."""
    path = tmp_path_factory.mktemp("stages") / "tables.db"
    found: list[Staged] = runner.run(stage(all_scenes(), path))
    return path, {staged.scene.name: staged for staged in found}


@pytest.fixture
def database(stages: tuple[Path, dict[str, Staged]], tmp_path: Path) -> Path:
    return Path(shutil.copy(stages[0], tmp_path))


@both_sizes
async def test_every_card_and_control_of_the_games(
    browsers: Browsers, size: Any, language: Language, stages: tuple[Path, dict[str, Staged]]
) -> None:
    chosen = chosen_of_games(language, pads=False)
    eye = await inspector(browsers, size, language, "light" if size == PHONE else "dark", chosen=chosen)
    for staged in stages[1].values():
        await visit(eye, browsers, staged)
    assert eye.problems == {}
    assert eye.checked == set(chosen)
    assert kinds_of_cards(language) <= {re.sub(r"(#i-joker) #n.*", r"\1 as a number", kind) for kind in eye.kinds}
    of_games = {source for source in controls() if source.startswith("src/games/")} - of_pads()
    assert of_games <= eye.controls


def kinds_of_cards(language: Language) -> set[str]:
    """As the page draws them: classes and drawings."""
    marks = {-1: "#n-minus #n-1", 0: "#n-0", 1: "#n-plus #n-1", 2: "#n-plus #n-2"}
    deck, edition = box(), default_edition().tables
    rows: list[str] = edition["colours"]
    letters = {colour[0].upper(): colour for colour in rows}
    carried = {card: action for action, cards in edition["actions"].items() for card in cards}
    return {
        *("back", "nt", "db", "forget #i-forget"),
        *(f"db special #i-{card}" for card in ("joker", "joker as a number", "skip", "reverse")),
        *(f"suit mu {COLOUR_NAMES[colour]} {marks[deck.marks.get(card, 0)]}" for card, colour in deck.colours.items()),
        *(texts(language)[f"mind_up.goal_{goal}"] for goal in GOAL_NAMES),
        *(f"suit tg {colour}" for colour in rows),
        *(f"suit tg {letters[card[0]]} act #i-{action.split('_')[0]}" for card, action in carried.items()),
        *("tg wild #i-genie", "tg wild #i-rowchoice"),
        *(f"tg wild as {colour} #i-genie" for colour in rows),
    }


@both_sizes
async def test_every_page(
    browsers: Browsers, size: Any, language: Language, stages: tuple[Path, dict[str, Staged]]
) -> None:
    eye = await inspector(browsers, size, language, *THEMES, chosen=PAGES[language])
    for page in EVERY_PAGE:
        await eye.page.goto("about:blank")  # each begins with a page that is loaded
        await page(eye, browsers, stages[1])
    assert eye.problems == {}
    assert eye.checked == set(PAGES[language])
    others = ("src/games/", "src/generic/")  # test_generic.py looks at the latter
    assert {source for source in controls() if not source.startswith(others)} - of_pads() <= eye.controls


def of_pads() -> set[str]:
    """The controls of what is for real tables: score pads and the advisor."""
    own = r"src/(score/|advisor/|pages/(Score|Advisor)|games/\w+/(Pad|Advisor))"
    return {source for source in controls() if re.match(own, source)}


async def test_every_score_pad(browsers: Browsers) -> None:
    chosen = chosen_of_games("ru", pads=True)
    eye = await inspector(browsers, PHONE, "ru", "light", chosen=chosen)
    await score_pads(eye)
    await eye.page.set_viewport_size(PHONE)
    await advisors(eye)
    assert eye.problems == {}
    assert eye.checked == set(chosen)
    assert of_pads() <= eye.controls


async def test_a_text_is_judged_again_when_its_colours_change(browsers: Browsers) -> None:
    """For whatever reason: its own colour, what it stands in, or what lies under it."""
    eye = await inspector(browsers, PHONE, "en", "light")
    eye.visitor.expected += "|404"
    await eye.go("/nope", ".lone .btn")
    await eye.page.evaluate("document.body.append(document.createElement('aside'))")
    await eye.look("fine")
    await eye.look("fine")
    assert eye.problems == {}
    bad = {
        "own": ".lone .muted { color: #ccc }",
        "within": ".lone { background: #777 }",
        "faint": ".lone { opacity: 0.3 }",
        "under": "aside { position: fixed; inset: 0; background: #777 } .lone { position: relative; z-index: 1 }",
    }
    for name, style in bad.items():
        await eye.page.evaluate(STYLED, style)
        await eye.look(name)
    assert {problem.partition(",")[0] for problem in eye.problems} == set(bad)


def test_few_states_are_checked_for_boxes() -> None:
    chosen = [sizes for each in every_choice() for states in each.values() for sizes in states.values()]
    assert sum(len(sizes.split()) for sizes in chosen) <= MOST
