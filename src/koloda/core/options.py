"""The options of a game: what players may choose before the game. Each option belongs to a rule."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from koloda.core.errors import UnknownOption

Value = int | str  # flags are 0 and 1
Values = Mapping[str, Value]


@dataclass(frozen=True)
class Option:
    """One option. A `default` of None means that the rules decide (for example, by the number of players).

    `values` are the allowed values: a range of numbers, or a few words, some of which may be numerals ("3", "long");
    ("off", "on") is a flag, stored as 0 or 1.
    """

    name: str
    rule: str
    values: range | tuple[str, ...]
    default: Value | None
    study: bool = field(default=False, kw_only=True)
    """Is it for study (a smaller deck, a custom edition), not for a table? Then people are not asked about it."""

    @property
    def flag(self) -> bool:
        return self.values == FLAG

    @property
    def words(self) -> tuple[str, ...]:
        """The values that are not numbers."""
        return () if isinstance(self.values, range) else self.values

    def allowed(self) -> str:
        if isinstance(self.values, range):
            return f"{self.values[0]}-{self.values[-1]}"
        return ", ".join(self.values)

    def read(self, given: object) -> Value:
        """Check a value given by a program (3, True, "on") or by a person ("3", "on").

        It is read as it would be written. So True and False are values of flags only, never numbers.
        """
        text = str(given)
        if self.flag:
            if text.lower() in _NO + _YES:
                return int(text.lower() in _YES)
        elif isinstance(self.values, range):
            if text.removeprefix("-").isdecimal() and int(text) in self.values:
                return int(text)
        elif text in self.values:
            return text
        raise UnknownOption.near(
            text,
            self.words,
            "errors.option_value",
            option=self.name,
            given=text,
            allowed=self.allowed(),
            rule=self.rule,
        )

    def write(self, value: Value) -> str:
        return FLAG[int(value)] if self.flag else str(value)


FLAG = ("off", "on")
_NO = ("off", "0", "false", "no")
_YES = ("on", "1", "true", "yes")


def flag(name: str, rule: str, default: bool) -> Option:
    return Option(name, rule, FLAG, int(default))


def settle(options: Sequence[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """The values of all options: the given ones checked, the others by default (except those that the rules decide)."""
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise UnknownOption.near(
                name, list(known), "errors.option_name", option=name, allowed=", ".join(known) or "-"
            )
    chosen: dict[str, Value] = {}
    for name, option in known.items():
        if given.get(name) is not None:
            chosen[name] = option.read(given[name])
        elif option.default is not None:
            chosen[name] = option.default
    return chosen
