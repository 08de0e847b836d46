"""The training loop: stages of play and learning, each from new games.

Games, seats and noise of a stage come from the seed and the number of the stage alone. So a checkpoint between two
stages needs no games, and a training that is resumed there goes on like one that was never interrupted.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

import numpy as np

from koloda.arena.intervals import Estimate
from koloda.bots.levels import levels
from koloda.bots.network import Network
from koloda.games import find
from koloda.learn.league import RULE, seat_lesson
from koloda.learn.margins import margin_spreads
from koloda.learn.model import Model
from koloda.learn.opponents import Opponents
from koloda.learn.ppo import FIGURES, LESSON_FIGURES, Learner
from koloda.learn.recipe import Recipe
from koloda.learn.rollout import Rollout
from koloda.learn.tables import MakeBatch, Tables
from koloda.learn.torch_extra import Tensor, torch

Told = Callable[[int, float], None]
"""Is told after every update how many decisions have been made and how many seconds have been spent."""


@dataclass
class Stage:
    """What a stage came to, for the curves. Decisions and seconds count from the start of the training."""

    number: int
    decisions: int
    learnt: int
    """Decisions of the learner that it learnt from."""
    seconds: float
    rate: float
    """Decisions a second in this stage, without its evaluation."""
    figures: dict[str, float] = field(default_factory=dict)
    """Means over the updates (`ppo.FIGURES`, in lessons `ppo.LESSON_FIGURES`)."""
    won: dict[str, Estimate] = field(default_factory=dict)
    """Shares of the wins, by whom and how many it played against."""


class Trainer:
    """A training in progress; `compiled`: let PyTorch compile the network."""

    def __init__(
        self,
        recipe: Recipe,
        device: str,
        opponents: Opponents,
        make: MakeBatch,
        compiled: bool = False,
    ) -> None:
        self.recipe, self.device, self.opponents = recipe, device, opponents
        self.make = make
        self.game = find(recipe.game)
        torch.set_num_threads(recipe.threads)
        torch.manual_seed(recipe.seed)
        self.model = Model(self.game, recipe.hidden, recipe.layers).to(device)
        self.network: Any = torch.compile(self.model, dynamic=False) if compiled else self.model
        self.generator = torch.Generator(device)
        self.learner = Learner(self.model, self.network, recipe, self.generator)
        self.stage = 0
        """Stages that are finished."""
        self.decisions = 0
        self.learnt = 0
        self.seconds = 0.0
        self._units: Tensor | None = None

    def spent(self, seconds: float | None = None) -> bool:
        """Is the budget spent? Without a budget in decisions, `seconds` are the budget."""
        if self.recipe.decisions:
            return self.decisions >= self.recipe.decisions
        return seconds is not None and self.seconds >= seconds

    def progress(self, seconds: float | None) -> float:
        """The part of the budget that is spent; without a budget in decisions, `seconds` are the budget."""
        if self.recipe.decisions:
            return min(self.decisions / self.recipe.decisions, 1.0)
        return min(self.seconds / seconds, 1.0) if seconds else 0.0

    @property
    def lessons(self) -> int:
        """Updates that will still imitate the tuned rule."""
        updates = self.decisions // (self.recipe.games * self.recipe.steps)
        return max(0, self.recipe.imitate - updates) if RULE in levels(self.game) else 0

    def run_stage(self, told: Told = lambda decisions, seconds: None, seconds: float | None = None) -> Stage:
        """Play and learn for one stage, or until the budget is spent."""
        recipe = self.recipe
        clock = perf_counter() - self.seconds
        tables_seed, seats_seed, noise_seed = stage_seeds(recipe.seed, self.stage)
        self.generator.manual_seed(noise_seed)
        seeds = [tables_seed + number for number in range(len(recipe.players))]
        tables = Tables(self.game, recipe.players, recipe.games, self.device, seeds, self.make, recipe.weights)
        taught = self.lessons > 0
        if taught:
            seating = seat_lesson(recipe, tables.players, seats_seed)
        else:
            seating = self.opponents.seating(tables.players, seats_seed, self.progress(seconds))
        rollout = Rollout(tables, seating, recipe.steps, self.game.seats, self.spreads(tables), self.generator)
        names = LESSON_FIGURES if taught else FIGURES
        began, before, figures = perf_counter(), self.decisions, torch.zeros(len(names), device=self.device)
        updates = 0
        while updates == 0 or (updates < recipe.stage and not self.spent(seconds) and taught == (self.lessons > 0)):
            found = rollout.play(self.network, self.opponents.network(updates), recipe.trace)
            if taught:
                updated = self.learner.imitate(found, 1 - self.lessons / recipe.imitate)
            else:
                updated = self.learner.learn(found, self.progress(seconds))
            figures += updated.figures
            self.decisions += recipe.games * recipe.steps
            self.learnt += updated.learnt
            updates += 1
            self.seconds = perf_counter() - clock
            told(self.decisions, self.seconds)
        means = dict(zip(names, (figures / updates).tolist(), strict=True))  # waits for the device
        spent = perf_counter() - began
        self.seconds = perf_counter() - clock
        self.stage += 1
        self.opponents.meet(self.model, self.stage)
        return Stage(
            self.stage, self.decisions, self.learnt, self.seconds, (self.decisions - before) / spent, figures=means
        )

    def spreads(self, tables: Tables) -> Tensor:
        """The unit of margins in every game, by its number of players."""
        if self._units is None:
            self._units = margin_spreads(self.game, self.recipe.players, self.make.options, self.device)
        return self._units[tables.players]

    def to_network(self) -> Network:
        """The network as it is now, with what it was trained by."""
        about = {**self.recipe.data(), "trained": self.decisions, "device": self.device}
        return Network(self.game, self.model.arrays(), about)


def stage_seeds(seed: int, stage: int) -> tuple[int, int, int]:
    """Seeds for the cards, the seats and the noise of a stage."""
    cards, seats, noise = np.random.SeedSequence([seed, stage]).generate_state(3, np.uint64)
    return int(cards) >> 4, int(seats), int(noise) >> 1
