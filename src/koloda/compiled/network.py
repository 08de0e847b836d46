"""A network in compiled code. It evaluates several positions together, so that it reads every weight once for all.

The format is that of `bots/network.py`. Loops run over consecutive numbers and add up in one order: LLVM vectorises
them, and what comes out for a position does not depend on the others.
"""

from math import exp
from typing import Any, NamedTuple

from numpy import float32
from numpy.typing import NDArray

from koloda.compiled.game_functions import ACTIONS, recall
from koloda.compiled.hints import borrows
from koloda.compiled.types import Floats, Ints, Memory, State

AT_ONCE = 4
"""Rows of weights that are added up at once. Widths of layers are multiples of it."""
ZERO = float32(0.0)


class NetworkArrays(NamedTuple):
    """A network's weights, and room for the positions that it evaluates: one line each."""

    start: NDArray[Any]
    """Where each number's part of the table begins (`bots/features.py`)."""
    lowest: NDArray[Any]
    table: NDArray[Any]
    input: NDArray[Any]
    input_bias: NDArray[Any]
    hidden: NDArray[Any]
    hidden_bias: NDArray[Any]
    head: NDArray[Any]
    """Policy and value beside each other."""
    head_bias: NDArray[Any]
    observed: NDArray[Any]
    """Room for an observation."""
    rows: NDArray[Any]
    """The rows of the first layer that each position activates."""
    layer: NDArray[Any]
    """By position: the layer that was computed last."""
    more: NDArray[Any]
    """By position: what a hidden layer adds."""
    out: NDArray[Any]
    """By position: a preference for every action, then a logit of the win for every seat from the observing one."""


@borrows
def take_in(s: State, m: Memory, seat: int, network: NetworkArrays, line: int) -> None:
    """Look at a position from a seat. It will be evaluated together with the others."""
    recall(s, m, seat, network.observed)
    last = network.observed.shape[0]
    for i in range(last + 1):
        value = int(network.observed[i]) if i < last else int(s.players)
        at = network.start[i] + value - network.lowest[i]
        network.rows[line, i] = network.table[min(max(at, network.start[i]), network.start[i + 1] - 1)]


@borrows
def evaluate(network: NetworkArrays, lines: int) -> None:
    """Evaluate the first positions that were taken in."""
    width = network.layer.shape[1]
    for line in range(lines):
        layer = network.layer[line]
        for j in range(width):
            layer[j] = network.input_bias[j]
        for i in range(network.rows.shape[1]):
            weights = network.input[network.rows[line, i]]
            for j in range(width):
                layer[j] += weights[j]
        for j in range(width):
            layer[j] = max(layer[j], ZERO)
    for k in range(network.hidden.shape[0]):
        multiply(network.layer, network.hidden[k], network.hidden_bias[k], network.more, lines)
        for line in range(lines):
            for j in range(width):
                network.layer[line, j] += max(network.more[line, j], ZERO)
    multiply(network.layer, network.head, network.head_bias, network.out, lines)


@borrows
def multiply(layer: NDArray[Any], weights: NDArray[Any], bias: NDArray[Any], out: NDArray[Any], lines: int) -> None:
    """What the next layer gets from this one."""
    width = weights.shape[1]
    for line in range(lines):
        for j in range(width):
            out[line, j] = bias[j]
    for i in range(0, weights.shape[0], AT_ONCE):
        first = weights[i]
        second = weights[i + 1]
        third = weights[i + 2]
        fourth = weights[i + 3]
        for line in range(lines):
            a = layer[line, i]
            b = layer[line, i + 1]
            c = layer[line, i + 2]
            d = layer[line, i + 3]
            to = out[line]
            for j in range(width):
                to[j] += (a * first[j] + b * second[j]) + (c * third[j] + d * fourth[j])


@borrows
def read_policy(network: NetworkArrays, line: int, legal: Ints, n: int, likely: Floats) -> None:
    """How likely each of n legal actions is in a position."""
    most = network.out[line, legal[0]]
    for i in range(1, n):
        most = max(most, network.out[line, legal[i]])
    total = 0.0
    for i in range(n):
        likely[i] = exp(network.out[line, legal[i]] - most)
        total += likely[i]
    for i in range(n):
        likely[i] /= total


@borrows
def read_shares(network: NetworkArrays, line: int, seat: int, players: int, shares: Floats) -> None:
    """Each seat's expected share of the win in a position that `seat` looks at."""
    most = network.out[line, ACTIONS]
    for i in range(1, players):
        most = max(most, network.out[line, ACTIONS + i])
    total = 0.0
    for i in range(players):
        at = seat + i if seat + i < players else seat + i - players
        shares[at] = exp(network.out[line, ACTIONS + i] - most)
        total += shares[at]
    for i in range(players):
        shares[i] /= total
