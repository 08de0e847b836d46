"""A small batch of interpreted games, in which any bot can play: slow, and the same arrays as `koloda.envs.Batch`."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from koloda.bots.bot import Bot, Budget, needs_story
from koloda.bots.levels import make_bot
from koloda.core.game import Game
from koloda.core.observation import MEMORY
from koloda.envs.episode import Episode

BUDGET = Budget(iterations=500)
"""Of a search, unless the bot's name has its own."""


class InterpretedBatch:
    """Games at tables of one size. `bot_actions` asks the bot that `spec` names."""

    def __init__(
        self, game: Game, players: int, size: int, seed: int, spec: str, options: Mapping[str, object]
    ) -> None:
        self.game, self.players, self.size, self.spec = game, players, size, spec
        self._episodes = [Episode(game.name, players, "shaped", False, MEMORY, options) for _ in range(size)]
        self._bots: list[dict[int, Bot]] = [{} for _ in range(size)]
        self.observations = np.zeros((size, game.observation.size), game.observation.width)
        self.masks = np.zeros((size, game.actions), np.bool_)
        self.seats = np.zeros(size, np.int8)
        self.rewards = np.zeros((size, players), np.float32)
        self.done = np.zeros(size, np.bool_)
        self._actions = np.zeros(size, np.int32)
        for place, episode in enumerate(self._episodes):
            episode.begin(seed + place)
            self._show(place)

    def step(self, actions: Any, trusted: bool = False) -> None:
        """Play one action in every game. Illegal ones are refused, `trusted` or not."""
        for place, episode in enumerate(self._episodes):
            episode.act(int(self.seats[place]), int(actions[place]))
            self.done[place] = episode.over
            self.rewards[place] = episode.rewards()
            if episode.over:
                episode.begin()
                self._bots[place] = {}
            self._show(place)

    def bot_actions(self, levels: Any, trusted: bool = False) -> Any:
        """What the bot does wherever the level is not negative."""
        for place in np.flatnonzero(np.asarray(levels) >= 0):
            seat, episode = int(self.seats[place]), self._episodes[place]
            bot = self._bots[place].get(seat)
            if bot is None:
                noise = f"{episode.seed} {episode.number} {seat}"
                bot = self._bots[place][seat] = make_bot(self.spec, self.game, self.players, noise, wait=True)
            action = bot.choose(episode.match.knowledge(seat, needs_story(bot)), BUDGET)
            assert action is not None  # only bystanders may do nothing, and none is asked
            self._actions[place] = action
        return self._actions

    def _show(self, place: int) -> None:
        episode = self._episodes[place]
        seat = episode.asked[0]
        self.seats[place] = seat
        self.observations[place] = episode.observe(seat)
        self.masks[place] = episode.mask(seat) == 1
