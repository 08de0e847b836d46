"""Stores finished batches on disk, so that an interrupted match resumes where it stopped.

The first line of the file names its plan; every other line is a finished batch. The file is append-only. If an
interruption cuts the last line short, that line is ignored and its batch is played again.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import IO, Any

from koloda.arena.plan import Plan
from koloda.core.errors import UnknownOption
from koloda.core.files import cannot_write, read_bytes
from koloda.core.folders import writable_cache_folder

KIND = "koloda arena 1"


def default_file(plan: Plan) -> Path:
    """Return the file that stores a running match when the user names none."""
    return writable_cache_folder() / "arena" / f"{plan.digest()}.jsonl"


class Checkpoint:
    """The checkpoint file of one plan. `done` holds the batches that an earlier run finished."""

    def __init__(self, plan: Plan, file: Path) -> None:
        self.file = file
        self.done: dict[int, dict[str, Any]] = {}
        complete = self._read(plan) if file.exists() else None
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._out: IO[str] = file.open("a", encoding="utf-8")
        except OSError as problem:
            raise cannot_write(file, problem) from None
        if complete is None:
            self._line({"kind": KIND, "plan": plan.digest(), "settings": plan.settings()})
        elif not complete:
            self._out.write("\n")

    def _read(self, plan: Plan) -> bool | None:
        """Read the file. Return False if its last line is cut short, None if the file is empty."""
        text = read_bytes(self.file).decode("utf-8", "replace")
        if not text:
            return None
        first, *rest = text.split("\n")
        header = _parsed(first)
        if header.get("kind") != KIND:
            raise UnknownOption.of("arena.no_checkpoint", file=str(self.file))
        if header.get("plan") != plan.digest():
            raise UnknownOption.of("arena.other_plan", file=str(self.file))
        for line in rest:
            found = _parsed(line)
            number = found.get("chunk")
            if isinstance(number, int) and number in range(plan.batches):
                self.done[number] = found
        return text.endswith("\n")

    def add(self, result: dict[str, Any]) -> None:
        self._line(result)

    def _line(self, content: dict[str, Any]) -> None:
        try:
            self._out.write(json.dumps(content, separators=(",", ":")) + "\n")
            self._out.flush()
        except OSError as problem:
            raise cannot_write(self.file, problem) from None

    def close(self, forget: bool = False) -> None:
        with suppress(OSError):  # of a full disk, which has been reported
            self._out.close()
        if forget:
            self.file.unlink(missing_ok=True)


def _parsed(line: str) -> dict[str, Any]:
    """Parse one line; return an empty dictionary if it is not a JSON object."""
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
