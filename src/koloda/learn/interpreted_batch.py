"""A small batch of interpreted games, in which any bot can play, from any position: slow, and with the same arrays as
`koloda.envs.Batch`.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from koloda.bots.bot import Bot, Budget, needs_story
from koloda.bots.levels import make_bot
from koloda.core.game import Game
from koloda.core.observation import INSIGHT
from koloda.envs.episode import Episode

ASKED = 0
"""The level that stands for the bot that was named. Higher ones are what they are in every batch."""
BUDGET = Budget(iterations=500)
"""Of a search, unless the bot's name has its own."""


class InterpretedBatch:
    """Games at tables of one size, in which `ASKED` is the bot that `spec` names."""

    def __init__(
        self,
        game: Game,
        players: int,
        size: int,
        seed: int,
        spec: str,
        options: Mapping[str, object],
        position: Any = None,
    ) -> None:
        """`position`: a state in which the games begin."""
        self.game, self.players, self.size, self.spec = game, players, size, spec
        self._episodes = [Episode(game.name, players, "shaped", False, INSIGHT, options, position) for _ in range(size)]
        self._bots: list[dict[tuple[int, int], Bot]] = [{} for _ in range(size)]
        self.observations = np.zeros((size, game.observation.insight.size), game.observation.insight.width)
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
        """What bots do wherever the level is not negative: the bot that was named, for higher levels compiled ones."""
        for place in np.flatnonzero(np.asarray(levels) >= 0):
            seat, level, episode = int(self.seats[place]), int(levels[place]), self._episodes[place]
            bot = self._bots[place].get((seat, level))
            if bot is None:
                noise = f"{episode.seed} {episode.number} {seat}"
                spec = self.spec if level == ASKED else str(level)
                bot = self._bots[place][seat, level] = make_bot(spec, self.game, self.players, noise, wait=True)
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
