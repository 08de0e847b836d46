"""A network: what a player of level 4 knows. Plain arrays in `bots/network.npz` of a game's folder, evaluated by NumPy.

The first layer is the sum of the rows that a position activates (`features.py`). From it come a preference for every
action and, by seat, the expected share of the win. Seats are relative, as in an observation: 0 is the observing one.

| array | shape | meaning |
|---|---|---|
| `input`, `input_bias` | [rows, H], [H] | `h = relu(sum of the active rows + bias)` |
| `hidden_0`, `hidden_0_bias`, `hidden_1`, … | [H, H], [H] | `h = h + relu(h @ hidden + bias)` |
| `policy`, `policy_bias` | [H, actions], [actions] | a preference for each action; a softmax over the legal ones |
| `value`, `value_bias` | [H, seats], [seats] | a softmax over the seats at the table: each one's share of the win |
| `about` | bytes | JSON: the format, the game, the hash of its features, how it was trained |

In a file a bias has half precision. Every other array has whole numbers from -127 to 127, and beside it, as `…_scale`,
for each column the number to multiply them by.
"""

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple
from zipfile import BadZipFile

import numpy as np
from numpy.typing import ArrayLike, NDArray

from koloda.bots.features import Features, network_features
from koloda.core.errors import BadBot
from koloda.core.facts import Fact
from koloda.core.files import write_bytes
from koloda.core.game import Game

FORMAT = 2
LARGEST = 1_000_000
"""Bytes of a file that is shipped."""

FINEST = 127
"""The largest whole number of a stored array."""
SCALE = "_scale"

Array = NDArray[np.float32]


class Evaluation(NamedTuple):
    """What a network thinks of positions; `[...]` are the dimensions of the positions."""

    preferences: Array
    """`[..., actions]`: logits, for illegal actions as well."""
    shares: Array
    """`[..., seats]`: expected shares of the win, relative to the observing seat; 0 for seats that nobody has."""


class Network:
    """The weights of a game's network."""

    def __init__(self, game: Game, arrays: Mapping[str, ArrayLike], recipe: Mapping[str, Any]) -> None:
        """Refuses arrays whose shapes do not fit the game or each other. The recipe says how they were trained."""
        self.game = game
        self.features = game.once(network_features)
        self.recipe = dict(recipe)
        found = {name: np.ascontiguousarray(array, np.float32) for name, array in arrays.items()}
        layers = sum(1 for name in found if name.startswith("hidden_") and not name.endswith("_bias"))
        self.width = found["input"].shape[-1] if found.get("input", np.zeros(0)).ndim == 2 else 0
        shapes = _shapes(game, self.features, self.width, layers)
        if unknown := sorted(found.keys() - shapes.keys()):
            raise BadBot.of("bots.network_unknown", game=_title(game), array=unknown[0], arrays=", ".join(shapes))
        for name, shape in shapes.items():
            if name not in found or found[name].shape != shape or not np.isfinite(found[name]).all():
                raise BadBot.of("bots.network_array", game=_title(game), array=name, shape=_written(shape))
        self.input, self.input_bias = found["input"], found["input_bias"]
        self.hidden = np.stack([found[f"hidden_{k}"] for k in range(layers)]) if layers else _none(self.width)
        self.hidden_bias = (
            np.stack([found[f"hidden_{k}_bias"] for k in range(layers)])
            if layers
            else np.zeros((0, self.width), np.float32)
        )
        self.policy, self.policy_bias = found["policy"], found["policy_bias"]
        self.value, self.value_bias = found["value"], found["value_bias"]

    def evaluate(self, observations: ArrayLike, players: int) -> Evaluation:
        """Judge positions, `[..., observation.size]`, at a table of so many players."""
        rows = self.features.rows(observations, players)
        h = np.maximum(self.input[rows].sum(axis=-2) + self.input_bias, 0)
        for weights, bias in zip(self.hidden, self.hidden_bias, strict=True):
            h = h + np.maximum(h @ weights + bias, 0)
        seats = h @ self.value[:, :players] + self.value_bias[:players]
        shares = np.zeros((*h.shape[:-1], self.game.seats), np.float32)
        shares[..., :players] = softmax(seats)
        return Evaluation(h @ self.policy + self.policy_bias, shares)

    def arrays(self) -> dict[str, Array]:
        """The arrays by name, as they are stored."""
        return {
            "input": self.input,
            "input_bias": self.input_bias,
            **{f"hidden_{k}": each for k, each in enumerate(self.hidden)},
            **{f"hidden_{k}_bias": each for k, each in enumerate(self.hidden_bias)},
            "policy": self.policy,
            "policy_bias": self.policy_bias,
            "value": self.value,
            "value_bias": self.value_bias,
        }

    def written(self) -> bytes:
        """The network as a file, with a byte for a weight. The same network always gives the same bytes."""
        about = {
            "format": FORMAT,
            "game": self.game.name,
            "layout": self.features.hash,
            "recipe": self.recipe,
        }
        stored: dict[str, Any] = {"about": np.frombuffer(json.dumps(about, sort_keys=True).encode(), np.uint8)}
        for name, array in self.arrays().items():
            if np.abs(array).max(initial=0) > np.finfo(np.float16).max:
                raise BadBot.of("bots.network_array", game=_title(self.game), array=name, shape=_written(array.shape))
            stored |= packed(name, array)
        file = BytesIO()
        np.savez_compressed(file, **stored)
        return file.getvalue()

    def save(self, path: Path) -> None:
        """Write the file, or refuse: what is shipped with a game may have at most `LARGEST` bytes."""
        content = self.written()
        if len(content) > LARGEST:
            raise BadBot.of("bots.network_large", game=_title(self.game), given=len(content), most=LARGEST)
        write_bytes(path, content)


def read_network(game: Game, content: bytes, file: str) -> Network:
    """Read a network from a file's content. Refuses one that was not made for this game and its observation."""
    try:
        with np.load(BytesIO(content), allow_pickle=False) as stored:
            about = json.loads(stored["about"].tobytes())
            arrays = unpacked({name: stored[name] for name in stored.files if name != "about"})
        made_for = (about["format"], about["game"], about["layout"])
        recipe = dict(about["recipe"])
    except (OSError, EOFError, ValueError, LookupError, TypeError, AttributeError, BadZipFile) as problem:
        raise BadBot.of("bots.network_file", file=file) from problem
    features = game.once(network_features)
    if made_for != (FORMAT, game.name, features.hash):
        raise BadBot.of("bots.network_misfit", file=file, game=_title(game))
    return Network(game, arrays, recipe)


def packed(name: str, array: Array) -> dict[str, NDArray[Any]]:
    """An array as it is stored. What was read from a file is stored as it was there."""
    if array.ndim == 1:
        return {name: array.astype(np.float16)}
    scale = (np.abs(array).max(axis=0, initial=0) / np.float32(FINEST)).astype(np.float16)
    rounded = np.rint(array / np.where(scale > 0, scale, np.float16(1)).astype(np.float32))
    return {name: rounded.clip(-FINEST, FINEST).astype(np.int8), name + SCALE: scale}


def unpacked(stored: Mapping[str, NDArray[Any]]) -> dict[str, Array]:
    """The arrays from what is stored of them."""
    found = {name: array.astype(np.float32) for name, array in stored.items() if not name.endswith(SCALE)}
    scales = {name: stored[name + SCALE].astype(np.float32) for name in found if name + SCALE in stored}
    return {name: array * scales.get(name, np.float32(1)) for name, array in found.items()}


def own_network(game: Game) -> Network:
    """The network of a game that has one. Ask with `game.once`, so that it is read once."""
    assert game.network is not None
    return read_network(game, game.network.read_bytes(), str(game.network))


def softmax(logits: Array) -> Array:
    """Along the last dimension."""
    raised = np.exp(logits - logits.max(axis=-1, keepdims=True))
    likely: Array = raised / raised.sum(axis=-1, keepdims=True)
    return likely


def _shapes(game: Game, features: Features, width: int, layers: int) -> dict[str, tuple[int, ...]]:
    shapes: dict[str, tuple[int, ...]] = {"input": (features.count, width), "input_bias": (width,)}
    for k in range(layers):
        shapes |= {f"hidden_{k}": (width, width), f"hidden_{k}_bias": (width,)}
    shapes |= {"policy": (width, game.actions), "policy_bias": (game.actions,)}
    return shapes | {"value": (width, game.seats), "value_bias": (game.seats,)}


def _none(width: int) -> Array:
    return np.zeros((0, width, width), np.float32)


def _written(shape: tuple[int, ...]) -> str:
    return " × ".join(map(str, shape))


def _title(game: Game) -> Fact:
    return Fact(f"{game.name}.title")
