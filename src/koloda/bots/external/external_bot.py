"""External bots: bots that do not come with Koloda. Whatever they do, the game goes on by the rules.

When an external bot answers wrongly or too late, the level-1 bot decides in its place, and the fault is recorded, to be
shown or counted. A bot that fails several times in a row is not asked again in that game.
"""

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NoReturn

from koloda.bots.bot import Budget
from koloda.bots.knowledge import Knowledge
from koloda.bots.random import random_choice
from koloda.core.errors import BadBot
from koloda.core.facts import Arg, Fact, fact
from koloda.core.text import Language, say
from koloda.core.view import View

IN_A_ROW = 3
"""After this many faults in a row the bot is not asked again in that game."""
FAULTS_KEPT = 100
LINES_TOLD, LINE_TOLD = 2, 120
"""While people play, a fault is told with so many first and last lines of the bot, each at most so long."""
USUAL_MS = 1000
"""How long the bot may think, unless the budget says so in milliseconds."""
TOLERANCE, GRACE = 2, 0.5
"""Koloda waits for an answer this many times the budget, plus this many seconds."""
STARTING = 10.0
"""More seconds for the first decision, while the bot starts."""


class Failed(Exception):
    """The bot has not made a decision. `code` is the key of the reason in `locale/*/external_bots.json`."""

    def __init__(self, code: str, last_lines: Sequence[str] = (), /, **args: Arg) -> None:
        super().__init__(code)
        self.code = code
        self.reason = fact(f"external_bots.{code}", **args)
        self.last_lines = tuple(last_lines)


@dataclass(frozen=True)
class Fault:
    """What a bot did wrong, and which move was played instead (None: none, where that is allowed)."""

    code: str
    seat: int
    bot: str
    decision: int
    reason: Fact
    instead: str | None
    gave_up: bool
    last_lines: tuple[str, ...] = ()
    """What the bot last wrote: the first and the last lines since it was asked."""

    @property
    def detail(self) -> Fact:
        return fact("external_bots.fault", player=self.seat, bot=self.bot, reason=self.reason)

    def told(self) -> list[Fact]:
        """The fault, what was done about it, and a few lines of what the bot wrote, as facts."""
        about = [self.detail]
        if self.gave_up:
            about.append(fact("external_bots.gave_up", count=IN_A_ROW))
        elif self.instead is not None:
            about.append(fact("external_bots.instead", move=self.instead))
        if self.last_lines:
            lines = [line if len(line) <= LINE_TOLD else f"{line[:LINE_TOLD]}…" for line in self.last_lines]
            if len(lines) > 2 * LINES_TOLD:
                lines = [*lines[:LINES_TOLD], "…", *lines[-LINES_TOLD:]]
            about.append(fact("external_bots.last_lines", lines=" | ".join(lines)))
        return about

    def text(self, language: Language = "en", names: Sequence[str] = ()) -> str:
        return " ".join(say(part, language, names) for part in self.told())


class ExternalBot(ABC):
    """A bot whose faults do no harm. `spec` is the name it was given; `on_fault` is called with every fault."""

    def __init__(self, spec: str) -> None:
        self.spec = spec
        self.faults: list[Fault] = []
        self.fault_count = 0
        self.on_fault: Callable[[Fault], None] | None = None
        self.gave_up = False
        self._decision = 0
        self._in_a_row = 0

    @property
    def needs_story(self) -> bool:
        return True

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        legal = tuple(knowledge.legal)  # the bot may change the knowledge that it gets
        stand_in = fallback_action(knowledge)
        self._decision += 1
        if self.gave_up:
            return stand_in
        try:
            action = self._ask(knowledge, legal, budget)
            if action is None and knowledge.must:
                raise Failed("idle", self._last_lines())
        except Failed as failed:
            self._note(failed, knowledge, stand_in)
            return stand_in
        self._in_a_row = 0
        return action

    @abstractmethod
    def _last_lines(self) -> list[str]:
        """What the bot wrote to its log since it was asked: the first and the last lines."""

    @abstractmethod
    def _ask(self, knowledge: Knowledge, legal: Sequence[int], budget: Budget) -> int | None:
        """Ask the bot: a legal action, or None for none. Raises Failed."""

    def sow(self, seed: object) -> None:
        """Begin another game, with this seed for the bot's randomness."""
        self.gave_up = False
        self._in_a_row = 0

    def finish(self, view: View, story: Sequence[Fact]) -> None:
        """Tell the bot how the game ended. It may play another."""
        self.gave_up = False
        self._in_a_row = 0

    @abstractmethod
    def close(self) -> None:
        """Let the bot go: it plays no other game."""

    def __deepcopy__(self, memo: object) -> NoReturn:
        raise BadBot.of("external_bots.no_copy", bot=self.spec)

    def _note(self, failed: Failed, knowledge: Knowledge, stand_in: int | None) -> None:
        self._in_a_row += 1
        self.gave_up = self._in_a_row >= IN_A_ROW
        instead = None if stand_in is None else knowledge.game.notation.write_action(knowledge.partial_state, stand_in)
        fault = Fault(
            failed.code,
            knowledge.seat,
            self.spec,
            self._decision,
            failed.reason,
            instead,
            self.gave_up,
            failed.last_lines,
        )
        self.fault_count += 1
        if len(self.faults) < FAULTS_KEPT:
            self.faults.append(fault)
        if self.on_fault is not None:
            self.on_fault(fault)


def fallback_action(knowledge: Knowledge) -> int | None:
    """The decision in place of a bot that failed: nothing if that is allowed, else what the level-1 bot would do.

    In a game that has no level 1 it is a random legal action.
    """
    if not knowledge.must:
        return None
    count = len(knowledge.legal)
    policy = knowledge.game.policy
    if count > 1:
        if policy is None:
            return random_choice(knowledge)
        action = int(policy.greedy(knowledge.partial_state, knowledge.seat, knowledge.legal, count))
        if action in knowledge.legal:
            return action
    return knowledge.legal[0]


def own_seed(seed: object) -> str:
    """The seed that the bot gets. It reveals nothing about the cards, which may be drawn from the same seed."""
    hashed = hashlib.sha256(f"koloda guest {seed}".encode())  # another text would change every seeded game
    return hashed.hexdigest()[:16]


def thinking_ms(budget: Budget) -> int:
    return USUAL_MS if budget.milliseconds is None else budget.milliseconds


def patience(budget: Budget, starts: bool) -> float:
    """How many seconds to wait for an answer."""
    return thinking_ms(budget) * TOLERANCE / 1000 + GRACE + (STARTING if starts else 0)
