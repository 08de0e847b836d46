"""The log: requests with their status, and errors.

It never contains addresses, tokens, names or table ids: everybody who knows the id of a table can open it.
"""

import logging
import sys
import time
import traceback
from collections.abc import Callable
from typing import Any, Literal

import msgspec

Form = Literal["plain", "json"]
FORMS: tuple[Form, ...] = ("plain", "json")
LOGGERS = ("asyncio", "koloda", "uvicorn", "uvicorn.error")
MINUTE = 60
MOST_KINDS = 1000
"""How many kinds of entries to keep apart."""
log = logging.getLogger("koloda")


def set_up(form: Form, node: str = "") -> None:
    """Log one line for each entry to standard error. The plain form shows only what needs attention.

    `node` names this process, if it is one of several.
    """
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines(node) if form == "json" else Plain(node))
    handler.addFilter(OncePerMinute())
    for name in LOGGERS:
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name != "uvicorn.error" else []
        logger.propagate = name == "uvicorn.error"
        logger.setLevel(logging.INFO if form == "json" and name == "koloda" else logging.WARNING)


class OncePerMinute(logging.Filter):
    """Lets a warning or an error of one kind pass once a minute, with the number of those that were left out since.

    Whatever a client does a thousand times a second must not fill the disk.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._kinds: dict[tuple[Any, ...], tuple[float, int]] = {}
        """By kind: when it may pass again, and how many were left out."""

    def filter(self, entry: logging.LogRecord) -> bool:
        if entry.levelno < logging.WARNING:
            return True
        problem = entry.exc_info[1] if entry.exc_info else None
        more = getattr(entry, "more", {})
        where = () if problem is None else told(problem)["where"][-1:]
        kind = (entry.name, str(entry.msg), *((name, str(value)) for name, value in more.items()), *where)
        now = self._now()
        again, left_out = self._kinds.get(kind, (now, 0))
        if now < again:
            self._kinds[kind] = again, left_out + 1
            return False
        if len(self._kinds) >= MOST_KINDS:
            self._kinds = {each: passed for each, passed in self._kinds.items() if now < passed[0]}
        if len(self._kinds) >= MOST_KINDS:
            self._kinds.clear()
        self._kinds[kind] = now + MINUTE, 0
        if left_out:
            entry.more = {**more, "left_out": left_out}
        return True


class NodeFormatter(logging.Formatter):
    def __init__(self, node: str = "") -> None:
        super().__init__()
        self._node = node


class JsonLines(NodeFormatter):
    def format(self, entry: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(entry.created)) + f".{int(entry.msecs):03}Z",
            "level": entry.levelname.lower(),
            "event": entry.getMessage(),
            **({"node": self._node} if self._node else {}),
            **getattr(entry, "more", {}),
        }
        if entry.exc_info is not None and entry.exc_info[1] is not None:
            line.update(told(entry.exc_info[1]))
        return msgspec.json.encode(line).decode()


class Plain(NodeFormatter):
    def format(self, entry: logging.LogRecord) -> str:
        parts = [entry.getMessage(), *(f"{key}={value}" for key, value in getattr(entry, "more", {}).items())]
        if entry.exc_info is not None and entry.exc_info[1] is not None:
            problem = told(entry.exc_info[1])
            parts += [problem["error"], *problem["where"]]
        return f"koloda{f' {self._node}' if self._node else ''}: {' '.join(parts)}"


def told(error: BaseException) -> dict[str, Any]:
    """The type and place of an error. A message may quote what somebody typed, so only those of OSError are logged."""
    frames = traceback.extract_tb(error.__traceback__)
    kind = type(error).__name__
    return {
        "error": f"{kind}: {error}" if isinstance(error, OSError) else kind,
        "where": [f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno} {frame.name}" for frame in frames],
    }
