"""The network in PyTorch while it is trained: the one that `koloda.bots.network` describes, as parameters.

On a GPU the first layer is a matrix product with rows of zeros and ones, in bfloat16: scattered gradients would take
longer. On the CPU it adds up the active rows.
"""

from collections.abc import Mapping
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from koloda.bots.features import Features, network_features
from koloda.bots.network import Network
from koloda.core.game import Game
from koloda.learn.first_layer import SumOfRows
from koloda.learn.recipe import ALIGNED
from koloda.learn.torch_extra import Tensor, functional, nn, torch

FORBIDDEN = -1e9
"""The logit of what cannot be."""


class Model(nn.Module):
    """Maps what a seat sees to a policy and to every seat's expected share of the win, relative to the seat.

    In training it also forecasts the seat's margin: by how much its score will differ from those of the others.
    """

    def __init__(self, game: Game, hidden: int, layers: int) -> None:
        super().__init__()
        self.game = game
        features = self.features = game.once(network_features)
        actions, seats = self.actions, self.seats = game.actions, game.seats
        self.by_product: bool | None = None
        """Is the first layer a matrix product? None: on a GPU it is."""
        self.count = -(-features.count // ALIGNED) * ALIGNED
        self.input = nn.Parameter(torch.randn(self.count, hidden) * features.size**-0.5)
        self.input_bias = nn.Parameter(torch.zeros(hidden))
        self.blocks = nn.ModuleList([nn.Linear(hidden, hidden) for _ in range(layers)])
        for block in self.blocks:
            nn.init.normal_(block.weight, std=hidden**-0.5)
            nn.init.zeros_(block.bias)
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, seats)
        self.margin = nn.Linear(hidden, 1)
        for head in (self.policy, self.value, self.margin):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)
        self._lookup(features)

    def _lookup(self, features: Features) -> None:
        """Tables by which numbers become rows: `koloda.bots.features` says how."""
        first, ends = features.start[:-1], features.start[1:]
        tables = {"offset": first - features.lowest, "first": first, "last": ends - 1}
        for name, table in tables.items():
            self.register_buffer(name, torch.as_tensor(table, dtype=torch.int32), persistent=False)
        self.register_buffer("table", torch.as_tensor(features.table, dtype=torch.int64), persistent=False)

    def rows(self, observations: Tensor, players: Tensor) -> Tensor:
        """The active rows of the first layer: one for each number of an observation, and one for the players."""
        numbers = torch.cat([observations.int(), players.int()[:, None]], 1)
        places = torch.minimum(torch.maximum(numbers + self.offset, self.first), self.last)
        found: Tensor = self.table.index_select(0, places.flatten())  # several times as fast as self.table[places]
        return found.view(places.shape)

    def _first_layer(self, rows: Tensor) -> Tensor:
        if self.by_product is False or (self.by_product is None and rows.device.type != "cuda"):
            summed: Tensor = SumOfRows.apply(rows, self.input, self.game)
            return summed + self.input_bias
        kind = torch.bfloat16
        ones = torch.zeros(len(rows), self.count, dtype=kind, device=rows.device).scatter_(1, rows, 1.0)
        return torch.addmm(self.input_bias.to(kind), ones, self.input.to(kind))

    def forward(self, observations: Tensor, players: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """The logits of all actions and of the seats at the table, and the margin."""
        h = functional.relu(self._first_layer(self.rows(observations, players)))
        kind = h.dtype
        for block in self.blocks:
            h = h + functional.relu(functional.linear(h, block.weight.to(kind), block.bias.to(kind)))
        heads = torch.cat([self.policy.weight, self.value.weight, self.margin.weight]).to(kind)
        biases = torch.cat([self.policy.bias, self.value.bias, self.margin.bias]).to(kind)
        out = functional.linear(h, heads, biases).float()
        seats = torch.arange(self.seats, device=h.device)
        values = out[:, self.actions : -1].masked_fill(seats >= players[:, None], FORBIDDEN)
        return out[:, : self.actions], values, out[:, -1]

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """The weights under the names of `koloda.bots.network`."""

        def plain(tensor: Tensor) -> NDArray[np.float32]:
            return np.array(tensor.detach().float().cpu().numpy(), order="C")  # a copy: training goes on

        found = {"input": plain(self.input[: self.features.count]), "input_bias": plain(self.input_bias)}
        for number, block in enumerate(self.blocks):
            found[f"hidden_{number}"] = plain(block.weight.T)
            found[f"hidden_{number}_bias"] = plain(block.bias)
        for name, head in (("policy", self.policy), ("value", self.value)):
            found[name] = plain(head.weight.T)
            found[f"{name}_bias"] = plain(head.bias)
        return found

    @classmethod
    def of(cls, network: Network) -> Self:
        """The same network in PyTorch."""
        model = cls(network.game, network.width, len(network.hidden))
        model.load_arrays(network.arrays())
        return model

    @torch.no_grad()
    def load_arrays(self, arrays: Mapping[str, Any]) -> None:
        """Take over weights from arrays: the inverse of `arrays`."""

        def fill(parameter: Tensor, array: Any) -> None:
            parameter.copy_(torch.as_tensor(np.asarray(array, np.float32)))

        fill(self.input[: self.features.count], arrays["input"])
        fill(self.input_bias, arrays["input_bias"])
        for number, block in enumerate(self.blocks):
            fill(block.weight, np.asarray(arrays[f"hidden_{number}"]).T)
            fill(block.bias, arrays[f"hidden_{number}_bias"])
        for name, head in (("policy", self.policy), ("value", self.value)):
            fill(head.weight, np.asarray(arrays[name]).T)
            fill(head.bias, arrays[f"{name}_bias"])
