"""The words that a shell can complete: games, their options and rules, bots."""

from collections.abc import Iterable
from dataclasses import dataclass

from koloda.bots.levels import LEVELS
from koloda.cli.outline import Argument, Command
from koloda.core import rulebook
from koloda.core.game import Game
from koloda.games import GAMES


@dataclass(frozen=True)
class Words:
    """What the values of arguments can be."""

    games: tuple[str, ...]
    bots: tuple[str, ...]
    options: dict[str, tuple[str, ...]]
    """By game: `name=value`, and `name=` where the value is a number."""
    rules: dict[str, tuple[str, ...]]
    """By game."""

    @classmethod
    def known(cls) -> "Words":
        return cls(
            tuple(GAMES),
            LEVELS,
            {game.name: tuple(_options(game)) for game in GAMES.values()},
            {game.name: tuple(rulebook.ids(game)) for game in GAMES.values()},
        )

    def of(self, argument: Argument, root: Command) -> tuple[str, ...]:
        """The values of an argument, as far as they do not depend on the game."""
        if argument.choices:
            return argument.choices
        if argument.kind == "command":
            return tuple(command.name for command in root.commands)
        return {"game": self.games, "bot": self.bots}.get(argument.kind, ())

    def by_game(self, argument: Argument) -> dict[str, tuple[str, ...]]:
        """The values of an argument by game, if they depend on it."""
        return {"option": self.options, "rule": self.rules}.get(argument.kind, {})


def _options(game: Game) -> Iterable[str]:
    for option in game.set_up.options:
        words = [] if option.study else option.words
        yield from (f"{option.name}={word}" for word in words) if words else [f"{option.name}="]
