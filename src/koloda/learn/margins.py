"""How far scores usually differ: the unit in which a learner counts margins."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from koloda.core.game import Game
from koloda.envs import playouts
from koloda.learn.torch_extra import Tensor, torch

GAMES = 512
"""Of every number of players."""
SEED = 2_000_003


def margin_spreads(game: Game, players: Sequence[int], options: Mapping[str, Any], device: str) -> Tensor:
    """By number of players, the standard deviation of margins in random games; at least 1.

    Players who learn soon differ less. But a unit need not be exact, and this one is the same in every run.
    """
    spreads = np.ones(game.seats + 1, np.float32)
    for count in players:
        scores = playouts(game.name, count, GAMES, seed=SEED, **options).scores.astype(np.float64)
        margins = scores - (scores.sum(1, keepdims=True) - scores) / (count - 1)
        spreads[count] = max(1.0, margins.std())
    return torch.as_tensor(spreads, device=device)
