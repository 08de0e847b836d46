"""Gymnasium spaces of a game: its actions, its observations and its states."""

from math import prod
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from koloda.core.game import Game
from koloda.core.observation import Observation


class Actions(spaces.Discrete):
    """Action ids. `sample()` without a mask draws among the actions that are legal at the moment."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.legal: NDArray[np.int8] | None = None

    def sample(self, mask: Any | None = None, probability: Any | None = None) -> np.int64:
        if mask is None and probability is None:
            mask = self.legal
        return super().sample(mask, probability)


def observed(observation: Observation) -> spaces.Box:
    """The numbers of an observation, each within the limits of its part of the layout."""
    width = np.dtype(observation.width)
    low = [part.lowest for part in observation.layout for _ in range(part.size)]
    high = [part.highest for part in observation.layout for _ in range(part.size)]
    return spaces.Box(np.array(low, width), np.array(high, width), dtype=width.type)


def of_state(game: Game) -> spaces.Box:
    """Every number of a state, in the order of its fields."""
    widths = [np.dtype(field.width) for field in game.set_up.State.FIELDS for _ in range(prod(field.shape))]
    low = np.array([np.iinfo(width).min for width in widths], np.int64)
    high = np.array([np.iinfo(width).max for width in widths], np.int64)
    return spaces.Box(low, high, dtype=np.int64)


def with_mask(observation: Observation, actions: int) -> spaces.Dict:
    """The observation together with the mask of legal actions."""
    mask = spaces.Box(0, 1, (actions,), np.int8)
    return spaces.Dict({"observation": observed(observation), "action_mask": mask})
