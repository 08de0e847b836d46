"""`--bot "command"`: a program in any language that exchanges lines of JSON with Koloda (`protocol`)."""

import shlex
import shutil
import sys
import time
from collections.abc import Sequence

from koloda.bots.bot import Budget
from koloda.bots.external.external_bot import Failed, patience, thinking_ms
from koloda.bots.external.program import Ended, Program, Silent, TooLong
from koloda.bots.external.program_bot import ProgramBot
from koloda.bots.external.program_log import printable
from koloda.bots.external.protocol import LONGEST_LINE, BotAnswer, Speaker, chosen_action, read_answer
from koloda.bots.knowledge import Knowledge
from koloda.core.errors import BadBot
from koloda.core.facts import Fact
from koloda.core.game import Game
from koloda.core.text import Language
from koloda.core.view import View

QUOTED = 80
"""How many characters of a wrong answer are shown."""


class CommandBot(ProgramBot):
    """A bot that is a program, named by its command."""

    def __init__(
        self, spec: str, command: Sequence[str], seed: object, names: Sequence[str] = (), language: Language = "en"
    ) -> None:
        super().__init__(spec, command, seed)
        self._speaker = Speaker(names, language)
        self._greeted: tuple[Game, int] | None = None
        self._settled = 0  # the last decision that it has answered

    def sow(self, seed: object) -> None:
        super().sow(seed)
        self._greeted = None

    def _started(self, program: Program) -> None:
        self._greeted = None

    def _ask(self, knowledge: Knowledge, legal: Sequence[int], budget: Budget) -> int | None:
        program = self._running()
        question = []
        if self._greeted != (knowledge.game, knowledge.seat):
            question.append(self._speaker.hello(knowledge, self._seed))
            self._greeted = (knowledge.game, knowledge.seat)
        question.append(self._speaker.decide(self._decision, knowledge, thinking_ms(budget), budget.iterations))
        program.ask(*question)
        seconds = patience(budget, self._fresh)
        try:
            answer = self._answer(program, seconds)
        except Silent:
            program.kill()
            raise self._lost("stalled", ms=round(seconds * 1000)) from None
        except TooLong:
            program.kill()
            raise self._lost("too_long", most=LONGEST_LINE) from None
        except Ended:
            raise self._lost("exited", status=program.status()) from None
        self._fresh = False
        action = chosen_action(knowledge, answer, legal)
        if action == -1:
            wanted = answer.move if isinstance(answer.move, str) else answer.action
            raise Failed("illegal", program.last_lines(), move=printable(str(wanted), QUOTED))
        return action

    def _answer(self, program: Program, seconds: float) -> BotAnswer:
        """Wait for the answer to this decision. Late answers to earlier decisions are ignored."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0:
            line = program.receive(left)
            if not line.strip():
                continue
            answer = read_answer(line)
            if answer is None:
                raise Failed("nonsense", program.last_lines(), line=printable(line, QUOTED))
            if not self._settled < answer.id <= self._decision:
                raise Failed(
                    "wrong_id", program.last_lines(), given=printable(str(answer.id), QUOTED), right=self._decision
                )
            if answer.id == self._decision:
                self._settled = answer.id
                return answer
        raise Silent

    def finish(self, view: View, story: Sequence[Fact]) -> None:
        super().finish(view, story)
        if self._program is not None and self._greeted is not None:
            self._program.send(self._speaker.over(view, story))
        self._greeted = None


def make_command_bot(
    spec: str, command: str, seed: object, names: Sequence[str] = (), language: Language = "en"
) -> CommandBot:
    """Make the bot of a command as you type it. No shell reads it. Raises BadBot if there is no such program."""
    try:
        words = shlex.split(command, posix=sys.platform != "win32")
    except ValueError as problem:
        raise BadBot.of("external_bots.unreadable", given=command, problem=str(problem)) from None
    if not words:
        raise BadBot.of("external_bots.empty", given=spec)
    found = shutil.which(words[0])
    if found is None:
        raise BadBot.of("external_bots.no_program", program=words[0], given=spec)
    return CommandBot(spec, [found, *words[1:]], seed, names, language)
