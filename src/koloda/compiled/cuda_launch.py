"""Kernels launched with arguments that are laid out once.

Numba looks at every argument of every launch anew, which takes longer than a step of thousands of games. Here a kernel
is compiled to PTX by numba, kept on disk beside its source, and handed to the driver; a launch is then one call.

How a kernel takes its arguments is numba's own affair, and promised nowhere. So the versions are bounded
(`cuda_device.py`, `pyproject.toml`), a test compares `ARRAY_MEMBERS` with numba's, and every kernel is asked how many
parameters it has.
"""

import ctypes
import hashlib
import os
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import local
from types import ModuleType
from typing import Any, Self

from koloda.compiled.cuda_device import simulated
from koloda.compiled.loader import Driver

REGISTERS = 64
"""Of a thread, at most. With more of them fewer games run side by side, and waiting is what costs most."""
MAX_REGISTERS = 0  # the driver's number for that option
ARRAY_MEMBERS = ("meminfo", "parent", "nitems", "itemsize", "data", "shape", "strides")
"""An array as numba passes it, a parameter each; `shape` and `strides` are as many as it has dimensions."""


_chosen = local()


@contextmanager
def launching_on(stream: int) -> Iterator[None]:
    """Launch kernels on this stream of CUDA's, given by its address, and not on the default one. In this thread."""
    before = getattr(_chosen, "stream", None)
    _chosen.stream = ctypes.c_void_p(stream)
    try:
        yield
    finally:
        _chosen.stream = before


class Launch(ABC):
    """A launch of a kernel, ready to be repeated."""

    @abstractmethod
    def __call__(self) -> None:
        """Launch the kernel; what it does is done later."""

    @abstractmethod
    def take(self, array: Any) -> None:
        """From now on this array is the first argument, which was an array of the same form before."""


def prepared(driver: Driver, kernel: Callable[..., None], grid: Sequence[int], *args: Any) -> Launch:
    """A launch of a driver's kernel: `grid` is (blocks, threads of a block, bytes of shared memory of a block)."""
    return (SimulatedLaunch if simulated() else PreparedLaunch)(driver, kernel, grid, args)


class SimulatedLaunch(Launch):
    def __init__(self, driver: Driver, kernel: Callable[..., None], grid: Sequence[int], args: tuple[Any, ...]) -> None:
        blocks, threads, shared = grid
        compiled: Any = driver(kernel)
        self._kernel, self._args = compiled[blocks, threads, 0, shared], args

    def __call__(self) -> None:
        self._kernel(*self._args)

    def take(self, array: Any) -> None:
        self._args = (array, *self._args[1:])


class PreparedLaunch(Launch):
    def __init__(self, driver: Driver, kernel: Callable[..., None], grid: Sequence[int], args: tuple[Any, ...]) -> None:
        from numba.cuda import current_context

        blocks, threads, shared = map(ctypes.c_uint, grid)
        self._current_context = current_context
        self._args = args  # as long as this lives, their memory is theirs
        self._slots = [slot for arg in args for slot in _flat(arg)]
        kernels, kinds = LoadedKernels.of(current_context()), tuple(_type(arg) for arg in args)
        function = kernels.function(driver.module, kernel.__name__, kinds, len(self._slots))
        self._pointers = (ctypes.c_void_p * len(self._slots))(*(ctypes.addressof(slot) for slot in self._slots))
        self._everything = ctypes.byref(self._pointers)
        self._launch = _driver().cuLaunchKernel
        self._form = (function, blocks, 1, 1, threads, 1, 1, shared)

    def __call__(self) -> None:
        self._current_context()  # in this thread as well
        stream = getattr(_chosen, "stream", None)
        _check("cuLaunchKernel", self._launch(*self._form, stream, self._everything, None))

    def take(self, array: Any) -> None:
        self._slots[ARRAY_MEMBERS.index("data")].value = array.__cuda_array_interface__["data"][0]
        self._args = (array, *self._args[1:])


def _type(arg: Any) -> Any:
    import numba

    return numba.int64 if isinstance(arg, int) else numba.typeof(arg)


def _flat(arg: Any) -> list[Any]:
    """An argument as numba's kernels take it: a tuple is its members, an array is its `ARRAY_MEMBERS`, unowned."""
    if isinstance(arg, tuple):
        return [slot for member in arg for slot in _flat(member)]
    if isinstance(arg, int):
        return [ctypes.c_int64(arg)]
    address = arg.__cuda_array_interface__["data"][0]
    numbers = (arg.size, arg.dtype.itemsize)
    form = (*arg.shape, *arg.strides)
    owner = [ctypes.c_void_p(None), ctypes.c_void_p(None)]
    return [
        *owner,
        *(ctypes.c_ssize_t(n) for n in numbers),
        ctypes.c_void_p(address),
        *(ctypes.c_ssize_t(n) for n in form),
    ]


class LoadedKernels:
    """The kernels that were loaded into one CUDA context. The context owns them: with it they are gone."""

    def __init__(self) -> None:
        self._functions: dict[tuple[str, str, tuple[Any, ...]], Any] = {}

    @classmethod
    def of(cls, context: Any) -> Self:
        """Those of a context of numba's, which keeps what belongs to it in `extras`."""
        kept: Self = context.extras.setdefault(cls.__qualname__, cls())
        return kept

    def function(self, module: ModuleType, name: str, types: tuple[Any, ...], parameters: int) -> Any:
        """The kernel for these types of arguments, on the GPU."""
        key = (module.__name__, name, types)
        if key not in self._functions:
            self._functions[key] = _load(*_ptx(module, name, types), parameters)
        return self._functions[key]


def _load(ptx: bytes, entry: bytes, parameters: int) -> Any:
    """A kernel in the current context."""
    loaded, function = ctypes.c_void_p(), ctypes.c_void_p()
    check_parameters(ptx, parameters)
    options, values = (ctypes.c_int * 1)(MAX_REGISTERS), (ctypes.c_void_p * 1)(REGISTERS)
    status = _driver().cuModuleLoadDataEx(ctypes.byref(loaded), ptx, 1, options, values)
    _check("cuModuleLoadDataEx", status)
    found = _driver().cuModuleGetFunction(ctypes.byref(function), loaded, entry)
    _check("cuModuleGetFunction", found)
    return function


def _ptx(module: ModuleType, name: str, types: tuple[Any, ...]) -> tuple[bytes, bytes]:
    """A kernel's PTX and its name there."""
    from numba import cuda

    major, minor = cuda.get_current_device().compute_capability
    assert module.__file__ is not None
    stamp = hashlib.sha256(f"{types} {major}.{minor}".encode()).hexdigest()[:16]
    file = Path(module.__file__).with_name(f"{name}-{stamp}.ptx")
    if not file.exists():
        text, _ = cuda.compile_ptx_for_current_device(getattr(module, name).py_func, types)
        part = file.with_suffix(f".{os.getpid()}")
        part.write_text(text)
        part.replace(file)
    ptx = file.read_bytes()
    return ptx + b"\0", ptx.partition(b".entry ")[2].partition(b"(")[0].strip()


def check_parameters(ptx: bytes, laid_out: int) -> None:
    """A clear error where numba's kernels take their arguments otherwise than `_flat` lays them out."""
    import numba

    taken = ptx.partition(b".entry ")[2].partition(b")")[0].count(b".param ")
    if taken != laid_out:
        raise RuntimeError(
            f"A kernel of numba {numba.__version__} takes {taken} parameters where Koloda lays out {laid_out}: "
            "numba's calling convention has changed. Install the versions that koloda[cuda] names."
        )


@cache
def _driver() -> Any:
    return ctypes.CDLL("nvcuda.dll" if os.name == "nt" else "libcuda.so.1")


def _check(call: str, status: int) -> None:
    if status:
        raise RuntimeError(f"{call}: CUDA error {status}")
