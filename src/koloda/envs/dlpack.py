"""Memory lent by DLPack: PyTorch, JAX, CuPy and others share it without a copy.

NumPy makes the capsule, as if the memory were its own; it never looks into it, and keeps the lender alive until the
borrower gives the memory back. Only the device is entered afterwards, since NumPy knows none but the CPU.
"""

import ctypes
from typing import Any

import numpy as np

CPU, CUDA = 1, 2
"""Kinds of devices."""
Device = tuple[int, int]
"""A kind and a number."""

_pointer = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)(
    ("PyCapsule_GetPointer", ctypes.pythonapi)
)


class _Tensor(ctypes.Structure):
    """How a tensor of DLPack begins; a capsule without a version begins with its tensor."""

    _fields_ = (("data", ctypes.c_void_p), ("kind", ctypes.c_int32), ("number", ctypes.c_int32))


class _Loan:
    """What NumPy is told, and who owns the memory."""

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
    """A capsule for the memory at an address, in the form of the lender: its shape, its strides in bytes, its dtype."""
    capsule = np.asarray(_Loan(lender, address)).__dlpack__()
    tensor = _Tensor.from_address(_pointer(capsule, b"dltensor"))
    tensor.kind, tensor.number = device
    return capsule


def check_request(device: Device, wanted: object, copy: bool | None) -> None:
    """Memory is lent where it is, and as it is."""
    if wanted is not None and wanted != device:
        raise BufferError(f"The array is on device {device} and cannot be lent to {wanted}: copy it there.")
    if copy:
        raise BufferError("The array is lent without a copy: leave out copy=True, and copy it afterwards.")
