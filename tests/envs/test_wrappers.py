"""One-hot observations, and the share of wins of a policy."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from koloda.bots.features import Features
from koloda.core.errors import UnknownOption
from koloda.envs.evaluation import Share, share_of_wins
from koloda.envs.gymnasium import SeatEnv, SeatVectorEnv, id_of
from koloda.envs.wrappers import OneHotObservation, VectorOneHotObservation, one_hot
from koloda.games import GAMES, find


@pytest.mark.parametrize("name", GAMES)
def test_one_hot_observations(name: str) -> None:
    env = OneHotObservation(gymnasium.make(f"koloda.envs.gymnasium:{id_of(name)}", players=3))
    game, features = find(name), find(name).once(Features)
    observation, info = env.reset(seed=1)
    assert observation in env.observation_space
    plain, _ = SeatEnv(name, players=3).reset(seed=1)
    shown = observation["observation"]
    assert shown.shape == (features.count,)
    assert sorted(np.flatnonzero(shown)) == sorted(features.rows(plain["observation"], 3))
    assert observation["action_mask"].tolist() == plain["action_mask"].tolist()
    assert env.get_wrapper_attr("action_masks")().tolist() == info["action_mask"].astype(bool).tolist()
    several = one_hot(game, 3, np.stack([plain["observation"]] * 2))
    assert several.tolist() == [shown.tolist()] * 2


@pytest.mark.parametrize("mode", AutoresetMode)
def test_one_hot_observations_of_many_games(mode: AutoresetMode) -> None:
    plain, env = (SeatVectorEnv("no_thanks", 3, players=3, autoreset_mode=mode) for _ in range(2))
    wrapped = VectorOneHotObservation(env)
    assert wrapped.autoreset_mode is wrapped.metadata["autoreset_mode"] is mode
    expected, _ = plain.reset(seed=2)
    found, _ = wrapped.reset(seed=2)
    random, ended = np.random.default_rng(2), 0
    for _ in range(80):
        assert found in wrapped.observation_space
        assert found["observation"].tolist() == one_hot(env.game, 3, expected["observation"]).tolist()
        assert wrapped.action_masks().tolist() == plain.action_masks().tolist()
        actions = random.integers(0, 2, 3)
        expected, _, done, _, infos = plain.step(actions)
        found, _, _, _, also = wrapped.step(actions)
        ended += int(done.sum())
        if mode is AutoresetMode.SAME_STEP and done.any():
            place = np.flatnonzero(done)[0]
            last = one_hot(env.game, 3, infos["final_obs"][place]["observation"])
            assert also["final_obs"][place]["observation"].tolist() == last.tolist()
        if mode is AutoresetMode.DISABLED and done.any():
            expected, _ = plain.reset(options={"reset_mask": done})
            found, _ = wrapped.reset(options={"reset_mask": done})
    assert ended > 2


def test_one_hot_observations_need_the_memory() -> None:
    for made in (
        lambda: OneHotObservation(SeatEnv("no_thanks", observation="view")),
        lambda: VectorOneHotObservation(SeatVectorEnv("no_thanks", observation="view")),
    ):
        with pytest.raises(UnknownOption, match="memory"):
            made()


def test_the_share_of_wins() -> None:
    """The same deals every time; equals among equals win their share, and a bad policy less."""

    def take(observations: Any, masks: Any) -> Any:
        return np.ones(len(masks), int)  # always the card

    def random(observations: Any, masks: Any) -> Any:
        return np.where(masks[:, 0] & (observations.sum(axis=1) % 2 == 0), 0, 1)

    taken = share_of_wins("no_thanks", take, players=3, games=200)
    assert taken == share_of_wins("no_thanks", take, players=3, games=200)
    assert taken.games == 200
    assert taken.mean + taken.half < 1 / 3
    even = share_of_wins("no_thanks", random, players=3, games=200, bots="random")
    assert even.mean > taken.mean
    assert str(Share(0.5, 0.031, 1000)) == "50.0% ± 3.1%"
