"""One game for an environment, on the interpreted rules: who is asked, what they may do, and what they see.

The cards come from a seed. The games that follow a seed are those of the first place of a batch with that seed.
"""

import secrets
from collections.abc import Mapping
from operator import index
from typing import Any

import numpy as np
from numpy.typing import NDArray

from koloda.compiled.generator import below
from koloda.compiled.generator import seed as start_stream
from koloda.core.errors import NotLegal, NotUnderstood
from koloda.core.events import Told
from koloda.core.game import Act, Game, seats_of
from koloda.core.options import Value
from koloda.envs.batch import checked
from koloda.envs.rewards import number_of, rewards
from koloda.games import find
from koloda.table.course import Course
from koloda.table.play import refusal

Mask = NDArray[np.int8]


def whole(action: object) -> int:
    """An action as a number."""
    if isinstance(action, bool | np.bool_) or not hasattr(action, "__index__"):
        raise NotUnderstood.of("envs.no_action", given=repr(action))
    return index(action)


class Deal:
    """A stream of draws that can be copied and pickled with its environment."""

    def __init__(self, key: int, number: int) -> None:
        self._words = [0, 0, 0, 0]
        start_stream(self._words, key, number)

    def __call__(self, n: int) -> int:
        return below(self._words, n)


class OneGame:
    """Bystanders who could step in (TG-27) are asked only if `bystanders` is set: first they, then who must act.

    They have one action more, `silence`: to let things go on.
    """

    def __init__(
        self, game: str, players: int | None, reward: str, bystanders: bool, options: Mapping[str, object]
    ) -> None:
        self.game: Game = find(game)
        self.values: Mapping[str, Value] = self.game.set_up.settle(players, **options)
        self.players = int(self.values["players"])
        number_of(reward)
        self.reward = reward
        self.bystanders = bool(bystanders) and self.game.steps_in
        self.silence = self.game.actions
        self.actions = self.game.actions + self.bystanders
        self.course = Course(self.game, self.game.start(self.values))
        self.asked: list[int] = []
        """The seats whose decision is awaited. Of several each decides for itself, in any order."""
        self.decisions = 0
        self.seed = -1
        self.episode = 0
        self._deal = Deal(0, 0)

    def __getstate__(self) -> dict[str, Any]:
        """A game is found again by its name: rules cannot be copied."""
        kept = {**vars(self), "game": self.game.name}
        course = kept.pop("course")
        return {**kept, "_course": (course.state, course.entries, course.steps)}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        state, entries, steps = kept.pop("_course")
        vars(self).update({**kept, "game": find(kept["game"])})
        self.course = Course(self.game, state)
        self.course.entries, self.course.steps = entries, steps

    @property
    def state(self) -> Any:
        return self.course.state

    @property
    def begun(self) -> bool:
        return self.seed >= 0

    @property
    def over(self) -> bool:
        return bool(self.game.rules.over(self.state))

    def begin(self, seed: int | None = None) -> None:
        """A new game: the first of a seed, or without one the next of the seed that was given last."""
        if seed is not None:
            self.seed, self.episode = checked("seed", seed, 0, (1 << 62) - 1), 0
        elif self.begun:
            self.episode += 1
        else:
            self.seed = secrets.randbits(62)
        self._deal = Deal(self.seed, self.episode << 32)
        self.course = Course(self.game, self.game.start(self.values))
        self.decisions = 0
        self.course.settle(self._deal)
        self._ask(0)

    def _ask(self, first: int) -> None:
        """Bystanders from seat `first` on, then those who must act."""
        mask = self.game.rules.actors(self.state)
        self.asked = seats_of(mask)
        if self.bystanders:
            for seat in range(first, self.players):
                if not mask >> seat & 1 and self.game.legal(self.state, seat):
                    self.asked = [seat]
                    return

    def legal(self, seat: int) -> list[int]:
        """What a seat may do that is asked."""
        if seat not in self.asked:
            return []
        legal = self.game.legal(self.state, seat)
        return legal if self._must(seat) else [*legal, self.silence]

    def _must(self, seat: int) -> bool:
        return bool(self.game.rules.actors(self.state) >> seat & 1)

    def mask(self, seat: int) -> Mask:
        """The same as ones among zeros."""
        mask = np.zeros(self.actions, np.int8)
        mask[self.legal(seat)] = 1
        return mask

    def observe(self, seat: int) -> NDArray[Any]:
        return np.array(self.game.observe(self.state, seat), self.game.observation.width)

    def check(self, seat: int, action: object) -> int:
        """The action as a number, if it is legal; else an error."""
        if not self.begun:
            raise NotLegal.of("envs.not_reset")
        if self.over:
            raise NotLegal.of("envs.is_over")
        number = whole(action)
        if number not in self.legal(seat):
            raise refusal(self.game, self.state, seat, number)
        return number

    def act(self, seat: int, action: object) -> None:
        """Carry out a decision and the draws after it. A refused one changes nothing."""
        number = self.check(seat, action)
        self.decisions += 1
        if number == self.silence:
            self._ask(seat + 1)
            return
        self.course.add(Act(seat, number))
        self.course.settle(self._deal)
        self._ask(0)

    def rewards(self) -> list[float]:
        return rewards(self.game, self.state, self.reward)

    def events(self, seat: int | None, since: int = 0) -> list[Told]:
        """What a seat was told, from step number `since` on."""
        return [told for step in self.course.steps[since:] for told in self.game.narration.narrate(*step, seat)]
