"""A game's driver for a GPU, how its boards lie there, and whether there is a GPU that can be used."""

import os
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from koloda.compiled import loader
from koloda.core.errors import UnknownOption
from koloda.core.extras import MissingExtra
from koloda.core.facts import Fact, fact
from koloda.core.game import Game
from koloda.core.observation import Observation
from koloda.core.schema import dtype

if TYPE_CHECKING:
    import numpy as np

WORD = 8  # bytes
SIMULATED_THREADS = 4  # of a block: each is a thread of Python, and most would have nothing to do
SHARED = 32 << 10  # bytes of shared memory a block of threads may use: several blocks share what there is
MOST_THREADS = 128
# Versions that work; `pyproject.toml` says the same
FIRST_NUMBA_CUDA, NEXT_NUMBA_CUDA = (0, 20), (0, 31)
NEXT_NUMPY = (2, 5)


def check_cuda() -> None:
    """A clear error where no CUDA device can be used."""
    problem = version_problem()
    if problem is None:
        from numba import cuda

        if cuda.is_available():
            return
        if _version("numba-cuda") is None:
            raise MissingExtra.naming("numba-cuda", "cuda")
        problem = fact("errors.cuda_unseen")
    raise UnknownOption.of("errors.no_cuda", problem=problem)


def version_problem() -> Fact | None:
    """Why the installed versions cannot work together; None if they can.

    Koloda launches kernels by numba's own calling convention (`cuda_launch.py`), so only versions that were tried will
    do. numba-cuda uses `numpy.row_stack`, which NumPy 2.5 no longer has.
    """
    numba_cuda, numpy = _version("numba-cuda"), _version("numpy")
    if simulated() or numba_cuda is None:
        return None
    given = _written(numba_cuda)
    if not FIRST_NUMBA_CUDA <= numba_cuda < NEXT_NUMBA_CUDA:
        first, following = _written(FIRST_NUMBA_CUDA), _written(NEXT_NUMBA_CUDA)
        return fact("errors.cuda_versions", given=given, first=first, next=following)
    if numpy is not None and numpy >= NEXT_NUMPY:
        return fact("errors.cuda_numpy", given=given, numpy=_written(numpy))
    return None


def _version(package: str) -> tuple[int, int] | None:
    """The first two numbers of an installed version."""
    try:
        major, minor = version(package).split(".")[:2]
    except PackageNotFoundError:
        return None
    return int(major), int(minor)


def _written(number: tuple[int, int]) -> str:
    return ".".join(map(str, number))


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
        return SIMULATED_THREADS
    return max(32, min(MOST_THREADS, SHARED // board(game).itemsize // 32 * 32))


def driver(game: Game, observation: Observation | None = None) -> loader.Driver:
    """The kernels of a game, with a form of its observation; by default the memory."""
    import numpy as np

    from koloda.compiled import batch_cuda, layout_cuda

    record = board(game)
    constants = {
        "THREADS": threads(game),
        "RECORD": record,
        "RECORD_WORDS": record.itemsize // WORD,
        "ACTION": np.int64 if simulated() else np.int16,
        "SIMULATED": int(simulated()),
    }
    parts = {"layout": layout_cuda, "memory": loader.memory_part(observation or game.observation)}
    return loader.compiled(game, batch_cuda, "cuda", parts, constants)


def shared_bytes(game: Game) -> int:
    """Shared memory of a block."""
    return threads(game) * board(game).itemsize
