"""A network as compiled code takes it: widths padded for its loops, and room for the positions of one search."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from koloda.bots.network import Array, Network, blank_network, own_network
from koloda.compiled.network import NetworkArrays
from koloda.core.game import Game

LANE = 16
"""Numbers in a vector register, at most: layers are padded to a multiple of it."""


class CompiledWeights:
    """The weights of a network for compiled code. Searches in several threads share them."""

    def __init__(self, network: Network) -> None:
        features = network.features
        width = _padded(network.width)
        out = _padded(network.game.actions + network.game.seats)
        self.trust = network.trust
        self.size = features.size
        self.width, self.out = width, out
        head = np.concatenate([network.policy, network.value], axis=1)
        self.weights = (
            features.start,
            features.lowest,
            features.table,
            _pad(network.input, features.count, width),
            _pad(network.input_bias, width),
            _pad(network.hidden, len(network.hidden), width, width),
            _pad(network.hidden_bias, len(network.hidden), width),
            _pad(head, width, out),
            _pad(np.concatenate([network.policy_bias, network.value_bias]), out),
        )

    def room(self, lines: int) -> NetworkArrays:
        """The weights, and room for so many positions."""
        return NetworkArrays(
            *self.weights,
            observed=np.zeros(self.size - 1, np.int64),
            rows=np.zeros((lines, self.size), np.int32),
            layer=np.zeros((lines, self.width), np.float32),
            more=np.zeros((lines, self.width), np.float32),
            out=np.zeros((lines, self.out), np.float32),
        )


def own_weights(game: Game) -> CompiledWeights:
    """Those of a game's own network. Ask with `game.once`."""
    return CompiledWeights(game.once(own_network))


def no_weights(game: Game) -> CompiledWeights:
    """Those of a network that knows nothing: enough to compile for all networks of the game."""
    return CompiledWeights(blank_network(game))


def _padded(width: int) -> int:
    return -(-width // LANE) * LANE


def _pad(array: Array, *shape: int) -> NDArray[Any]:
    """The array in a larger one of zeros: they change no sum."""
    padded = np.zeros(shape, np.float32)
    padded[tuple(slice(length) for length in array.shape)] = array
    return padded
