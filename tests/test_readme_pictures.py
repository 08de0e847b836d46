"""The pictures in the READMEs are those of today's program.

The one of the terminal is taken again and compared. For the one of the browser, only its form is checked: it depends on
the fonts of the machine, so look at it after `make screenshots`.
"""

import re
import struct
from pathlib import Path

import pytest

from koloda.core.text import LANGUAGES, Language
from tests.readme_pictures import DESK, FOLDER, GAP, PHONE, terminal

ROOT = Path(__file__).parent.parent
README = {"en": "README.md", "ru": "README.ru.md"}
LARGEST = 200_000
"""Bytes: who reads a README waits for its pictures."""
every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
def test_the_terminal_looks_like_its_picture(language: Language) -> None:
    shown = (FOLDER / f"terminal-{language}.svg").read_text("utf-8")
    assert terminal(language) == shown, "make screenshots"
    assert not re.search(r"(href=|src=|url\()\W*http", shown), "a picture loads nothing from other hosts"
    assert len(shown) < LARGEST


@every_language
def test_the_picture_of_the_browser_is_a_small_png(language: Language) -> None:
    picture = (FOLDER / f"table-{language}.png").read_bytes()
    assert picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert struct.unpack(">II", picture[16:24]) == (DESK["width"] + GAP + PHONE["width"], DESK["height"])
    assert len(picture) < LARGEST


def test_every_picture_is_in_its_readme() -> None:
    for language in LANGUAGES:
        shown = re.findall(r"!\[.+?\]\((.+?)\)", (ROOT / README[language]).read_text("utf-8"))
        assert shown == [f"docs/images/{name}" for name in (f"table-{language}.png", f"terminal-{language}.svg")]
    assert {file.stem.rpartition("-")[2] for file in FOLDER.iterdir()} == set(LANGUAGES)
    assert len([*FOLDER.iterdir()]) == 2 * len(LANGUAGES)
