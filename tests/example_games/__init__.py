"""The games of `examples/games`, as if their packages were installed."""

import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

from koloda.games.registry import GROUP, Registry

FOLDER = Path(__file__).parents[2] / "examples" / "games"
PACKAGES = sorted(file.parent for file in FOLDER.glob("*/pyproject.toml"))
sys.path.extend(map(str, PACKAGES))


def declared(package: Path) -> dict[str, str]:
    """The games that a package declares: by name, where its `Game` is."""
    project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
    games: dict[str, str] = project["entry-points"][GROUP]
    return games


def entries() -> Iterator[EntryPoint]:
    for package in PACKAGES:
        for name, value in declared(package).items():
            yield EntryPoint(name=name, value=value, group=GROUP)


EXAMPLES = Registry([], entries)
assert EXAMPLES.problems == [], "loads them, with their texts"
