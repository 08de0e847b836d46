"""Whole random games on a GPU."""

from collections.abc import Mapping
from time import perf_counter
from typing import Any

import numpy as np
from numba import cuda

from koloda.compiled.cuda_device import board, driver, shared_bytes, threads
from koloda.compiled.cuda_launch import prepared
from koloda.core.game import Game
from koloda.envs.batch import boards
from koloda.envs.playouts import Playouts

AT_ONCE = 1 << 18
"""Games played at the same time, at most: more than any GPU has threads."""


def on_cuda(game: Game, values: Mapping[str, Any], games: int, seed: int, at_once: int = AT_ONCE) -> Playouts:
    players = int(values["players"])
    template = cuda.to_device(boards(game, values, 1, board(game)).view(np.int64))
    lengths = cuda.device_array(games, np.int32)
    points = cuda.device_array((games, players), np.int32)
    places = cuda.device_array((games, players), np.int64)
    block = threads(game)
    blocks = -(-min(games, at_once) // block)
    taken = cuda.to_device(np.array([blocks * block]))
    arrays = (taken, lengths, points, places)
    play = prepared(driver(game), "play", (blocks, block, shared_bytes(game)), template, seed, 0, *arrays)
    cuda.synchronize()
    began = perf_counter()
    play()
    cuda.synchronize()
    seconds = perf_counter() - began
    return Playouts(lengths.copy_to_host(), points.copy_to_host(), places.copy_to_host(), seconds)
