"""A score sheet is the lines written on it: answers to questions, arguments of the command, or lines of a file."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from koloda.core.errors import KolodaError, NotLegal, NotUnderstood
from koloda.core.facts import Arg, Fact, fact
from koloda.core.game import Game
from koloda.core.options import settle
from koloda.core.text import Language, key_for, say
from koloda.core.typed_lines import read_names

Entry = tuple[str, str]
"""The name of an argument and its text, such as ("round", "18 12 12 8")."""


class Sheet(ABC):
    """The part that all games share: the players are the first line, all further ones belong to the game."""

    game: ClassVar[Game]
    accepts: ClassVar[tuple[str, ...]]
    """The arguments that are lines of this sheet."""
    own_options: ClassVar[tuple[str, ...]] = ()
    """What `-o` may say beside the options of the game."""

    def __init__(self, options: Mapping[str, str], language: Language) -> None:
        self.language = language
        self.options = {name: value for name, value in options.items() if name not in self.own_options}
        self.own = {name: value for name, value in options.items() if name in self.own_options}
        self.names: tuple[str, ...] = ()
        self.happened: list[str] = []
        """What the last line has brought, where the sheet does not show it."""
        self.story: list[str] = []
        """The same of all lines."""
        settle(self.game.set_up.options, self.options)

    def question(self) -> str | None:
        """What should be written next; None when the sheet is complete."""
        if not self.names:
            allowed = self.game.set_up.players
            return self.t("ask_players", low=allowed[0], high=allowed[-1])
        return self.due()

    def take(self, line: str) -> None:
        """Write the next line."""
        if not self.names:
            names = read_names(line)
            self.begin(len(names))
            self.names = names
        elif self.due() is None:
            raise NotLegal.of("score.complete", text=line)
        else:
            self.write(line)

    @abstractmethod
    def begin(self, players: int) -> None:
        """So many players sit down."""

    @abstractmethod
    def due(self) -> str | None:
        """What the game asks next."""

    @abstractmethod
    def write(self, line: str) -> None:
        """A line of the game's own."""

    def news(self) -> list[str]:
        """What is shown after a line, until the sheet is complete."""
        return []

    @abstractmethod
    def show(self) -> list[str]:
        """The sheet for people."""

    @abstractmethod
    def report(self) -> dict[str, Any]:
        """The sheet for programs; seats are counted from 0."""

    @classmethod
    def players_in(cls, entries: Sequence[Entry]) -> str | None:
        """The line of players, as far as the arguments tell it."""
        return None

    def t(self, key: str, /, **args: Arg) -> str:
        """A text of the game for its score sheet, else one that all sheets share."""
        return say(fact(key_for(self.game.name, "score", key, self.language), **args), self.language, self.shown)

    @property
    def players(self) -> int:
        return len(self.names)

    @property
    def shown(self) -> tuple[str, ...]:
        """Names for everybody."""
        unnamed = (say(fact("common.seat", seat=n), self.language) for n in range(1, self.players + 1))
        return tuple(name or number for name, number in zip(self.names, unnamed, strict=True))

    def seat(self, text: str) -> int:
        """A player, by name or by number."""
        wanted = text.strip().casefold()
        for seat, name in enumerate(self.names):
            if wanted in (str(seat + 1), name.casefold(), self.shown[seat].casefold()):
                return seat
        raise NotUnderstood.of("score.no_player", text=text.strip(), allowed=", ".join(self.shown))

    def addressed(self, line: str, waiting: Sequence[int]) -> tuple[int, str]:
        """Whose line it is, and the rest: `Anna: 3 7-9`, or without a name the next one's who has none yet."""
        name, colon, rest = line.partition(":")
        seat = self.seat(name) if colon else waiting[0]
        if seat not in waiting:
            raise NotLegal.of("score.again", player=seat)
        return seat, rest if colon else line


class Notebook:
    """A sheet and its lines, of which the last can be taken back. A refused line changes nothing."""

    def __init__(self, new_sheet: Callable[[], Sheet]) -> None:
        self._new_sheet = new_sheet
        self.sheet = new_sheet()
        self.lines: list[str] = []

    def add(self, line: str) -> None:
        try:
            self.sheet.take(line)
        except KolodaError:
            self._fold()
            raise
        self.lines.append(line)

    def back(self) -> bool:
        """Take the last line back; False if there is none."""
        if not self.lines:
            return False
        self.lines.pop()
        self._fold()
        return True

    def _fold(self) -> None:
        self.sheet = self._new_sheet()
        for line in self.lines:
            self.sheet.take(line)


def everyone(seats: Sequence[int]) -> list[Fact]:
    return [fact("common.player", player=seat) for seat in seats]
