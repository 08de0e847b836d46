"""The notation of a plain game: the game writes moves and draws; reading them, and positions, come for free."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from koloda.core import position
from koloda.core.errors import NotUnderstood
from koloda.core.game import Rules, SetUp
from koloda.core.plain.fields import ComputedField, Field


class Writing(Protocol):
    """A plain game's `notation.py`."""

    @property
    def FIELDS(self) -> Sequence[Field | ComputedField]:  # noqa: N802
        """In the order in which a position lists them."""

    def write_action(self, s: Any, action: int, /) -> str: ...
    def write_draw(self, s: Any, outcome: int, /) -> str: ...


Complete = Callable[[Any, Mapping[str, int]], None]
"""Fills in what follows from the rest of a position, and raises `NotUnderstood` if the position makes no sense.

Its arguments are the state, and the values of the fields that the state itself does not have.
"""


def _nothing_follows(s: Any, read: Mapping[str, int]) -> None:
    pass


class PlainNotation:
    """Reads a move or a draw by comparing the text with all that are possible."""

    def __init__(
        self,
        set_up: SetUp,
        rules: Rules,
        actions: int,
        writing: Writing,
        complete: Complete = _nothing_follows,
        also: Mapping[str, str] | None = None,
    ) -> None:
        """`actions` is the size of the action id space; `also` are other words for moves: `{"check": "call"}`."""
        self._set_up = set_up
        self._rules = rules
        self._actions = actions
        self._fields = [each for each in writing.FIELDS if isinstance(each, Field)]
        self.write_action = writing.write_action
        self.write_draw = writing.write_draw
        self._complete = complete
        self._also = also or {}
        self._check_names()

    def _check_names(self) -> None:
        known = {each.name for each in self._set_up.State.FIELDS if len(each.shape) < 2}
        for each in self._fields:
            if each.of is None and each.name not in known:
                raise TypeError(f"{self._set_up.name}: the state has no number, or list of numbers, {each.name!r}")

    def read_action(self, s: Any, text: str) -> int:
        """Return the move with this text; its last word is enough, if no other move ends with it."""
        plain = " ".join(text.lower().split())
        plain = self._also.get(plain, plain)
        written = [self.write_action(s, action).lower() for action in range(self._actions)]
        found = [plain] if plain in written else [each for each in written if each.split()[-1] == plain]
        if len(found) != 1:
            raise NotUnderstood.of(f"{self._set_up.name}.no_move", text=text)
        return written.index(found[0])

    def read_draw(self, s: Any, text: str) -> int:
        for outcome in range(self._rules.chance(s)):
            if self.write_draw(s, outcome) == text:
                return outcome
        raise NotUnderstood.of(f"{self._set_up.name}.no_draw", text=text)

    def write_position(self, s: Any) -> str:
        values = self._set_up.chosen(s)
        start = self._set_up.state(values)
        parts = {each.name: self._write(each, s, start) for each in self._fields}
        return position.write(self._set_up, values, parts)

    @staticmethod
    def _write(declared: Field, s: Any, start: Any) -> str:
        value = declared.value(s)
        if value == declared.usual(s, start):
            return ""
        if isinstance(value, list):
            return "/".join(declared.write(s, number) for number in value)
        return declared.write(s, value)

    def read_position(self, text: str) -> Any:
        parts = position.Parts(self._set_up, text)
        s = parts.start()
        start = s.copy()
        read: dict[str, int] = {}
        for each in self._fields:
            self._read(each, parts, s, start, read)
        parts.finish()
        self._complete(s, read)
        return s

    @staticmethod
    def _read(declared: Field, parts: position.Parts, s: Any, start: Any, read: dict[str, int]) -> None:
        """Read one field into the state, or else into `read`."""
        if declared.of is None and isinstance(getattr(s, declared.name), list):
            given = parts.by_seat(declared.name, s.players, lambda text: declared.read(s, text), None)
            usual = declared.usual(s, start)
            values = [number if one is None else one for one, number in zip(given, usual, strict=True)]
            getattr(s, declared.name)[: s.players] = values
            return
        text = parts.text_of(declared.name)
        number = declared.read(s, text) if text else declared.usual(s, start)
        if declared.of is None:
            setattr(s, declared.name, number)
        else:
            read[declared.name] = number
