"""How a driver leaves functions and sizes open: it imports stubs, and the loader puts a game's own in their place."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class NotLoaded(RuntimeError):
    """A stub was called: the driver was not loaded over a game."""

    def __init__(self) -> None:
        super().__init__("a driver plays a game only after koloda.compiled.loader has put in the game's functions")


def provided_by(part: str) -> Callable[[F], F]:
    """Mark a function as a stub, and say which part of a game has the real one."""

    def mark(function: F) -> F:
        setattr(function, _MARK, part)
        return function

    return mark


_MARK = "provided_by"


def part_of(value: object) -> str | None:
    """The part of a game that has the real function of a stub; None for anything that is no stub."""
    return getattr(value, _MARK, None)


class Size:
    """Stands for a number that differs from game to game. Nothing can be computed with it before the loader does."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Size({self.name!r})"


def size(name: str) -> Any:
    """A stub for a number."""
    return Size(name)
