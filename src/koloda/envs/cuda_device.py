"""Is there a GPU?"""

from koloda.core.errors import UnknownOption


def check_cuda() -> None:
    """A clear error where no CUDA device can be used."""
    from numba import cuda

    if not cuda.is_available():
        raise UnknownOption.of("errors.no_cuda", problem="numba finds none (cuda.is_available() is False).")
