"""Working memory of a compilable function."""

from typing import Any


def local_array(length: int) -> Any:
    """Room for so many whole numbers: a list where it is interpreted, an array on the stack where it is compiled.

    A list that the function made itself would be allocated at every call, and checked at every access. The length is a
    constant of the module. Nothing is in it at first: interpreted, who reads before writing gets None, and an error
    with it; compiled, any number. Pass the array to other functions, but never return it: it is gone with the function.
    (`compiled.loader` puts the array in, for the CPU.)
    """
    return [None] * length
