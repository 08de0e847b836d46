"""`--bot file.py:Class`: a Python class with a method `choose(knowledge, budget)`.

It runs in a process of its own (`class_host`), so that nothing it does, prints or starts can disturb the game.
"""

import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import msgspec

from koloda.bots.bot import Budget
from koloda.bots.external.class_host import QUOTED, Decide, HostAnswer, Load, frame
from koloda.bots.external.external_bot import IN_A_ROW, LINES_TOLD, Failed, patience
from koloda.bots.external.program import Ended, Program, Silent, TooLong
from koloda.bots.external.program_bot import ProgramBot
from koloda.bots.external.program_log import printable
from koloda.bots.external.protocol import LONGEST_LINE
from koloda.bots.knowledge import Knowledge
from koloda.core.errors import BadBot
from koloda.core.events import Told
from koloda.core.facts import fact
from koloda.core.schema import pack

HOST = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from koloda.bots.external.class_host import main; main()"
)
LOADING = 60.0
"""How many seconds the file of a class has to load."""


class ClassBot(ProgramBot):
    """A bot that is an object of a Python class: another object for every game, in one process for all of them."""

    def __init__(self, spec: str, file: str, name: str, seed: object) -> None:
        super().__init__(spec, [sys.executable, "-c", HOST, json.dumps(list(map(str, sys.path)))], seed)
        self._file, self._name = file, name
        self._needs_story = True
        self._new_game = False
        self._told: list[Told] = []
        self._owes = 0
        """The decision that it has not answered yet; 0 if there is none."""
        self._load()

    @property
    def needs_story(self) -> bool:
        return self._needs_story

    def sow(self, seed: object) -> None:
        super().sow(seed)
        self._new_game = True
        if self._owes and self._program is not None:  # it may think about the last game forever
            self._program.kill()
            self._program = None

    def _load(self) -> None:
        """Start the process, so that a class that cannot play is refused at once. Raises BadBot."""
        try:
            answer = self._receive(self._running(), 0, LOADING)
        except Failed as failed:
            reason = failed.reason
            if failed.last_lines:
                lines = " | ".join(failed.last_lines[-LINES_TOLD:])
                reason = fact("external_bots.with_lines", reason=reason, lines=lines)
            self.close()
            raise BadBot.of("external_bots.not_loaded", file=self._file, problem=reason) from None
        if answer.refused:
            self.close()
            raise BadBot.of(answer.refused, **answer.details)
        self._needs_story = answer.needs_story

    def _started(self, program: Program) -> None:
        self._told = []
        self._owes = 0
        self._new_game = False
        program.ask(frame(Load(self._file, self._name, self._seed)))

    def _ask(self, knowledge: Knowledge, legal: Sequence[int], budget: Budget) -> int | None:
        program = self._running()
        seed = self._seed if self._new_game else None
        self._new_game = False
        told = knowledge.events if self.needs_story else []
        since = self._since(told)
        decide = Decide(
            self._decision,
            seed,
            knowledge.game.name,
            knowledge.players,
            knowledge.seat,
            knowledge.must,
            tuple(legal),
            pack(knowledge.partial_state),
            since,
            told[since:],
            budget,
        )
        self._told = told
        self._owes = self._decision
        program.ask(frame(decide))
        answer = self._receive(program, self._decision, patience(budget, self._fresh))
        self._owes = 0
        self._fresh = False
        if answer.crashed:
            raise Failed("crashed", program.last_lines(), problem=answer.crashed)
        if answer.illegal is not None or (answer.action is not None and answer.action not in legal):
            raise Failed("illegal", program.last_lines(), move=answer.illegal or str(answer.action))
        return answer.action

    def _since(self, told: Sequence[Told]) -> int:
        """How much of the story the host has already."""
        for number, (old, new) in enumerate(zip(self._told, told, strict=False)):
            if old is not new and old != new:
                return number
        return min(len(self._told), len(told))

    def _receive(self, program: Program, number: int, seconds: float) -> HostAnswer:
        """Wait for one answer. Late answers to earlier decisions are ignored."""
        deadline = time.monotonic() + seconds
        while True:
            try:
                line = program.receive(deadline - time.monotonic())
            except Silent:
                ms = round(seconds * 1000)
                if number and self._in_a_row + 1 < IN_A_ROW:  # it keeps what it remembers, and may answer next time
                    raise Failed("stalled", program.last_lines(), ms=ms) from None
                program.kill()
                raise self._lost("stalled", ms=ms) from None
            except TooLong:
                program.kill()
                raise self._lost("too_long", most=LONGEST_LINE) from None
            except Ended:
                raise self._lost("exited", status=program.status()) from None
            try:
                answer = msgspec.json.decode(line, type=HostAnswer)
            except (msgspec.DecodeError, UnicodeDecodeError):
                raise Failed("nonsense", program.last_lines(), line=printable(line, QUOTED)) from None
            if answer.id == number:
                return answer
            if answer.refused:  # the file has changed since it was first loaded
                problem = fact(answer.refused, **answer.details)
                self.close()
                raise Failed("not_started", program.last_lines(), problem=problem)


def make_class_bot(spec: str, file: str, name: str, seed: object) -> ClassBot:
    """Load the class from its file and make the bot, with `seed` if the class takes one. Raises BadBot."""
    if not Path(file).expanduser().is_file():
        raise BadBot.of("external_bots.no_file", file=file)
    return ClassBot(spec, file, name, seed)
