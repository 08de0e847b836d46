"""What Koloda uses of numba without a promise: each test says what to check when a new version changes it."""

import ctypes
import inspect
import re
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest

from koloda.compiled import cuda_device, cuda_launch
from koloda.compiled.cuda_launch import ARRAY_MEMBERS, LoadedKernels, _flat, check_parameters
from koloda.compiled.inner_functions import set_environments, without_machine_code
from koloda.core.errors import UnknownOption
from koloda.core.text import say

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]


def changed(what: str, where: str) -> str:
    return f"numba {version('numba')} has changed {what}: adapt {where}, then raise the bound in pyproject.toml"


def test_a_kernel_takes_an_array_as_these_members() -> None:
    from numba.core import types
    from numba.core.datamodel import default_manager

    members = default_manager.lookup(types.Array(types.int64, 2, "C"))._fields
    assert tuple(members) == ARRAY_MEMBERS, changed("the members of an array", "_flat in compiled/cuda_launch.py")


class Array:
    """A device array of 2 x 3 numbers of 8 bytes."""

    shape, strides, size = (2, 3), (24, 8), 6
    dtype = type("Kind", (), {"itemsize": 8})

    def __init__(self, address: int) -> None:
        self.__cuda_array_interface__ = {"data": (address, False)}


def test_arguments_are_laid_out_member_by_member() -> None:
    laid_out = [slot.value for slot in _flat((7, Array(4096)))]
    assert laid_out == [7, None, None, 6, 8, 4096, 2, 3, 24, 8]


def test_a_launch_is_repeated_with_another_array(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import cuda

    launched: list[list[int]] = []

    def launch(*args: Any) -> int:
        grid = [each.value for each in (args[1], args[4], args[7])]
        launched.append(grid + [ctypes.c_int64.from_address(pointer).value for pointer in args[9]._obj])
        return 0

    monkeypatch.setattr(cuda_launch, "simulated", lambda: False)
    monkeypatch.setattr(cuda_launch, "_driver", lambda: SimpleNamespace(cuLaunchKernel=launch))
    monkeypatch.setattr(cuda_launch, "_type", lambda arg: type(arg))
    monkeypatch.setattr(cuda_launch, "_ptx", lambda module, name, types: ("", b""))
    monkeypatch.setattr(cuda_launch, "_load", lambda ptx, entry, parameters: parameters)
    monkeypatch.setattr(cuda, "current_context", lambda: SimpleNamespace(extras={}))
    driver: Any = SimpleNamespace(module=ModuleType("driver"))
    prepared = cuda_launch.prepared(driver, lambda: None, (3, 32, 64), Array(4096), 7, Array(512))
    prepared()
    prepared.take(Array(8192))
    prepared()
    assert launched == [
        [3, 32, 64, 0, 0, 6, 8, at, 2, 3, 24, 8, 7, 0, 0, 6, 8, 512, 2, 3, 24, 8] for at in (4096, 8192)
    ]


def test_a_kernel_with_other_parameters_is_refused_in_one_line() -> None:
    ptx = b".visible .entry play(\n\t.param .u64 play_param_0,\n\t.param .u64 play_param_1\n)\n{ ld.param.u64 }"
    check_parameters(ptx, 2)
    with pytest.raises(RuntimeError, match=r"takes 2 parameters where Koloda lays out 3") as error:
        check_parameters(ptx, 3)
    assert "\n" not in str(error.value)


def test_a_context_keeps_what_belongs_to_it() -> None:
    from numba.cuda.cudadrv.driver import Context

    where = "LoadedKernels in compiled/cuda_launch.py"
    assert "self.extras = {}" in inspect.getsource(Context.__init__), changed("Context.extras", where)


def test_a_kernel_is_loaded_once_into_every_context(monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[str] = []

    def load(ptx: str, entry: bytes, parameters: int) -> int:
        loaded.append(ptx)
        return len(loaded)

    monkeypatch.setattr(cuda_launch, "_ptx", lambda module, name, types: (name, b""))
    monkeypatch.setattr(cuda_launch, "_load", load)
    here, there = SimpleNamespace(extras={}), SimpleNamespace(extras={})
    module = ModuleType("driver")
    found = [
        LoadedKernels.of(context).function(module, name, (), 0)
        for context in (here, there, here)
        for name in ("step", "play")
    ]
    assert found == [1, 2, 3, 4, 1, 2]
    assert loaded == ["step", "play", "step", "play"]


def test_a_dispatcher_compiles_for_given_types_and_returns_machine_code() -> None:
    import numba

    def double(number: int) -> int:
        return 2 * number

    dispatcher = numba.njit(double)
    machine_code = dispatcher.compile((numba.int64,))
    where = "compiled/loader.py"
    assert callable(machine_code), changed("Dispatcher.compile", f"specialized in {where}")
    assert machine_code(21) == 42, changed("Dispatcher.compile", f"specialized in {where}")
    assert list(dispatcher.overloads) == [(numba.int64,)], changed("Dispatcher.overloads", f"_wrap_for_cpu in {where}")


def make() -> float:
    return float(np.zeros(3)[0])


def view(array: Any) -> Any:
    return array[1:]


def first(array: Any) -> float:
    return float(array[0])


def test_a_function_that_counts_no_references_can_neither_make_an_array_nor_return_a_view() -> None:
    import numba

    array = np.array([0.5, 1.0])
    where = "_wrap_for_cpu in compiled/loader.py, and compiled/hints.py"
    assert numba.njit(first, _nrt=False)(array) == 0.5, changed("the option _nrt", where)
    for function, args in ((make, ()), (view, (array,))):
        refused = False
        try:
            numba.njit(function, _nrt=False)(*args)
        except numba.core.errors.NumbaError:
            refused = True
        assert refused, changed("the option _nrt", where)


def halved(number: int) -> int:
    if number < 0:
        raise ValueError("negative", number)
    return number // 2


def even(number: int) -> bool:
    return number == 0 or odd(number - 1)


def odd(number: int) -> bool:
    return number != 0 and even(number - 1)


def test_an_inner_function_is_linked_into_its_caller_and_has_no_machine_code() -> None:
    import numba
    from numba.core.compiler_lock import global_compiler_lock

    inner = numba.njit(halved, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    with global_compiler_lock, without_machine_code(inner):
        inner.compile((numba.int64,))
    (compiled,) = inner.overloads.values()
    where = "compiled/inner_functions.py"
    assert type(compiled.library).__name__ == "InnerLibrary", changed("Codegen._library_class", where)
    _, kind, _ = compiled.library.serialize_using_object_code()
    assert kind == "bitcode", changed("serialize_using_bitcode", where)
    finalize = inspect.getsource(type(compiled.library).finalize)
    assert "self._optimize_final_module()" in finalize, changed("how libraries are optimised", where)

    def quarter(number: int) -> int:
        found: int = inner(inner(number))
        return found

    outer = numba.njit(quarter)
    outer.compile((numba.int64,))
    set_environments(outer)
    assert outer(44) == 11, changed("how libraries are linked", where)
    with pytest.raises(ValueError, match="negative") as error:
        outer(-3)
    assert error.value.args == ("negative", -3), changed("environments", where)


def test_inner_functions_that_call_each_other_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    import numba
    from numba.core.compiler_lock import global_compiler_lock

    for function in (even, odd):
        inner = numba.njit(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)
        monkeypatch.setitem(globals(), function.__name__, inner)
    with (
        global_compiler_lock,
        without_machine_code(inner),
        pytest.raises(NotImplementedError, match="calls a function that calls it"),
    ):
        inner.compile((numba.int64,))


@pytest.mark.parametrize(
    ("numba_cuda", "numpy", "problem"),
    [
        (None, "2.5.4", ""),
        ("0.30.4", "2.4.6", ""),
        ("0.30.4", "2.5.0", 'numba-cuda 0.30 does not work with NumPy 2.5: pip install "koloda[cuda]".'),
        ("0.31.0", "2.4.6", "numba-cuda 0.31 is installed, it should be 0.20 or newer, but older than 0.31"),
        ("0.19.1", "2.4.6", "numba-cuda 0.19 is installed"),
    ],
)
def test_versions_that_do_not_go_together_are_named_in_one_line(
    numba_cuda: str | None, numpy: str, problem: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = {"numba-cuda": numba_cuda, "numpy": numpy}

    def find(package: str) -> str:
        found = installed[package]
        if found is None:
            raise PackageNotFoundError(package)
        return found

    monkeypatch.delenv("NUMBA_ENABLE_CUDASIM", raising=False)
    monkeypatch.setattr(cuda_device, "version", find)
    found = cuda_device.version_problem()
    if problem:
        assert found is not None
        assert say(found, "en").startswith(problem)
        assert 'pip install "koloda[cuda]"' in say(found, "ru")
        with pytest.raises(UnknownOption, match=re.escape(problem)) as error:
            cuda_device.check_cuda()
        assert "\n" not in str(error.value)
    else:
        assert found is None


def test_the_project_bounds_the_versions() -> None:
    def written(number: tuple[int, int]) -> str:
        return ".".join(map(str, number))

    first, following = written(cuda_device.FIRST_NUMBA_CUDA), written(cuda_device.NEXT_NUMBA_CUDA)
    numpy = written(cuda_device.NEXT_NUMPY)
    assert PROJECT["optional-dependencies"]["cuda"] == [f"numba-cuda>={first},<{following}", f"numpy<{numpy}"]
    assert any(re.fullmatch(r"numba>=[\d.]+,<[\d.]+", needed) for needed in PROJECT["dependencies"])
