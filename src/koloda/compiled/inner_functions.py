"""Functions that only other compiled functions call: they are linked into their callers, and never run by themselves.

Numba optimises every function with all that it calls, and makes machine code of it. A driver contains copies of
all that it calls and is optimised as a whole, so doing that for inner functions would be work for code that never runs;
to do without saves a third of the time that compiling takes. What numba promises nothing about is checked in
tests/compiled/test_numba_abi.py.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

UNRESOLVED = ".numba.unresolved$"
"""How numba names a function that calls one by which it is called, until it has machine code."""


@cache
def inner_dispatcher() -> type:
    """Numba's kind of function, but Python cannot call it: there is no code for that, and the process would crash."""
    from numba.core.registry import CPUDispatcher

    def refuse(function: Any, *args: object) -> None:
        name = function.__name__
        raise TypeError(f"{name}() is compiled for other compiled functions, not for Python: name it in its ENTRIES")

    return type("InnerDispatcher", (CPUDispatcher,), {"__call__": refuse})


@contextmanager
def without_machine_code(function: Any) -> Iterator[None]:
    """Compile or load an inner function, and what it calls, as code to be linked. Hold numba's lock meanwhile."""
    with _compiled_as(function, _inner_library()):
        yield


@contextmanager
def with_machine_code(function: Any) -> Iterator[None]:
    """Compile or load a function that Python calls: with machine code even if an inner function calls it first."""
    from numba.core.codegen import JITCodeLibrary

    with _compiled_as(function, JITCodeLibrary):
        yield


@contextmanager
def _compiled_as(function: Any, library: type) -> Iterator[None]:
    codegen = function.targetctx.codegen()
    usual = codegen._library_class
    codegen._library_class = library
    try:
        yield
    finally:
        codegen._library_class = usual


def set_environments(function: Any) -> None:
    """Give a compiled driver the constants of all inner functions in it, as numba does when it loads one."""
    codegen = function.targetctx.codegen()
    for compiled in function.overloads.values():
        for environment in compiled._find_referenced_environments():
            codegen.set_env(environment.env_name, environment)


class _NoEnvironments:
    """Where numba would note the address of a function's constants, but there is no machine code to note it in."""

    def set_env(self, name: str, environment: object) -> None: ...


@cache
def _inner_library() -> type:
    """Numba's library for a function, without machine code and not optimised with what it calls."""
    from numba.core.codegen import JITCodeLibrary

    class InnerLibrary(JITCodeLibrary):  # type: ignore[misc]
        codegen = _NoEnvironments()

        def _optimize_final_module(self) -> None: ...

        def _finalize_final_module(self) -> None:
            if any(each.name.startswith(UNRESOLVED) for each in self._final_module.global_variables):
                raise NotImplementedError(f"{self.name} calls a function that calls it: write a loop")
            self._finalize_dynamic_globals()
            self._verify_declare_only_symbols()
            self._finalized = True

        def get_pointer_to_function(self, name: str) -> int:
            self._ensure_finalized()
            return 0

        def serialize_using_object_code(self) -> Any:
            return self.serialize_using_bitcode()

    return InnerLibrary
