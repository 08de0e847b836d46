"""How the arrays of a batch lie in memory: on the CPU a game is a row, on a GPU a column.

These are stubs, as in `game_functions.py`; `layout_cpu.py` and `layout_cuda.py` have the functions.
"""

from typing import Any

from numpy.typing import NDArray

from koloda.compiled.stubs import NotLoaded, provided_by
from koloda.compiled.types import Ints, Memory, State


@provided_by("layout")
def meet(together: int) -> None:
    """On a GPU, wait for these threads of the warp: they part ways in the rules, and would seldom meet again."""
    raise NotLoaded


@provided_by("layout")
def write_observation(s: State, m: Memory, seat: int, observations: NDArray[Any], i: int) -> None:
    """Fill in what a seat may know of a game."""
    raise NotLoaded


@provided_by("layout")
def write_rewards(s: State, kind: int, sign: int, points: Ints, places: Ints, rewards: NDArray[Any], i: int) -> None:
    """Fill in the rewards of a game that is over, by seat (`episode.pay`)."""
    raise NotLoaded


@provided_by("layout")
def clear_rewards(rewards: NDArray[Any], i: int) -> None:
    """No reward for any seat of a game."""
    raise NotLoaded


@provided_by("layout")
def clear_mask(masks: NDArray[Any], i: int) -> None:
    """No action is legal in a game."""
    raise NotLoaded


@provided_by("layout")
def allow(masks: NDArray[Any], i: int, action: int) -> None:
    """An action is legal in a game."""
    raise NotLoaded
