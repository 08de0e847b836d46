"""Small networks with random weights, to try what needs a network. They play badly."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from koloda.bots.features import network_features
from koloda.bots.network import Network
from koloda.core.game import Game

WIDTH = 8
LAYERS = 2


def random_arrays(game: Game, seed: int = 1, width: int = WIDTH, layers: int = LAYERS) -> dict[str, Any]:
    random = np.random.default_rng(seed)

    def some(*shape: int) -> Any:
        return random.normal(0, 0.5 / np.sqrt(width), shape).astype(np.float16).astype(np.float32)

    return {
        "input": some(game.once(network_features).count, width),
        "input_bias": some(width),
        **{f"hidden_{k}": some(width, width) for k in range(layers)},
        **{f"hidden_{k}_bias": some(width) for k in range(layers)},
        "policy": some(width, game.actions),
        "policy_bias": some(game.actions),
        "value": some(width, game.seats),
        "value_bias": some(game.seats),
    }


def random_network(game: Game, seed: int = 1, width: int = WIDTH, layers: int = LAYERS) -> Network:
    return Network(game, random_arrays(game, seed, width, layers), {"seed": seed})


def with_network(game: Game, folder: Path, seed: int = 1) -> Game:
    """The same game with a network file: as if its folder had one."""
    file = folder / f"{game.name}.npz"
    random_network(game, seed).save(file)
    made = replace(game)
    vars(made)["network"] = file
    return made
