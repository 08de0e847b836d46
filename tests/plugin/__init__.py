"""A game of another package, installed for the tests: this folder goes onto the path, with the package's entry point.

`pay` is No Thanks! under another name: it has texts, a rulebook, a score sheet and an advisor, but no bots and
nothing for any other interface.
"""

from pathlib import Path

import pytest

from koloda.core.text import CATALOGUE
from koloda.games import GAMES

FOLDER = Path(__file__).parent


def install(patch: pytest.MonkeyPatch) -> None:
    """Have the games of this process found anew, with this one among them, until the patch is undone."""
    patch.syspath_prepend(FOLDER)
    patch.setattr(CATALOGUE, "_games", dict(CATALOGUE._games))
    patch.setattr(CATALOGUE, "_texts", {})
    patch.setattr(GAMES, "_added", None)
    assert "pay" in GAMES, GAMES.problems
