"""Where things live: a game is one folder, and nothing outside its folders names it."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from koloda.games import GAMES

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web" / "src"
PACKAGE = ROOT / "src" / "koloda"
NAMED = re.compile("|".join(name.replace("_", "[_-]?") for name in GAMES), re.IGNORECASE)
OURS = [
    file
    for file in sorted(WEB.rglob("*"))
    if file.is_file() and not any(file.is_relative_to(WEB / "games" / name) for name in GAMES)
]

MODULES = [file for file in sorted(PACKAGE.rglob("*.py")) if not file.is_relative_to(PACKAGE / "games")]
EXAMPLE = re.compile("examples?: ")
"""So begins a help text's example, which may name a game."""


@pytest.mark.parametrize("file", OURS, ids=[str(file.relative_to(WEB)) for file in OURS])
def test_the_browsers_own_code_names_no_game(file: Path) -> None:
    assert not NAMED.search(str(file.relative_to(WEB)))
    named = [f"{number}: {line.strip()}" for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)]
    assert [line for line in named if NAMED.search(line)] == []


def test_every_game_has_its_part_of_the_browser() -> None:
    folders = {folder.name for folder in (WEB / "games").iterdir() if folder.is_dir()}
    assert folders == set(GAMES)


@pytest.mark.parametrize("file", MODULES, ids=[str(file.relative_to(PACKAGE)) for file in MODULES])
def test_the_programs_own_code_names_no_game(file: Path) -> None:
    """Comments, docstrings and the examples of a help text may."""
    assert not NAMED.search(str(file.relative_to(PACKAGE)))
    words = written(ast.parse(file.read_text("utf-8")))
    assert [word for word in words if NAMED.search(word) and not EXAMPLE.match(word)] == []


def written(module: ast.Module) -> Iterator[str]:
    """The names, imports and texts of a module, but for its docstrings."""
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""  # what stands alone says something and does nothing
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.Import | ast.ImportFrom):
            yield ast.unparse(node)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            yield node.name
