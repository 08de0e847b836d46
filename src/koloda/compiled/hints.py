"""What a driver tells the loader about a function."""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])
_BORROWS, _HOLDS_LOCK = "borrows", "holds_lock"


def borrows(function: F) -> F:
    """Mark a function that makes and returns no array: compiled, it counts no references to those that it is given.

    Counting costs more than most of what a function does that is given a named tuple of arrays. Numba refuses to
    compile a marked function that makes an array or returns a view of one.
    """
    setattr(function, _BORROWS, True)
    return function


def is_borrower(function: object) -> bool:
    """Does a function count no references?"""
    return getattr(function, _BORROWS, False)


def holds_lock(function: F) -> F:
    """Mark a function that Python calls very often for very little: it holds the interpreter's lock meanwhile.

    To give it up and get it back takes as long as such a function.
    """
    setattr(function, _HOLDS_LOCK, True)
    return function


def is_lock_holder(function: object) -> bool:
    """Does a function hold the interpreter's lock?"""
    return getattr(function, _HOLDS_LOCK, False)
