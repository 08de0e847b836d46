"""The network in PyTorch is the one that NumPy evaluates."""

from typing import Any

import numpy as np
import pytest
from torch.nn.functional import embedding_bag

from koloda import envs
from koloda.core.observation import INSIGHT
from koloda.games import GAMES, find
from koloda.learn.first_layer import SumOfRows
from koloda.learn.model import Model
from koloda.learn.torch_extra import torch
from tests.bots.networks import random_network

PLAYERS = 3


def positions(game: str) -> Any:
    batch = envs.batch(game, PLAYERS, 16, seed=5, observation=INSIGHT)
    batch.random_steps(7)
    return batch.observations.copy()


@pytest.mark.parametrize("game", GAMES)
def test_it_evaluates_like_numpy(game: str) -> None:
    network = random_network(find(game))
    seen = positions(game)
    logits, values, _ = Model.of(network)(torch.as_tensor(seen), torch.full((16,), PLAYERS))
    expected = network.evaluate(seen, PLAYERS)
    assert np.allclose(logits.detach(), expected.preferences, atol=1e-5)
    assert np.allclose(values.detach().softmax(1), expected.shares, atol=1e-5)


def test_the_matrix_product_of_a_gpu_adds_up_the_same_rows() -> None:
    """In bfloat16, so within its rounding; gradients, too."""
    network = random_network(find("no_thanks"))
    seen, players = torch.as_tensor(positions("no_thanks")), torch.full((16,), PLAYERS)
    found = []
    for by_product in (False, True):
        model = Model.of(network)
        model.by_product = by_product
        logits, values, _ = model(seen, players)
        (logits.sum() + values[:, :PLAYERS].sum()).backward()
        found.append((logits.detach(), model.input.grad))
    (logits, gradient), (rounded, rounded_gradient) = found
    assert torch.allclose(logits, rounded, atol=0.03)
    assert torch.cosine_similarity(gradient.flatten(), rounded_gradient.flatten(), 0) > 0.99


@pytest.mark.parametrize("threads", [1, 2])
def test_gradients_of_rows_are_those_that_pytorch_computes(threads: int) -> None:
    torch.manual_seed(1)
    rows, weights = torch.randint(0, 9, (50, 6)), torch.randn(9, 20)
    factors = torch.randn(50, 20)
    found = []
    usual = torch.get_num_threads()
    torch.set_num_threads(threads)
    try:
        for ours in (True, False):
            given = weights.clone().requires_grad_()
            summed = SumOfRows.apply(rows, given, find("no_thanks")) if ours else embedding_bag(rows, given, mode="sum")
            (summed * factors).sum().backward()
            found.append((summed.detach(), given.grad))
    finally:
        torch.set_num_threads(usual)
    (summed, gradient), (expected, expected_gradient) = found
    assert torch.equal(summed, expected)
    assert torch.allclose(gradient, expected_gradient, atol=1e-4)


def test_weights_go_to_arrays_and_back() -> None:
    network = random_network(find("dobro"))
    arrays = Model.of(network).arrays()
    assert arrays.keys() == network.arrays().keys()
    assert all(np.array_equal(array, network.arrays()[name]) for name, array in arrays.items())
