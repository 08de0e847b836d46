"""Guests: bots that Koloda did not bring. Whatever they do, the game goes on, by the rules.

For a decision that a guest gets wrong, or does not make in time, the level-1 bot steps in; the fault is kept for
whoever shows or counts it. A guest that fails several times in a row is not asked again in that game.
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
"""So many faults in a row, and a guest is not asked again."""
FAULTS_KEPT = 100
USUAL_MS = 1000
"""The budget of a guest where none is given in milliseconds."""
TOLERANCE, GRACE = 2, 0.5
"""A guest is waited for as long as this many budgets, and seconds on top."""
STARTING = 10.0
"""Seconds on top for its first decision, while it starts."""


class Failed(Exception):
    """A guest has not made a decision; `reason` is a text of `locale/*/guests.json`, its code the key."""

    def __init__(self, code: str, last_words: Sequence[str] = (), /, **args: Arg) -> None:
        super().__init__(code)
        self.code = code
        self.reason = fact(f"guests.{code}", **args)
        self.last_words = tuple(last_words)


@dataclass(frozen=True)
class Fault:
    """What a guest did wrong, and what was done instead (None: nothing, as a bystander may)."""

    code: str
    seat: int
    guest: str
    decision: int
    reason: Fact
    instead: str | None
    gave_up: bool
    last_words: tuple[str, ...] = ()
    """What a program last wrote to standard error."""

    @property
    def detail(self) -> Fact:
        return fact("guests.fault", player=self.seat, bot=self.guest, reason=self.reason)

    def told(self) -> list[Fact]:
        """All there is to say."""
        about = [self.detail]
        if self.gave_up:
            about.append(fact("guests.gave_up", count=IN_A_ROW))
        elif self.instead is not None:
            about.append(fact("guests.instead", move=self.instead))
        if self.last_words:
            about.append(fact("guests.last_words", words=list(self.last_words)))
        return about

    def text(self, language: Language = "en", names: Sequence[str] = ()) -> str:
        return " ".join(say(part, language, names) for part in self.told())


class Guest(ABC):
    """A bot that is asked with care. `spec` is how it was named; `on_fault` hears of every fault at once."""

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
        legal = tuple(knowledge.legal)  # what a guest does to the knowledge is its own affair
        stand_in = first_thought(knowledge)
        self._decision += 1
        if self.gave_up:
            return stand_in
        try:
            action = self._ask(knowledge, legal, budget)
            if action is None and knowledge.must:
                raise Failed("idle")
        except Failed as failed:
            self._note(failed, knowledge, stand_in)
            return stand_in
        self._in_a_row = 0
        return action

    @abstractmethod
    def _ask(self, knowledge: Knowledge, legal: Sequence[int], budget: Budget) -> int | None:
        """The guest's decision, legal or None; else `Failed`."""

    def finish(self, view: View, story: Sequence[Fact]) -> None:
        """The game is over; another may follow."""
        self.gave_up = False
        self._in_a_row = 0

    @abstractmethod
    def close(self) -> None:
        """No game will follow."""

    def __deepcopy__(self, memo: object) -> NoReturn:
        raise BadBot.of("guests.no_copy", bot=self.spec)

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
            failed.last_words,
        )
        self.fault_count += 1
        if len(self.faults) < FAULTS_KEPT:
            self.faults.append(fault)
        if self.on_fault is not None:
            self.on_fault(fault)


def first_thought(knowledge: Knowledge) -> int | None:
    """What is done in place of a guest: nothing if that is allowed, else what the level-1 bot would do.

    In a game that has no level 1, anything that is allowed.
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
    """The seed that a guest gets: one that says nothing of the cards, which may come from the same one."""
    return hashlib.sha256(f"koloda guest {seed}".encode()).hexdigest()[:16]


def thinking_ms(budget: Budget) -> int:
    return USUAL_MS if budget.milliseconds is None else budget.milliseconds


def patience(budget: Budget, starts: bool) -> float:
    """How many seconds a guest is waited for."""
    return thinking_ms(budget) * TOLERANCE / 1000 + GRACE + (STARTING if starts else 0)
