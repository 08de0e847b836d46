"""The same rules at compiled speed: a second copy of a module, every function of its own wrapped by numba.

A compilable module is plain functions and constants; from other modules of the package it imports constants, and
functions of other compilable modules by name. A *driver* is such a module that plays whole games; it declares the
rules' functions as globals set to None, and gets a game's compiled ones in their place. Calling one compiled function
from Python costs more than interpreting it, so only drivers are worth calling.

Numba's own disk cache does not notice a change in a called function's file. So the copies lie in a folder named by the
hash of everything that goes into them, and can never be stale.
"""

import hashlib
import importlib.util
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from functools import cache
from pathlib import Path
from threading import RLock
from types import FunctionType, ModuleType
from typing import Any, Literal

from koloda.core.game import Game, Rules
from koloda.core.schema import Fields, dtype

Target = Literal["cpu", "cuda"]
PACKAGE = "koloda"

_loading = RLock()  # a module that one thread is still filling in is not for another
_locked: set[Path] = set()  # folders that this process compiles into, guarded by numba's own lock


def cache_folder() -> Path:
    """Where compiled code is kept: $KOLODA_CACHE, else the user's cache folder."""
    if chosen := os.environ.get("KOLODA_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / PACKAGE


def rules(game: Game, target: Target = "cpu") -> Rules:
    """A game's rules, compiled."""
    return _compiled(_module(game), target, key=_key(game))


def driver(
    game: Game,
    module: ModuleType,
    target: Target = "cpu",
    parts: Sequence[ModuleType] = (),
    constants: Mapping[str, Any] | None = None,
) -> Any:
    """A driver module compiled over a game's rules, and over functions of other modules that stand in it as globals.

    Modules that the driver imports functions from may leave such globals open as well. `constants` are other globals.
    For CUDA, the functions that a driver names in KERNELS can be launched.
    """
    given: dict[str, Any] = {**sizes(game), **(constants or {})}
    key = _key(game) + repr(constants)
    for part in (_module(game), *parts):
        given.update(_wanted(module, _compiled(part, target, key=_key(game))))
        key += _sources(_tree(part)) + _constants(_tree(part))
    return _compiled(module, target, key=key, given=given)


def interpreted(game: Game, module: ModuleType, parts: Sequence[ModuleType] = ()) -> Any:
    """The same driver over the interpreted rules: slow, but ready at once."""
    given: dict[str, Any] = sizes(game)
    for part in (_module(game), *parts):
        given.update(_wanted(module, part))
    done: dict[str, ModuleType] = {}
    for name, origin in _tree(module).items():
        copy = ModuleType(name)
        copy.__file__ = origin.__file__
        exec(compile(_source(origin), str(origin.__file__), "exec"), vars(copy))
        for attribute, value in list(vars(copy).items()):
            if isinstance(value, FunctionType) and value.__module__ in done:
                setattr(copy, attribute, getattr(done[value.__module__], value.__name__))
        vars(copy).update(_filled(origin, module, given))
        done[name] = copy
    return done[module.__name__]


def _wanted(module: ModuleType, part: ModuleType) -> dict[str, Any]:
    """What a part has for the open globals of a driver."""
    names = [name for m in _tree(module).values() for name, value in vars(m).items() if value is None]
    return {name: getattr(part, name) for name in names if not name.startswith("__") and hasattr(part, name)}


def _filled(origin: ModuleType, module: ModuleType, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a module of a driver's tree is given: the driver itself all, the others what they leave open."""
    if origin is module:
        return given
    return {name: value for name, value in given.items() if vars(origin).get(name, value) is None}


def sizes(game: Game) -> dict[str, int]:
    """What a driver may know of a game besides its rules."""
    return {
        "WIDEST": game.widest,
        "ACTIONS": game.actions,
        "SEATS": game.seats,
        "STEPS_IN": int(game.steps_in),
        "OBSERVED": game.observation.size,
    }


def records(states: Iterable[Fields], width: str | None = None) -> Any:
    """States as a NumPy array of records, the form that compiled rules work on."""
    import numpy as np

    listed = list(states)
    kind = type(listed[0])
    array = np.zeros(len(listed), dtype(kind, width))
    for i, s in enumerate(listed):
        for f in kind.FIELDS:
            array[i][f.name] = getattr(s, f.name)
    return array


def _module(game: Game) -> ModuleType:
    assert isinstance(game.rules, ModuleType)
    return game.rules


def _key(game: Game) -> str:
    return f"{game.name} {game.set_up.State.FIELDS} {sizes(game)}"


def _tree(module: ModuleType, found: dict[str, ModuleType] | None = None) -> dict[str, ModuleType]:
    """The module and the package's modules whose functions it imports, those imported first."""
    found = {} if found is None else found
    for value in vars(module).values():
        if isinstance(value, FunctionType) and value.__module__ != module.__name__:
            origin = sys.modules[value.__module__]
            if origin.__name__ not in found and origin.__name__.startswith(PACKAGE + "."):
                _tree(origin, found)
    found[module.__name__] = module
    return found


def _source(module: ModuleType) -> bytes:
    assert module.__file__
    return Path(module.__file__).read_bytes()


def _sources(tree: Mapping[str, ModuleType]) -> str:
    return hashlib.sha256(b"\0".join(_source(m) for m in tree.values())).hexdigest()


def _constants(tree: Mapping[str, ModuleType]) -> str:
    """Constants that the modules import from elsewhere are compiled in, so they count as well."""
    plain = (int, float, str, tuple)
    return repr(
        [{k: v for k, v in sorted(vars(m).items()) if isinstance(v, plain) and k != "__file__"} for m in tree.values()]
    )


def _compiled(module: ModuleType, target: Target, key: str, given: Mapping[str, Any] | None = None) -> ModuleType:
    import numba

    _teach_numba()
    tree = _tree(module)
    versions = f"{numba.__version__} {sys.version_info[:2]} {target} {os.environ.get('NUMBA_ENABLE_CUDASIM', '')} wide"
    stamp = hashlib.sha256("\n".join((versions, key, _sources(tree), _constants(tree))).encode()).hexdigest()[:16]
    folder = cache_folder() / f"{target}-{stamp}"
    folder.mkdir(parents=True, exist_ok=True)
    done: dict[str, ModuleType] = {}
    with _loading:
        for name, origin in tree.items():
            done[name] = _copy(origin, folder, stamp, target, done, _filled(origin, module, given or {}))
    return done[module.__name__]


@cache
def _teach_numba() -> None:
    """Counting bits: one fast call interpreted, one machine instruction compiled."""
    from numba.core import types
    from numba.extending import overload_method

    @overload_method(types.Integer, "bit_count")  # type: ignore[untyped-decorator]
    def bit_count(number: int) -> Callable[[int], int]:
        def count(number: int) -> int:
            n = 0
            while number:
                number &= number - 1
                n += 1
            return n

        return count


def _copy(
    origin: ModuleType,
    folder: Path,
    stamp: str,
    target: Target,
    done: Mapping[str, ModuleType],
    given: Mapping[str, Any],
) -> ModuleType:
    flat = origin.__name__.replace(".", "_")
    name = f"{flat}_{target}_{stamp}"
    if name in sys.modules:
        return sys.modules[name]
    path = folder / f"{flat}.py"
    if not path.exists():
        part = folder / f"{flat}.{os.getpid()}"
        part.write_bytes(_source(origin))
        part.replace(path)
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    copy = importlib.util.module_from_spec(spec)
    sys.modules[name] = copy  # numba looks a cached function's module up by name
    spec.loader.exec_module(copy)
    wrap = _wrapper(target, vars(origin).get("KERNELS", ()), folder)
    for attribute, value in list(vars(copy).items()):
        if isinstance(value, FunctionType):
            if value.__module__ == name:
                setattr(copy, attribute, wrap(value))
            elif value.__module__ in done:
                setattr(copy, attribute, getattr(done[value.__module__], value.__name__))
        elif target == "cuda" and _is_table(value):
            setattr(copy, attribute, _array(value))
    for attribute, value in given.items():
        setattr(copy, attribute, value)
    return copy


def _is_table(value: object) -> bool:
    return isinstance(value, tuple) and len(value) > 0 and all(type(number) is int for number in value)


def _array(table: tuple[int, ...]) -> Any:
    """For a GPU, where a tuple's n-th number would be found by as many comparisons as it has numbers."""
    import numpy as np

    return np.array(table, np.int64)


def _wrapper(target: Target, kernels: Sequence[str], folder: Path) -> Callable[[FunctionType], Any]:
    if target == "cuda":
        from numba import cuda

        return lambda f: cuda.jit(f, device=f.__name__ not in kernels)
    return lambda f: _wrap_for_cpu(f, folder)


def _wrap_for_cpu(f: FunctionType, folder: Path) -> Any:
    """A function that is compiled once for integers of all widths, by one process at a time.

    Numba would compile most of the rules anew for every driver, because their arrays hold integers of other widths.
    Callers widen narrow integers instead, which costs nothing.
    """
    from numba import int64, njit, types

    def widened(kind: Any) -> Any:
        kind = types.unliteral(kind)
        return int64 if isinstance(kind, types.Integer) and kind.signed else kind

    wrapped = njit(f, cache=True, nogil=True)
    compile_exactly = wrapped.compile

    def compile_widened(signature: Any) -> Any:
        if isinstance(signature, tuple):
            signature = tuple(map(widened, signature))
            if signature in wrapped.overloads:
                return compile_exactly(signature)
        with _alone_in(folder):
            return compile_exactly(signature)

    wrapped.compile = compile_widened
    return wrapped


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Keep other processes from compiling the same code into the cache: they wait, then load it.

    Two that save at the same time could also leave an index that names the code of one for the signature of the other.
    """
    from numba.core.compiler_lock import global_compiler_lock

    with global_compiler_lock, ExitStack() as held:  # threads take this one first, so both in the same order
        if folder not in _locked:
            with suppress(OSError):  # in a folder that is read-only or knows no locks, go on without
                held.enter_context(_file_lock(folder / "lock"))
            _locked.add(folder)
            held.callback(_locked.remove, folder)
        yield


@contextmanager
def _file_lock(path: Path) -> Iterator[None]:
    if sys.platform == "win32":
        yield
        return
    import fcntl

    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)
