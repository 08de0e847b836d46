"""Loads a driver over a game: a second copy of its modules, every function compiled by numba, or interpreted.

A compilable module is plain functions and constants. From other modules it imports constants, and functions of other
compilable modules by name. A *driver* is such a module that plays whole games: it imports a game's functions from
`game_functions.py`, and the loader puts the game's own in their place. Calling one compiled function from Python costs
more than interpreting it, so only drivers are worth calling.

    driver = loader.compiled(game, tree_search)
    think = driver(tree_search.think)

A driver names the functions that Python calls in ENTRIES. All others are only linked into these, which takes far less
time than to compile each of them for Python as well. Without ENTRIES, Python can call every function of the driver.

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
from types import FunctionType, MappingProxyType, ModuleType
from typing import Any, Literal, NamedTuple, TypeVar

from koloda.compiled import hints, no_hide, plain_belief, plain_memory, plain_policy, plain_reasons, plain_statistics
from koloda.compiled.game_functions import sizes_of
from koloda.compiled.inner_functions import inner_dispatcher, set_environments, with_machine_code, without_machine_code
from koloda.compiled.stack_array import stack_array, thread_array
from koloda.compiled.stubs import Size, part_of
from koloda.core.file_lock import lock_file, unlock_file
from koloda.core.folders import writable_cache_folder
from koloda.core.game import Game, Rules
from koloda.core.local_array import local_array
from koloda.core.observation import Observation
from koloda.core.schema import Fields, dtype

Target = Literal["cpu", "cuda"]
PACKAGE = "koloda"
FORM = 6
"""Of what the loader makes of a source: to be raised with every change that makes it something else."""
F = TypeVar("F", bound=Callable[..., Any])

NONE: Mapping[str, Any] = MappingProxyType({})

_loading = RLock()  # a module that one thread is still filling in is not for another
_locked: set[Path] = set()  # folders that this process compiles into, guarded by numba's own lock


class Driver:
    """A driver module, loaded over one game."""

    def __init__(self, module: ModuleType) -> None:
        self.module = module

    def __call__(self, function: F) -> F:
        """The loaded one of a function of the driver's module."""
        loaded: F = getattr(self.module, function.__name__)
        return loaded

    def file(self, suffix: str) -> Path:
        """A file beside the driver's copy in the cache."""
        assert self.module.__file__ is not None
        return Path(self.module.__file__).with_suffix(suffix)


class MissingFunction(AttributeError):
    """A driver needs a function that the game does not have."""


def rules(game: Game, target: Target = "cpu") -> Rules:
    """A game's rules, compiled."""
    return _fill(game, _rules(game), {}, {}, lambda module, filling: _compile(module, target, filling, public=True))[0]


def compiled(
    game: Game,
    module: ModuleType,
    target: Target = "cpu",
    parts: Mapping[str, Any] = NONE,
    constants: Mapping[str, Any] = NONE,
) -> Driver:
    """A driver, compiled over a game's parts (see `game_functions.py`), or over others in their place.

    `constants` are sizes that do not follow from the game. For CUDA, the functions that a driver names in KERNELS can
    be launched.
    """
    sizes = {**sizes_of(game), **constants}
    providers = {**_own_parts(game), **parts}

    def make(part: ModuleType, filling: _Filling) -> ModuleType:
        return _compile(part, target, filling, public=part is module)

    return Driver(_fill(game, module, providers, sizes, make)[0])


def interpreted(game: Game, module: ModuleType, parts: Mapping[str, Any] = NONE) -> Driver:
    """The same driver over the interpreted rules: slow, but ready at once."""
    providers = {**_own_parts(game), **parts}
    return Driver(_fill(game, module, providers, sizes_of(game), _interpret)[0])


def specialized(function: F, *args: object) -> F:
    """A compiled function for arguments of these types, and of no others.

    Numba looks at every argument of every call; for a named tuple that takes longer than a step of a small batch.
    """
    from numba import typeof

    machine_code: F = function.compile(tuple(typeof(arg) for arg in args))  # type: ignore[attr-defined]
    return machine_code


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


def _rules(game: Game) -> ModuleType:
    assert isinstance(game.rules, ModuleType)
    return game.rules


def memory_part(observation: Observation) -> Any:
    """The module that remembers for an observation. Its `Memory` is the record."""
    return observation.memory or plain_memory


def _own_parts(game: Game) -> dict[str, Any]:
    """The parts that a game has, and what stands in for those that it may lack."""
    rules = _rules(game)
    return {
        "rules": rules,
        "hiding": rules if game.deals_anew else no_hide,
        "observation": game.observation.source,
        "memory": memory_part(game.observation),
        "policy": game.policy or plain_policy,
        "belief": game.belief or plain_belief,
        "statistics": game.statistics or plain_statistics,
        "reasons": game.reasons or plain_reasons,
    }


def _key(game: Game) -> str:
    return f"{game.name} {game.set_up.State.FIELDS} {sizes_of(game)}"


class _Filling(NamedTuple):
    """What takes the place of the stubs in a module."""

    key: str
    """Tells apart what the module's own source does not."""
    functions: Mapping[object, Any]
    """By stub."""
    sizes: Mapping[str, Any]


def _fill(
    game: Game,
    module: ModuleType,
    providers: Mapping[str, ModuleType],
    sizes: Mapping[str, Any],
    make: Callable[[ModuleType, _Filling], ModuleType],
) -> tuple[ModuleType, str]:
    """A copy of a module over the parts of a game that it needs, and a key for it."""
    tree = _tree(module)
    values = [value for m in tree.values() for value in vars(m).values()]
    functions: dict[object, Any] = {}
    loaded: dict[str, ModuleType] = {}
    key = _key(game)
    for stub in dict.fromkeys(value for value in values if isinstance(value, FunctionType) and part_of(value)):
        part = str(part_of(stub))
        if part not in providers:
            raise MissingFunction(f"{module.__name__} needs {stub.__name__}(): {game.name} has no {part} for it")
        provider = providers[part]
        if not hasattr(provider, stub.__name__):
            raise MissingFunction(f"{module.__name__} needs {stub.__name__}(): {provider.__name__} has none")
        if part not in loaded:
            loaded[part], more = _fill(game, provider, providers, sizes, make)
            key += more
        functions[stub] = getattr(loaded[part], stub.__name__)
    needed = {value.name for value in values if isinstance(value, Size)}
    if missing := sorted(needed - set(sizes)):
        raise MissingFunction(f"{module.__name__} needs the size {missing[0]}, which {game.name} has not")
    open_sizes = {name: sizes[name] for name in sorted(needed)}
    key += repr(open_sizes)
    return make(module, _Filling(key, functions, open_sizes)), key + _sources(tree) + _constants(tree)


def _put_in(copy: ModuleType, filling: _Filling, done: Mapping[str, ModuleType]) -> None:
    """Replace what a module has imported: stubs by what a game has, functions of modules in `done` by theirs."""
    for attribute, value in list(vars(copy).items()):
        if isinstance(value, Size):
            setattr(copy, attribute, filling.sizes[value.name])
        elif isinstance(value, FunctionType):
            if value in filling.functions:
                setattr(copy, attribute, filling.functions[value])
            elif value.__module__ in done:
                setattr(copy, attribute, getattr(done[value.__module__], value.__name__))


def _interpret(module: ModuleType, filling: _Filling) -> ModuleType:
    if not filling.functions and not filling.sizes:
        return module
    done: dict[str, ModuleType] = {}
    for name, origin in _tree(module).items():
        copy = ModuleType(name)
        copy.__file__ = origin.__file__
        exec(compile(_source(origin), str(origin.__file__), "exec"), vars(copy))
        _put_in(copy, filling, done)
        done[name] = copy
    return done[module.__name__]


def _tree(module: ModuleType, found: dict[str, ModuleType] | None = None) -> dict[str, ModuleType]:
    """The module and the modules of its package, or of Koloda, whose functions it imports; those imported first."""
    found = {} if found is None else found
    packages = {PACKAGE, module.__name__.partition(".")[0]}
    for value in vars(module).values():
        if isinstance(value, FunctionType) and value.__module__ not in (module.__name__, hints.__name__, *found):
            origin = sys.modules[value.__module__]
            if part_of(value) is None and origin.__name__.partition(".")[0] in packages:
                _tree(origin, found)
    found[module.__name__] = module
    return found


def _source(module: ModuleType) -> bytes:
    assert module.__file__
    return Path(module.__file__).read_bytes()


def _sources(tree: Mapping[str, ModuleType]) -> str:
    return hashlib.sha256(b"\0".join(_source(m) for m in tree.values())).hexdigest()


def _constants(tree: Mapping[str, ModuleType]) -> str:
    """Constants that the modules import from elsewhere are compiled in, so they count as well. Folders do not."""
    plain = (int, float, str, tuple)
    paths = ("__file__", "__cached__")
    return repr(
        [{k: v for k, v in sorted(vars(m).items()) if isinstance(v, plain) and k not in paths} for m in tree.values()]
    )


def _compile(module: ModuleType, target: Target, filling: _Filling, public: bool) -> ModuleType:
    """A copy of a module with all that it imports. If it is `public`, Python may call its functions."""
    import numba

    _teach_numba()
    tree = _tree(module)
    simulated = os.environ.get("NUMBA_ENABLE_CUDASIM", "")
    versions = f"{numba.__version__} {sys.version_info[:2]} {target} {simulated} {public} {FORM}"
    everything = "\n".join((versions, filling.key, _sources(tree), _constants(tree)))
    stamp = hashlib.sha256(everything.encode()).hexdigest()[:16]
    folder = writable_cache_folder() / f"{target}-{stamp}"
    folder.mkdir(parents=True, exist_ok=True)
    done: dict[str, ModuleType] = {}
    with _loading:
        for name, origin in tree.items():
            wrap = _wrapper(target, origin, folder, public and origin is module)
            done[name] = _copy(origin, folder, f"{target}_{stamp}", wrap, done, filling)
    return done[module.__name__]


@cache
def _teach_numba() -> None:
    """Counting bits is one fast call interpreted, one machine instruction compiled; a record's array is an array."""
    from numba.core import types
    from numba.extending import lower_cast, overload_method

    @overload_method(types.Integer, "bit_count")  # type: ignore[untyped-decorator]
    def bit_count(number: int) -> Callable[[int], int]:
        def count(number: int) -> int:
            n = 0
            while number:
                number &= number - 1
                n += 1
            return n

        return count

    @lower_cast(types.NestedArray, types.Array)  # type: ignore[untyped-decorator]
    def as_array(context: Any, builder: Any, nested: Any, array: Any, value: Any) -> Any:
        return value


def _copy(
    origin: ModuleType,
    folder: Path,
    stamp: str,
    wrap: Callable[[FunctionType], Any],
    done: Mapping[str, ModuleType],
    filling: _Filling,
) -> ModuleType:
    flat = origin.__name__.replace(".", "_")
    name = f"{flat}_{stamp}"
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
    for attribute, value in list(vars(copy).items()):
        if isinstance(value, FunctionType) and value.__module__ == name:
            setattr(copy, attribute, wrap(value))
        elif value is local_array and stamp.startswith("cpu"):
            setattr(copy, attribute, stack_array())
        elif value is local_array and os.environ.get("NUMBA_ENABLE_CUDASIM") != "1":
            setattr(copy, attribute, thread_array())
        elif stamp.startswith("cuda") and _is_table(value):
            setattr(copy, attribute, _array(value))
    _put_in(copy, filling, done)
    return copy


def _is_table(value: object) -> bool:
    return isinstance(value, tuple) and len(value) > 0 and all(type(number) is int for number in value)


def _array(table: tuple[int, ...]) -> Any:
    """For a GPU, where a tuple's n-th number would be found by as many comparisons as it has numbers."""
    import numpy as np

    return np.array(table, np.int64)


def _wrapper(target: Target, origin: ModuleType, folder: Path, public: bool) -> Callable[[FunctionType], Any]:
    if target == "cuda":
        from numba import cuda

        kernels = _names(origin, "KERNELS") or ()
        return lambda f: cuda.jit(f, device=f.__name__ not in kernels)
    entries = _names(origin, "ENTRIES")
    return lambda f: _wrap_for_cpu(f, folder, public and (entries is None or f.__name__ in entries))


def _names(module: ModuleType, declared: str) -> Sequence[str] | None:
    """The names of functions that a module declares, if it does."""
    names: Sequence[str] | None = vars(module).get(declared)
    if missing := [name for name in names or () if not isinstance(getattr(module, name, None), FunctionType)]:
        raise MissingFunction(f"{module.__name__} has no function {missing[0]}, which its {declared} names")
    return names


def _wrap_for_cpu(f: FunctionType, folder: Path, public: bool) -> Any:
    """A function that is compiled once for integers of all widths, by one process at a time.

    Numba would compile most of the rules anew for every driver, because their arrays hold integers of other widths, or
    lie in records. Callers widen narrow integers instead, which costs nothing. Python can call `public` functions
    only: see `inner_functions.py`.
    """
    from numba import int64, njit, types

    def widened(kind: Any) -> Any:
        kind = types.unliteral(kind)
        if isinstance(kind, types.NestedArray):
            return types.Array(kind.dtype, kind.ndim, "C")
        return int64 if isinstance(kind, types.Integer) and kind.signed else kind

    counting = not hints.is_borrower(f)
    free = not hints.is_lock_holder(f)
    wrapped = njit(f, cache=True, nogil=free, no_cpython_wrapper=not public, no_cfunc_wrapper=True, _nrt=counting)
    if not public:
        wrapped.__class__ = inner_dispatcher()
    compile_exactly = wrapped.compile

    def compile_widened(signature: Any) -> Any:
        if isinstance(signature, tuple):
            signature = tuple(map(widened, signature))
            if signature in wrapped.overloads:
                return compile_exactly(signature)
        with _alone_in(folder):
            if not public:
                with without_machine_code(wrapped):
                    return compile_exactly(signature)
            with with_machine_code(wrapped):
                compiled = compile_exactly(signature)
            set_environments(wrapped)
            return compiled

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
    with path.open("w") as file:
        lock_file(file.fileno(), wait=True)
        try:
            yield
        finally:
            unlock_file(file.fileno())
