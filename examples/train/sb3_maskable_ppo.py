"""Stable-Baselines3: MaskablePPO of sb3-contrib learns one seat of a game among bots.

    pip install "koloda[gymnasium]" sb3-contrib
    python examples/train/sb3_maskable_ppo.py                  # No Thanks! for four, among bots of level 1
    python examples/train/sb3_maskable_ppo.py --game dobro --bots rule --steps 1000000

`SeatVecEnv` steps many games together, with compiled rules and bots. Slower, but without an adapter, this is the same:

    make_vec_env("koloda.envs.gymnasium:koloda/NoThanks-v0", 16, env_kwargs={...}, wrapper_class=OneHotObservation)
"""

import argparse
import time
from typing import Any

import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.vec_env import VecEnv, VecNormalize

from koloda.bots.features import Features
from koloda.envs.evaluation import Share, share_of_wins
from koloda.envs.gymnasium import SeatVectorEnv
from koloda.envs.wrappers import one_hot
from koloda.games import find


class SeatVecEnv(VecEnv):
    """Many games at once, with one-hot observations, as Stable-Baselines3 wants them."""

    def __init__(self, games: SeatVectorEnv, seed: int) -> None:
        assert games.autoreset_mode.value == "SameStep"
        self.games = games
        self.first_seed = seed
        inputs = games.game.once(Features).count
        super().__init__(games.num_envs, spaces.Box(0, 1, (inputs,)), games.single_action_space)

    def encode(self, shown: dict[str, Any]) -> Any:
        return one_hot(self.games.game, self.games.players, shown["observation"])

    def reset(self) -> Any:
        return self.encode(self.games.reset(seed=self.first_seed)[0])

    def step_async(self, actions: Any) -> None:
        self.actions = actions

    def step_wait(self) -> Any:
        shown, rewards, done, _, infos = self.games.step(self.actions)
        listed: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for place in np.flatnonzero(done):
            last = infos["final_obs"][place]
            listed[place] = {"terminal_observation": self.encode(last), "scores": infos["final_info"]["scores"][place]}
        return self.encode(shown), rewards, done, listed

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> list[Any]:
        """`action_masks`, for MaskablePPO: one for each game."""
        return list(getattr(self.games, method_name)(*args, **kwargs))

    def has_attr(self, attr_name: str) -> bool:
        return hasattr(self.games, attr_name)

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(self.games, attr_name)] * self.num_envs

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError("the games are set up once")

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        self.games.close()


def train(
    game: str, players: int, bots: str, steps: int, seed: int = 1, games: int = 128, test_games: int = 2000
) -> Share:
    """Learn, then play among the bots."""
    torch.set_num_threads(1)
    table = SeatVectorEnv(game, games, players, bots=bots, choices=False, autoreset_mode="SameStep")
    model = MaskablePPO(
        "MlpPolicy",
        VecNormalize(SeatVecEnv(table, seed), norm_obs=False, gamma=1.0),  # rewards are points: scale them
        n_steps=64,
        batch_size=2048,
        n_epochs=4,
        learning_rate=lambda left: 1e-3 * left,
        gamma=1.0,  # a game is paid at its end
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128], "activation_fn": torch.nn.ReLU},
        seed=seed,
        device="cpu",
    )
    model.learn(steps)
    found = find(game)

    def choose(observations: Any, masks: Any) -> Any:
        return model.predict(one_hot(found, players, observations), action_masks=masks, deterministic=True)[0]

    return share_of_wins(game, choose, players, bots, test_games)


def main() -> None:
    parser = argparse.ArgumentParser(description="MaskablePPO, one seat among bots")
    parser.add_argument("--game", default="no_thanks")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--steps", type=int, default=400_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.perf_counter()
    share = train(**vars(args))
    print(f"{args.steps:,} steps  {(time.perf_counter() - began) / 60:.1f} min  wins {share} among {args.bots}")


if __name__ == "__main__":
    main()
