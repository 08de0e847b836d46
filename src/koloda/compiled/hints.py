"""What a driver tells the loader about a function."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
_MARK = "borrows"


def borrows(function: F) -> F:
    """Mark a function that makes and returns no array: compiled, it counts no references to those that it is given.

    Counting costs more than most of what a function does that is given a named tuple of arrays. Numba refuses to
    compile a marked function that makes an array or returns a view of one.
    """
    setattr(function, _MARK, True)
    return function


def is_borrower(function: object) -> bool:
    """Is a function marked?"""
    return getattr(function, _MARK, False)
