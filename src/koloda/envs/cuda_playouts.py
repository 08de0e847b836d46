"""Whole random games on a GPU."""

from collections.abc import Mapping
from time import perf_counter
from typing import Any

import numpy as np
from numba import cuda

from koloda.compiled import batch_cuda
from koloda.compiled.cuda_device import board, driver, shared_bytes, threads
from koloda.compiled.cuda_launch import prepared
from koloda.compiled.random_games import ENDLESS, Results
from koloda.core.game import Game
from koloda.envs.batch import boards
from koloda.envs.playouts import Playouts

AT_ONCE = 1 << 18
"""The maximum number of games at the same time: more than any GPU has threads."""


def on_cuda(game: Game, values: Mapping[str, Any], games: int, seed: int, at_once: int = AT_ONCE) -> Playouts:
    players = int(values["players"])
    template = cuda.to_device(boards(game, values, 1, board(game)).view(np.int64))
    results = Results(
        lengths=cuda.device_array(games, np.int32),
        scores=cuda.device_array((games, players), np.int32),
        standings=cuda.device_array((games, players), np.int64),
    )
    block = threads(game)
    blocks = -(-min(games, at_once) // block)
    taken = cuda.to_device(np.array([blocks * block]))
    grid = (blocks, block, shared_bytes(game))
    play = prepared(driver(game), batch_cuda.play, grid, template, seed, 0, taken, results)
    cuda.synchronize()
    began = perf_counter()
    play()
    cuda.synchronize()
    seconds = perf_counter() - began
    lengths, scores, standings = (array.copy_to_host() for array in results)  # type: ignore[attr-defined]
    if (lengths == batch_cuda.TOO_LONG).any():
        raise AssertionError(ENDLESS)
    return Playouts(lengths, scores, standings, seconds)
