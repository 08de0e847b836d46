"""A batch on a GPU: one column a game, so that neighbouring threads write neighbouring numbers (`batch_layout.py`)."""

from typing import Any

from numba import cuda, uint64
from numpy.typing import NDArray

from koloda.compiled.cuda_sizes import SIMULATED
from koloda.compiled.episode import pay
from koloda.compiled.game_functions import ACTIONS, recall
from koloda.compiled.types import Ints, Memory, State


def meet(together: int) -> None:
    """(The simulator has no warps.)"""
    if not SIMULATED:
        cuda.syncwarp(together)


def write_observation(s: State, m: Memory, seat: int, observations: NDArray[Any], i: int) -> None:
    recall(s, m, seat, observations[:, i])


def write_rewards(s: State, kind: int, sign: int, points: Ints, places: Ints, rewards: NDArray[Any], i: int) -> None:
    pay(s, kind, sign, points, places, rewards[:, i])


def clear_rewards(rewards: NDArray[Any], i: int) -> None:
    for seat in range(rewards.shape[0]):
        rewards[seat, i] = 0


def clear_mask(masks: NDArray[Any], i: int) -> None:
    """(Indices without a sign: numba would look whether each is negative, in the loop that runs most of all.)"""
    mask = masks[:, i]
    for action in range(ACTIONS):
        mask[uint64(action)] = False


def allow(masks: NDArray[Any], i: int, action: int) -> None:
    mask = masks[:, i]
    mask[uint64(action)] = True
