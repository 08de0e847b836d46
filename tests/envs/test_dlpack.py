"""DLPack: memory is shared in every layout of a batch, and kept as long as a consumer uses it."""

import ctypes
import gc
import weakref
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import cuda
from numba.cuda.cudadrv.driver import MemoryPointer

from koloda.envs.cuda_arrays import SharedArray
from koloda.envs.dlpack import CPU, CUDA, Device, lend

DTYPES = (np.bool_, np.int8, np.int16, np.int32, np.float32)
KINDS = {"b": 6, "i": 0, "f": 2}  # of DLPack: bool, int, float
NOWHERE = 0x1000
"""An address without memory, like that of a GPU: reading there would crash."""


class Lender:
    """Memory of the CPU."""

    def __init__(self, array: Any) -> None:
        self.array = array
        self.shape, self.strides, self.dtype = array.shape, array.strides, array.dtype

    def __dlpack_device__(self) -> Device:
        return CPU, 0

    def __dlpack__(self, **_: Any) -> Any:
        return lend(self, self.array.ctypes.data, (CPU, 0))


class Tensor(ctypes.Structure):
    """As in the specification, without the fields that follow."""

    _fields_ = (
        ("data", ctypes.c_void_p),
        ("device", ctypes.c_int32 * 2),
        ("ndim", ctypes.c_int32),
        ("code", ctypes.c_uint8),
        ("bits", ctypes.c_uint8),
        ("lanes", ctypes.c_uint16),
        ("shape", ctypes.POINTER(ctypes.c_int64)),
        ("strides", ctypes.POINTER(ctypes.c_int64)),
        ("byte_offset", ctypes.c_uint64),
    )


def opened(capsule: Any) -> Tensor:
    inside = ctypes.PYFUNCTYPE(ctypes.c_void_p, ctypes.py_object, ctypes.c_char_p)
    return Tensor.from_address(inside(("PyCapsule_GetPointer", ctypes.pythonapi))(capsule, b"dltensor"))


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("turned", [True, False])
def test_memory_is_shared(dtype: Any, turned: bool) -> None:
    array = np.zeros((3, 5), dtype)
    array = array.T if turned else array
    borrowed = np.from_dlpack(Lender(array))
    assert borrowed.dtype == array.dtype
    assert borrowed.shape == array.shape
    assert borrowed.strides == array.strides
    array[1, 2] = 1
    assert borrowed[1, 2] == 1
    assert np.count_nonzero(borrowed) == 1
    assert np.shares_memory(array, borrowed)


def test_a_lender_lives_as_long_as_the_last_borrower() -> None:
    lender = Lender(np.arange(5))
    alive = weakref.ref(lender)
    first, second = np.from_dlpack(lender), np.from_dlpack(lender)
    del lender, first
    gc.collect()
    assert alive() is not None
    assert second.tolist() == [0, 1, 2, 3, 4]
    del second
    gc.collect()
    assert alive() is None


def test_a_capsule_that_nobody_takes_gives_the_memory_back() -> None:
    lender = Lender(np.arange(5))
    alive = weakref.ref(lender)
    capsule = lender.__dlpack__()
    del lender
    assert alive() is not None
    del capsule
    gc.collect()
    assert alive() is None


def on_gpu(shape: tuple[int, ...], strides: tuple[int, ...], dtype: Any, device: int = 3) -> SharedArray:
    """An array like numba's, at an address without memory."""
    context = SimpleNamespace(device=SimpleNamespace(id=device))
    memory = MemoryPointer(context, ctypes.c_void_p(NOWHERE), int(np.prod(shape)) * np.dtype(dtype).itemsize)
    return SharedArray(shape, strides, np.dtype(dtype), gpu_data=memory)


@pytest.mark.parametrize("dtype", DTYPES)
def test_an_array_on_a_gpu(dtype: Any) -> None:
    size = np.dtype(dtype).itemsize
    array = on_gpu((5, 3), (size, 5 * size), dtype)
    assert array.__dlpack_device__() == (CUDA, 3)
    capsule = array.__dlpack__(max_version=(1, 0), dl_device=(CUDA, 3), copy=False)
    tensor = opened(capsule)
    assert tensor.data + tensor.byte_offset == NOWHERE
    assert list(tensor.device) == [CUDA, 3]
    assert (tensor.code, tensor.bits, tensor.lanes) == (KINDS[np.dtype(dtype).kind], 8 * size, 1)
    assert tensor.shape[: tensor.ndim] == [5, 3]
    assert tensor.strides[: tensor.ndim] == [1, 5]
    alive = weakref.ref(array)
    del array
    assert alive() is not None
    del capsule
    gc.collect()
    assert alive() is None


def test_what_cannot_be_lent() -> None:
    array = on_gpu((4,), (1,), np.int8)
    with pytest.raises(BufferError, match="copy"):
        array.__dlpack__(copy=True)
    with pytest.raises(BufferError, match="copy it there"):
        array.__dlpack__(dl_device=(CPU, 0))
    with pytest.raises(ValueError, match="Stream 0"):
        array.__dlpack__(stream=0)


def test_a_borrower_waits_for_the_kernels(monkeypatch: pytest.MonkeyPatch) -> None:
    """Except on the default stream, on which the kernels run."""
    waits: list[tuple[str, Any]] = []
    event = SimpleNamespace(record=lambda at: waits.append(("after", at)), wait=lambda on: waits.append(("waits", on)))
    monkeypatch.setattr(cuda, "event", lambda timing: event)
    monkeypatch.setattr(cuda, "legacy_default_stream", lambda: "default")
    monkeypatch.setattr(cuda, "per_thread_default_stream", lambda: "of the thread")
    monkeypatch.setattr(cuda, "external_stream", lambda address: address)
    array = on_gpu((4,), (1,), np.int8)
    for stream in (None, 1, -1):
        array.__dlpack__(stream=stream)
    assert waits == []
    array.__dlpack__(stream=2)
    array.__dlpack__(stream=0x7000)
    assert waits == [("after", "default"), ("waits", "of the thread"), ("after", "default"), ("waits", 0x7000)]
