"""Exports memory with DLPack, so that PyTorch, JAX, CuPy and others share it without a copy.

NumPy makes the capsule as if the memory were its own. It never reads the memory, and keeps the producer alive until the
consumer releases it. We only set the device afterwards, because NumPy knows only the CPU.
"""

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2
"""Device types."""
Device = tuple[int, int]
"""A device type and a number."""

_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


class _Tensor(ctypes.Structure):
    """The beginning of a DLPack tensor; a capsule without a version begins with its tensor."""

    _fields_ = (("data", ctypes.c_void_p), ("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _Loan:
    """Describes memory to NumPy, and keeps its owner alive."""

    def __init__(self, lender: Any, address: int) -> None:
        self._lender = lender
        self.__array_interface__ = {
            "data": (address, False),
            "shape": lender.shape,
            "strides": lender.strides,
            "typestr": lender.dtype.str,
            "version": 3,
        }


def lend(lender: Any, address: int, device: Device) -> Any:
    """Make a capsule for the memory at an address, with the owner's shape, strides in bytes and dtype."""
    capsule = np.asarray(_Loan(lender, address)).__dlpack__()
    tensor = _Tensor.from_address(_pointer(capsule, b"dltensor"))
    tensor.kind, tensor.number = device
    return capsule


def check_request(device: Device, wanted: object, copy: bool | None) -> None:
    """Refuse requests to copy the memory or to move it to another device."""
    if wanted is not None and wanted != device:
        raise BufferError(f"The array is on device {device} and cannot be lent to {wanted}: copy it there.")
    if copy:
        raise BufferError("The array is lent without a copy: leave out copy=True, and copy it afterwards.")
