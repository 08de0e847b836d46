"""The form of the set-up: game, players, bots, options."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from koloda.bots.levels import LEVELS, from_weak_to_strong, usual_level
from koloda.core.game import Game
from koloda.core.options import Option
from koloda.games import GAMES
from koloda.terminal.play import PlayOptions

BY_THE_RULES = ""


@dataclass
class Row:
    """One question. `values` are the answers, written as on the command line."""

    key: str
    values: list[str]
    at: int = 0

    @property
    def value(self) -> str:
        return self.values[self.at]

    def step(self, by: int) -> None:
        """A single step wraps around; a larger one stops at the end."""
        if abs(by) == 1:
            self.at = (self.at + by) % len(self.values)
        else:
            self.at = min(max(self.at + by, 0), len(self.values) - 1)


@dataclass
class Form:
    """All rows. The game determines the rows below it, the number of players those of the bots."""

    wanted: PlayOptions
    rows: list[Row] = field(init=False)

    def __post_init__(self) -> None:
        names = list(GAMES)
        game = Row("game", names, names.index(self.wanted.game) if self.wanted.game else 0)
        self.rows = [game]
        self._ask(self.wanted.players, dict(self.wanted.options), list(self.wanted.bots))

    @property
    def game(self) -> Game:
        return GAMES[self.rows[0].value]

    def _ask(self, players: int | None, options: Mapping[str, str], bots: list[str]) -> None:
        """Make the rows below the game."""
        set_up = self.game.set_up
        counts = [str(n) for n in set_up.players]
        count = str(players if players in set_up.players else set_up.usual)
        rows = [Row("players", counts, counts.index(count))]
        offered, usual = [str(level) for level in from_weak_to_strong(self.game)], str(usual_level(self.game))
        unknown = [str(level) for level in range(len(LEVELS)) if str(level) not in offered]
        for number in range(1, int(count)):
            given = bots[number - 1] if number <= len(bots) else bots[0] if bots else self.wanted.level or usual
            if given in unknown:  # a level that this game does not have
                given = usual
            values = [*offered, *([] if given in offered else [given])]
            rows.append(Row(f"bot_{number}", values, values.index(given)))
        rows += [_row(option, options.get(option.name)) for option in asked(self.game)]
        self.rows[1:] = rows

    def row(self, key: str) -> Row:
        return next(row for row in self.rows if row.key == key)

    def change(self, number: int, by: int) -> None:
        row = self.rows[number]
        row.step(by)
        if row.key == "game":
            self._ask(None, {}, self._bots())
        elif row.key == "players":
            self._ask(int(row.value), self._options(), self._bots())

    def change_bots(self, by: int) -> None:
        """Change the first bot, and all others with it."""
        first = self.row("bot_1")
        first.step(by)
        for row in self.rows:
            if row.key.startswith("bot_") and first.value in row.values:
                row.at = row.values.index(first.value)

    def _bots(self) -> list[str]:
        return [row.value for row in self.rows if row.key.startswith("bot_")]

    def _options(self) -> dict[str, str]:
        """The options that have an answer; the rules decide the others."""
        names = [option.name for option in asked(self.game)]
        return {row.key: row.value for row in self.rows if row.key in names and row.value != BY_THE_RULES}

    def answer(self) -> PlayOptions:
        """What the rows say. Options that are not asked about keep their values."""
        kept = dict(self.wanted.options) if self.wanted.game == self.game.name else {}
        names = [option.name for option in asked(self.game)]
        kept = {name: value for name, value in kept.items() if name not in names}
        return replace(
            self.wanted,
            game=self.game.name,
            players=int(self.row("players").value),
            options={**kept, **self._options()},
            bots=tuple(self._bots()),
        )


def _row(option: Option, given: str | None) -> Row:
    values = [str(value) for value in option.values]
    if option.name == "rounds" and isinstance(option.values, range):
        values.append("knockout")
    if option.default is None:
        values.insert(0, BY_THE_RULES)
    if given is not None:
        usual = given
    elif option.default is not None:
        usual = option.write(option.default)
    else:
        usual = BY_THE_RULES
    return Row(option.name, values, values.index(usual) if usual in values else 0)


def asked(game: Game) -> list[Option]:
    """The options to ask people about; the others are for the command line."""
    return [option for option in game.set_up.options if not option.study]
