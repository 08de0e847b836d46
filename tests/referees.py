"""What the shared laws need from each game's tests: simple knowledge of the game, independent of its rules."""

from collections import Counter
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol, cast

from hypothesis.strategies import SearchStrategy

from koloda.core.game import Ply
from koloda.games import GAMES
from tests.example_games import EXAMPLES


class Referee(Protocol):
    """`tests/games/<game>/referee.py`, or `tests/example_games/<game>/referee.py`."""

    GOLDEN: Mapping[str, Mapping[str, Any]]
    """Golden playthroughs: name -> {"seed": ..., "options": {...}}."""
    TINY: Sequence[tuple[Mapping[str, Any], int, int]]
    """Options of a tiny game, the depth to count to (-1: all) and the number of distinct positions reached."""
    LONGEST: int
    """No random game takes more steps than this."""
    APART: int
    """Decisions between positions that are looked at where all would be too many; only of the games that come along."""
    SHORT: Mapping[str, Any]
    """Options of a game that is soon over; only of the games that come along."""
    SHORTEST: Mapping[str, Any]
    """Players and options of one that is over sooner still, for tests that draw every step; only of these games too."""

    def options(self) -> SearchStrategy[dict[str, Any]]:
        """Players and options of any kind of game."""

    def deck(self, s: Any) -> Counter[str]:
        """All cards of the game."""

    def whereabouts(self, s: Any) -> Counter[str]:
        """All cards found by looking in every place."""

    def scores(self, s: Any) -> list[int]: ...
    def winners(self, s: Any) -> list[int]: ...
    def check(self, s: Any) -> None:
        """Check everything else that must hold in every position."""

    def hidden(self, s: Any, seat: int | None) -> list[Any]:
        """The places of single cards that the seat may not see."""

    def shown(self, event: Ply, seat: int | None) -> bool:
        """Does the event show a seat more than its views do?"""

    def swap(self, s: Any, a: Any, b: Any) -> Any:
        """A copy with the cards in two places swapped."""


def hides_cards(name: str) -> bool:
    """Can a seat not work out all that is hidden by counting? `COUNTABLE` says that it can."""
    return not getattr(REFEREES[name], "COUNTABLE", False)


def referee(package: str, name: str) -> Referee:
    return cast(Referee, import_module(f"tests.{package}.{name}.referee"))


REFEREES = {name: referee("games", name) for name in GAMES}
REFEREES |= {name: referee("example_games", name) for name in EXAMPLES}
