"""`--bot file.py:Class`: a Python class with a method `choose(knowledge, budget)`.

It runs in this process, in its own thread, so that a bot that never answers does not hold up the game.
"""

import importlib.util
import inspect
import operator
import queue
import sys
import threading
import time
import traceback
import weakref
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import Any

from koloda.bots.bot import Bot, Budget, needs_story
from koloda.bots.external.external_bot import ExternalBot, Failed, own_seed, patience
from koloda.bots.external.program import printable, run
from koloda.bots.knowledge import Knowledge
from koloda.core.errors import BadBot

Outcome = tuple[Any, BaseException | None]


class ClassBot(ExternalBot):
    """A bot that is an object of a Python class. Until it is closed, it may import modules from its folder."""

    def __init__(self, spec: str, bot: Bot, folder: Path) -> None:
        super().__init__(spec)
        self._bot = bot
        sys.path.append(str(folder))  # once per bot, even if another has the same folder
        self._no_more_imports = weakref.finalize(self, _remove_from_path, str(folder))
        self._asked: queue.SimpleQueue[Callable[[], Any] | None] = queue.SimpleQueue()
        self._answered: queue.SimpleQueue[Outcome] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None
        self._owed = 0  # answers that are still to come

    @property
    def needs_story(self) -> bool:
        return needs_story(self._bot)

    def _ask(self, knowledge: Knowledge, legal: Sequence[int], budget: Budget) -> int | None:
        starts = self._thread is None
        if self._thread is None:
            self._thread = run(_answer, self._asked, self._answered)
        seconds = patience(budget, starts)
        deadline = time.monotonic() + seconds
        self._asked.put(lambda: self._bot.choose(knowledge, budget))
        self._owed += 1
        try:
            while self._owed:
                action, problem = self._answered.get(timeout=max(deadline - time.monotonic(), 0))
                self._owed -= 1
        except queue.Empty:
            raise Failed("stalled", ms=round(seconds * 1000)) from None
        if problem is not None:
            raise Failed("crashed", problem=said(problem))
        if action is None:
            return None
        number = _number(action)
        if number not in legal:
            raise Failed("illegal", move=printable(_text(repr, action), 80))
        return number

    def close(self) -> None:
        self._asked.put(None)
        self._no_more_imports()


def _remove_from_path(folder: str) -> None:
    with suppress(ValueError):  # somebody else may have removed it
        sys.path.remove(folder)


@contextmanager
def _importing_from(folder: Path) -> Iterator[None]:
    sys.path.append(str(folder))
    try:
        yield
    finally:
        _remove_from_path(str(folder))


def _answer(asked: "queue.SimpleQueue[Callable[[], Any] | None]", answered: "queue.SimpleQueue[Outcome]") -> None:
    while (question := asked.get()) is not None:
        try:
            answered.put((question(), None))
        except BaseException as problem:  # SystemExit too: a bot must not end the game
            answered.put((None, problem))


def said(problem: BaseException) -> str:
    """An exception, and the line of the bot's file that raised it."""
    words = _text(str, problem)
    text = f"{type(problem).__name__}: {words}" if words else type(problem).__name__
    frames = traceback.extract_tb(problem.__traceback__)
    where = f" ({Path(frames[-1].filename).name}:{frames[-1].lineno})" if frames else ""
    return printable(text + where)


def _number(action: Any) -> int:
    """An integer of any type (numpy has its own); -1 for anything else."""
    try:
        return -1 if isinstance(action, bool) else operator.index(action)
    except Exception:
        return -1


def _text(write: Callable[[object], str], thing: object) -> str:
    """`write(thing)`, empty if it raises: even the `repr` of a bot's answer may."""
    try:
        return write(thing)
    except Exception:
        return ""


def make_class_bot(spec: str, file: str, name: str, seed: object) -> ClassBot:
    """Load the class from its file and make the bot, with `seed` if the class takes one. Raises BadBot."""
    path = Path(file).expanduser()
    if not path.is_file():
        raise BadBot.of("external_bots.no_file", file=file)
    path = path.resolve()
    with _importing_from(path.parent):
        return _make(spec, _load(path), file, name, seed)


def _make(spec: str, module: ModuleType, file: str, name: str, seed: object) -> ClassBot:
    assert module.__file__ is not None
    found = getattr(module, name, None)
    if not inspect.isclass(found):
        classes = [n for n, thing in vars(module).items() if inspect.isclass(thing) and hasattr(thing, "choose")]
        raise BadBot.of("external_bots.no_class", file=file, name=name, classes=", ".join(classes) or "-")
    if not callable(getattr(found, "choose", None)):
        raise BadBot.of("external_bots.no_choose", file=file, name=name)
    try:
        return ClassBot(spec, _made(found, own_seed(seed)), Path(module.__file__).parent)
    except Exception as problem:
        raise BadBot.of("external_bots.not_made", file=file, name=name, problem=said(problem)) from None


def _made(kind: Callable[..., Any], seed: str) -> Any:
    return kind(seed=seed) if "seed" in inspect.signature(kind).parameters else kind()


def _load(path: Path) -> ModuleType:
    """Load a file as a module, once."""
    name = f"koloda_external_bot_{path.stem}_{abs(hash(path)):x}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadBot.of("external_bots.no_file", file=str(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # as an import would, so that dataclasses and pickling work
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as problem:
        del sys.modules[name]
        raise BadBot.of("external_bots.not_loaded", file=str(path), problem=said(problem)) from None
    return module
