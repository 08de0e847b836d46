"""The view of a plain game, built from its declared fields."""

from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec

from koloda.core.game import Rules, SetUp, seats_of
from koloda.core.plain.fields import ComputedField, Field
from koloda.core.view import View


def plain_view(
    set_up: SetUp, rules: Rules, fields: Sequence[Field | ComputedField]
) -> Callable[[Any, int | None], View]:
    """Return a game's `position_view`. A field by seat is a list; what a seat may not know is None."""
    shown = [each for each in fields if isinstance(each, ComputedField) or each.shown]
    struct = _struct(set_up, shown)

    def view(s: Any, seat: int | None) -> View:
        return struct(
            game=set_up.name,
            seat=seat,
            players=s.players,
            actors=seats_of(rules.actors(s)),
            over=bool(rules.over(s)),
            **{each.name: _seen(each, s, seat) for each in shown},
        )

    view.__annotations__["return"] = struct
    return view


def _seen(declared: Field | ComputedField, s: Any, seat: int | None) -> Any:
    if isinstance(declared, ComputedField):
        return declared.value(s, seat)

    def entry(number: int, other: int) -> Any:
        return declared.seen(s, number) if declared.known(s, -1 if seat is None else seat, other) else None

    value = declared.value(s)
    return [entry(number, other) for other, number in enumerate(value)] if isinstance(value, list) else entry(value, -1)


def _struct(set_up: SetUp, shown: Sequence[Field | ComputedField]) -> type[View]:
    blank = set_up.State()

    def type_of(declared: Field | ComputedField) -> Any:
        if isinstance(declared, ComputedField):
            return declared.type
        by_seat = isinstance(getattr(blank, declared.name, 0), list)
        return list[declared.type | None] if by_seat else declared.type | None  # type: ignore[name-defined]

    title = "".join(word.capitalize() for word in set_up.name.split("_"))
    declared = [(each.name, type_of(each)) for each in shown]
    return cast(type[View], msgspec.defstruct(f"{title}View", declared, bases=(View,), frozen=True, kw_only=True))
