"""What all external bots have in common: a program of their own, over several games, or until it fails."""

from abc import abstractmethod
from collections.abc import Sequence

from koloda.bots.external.external_bot import ExternalBot, Failed, own_seed
from koloda.bots.external.program import Program
from koloda.bots.external.protocol import LONGEST_LINE


class ProgramBot(ExternalBot):
    """A bot that runs as a program, from its first decision until `close`. If it ends, it is started again."""

    def __init__(self, spec: str, command: Sequence[str], seed: object) -> None:
        super().__init__(spec)
        self.command = list(command)
        self._seed = own_seed(seed)
        self._program: Program | None = None
        self._fresh = True
        """Has it just started? Then it gets more time."""

    def sow(self, seed: object) -> None:
        super().sow(seed)
        self._seed = own_seed(seed)

    @abstractmethod
    def _started(self, program: Program) -> None:
        """The program has just been started."""

    def _running(self) -> Program:
        if self._program is None:
            try:
                self._program = Program(self.command, LONGEST_LINE)
            except OSError as problem:
                raise Failed("not_started", problem=problem.strerror or str(problem)) from None
            self._fresh = True
            self._started(self._program)
        return self._program

    def _last_lines(self) -> list[str]:
        return [] if self._program is None else self._program.last_lines()

    def _lost(self, code: str, **args: int) -> Failed:
        """Give up the running program: the next decision starts another."""
        assert self._program is not None
        self._program.end()
        failed = Failed(code, self._program.last_lines(), **args)
        self._program = None
        return failed

    def close(self) -> None:
        if self._program is not None:
            self._program.end()
            self._program = None
