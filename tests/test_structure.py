"""Where things live: a game is one folder, and nothing outside its folders names it.

Excepted are `games/__init__.py`, which lists the games, and the examples of help texts.
"""

import ast
import io
import json
import re
import tokenize
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from koloda.core.text import LANGUAGES, texts
from koloda.games import GAMES

ROOT = Path(__file__).parents[1]
WEB = ROOT / "web" / "src"
PACKAGE = ROOT / "src" / "koloda"
PAGES = PACKAGE / "server" / "static"
"""The built pages: made from the games' folders too."""
BUILT_IN = [name for name in GAMES if GAMES.package(name) == "koloda"]
TITLES = {texts(language)[f"{name}.title"].rstrip("!") for name in BUILT_IN for language in LANGUAGES}
NAMED = re.compile("|".join([*(name.replace("_", "[_-]?") for name in BUILT_IN), *map(re.escape, TITLES)]), re.I)
ABBREVIATED = re.compile("|".join(f"{GAMES[name].rule_prefix}_" for name in BUILT_IN), re.I)
"""So would a key begin that says by the prefix of a game's rules whose it is."""
EXAMPLE = re.compile(r"(examples?|примеры?):\s")
"""So begins a help text's example, which may name a game."""


def outside(folder: Path) -> list[Path]:
    """All files but those of a game, and what is made from them."""
    own = [PAGES, *(folder / "games" / name for name in BUILT_IN)]
    return [
        file
        for file in sorted(folder.rglob("*"))
        if file.is_file() and "__pycache__" not in file.parts and not any(file.is_relative_to(each) for each in own)
    ]


OURS = outside(WEB)
MODULES = [file for file in outside(PACKAGE) if file.suffix == ".py" and file != PACKAGE / "games" / "__init__.py"]
TEXTS = [file for file in outside(PACKAGE) if file.suffix == ".json"]
OTHERS = [file for file in outside(PACKAGE) if file.suffix not in (".py", ".json")]


def named(lines: Iterable[str]) -> list[str]:
    return [line for line in lines if NAMED.search(line)]


def found_in(folder: Path, files: list[Path], words: Callable[[Path], Iterable[str]]) -> dict[str, list[str]]:
    """Which of the files name a game, in their own names or in these words."""
    named_by = {(path := str(file.relative_to(folder))): named([path, *words(file)]) for file in files}
    return {path: found for path, found in named_by.items() if found}


def lines(file: Path) -> list[str]:
    return file.read_text("utf-8").splitlines()


def test_the_browsers_own_code_names_no_game() -> None:
    assert found_in(WEB, OURS, lines) == {}


def test_every_game_has_its_part_of_the_browser() -> None:
    folders = {folder.name for folder in (WEB / "games").iterdir() if folder.is_dir()}
    assert folders == set(BUILT_IN)


def test_the_programs_own_code_names_no_game() -> None:
    def words(file: Path) -> Iterator[str]:
        source = file.read_text("utf-8")
        module = ast.parse(source)
        yield from docstrings(module)
        yield from comments(source)
        yield from (word for word in written(module) if not EXAMPLE.match(word))

    assert found_in(PACKAGE, MODULES, words) == {}


def test_the_programs_own_texts_name_no_game() -> None:
    def words(file: Path) -> Iterator[str]:
        found: dict[str, str] = json.loads(file.read_text("utf-8"))
        yield from found
        yield from (text for text in found.values() if not EXAMPLE.match(text))

    assert found_in(PACKAGE, TEXTS, words) == {}
    keys = [key for file in TEXTS for key in json.loads(file.read_text("utf-8"))]
    assert [key for key in keys if ABBREVIATED.match(key)] == []


def test_no_other_file_of_the_program_names_a_game() -> None:
    assert found_in(PACKAGE, OTHERS, lines) == {}


def docstrings(module: ast.Module) -> Iterator[str]:
    """What stands alone, without the indentation of its place: it says something and does nothing."""
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            yield re.sub(f"^{' ' * node.col_offset}", "", node.value.value, flags=re.MULTILINE)


def comments(source: str) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            yield token.string


def written(module: ast.Module) -> Iterator[str]:
    """The names, imports and texts of a module, but for its docstrings."""
    for node in ast.walk(module):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            node.value.value = ""
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
