"""A batch on a GPU: one column a game, so that neighbouring threads write neighbouring numbers (`batch_layout.py`)."""

from typing import Any

from numba import cuda
from numpy.typing import NDArray

from koloda.compiled.cuda_sizes import SIMULATED
from koloda.compiled.game_functions import ACTIONS


def meet(together: int) -> None:
    """(The simulator has no warps.)"""
    if not SIMULATED:
        cuda.syncwarp(together)


def observation_of(observations: NDArray[Any], i: int) -> Any:
    return observations[:, i]


def rewards_of(rewards: NDArray[Any], i: int) -> Any:
    return rewards[:, i]


def clear_rewards(rewards: NDArray[Any], i: int) -> None:
    for seat in range(rewards.shape[0]):
        rewards[seat, i] = 0


def clear_mask(masks: NDArray[Any], i: int) -> None:
    for action in range(ACTIONS):
        masks[action, i] = False


def allow(masks: NDArray[Any], i: int, action: int) -> None:
    masks[action, i] = True
