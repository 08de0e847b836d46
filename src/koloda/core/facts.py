"""Facts: what happened, what a move would do, why it is refused, as a key and arguments instead of a sentence.

The sentence is made where it is read (`core.text`), in the reader's language; the browser makes it from the same
locale files. Arguments named `player` and `other` are seats (0, 1, ...) and are shown as names. An argument may be a
fact itself, or a list of facts. Programs need not read facts: what happened is there as typed events (`core.events`).
"""

from collections.abc import Sequence
from typing import Union

import msgspec

Arg = Union[int, str, "Fact", Sequence[Union["Fact", int, str]]]
SEATS = ("player", "other")
"""Arguments that are seats: players are called by their names."""
SCORES = ("points", "score", "total")
"""Arguments that can be negative: they get the minus that people write. What is typed keeps its hyphen."""


class Fact(msgspec.Struct, frozen=True, omit_defaults=True):
    """`Fact("common.wins", {"player": 2})`: "Vera wins."."""

    key: str
    args: dict[str, Arg] = {}


def fact(key: str, /, **args: Arg) -> Fact:
    return Fact(key, args)
