"""A batch in main memory: one row a game (`batch_layout.py`)."""

from typing import Any

from numpy.typing import NDArray

from koloda.compiled.episode import pay
from koloda.compiled.game_functions import recall
from koloda.compiled.hints import borrows
from koloda.compiled.types import Ints, Memory, State


@borrows
def meet(together: int) -> None:
    """Nobody to wait for."""


@borrows
def write_observation(s: State, m: Memory, seat: int, observations: NDArray[Any], i: int) -> None:
    recall(s, m, seat, observations[i])


@borrows
def write_rewards(s: State, kind: int, sign: int, points: Ints, places: Ints, rewards: NDArray[Any], i: int) -> None:
    pay(s, kind, sign, points, places, rewards[i])


@borrows
def clear_rewards(rewards: NDArray[Any], i: int) -> None:
    rewards[i, :] = 0


@borrows
def clear_mask(masks: NDArray[Any], i: int) -> None:
    masks[i, :] = False


@borrows
def allow(masks: NDArray[Any], i: int, action: int) -> None:
    masks[i, action] = True
