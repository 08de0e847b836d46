"""A batch in main memory: one row a game (`batch_layout.py`)."""

from typing import Any

from numpy.typing import NDArray


def meet(together: int) -> None:
    """Nobody to wait for."""


def observation_of(observations: NDArray[Any], i: int) -> Any:
    return observations[i]


def rewards_of(rewards: NDArray[Any], i: int) -> Any:
    return rewards[i]


def clear_rewards(rewards: NDArray[Any], i: int) -> None:
    rewards[i, :] = 0


def clear_mask(masks: NDArray[Any], i: int) -> None:
    masks[i, :] = False


def allow(masks: NDArray[Any], i: int, action: int) -> None:
    masks[i, action] = True
