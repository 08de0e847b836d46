"""numba's simulator of a GPU, in less time."""

import sys


def look_less_often() -> None:
    """Let a simulated thread have the interpreter soon after it asks.

    The simulator starts the threads of a block, then asks each of them without a pause whether it has finished. By
    default it may go on asking for 5 ms before another thread gets a turn, which is most of the time that a test takes.
    """
    sys.setswitchinterval(0.0001)
