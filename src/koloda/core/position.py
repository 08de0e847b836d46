"""The common form of a position in text: `leduc[players=2] cards=Ks/Jh public=Qh stakes=3/3 turn=2`.

One line: the game, in brackets its options (those that differ from the default, and those that the rules decide), then
`key=value` pairs in any order. Seats are numbered from 1; `/` separates the entries of a list by seat, `-` is an empty
entry.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from koloda.core.errors import NotUnderstood
from koloda.core.facts import Arg
from koloda.core.game import SetUp
from koloda.core.options import Value

T = TypeVar("T")


def write(set_up: SetUp, values: Mapping[str, Value], parts: Mapping[str, str]) -> str:
    """Write a position. `values` are its players and options, `parts` everything else ("" is left out)."""
    known = {option.name: option for option in set_up.options}
    chosen = [f"players={values['players']}"]
    chosen += [
        f"{name}={known[name].write(value)}"
        for name, value in values.items()
        if name in known and value != known[name].default
    ]
    return " ".join([f"{set_up.name}[{' '.join(chosen)}]", *(f"{k}={v}" for k, v in parts.items() if v != "")])


class Parts:
    """Parses a position. Every key is read once; `finish` refuses keys that were not read."""

    def __init__(self, set_up: SetUp, text: str) -> None:
        self._set_up = set_up
        found = re.fullmatch(r"\s*(\w+)\s*(?:\[([^\]]*)\])?(.*)", text, re.DOTALL)
        if not found or found[1] != set_up.name:
            raise NotUnderstood.of("errors.position_start", game=set_up.name, text=text)
        self._options = self._pairs((found[2] or "").split())
        self._parts = self._pairs(found[3].split())

    def _pairs(self, tokens: Sequence[str]) -> dict[str, str]:
        pairs: dict[str, str] = {}
        for token in tokens:
            key, equals, value = token.partition("=")
            if not equals or not value or key in pairs:
                raise self.bad("errors.position_token", token=token)
            pairs[key] = value
        return pairs

    def bad(self, key: str, /, **args: Arg) -> NotUnderstood:
        return NotUnderstood.of(key, **args)

    def start(self) -> Any:
        """A started state with the players and options of the text; the caller fills in the rest."""
        options = dict(self._options)
        players = options.pop("players", None)
        return self._set_up.new(None if players is None else self._number("players", players), **options)

    def text_of(self, key: str, default: str = "") -> str:
        return self._parts.pop(key, default)

    def number(self, key: str, default: int, low: int = 0, high: int = 1 << 15) -> int:
        given = self._parts.pop(key, None)
        return default if given is None else self._number(key, given, low, high)

    def seat(self, key: str, players: int, default: int) -> int:
        """A seat, written from 1; `-` is none (-1)."""
        if self._parts.get(key) == "-":
            del self._parts[key]
            return -1
        return self.number(key, default + 1, 1, players) - 1

    def by_seat(self, key: str, players: int, read: Callable[[str], T], default: T) -> list[T]:
        """An entry for every seat."""
        given = self._parts.pop(key, None)
        if given is None:
            return [default] * players
        parts = given.split("/")
        if len(parts) != players:
            raise self.bad("errors.position_seats", key=key, given=len(parts), players=players)
        return [read("" if part == "-" else part) for part in parts]

    def numbers(self, key: str, players: int, default: int, low: int = 0, high: int = 1 << 15) -> list[int]:
        """A number for every seat."""
        return self.by_seat(key, players, lambda given: self._number(key, given, low, high), default)

    def _number(self, key: str, given: str, low: int = 0, high: int = 1 << 15) -> int:
        if given.removeprefix("-").isdecimal() and low <= int(given) <= high:
            return int(given)
        raise self.bad("errors.position_number", key=key, given=given, low=low, high=high)

    def finish(self) -> None:
        for key in self._parts:
            raise self.bad("errors.position_key", key=key)
