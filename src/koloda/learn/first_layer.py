"""The first layer of a network on the CPU, with gradients that are added up by compiled code (`row_gradients.py`)."""

from concurrent.futures import ThreadPoolExecutor
from functools import cache
from itertools import pairwise
from typing import Any

from koloda.compiled import loader, row_gradients
from koloda.core.game import Game
from koloda.learn.torch_extra import Tensor, functional, torch


class SumOfRows(torch.autograd.Function):
    """`[positions, rows of a position]` and the weights of all rows become `[positions, width]`."""

    @staticmethod
    def forward(context: Any, rows: Tensor, weights: Tensor, game: Game) -> Tensor:
        context.save_for_backward(rows)
        context.form, context.game = weights.shape, game
        found: Tensor = functional.embedding_bag(rows, weights, mode="sum")
        return found

    @staticmethod
    def backward(context: Any, *gradients: Tensor) -> tuple[None, Tensor, None]:
        (rows,) = context.saved_tensors
        out = torch.zeros(context.form)
        _add_up(context.game, rows.numpy(), gradients[0].contiguous().numpy(), out.numpy())
        return None, out, None


def _add_up(game: Game, rows: Any, gradients: Any, out: Any) -> None:
    """Every thread has columns of its own: the sums are the same with any number of threads."""
    add_up = loader.compiled(game, row_gradients)(row_gradients.add_up)
    threads, width = torch.get_num_threads(), out.shape[1]
    bounds = [width * number // threads for number in range(threads + 1)]
    parts = [(rows, gradients, first, end, out) for first, end in pairwise(bounds)]
    if threads == 1:
        add_up(*parts[0])
        return
    for done in [_pool(threads).submit(add_up, *part) for part in parts]:
        done.result()


@cache
def _pool(threads: int) -> ThreadPoolExecutor:
    return ThreadPoolExecutor(threads)
