"""The process of a bot that is a Python class: it loads the class and asks it, one decision after another.

The bot's standard output goes to its log, like its standard error, and its standard input is empty: whatever it prints
reaches neither the player's screen nor `--json`. Questions and answers use copies of the pipes that the bot does not
know. A question is a pickled message with its length before it; an answer is a line of JSON.
"""

import faulthandler
import importlib.util
import inspect
import operator
import os
import pickle
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import IO, Any, NamedTuple

import msgspec

from koloda.bots.bot import Budget, needs_story
from koloda.bots.external.program_log import printable
from koloda.bots.knowledge import Knowledge
from koloda.core.errors import BadBot
from koloda.core.events import Told
from koloda.core.schema import unpack
from koloda.games import find

LENGTH = 4
"""Bytes of the length before a message."""
_IMPORTLIB = "<frozen importlib._bootstrap_external>"
QUOTED = 80
"""How many characters of a wrong answer are shown."""


class Load(NamedTuple):
    """Load a class. Answered with number 0."""

    file: str
    name: str
    seed: str


class Decide(NamedTuple):
    """Make a decision. With a seed, another game begins, with another object of the class."""

    number: int
    seed: str | None
    game: str
    players: int
    seat: int
    must: bool
    legal: tuple[int, ...]
    state: bytes
    """What the seat knows, packed."""
    since: int
    """How many events of the story, as the host has it, still hold."""
    news: list[Told]
    budget: Budget


class HostAnswer(msgspec.Struct, omit_defaults=True):
    id: int
    action: int | None = None
    crashed: str = ""
    """The exception."""
    illegal: str | None = None
    """What the class returned, if it is not a legal action."""
    needs_story: bool = True
    refused: str = ""
    """Why the class cannot be loaded: the key of a text, and its arguments."""
    details: dict[str, str] = {}


def frame(message: Load | Decide) -> bytes:
    content = pickle.dumps(message)
    return len(content).to_bytes(LENGTH, "big") + content


class Host:
    """The class, its current object, and what the object was told."""

    def __init__(self) -> None:
        self._kind: Callable[..., Any] | None = None
        self._bot: Any = None
        self._told: list[Told] = []

    def answer(self, message: Load | Decide) -> HostAnswer:
        return self._load(message) if isinstance(message, Load) else self._decide(message)

    def _load(self, message: Load) -> HostAnswer:
        try:
            self._kind = load_class(message.file, message.name)
            self._bot = made(self._kind, message.file, message.name, message.seed)
        except BadBot as refused:
            detail = refused.detail
            return HostAnswer(0, refused=detail.key, details={key: str(arg) for key, arg in detail.args.items()})
        return HostAnswer(0, needs_story=needs_story(self._bot))

    def _decide(self, message: Decide) -> HostAnswer:
        number = message.number
        try:
            if message.seed is not None:
                assert self._kind is not None
                self._bot = _make(self._kind, message.seed)
            action = self._bot.choose(self._knowledge(message), message.budget)
        except BaseException as problem:  # SystemExit too: a bot must not end the game
            _show(problem)
            return HostAnswer(number, crashed=said(problem))
        if action is None:
            return HostAnswer(number)
        chosen = _number(action)
        if chosen not in message.legal:
            return HostAnswer(number, illegal=printable(_text(repr, action), QUOTED))
        return HostAnswer(number, action=chosen)

    def _knowledge(self, message: Decide) -> Knowledge:
        self._told[message.since :] = message.news
        game = find(message.game)
        state = unpack(game.set_up.State, message.state)
        told = self._told.copy
        return Knowledge(game, message.players, message.seat, message.must, list(message.legal), state, told)


def _show(problem: BaseException) -> None:
    """Write the traceback to the log, from the bot's first line on."""
    trace = problem.__traceback__
    while trace is not None and trace.tb_frame.f_code.co_filename in (__file__, _IMPORTLIB):
        trace = trace.tb_next
    with suppress(Exception):  # an exception may be impossible to write
        traceback.print_exception(type(problem), problem, trace)


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


def load_class(file: str, name: str) -> Callable[..., Any]:
    """Load a class from its file. Raises BadBot."""
    path = Path(file).expanduser().resolve()
    sys.path.append(str(path.parent))
    module = _load(path)
    found = getattr(module, name, None)
    if not inspect.isclass(found):
        classes = [n for n, thing in vars(module).items() if inspect.isclass(thing) and hasattr(thing, "choose")]
        raise BadBot.of("external_bots.no_class", file=file, name=name, classes=", ".join(classes) or "-")
    if not callable(getattr(found, "choose", None)):
        raise BadBot.of("external_bots.no_choose", file=file, name=name)
    return found


def made(kind: Callable[..., Any], file: str, name: str, seed: str) -> Any:
    """Make an object of the class, with a seed if it takes one. Raises BadBot."""
    try:
        return _make(kind, seed)
    except (Exception, SystemExit) as problem:
        _show(problem)
        raise BadBot.of("external_bots.not_made", file=file, name=name, problem=said(problem)) from None


def _make(kind: Callable[..., Any], seed: str) -> Any:
    return kind(seed=seed) if "seed" in inspect.signature(kind).parameters else kind()


def _load(path: Path) -> ModuleType:
    name = f"koloda_external_bot_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise BadBot.of("external_bots.no_file", file=str(path))
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # as an import would, so that dataclasses and pickling work
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as problem:
        _show(problem)
        raise BadBot.of("external_bots.not_loaded", file=str(path), problem=said(problem)) from None
    return module


def private_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """Keep the pipes to Koloda for the host. The bot's standard output becomes its log, its standard input is empty."""
    questions, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)
    os.dup2(2, 1)
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", line_buffering=True)  # type: ignore[union-attr]
    return questions, answers


def main() -> None:
    questions, answers = private_pipes()
    faulthandler.enable()
    host = Host()
    while length := questions.read(LENGTH):
        answer = host.answer(pickle.loads(questions.read(int.from_bytes(length, "big"))))
        answers.write(msgspec.json.encode(answer) + b"\n")
        answers.flush()
