"""How a game's records lie in the memory of a GPU: numbers that `cuda_device.py` puts in (stubs, see `stubs.py`)."""

from typing import Any

from koloda.compiled.stubs import size

THREADS: int = size("THREADS")
"""Of a block."""
RECORD: Any = size("RECORD")
"""The record, a NumPy type."""
RECORD_WORDS: int = size("RECORD_WORDS")
"""Its size in words of 8 bytes."""
ACTION: Any = size("ACTION")
"""An action in a list of legal ones, a NumPy type. (Simulated, what is computed from a narrow number stays narrow.)"""
SIMULATED: int = size("SIMULATED")
"""Does numba only simulate a GPU?"""
