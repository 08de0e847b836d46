"""Finished batches on disk, so that an interrupted match goes on where it stopped.

The first line says which plan the file belongs to, every other line is a finished batch. Lines are only ever added. A
line that was cut short by the interruption is no batch: it is left out, and played again.
"""

import json
from pathlib import Path
from typing import IO, Any

from koloda.arena.plan import Plan
from koloda.compiled.loader import cache_folder
from koloda.core.errors import UnknownOption

KIND = "koloda arena 1"


def default_file(plan: Plan) -> Path:
    """Where a match is kept while it runs, if no file was named."""
    return cache_folder() / "arena" / f"{plan.digest()}.jsonl"


class Checkpoint:
    """Opened for a plan: `done` are the batches that were finished before."""

    def __init__(self, plan: Plan, file: Path) -> None:
        self.file = file
        self.done: dict[int, dict[str, Any]] = {}
        whole = self._read(plan) if file.exists() else None
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            self._out: IO[str] = file.open("a", encoding="utf-8")
        except OSError as problem:
            reason = problem.strerror or str(problem)
            raise UnknownOption.of("arena.not_written", file=str(file), problem=reason) from None
        if whole is None:
            self._line({"kind": KIND, "plan": plan.digest(), "settings": plan.settings()})
        elif not whole:
            self._out.write("\n")

    def _read(self, plan: Plan) -> bool | None:
        """Take in a file; False if its last line was cut short, None if there is nothing in it."""
        text = self.file.read_text("utf-8", errors="replace")
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
        self._out.write(json.dumps(content, separators=(",", ":")) + "\n")
        self._out.flush()

    def close(self, forget: bool = False) -> None:
        self._out.close()
        if forget:
            self.file.unlink(missing_ok=True)


def _parsed(line: str) -> dict[str, Any]:
    try:
        found = json.loads(line)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
