"""What every view has: whose view it is, who must act, and how the game ended."""

from collections.abc import Iterator
from typing import Annotated

import msgspec
from msgspec import inspect

Seat = Annotated[int, msgspec.Meta(extra_json_schema={"x-holds": "seat"})]
"""A seat, from 0. A field of a view that holds seats says so by this type; all other numbers count something."""


class Criterion(msgspec.Struct, frozen=True, kw_only=True):
    """One column of the final ranking: the score, or a tie-break."""

    name: str
    """The key of its name."""
    values: list[int]
    """By seat."""
    lowest: bool
    """Is the lower number better?"""
    compared: list[Seat]
    """The seats that were level for the first place, and whose numbers were therefore compared; [] where there was no
    need to."""
    decided: bool
    """Did it break the tie for the first place?"""


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """How the places came about."""

    criteria: list[Criterion]
    """The score first, then the tie-breaks in the order in which they count."""
    rule: str
    """The rule that says what becomes of equal scores; "" where none does."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A position as one seat may know it (`seat` None: a spectator). Games add their own fields. Seats count from 0.

    The core fills in the result: see `Game.view`.
    """

    game: str
    seat: Seat | None
    players: int
    actors: list[Seat]
    """The seats that must act now."""
    over: bool
    scores: list[int] | None = None
    """Final scores by seat, once the game is over."""
    winners: list[Seat] | None = None
    """The seats that share the first place."""
    places: list[int] | None = None
    """By seat, from 1; equals share a place, and the places after them stay empty: 1, 2, 2, 4."""
    ranking: Ranking | None = None


def seat_fields(kind: type[msgspec.Struct]) -> frozenset[str]:
    """The names of the fields that hold seats, in a struct and in the structs inside it."""
    return frozenset(
        field.name
        for struct in _structs(inspect.type_info(kind))
        for field in struct.fields
        if _holds_seats(field.type)
    )


def _structs(kind: inspect.Type) -> Iterator[inspect.StructType]:
    """A struct, and the structs that it is made of."""
    if isinstance(kind, inspect.StructType):
        yield kind
        for field in kind.fields:
            yield from _structs(field.type)
    for part in _parts(kind):
        yield from _structs(part)


def _holds_seats(kind: inspect.Type) -> bool:
    if isinstance(kind, inspect.Metadata):
        return (kind.extra_json_schema or {}).get("x-holds") == "seat"
    return any(_holds_seats(part) for part in _parts(kind))


def _parts(kind: inspect.Type) -> tuple[inspect.Type, ...]:
    """What a list, a mapping or a union is made of."""
    if isinstance(kind, inspect.ListType):
        return (kind.item_type,)
    if isinstance(kind, inspect.DictType):
        return (kind.value_type,)
    return kind.types if isinstance(kind, inspect.UnionType) else ()


def encode(thing: object) -> bytes:
    """The bytes that leave for a seat: canonical JSON."""
    return msgspec.json.encode(thing)
