"""A driver: what the rows of a network's first layer have to change by.

The first layer adds up the rows that a position activates (`bots/features.py`), so every active row gets the gradient
of the sum. PyTorch sorts the rows for that, which takes longer than to add.
"""

from typing import Any

from numpy.typing import NDArray

from koloda.compiled.hints import borrows


@borrows
def add_up(rows: NDArray[Any], gradients: NDArray[Any], first: int, end: int, out: NDArray[Any]) -> None:
    """Add the gradient of every position, columns `first` to `end`, to all rows that are active in it."""
    for i in range(rows.shape[0]):
        gradient = gradients[i, first:end]
        for k in range(rows.shape[1]):
            to = out[rows[i, k], first:end]
            for j in range(end - first):
                to[j] += gradient[j]
