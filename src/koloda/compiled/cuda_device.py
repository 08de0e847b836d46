"""The compiled driver of a game for a GPU, and how its boards lie there."""

import os
from typing import TYPE_CHECKING, Any

from koloda.compiled import loader
from koloda.core.errors import UnknownOption
from koloda.core.game import Game
from koloda.core.schema import dtype

if TYPE_CHECKING:
    import numpy as np

WORD = 8  # bytes
SHARED = 32 << 10  # bytes of shared memory a block of threads may use: several blocks share what there is
MOST_THREADS = 128


def check_cuda() -> None:
    """A clear error where no CUDA device can be used."""
    from numba import cuda

    if not cuda.is_available():
        raise UnknownOption.of("errors.no_cuda", problem="numba finds none (cuda.is_available() is False).")


def simulated() -> bool:
    """Does numba only simulate a GPU?"""
    return os.environ.get("NUMBA_ENABLE_CUDASIM") == "1"


def board(game: Game) -> "np.dtype[Any]":
    """The record of a game on a GPU: an odd number of words, so that threads side by side use different banks."""
    import numpy as np

    plain = dtype(game.set_up.State, "i8" if simulated() else None)
    words = -(-plain.itemsize // WORD)
    fields = plain.fields
    assert fields is not None
    assert plain.names is not None
    padded = np.dtype(
        {
            "names": list(plain.names),
            "formats": [fields[name][0] for name in plain.names],
            "offsets": [fields[name][1] for name in plain.names],
            "itemsize": (words | 1) * WORD,
        }
    )
    return np.dtype((np.record, padded)) if simulated() else padded


def threads(game: Game) -> int:
    """Threads of a block, a multiple of a warp's 32."""
    if simulated():
        return 4
    return max(32, min(MOST_THREADS, SHARED // board(game).itemsize // 32 * 32))


def driver(game: Game) -> Any:
    """The kernels of a game."""
    from koloda.compiled import batch_cuda

    record = board(game)
    constants = {
        "THREADS": threads(game),
        "BOARD": record,
        "BOARD_WORDS": record.itemsize // WORD,
        "SIMULATED": int(simulated()),
    }
    return loader.driver(game, batch_cuda, "cuda", [game.observation.source], constants)


def shared_bytes(game: Game) -> int:
    """Shared memory of a block."""
    return threads(game) * board(game).itemsize
