"""Where things live: a game is one folder, and nothing outside its folders names it."""

import re
from pathlib import Path

import pytest

from koloda.games import GAMES

WEB = Path(__file__).parents[1] / "web" / "src"
NAMED = re.compile("|".join(name.replace("_", "[_-]?") for name in GAMES), re.IGNORECASE)
OURS = [
    file
    for file in sorted(WEB.rglob("*"))
    if file.is_file() and not any(file.is_relative_to(WEB / "games" / name) for name in GAMES)
]


@pytest.mark.parametrize("file", OURS, ids=[str(file.relative_to(WEB)) for file in OURS])
def test_the_browsers_own_code_names_no_game(file: Path) -> None:
    assert not NAMED.search(str(file.relative_to(WEB)))
    named = [f"{number}: {line.strip()}" for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)]
    assert [line for line in named if NAMED.search(line)] == []


def test_every_game_has_its_part_of_the_browser() -> None:
    folders = {folder.name for folder in (WEB / "games").iterdir() if folder.is_dir()}
    assert folders == set(GAMES)
