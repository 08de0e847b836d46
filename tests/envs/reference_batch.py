"""A simple batch for comparison: interpreted rules, one game after another."""

from collections.abc import Callable
from typing import Any

import numpy as np

from koloda.compiled.generator import stream
from koloda.core.game import Game
from koloda.envs.rewards import rewards


class ReferenceBatch:
    def __init__(self, game: Game, options: dict[str, Any], size: int, seed: int, reward: str = "win") -> None:
        self.game, self.options, self.seed, self.reward = game, options, seed, reward
        self.episodes = [0] * size
        self.states: list[Any] = [None] * size
        self.memories: list[Any] = [None] * size
        self.deals: list[Any] = [None] * size
        self.rewards: list[list[float]] = [[]] * size
        self.done = [False] * size
        for i in range(size):
            self._begin(i)

    def _begin(self, i: int) -> None:
        self.states[i] = self.game.new(**self.options)
        self.memories[i] = self.game.observation.nothing_remembered()
        self.deals[i] = stream(self.seed, i + (self.episodes[i] << 32))
        self._deal(i)

    def _deal(self, i: int) -> None:
        while n := self.game.rules.chance(self.states[i]):
            outcome = self.deals[i](n)
            self.game.observation.watch(self.states[i], self.memories[i], (outcome,))
            self.game.rules.draw(self.states[i], outcome)

    def seat(self, i: int) -> int:
        actors = self.game.rules.actors(self.states[i])
        return (actors & -actors).bit_length() - 1

    def step(self, actions: Any) -> None:
        for i, s in enumerate(self.states):
            self.game.observation.watch(s, self.memories[i], (self.seat(i), int(actions[i])))
            self.game.rules.act(s, self.seat(i), int(actions[i]))
            self._deal(i)
            self.done[i] = bool(self.game.rules.over(s))
            self.rewards[i] = rewards(self.game, s, self.reward)
            if self.done[i]:
                self.episodes[i] += 1
                self._begin(i)

    def compare(self, batch: Any) -> None:
        """Compare every array of the batch with the games here."""
        batch = {
            name: np.asarray(getattr(batch, name)) for name in ("observations", "masks", "seats", "rewards", "done")
        }
        for i, s in enumerate(self.states):
            seat = self.seat(i)
            assert batch["seats"][i] == seat
            assert batch["observations"][i].tolist() == self.game.observe(s, seat, self.memories[i])
            assert np.flatnonzero(batch["masks"][i]).tolist() == self.game.legal(s, seat)
            assert batch["done"][i] == self.done[i]
            if self.rewards[i]:
                assert np.allclose(batch["rewards"][i], self.rewards[i])


def played(game: Game, s: Any, deal: Callable[[int], int]) -> tuple[Any, int]:
    """Play a game to its end at random; of several seats the first acts. Also returns the number of decisions."""
    decisions = 0
    while not game.rules.over(s):
        if n := game.rules.chance(s):
            game.rules.draw(s, deal(n))
        else:
            actors = game.rules.actors(s)
            seat = (actors & -actors).bit_length() - 1
            legal = game.legal(s, seat)
            game.rules.act(s, seat, legal[deal(len(legal))])
            decisions += 1
    return s, decisions
