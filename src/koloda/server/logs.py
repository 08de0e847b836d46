"""The log: requests with their status, and errors.

It never contains addresses, tokens, names or table ids: everybody who knows the id of a table can open it.
"""

import logging
import sys
import time
import traceback
from typing import Any, Literal

import msgspec

Form = Literal["plain", "json"]
FORMS: tuple[Form, ...] = ("plain", "json")
log = logging.getLogger("koloda")


def set_up(form: Form) -> None:
    """Log one line for each entry to standard error. The plain form shows only what needs attention."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines() if form == "json" else Plain())
    for name in ("koloda", "uvicorn", "uvicorn.error"):
        logger = logging.getLogger(name)
        logger.handlers = [handler] if name != "uvicorn.error" else []
        logger.propagate = name == "uvicorn.error"
        logger.setLevel(logging.INFO if form == "json" and name == "koloda" else logging.WARNING)


class JsonLines(logging.Formatter):
    def format(self, entry: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "at": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(entry.created)) + f".{int(entry.msecs):03}Z",
            "level": entry.levelname.lower(),
            "event": entry.getMessage(),
            **getattr(entry, "more", {}),
        }
        if entry.exc_info is not None and entry.exc_info[1] is not None:
            line.update(told(entry.exc_info[1]))
        return msgspec.json.encode(line).decode()


class Plain(logging.Formatter):
    def format(self, entry: logging.LogRecord) -> str:
        parts = [entry.getMessage(), *(f"{key}={value}" for key, value in getattr(entry, "more", {}).items())]
        if entry.exc_info is not None and entry.exc_info[1] is not None:
            problem = told(entry.exc_info[1])
            parts += [problem["error"], *problem["where"]]
        return f"koloda: {' '.join(parts)}"


def told(error: BaseException) -> dict[str, Any]:
    """The type and place of an error. A message may quote what somebody typed, so only those of OSError are logged."""
    frames = traceback.extract_tb(error.__traceback__)
    kind = type(error).__name__
    return {
        "error": f"{kind}: {error}" if isinstance(error, OSError) else kind,
        "where": [f"{frame.filename.rpartition('site-packages/')[2]}:{frame.lineno} {frame.name}" for frame in frames],
    }
