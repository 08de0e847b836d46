"""Wrappers that make observations easier to learn from.

`OneHotObservation` is for one environment, `VectorOneHotObservation` for many at once: each number of an observation
becomes a group of zeros with a single one. A network sees which value a number has, and need not find out that card 17
is not half of card 34. The groups are those of the networks of Koloda's own bots (`koloda.bots.features`).

    env = OneHotObservation(gymnasium.make("koloda.envs.gymnasium:koloda/CrazyEights-v0", choices=False))
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from koloda.bots.features import Features
from koloda.core.errors import UnknownOption
from koloda.core.extras import MissingExtra
from koloda.core.game import Game
from koloda.core.observation import MEMORY, Observation

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import VectorWrapper
    from gymnasium.vector.utils import batch_space

    from koloda.envs.vector import SeatVectorEnv
except ModuleNotFoundError as problem:
    raise MissingExtra.naming(str(problem.name), "gymnasium") from None

Observed = dict[str, Any]


def one_hot(game: Game, players: int, observations: ArrayLike) -> NDArray[np.float32]:
    """Observations, one or many, as zeros and ones: `[..., observation.size]` becomes `[..., Features.count]`."""
    features = game.once(Features)
    rows = features.rows(observations, players)
    shown = np.zeros((*rows.shape[:-1], features.count), np.float32)
    np.put_along_axis(shown, rows.astype(np.int64), 1.0, axis=-1)
    return shown


def _check_form(game: Game, observation: Observation) -> None:
    """There are features for observations with memory only."""
    if observation is not game.observation:
        raise UnknownOption.of("envs.one_hot_form", right=MEMORY)


def _space(game: Game, mask: spaces.Space[Any]) -> spaces.Dict:
    return spaces.Dict({"observation": spaces.Box(0, 1, (game.once(Features).count,)), "action_mask": mask})


class OneHotObservation(gymnasium.ObservationWrapper[Observed, Any, Observed]):
    """One environment, with one-hot observations. The mask stays what it is."""

    def __init__(self, env: gymnasium.Env[Observed, Any]) -> None:
        super().__init__(env)
        table: Any = env.unwrapped
        self._game, self._players = table.episode.game, table.episode.players
        _check_form(self._game, table.episode.observation)
        assert isinstance(env.observation_space, spaces.Dict)
        self.observation_space = _space(self._game, env.observation_space["action_mask"])

    def observation(self, observation: Observed) -> Observed:
        return {**observation, "observation": one_hot(self._game, self._players, observation["observation"])}


class VectorOneHotObservation(VectorWrapper):
    """Many games at once, with one-hot observations, in every autoreset mode. The masks stay what they are."""

    def __init__(self, env: SeatVectorEnv) -> None:
        super().__init__(env)
        _check_form(env.game, env.observation)
        self.table = env
        self.autoreset_mode = env.autoreset_mode
        assert isinstance(env.single_observation_space, spaces.Dict)
        self.single_observation_space = _space(env.game, env.single_observation_space["action_mask"])
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        observations, infos = self.table.reset(seed=seed, options=options)
        return self._encoded(observations), infos

    def step(self, actions: Any) -> tuple[Observed, Any, Any, Any, dict[str, Any]]:
        observations, rewards, terminations, truncations, infos = self.table.step(actions)
        if "final_obs" in infos:
            for place in np.flatnonzero(infos["_final_obs"]):
                infos["final_obs"][place] = self._encoded(infos["final_obs"][place])
        return self._encoded(observations), rewards, terminations, truncations, infos

    def action_masks(self) -> NDArray[np.bool_]:
        """What may be chosen now, one row for each game."""
        return self.table.action_masks()

    def _encoded(self, observations: Observed) -> Observed:
        shown = one_hot(self.table.game, self.table.players, observations["observation"])
        return {**observations, "observation": shown}
