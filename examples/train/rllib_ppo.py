"""RLlib: PPO learns one seat of a game among bots.

    pip install "koloda[gymnasium]" "ray[rllib]" torch
    python examples/train/rllib_ppo.py                  # No Thanks! for four, among bots of level 1
    python examples/train/rllib_ppo.py --game dobro --bots rule --steps 1000000

Everything runs in one process: `--runners 4` plays on four more cores.
"""

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import ray
import torch
from gymnasium.wrappers import TransformReward
from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.columns import Columns
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import ActionMaskingTorchRLModule
from ray.tune.registry import register_env

from koloda.envs.evaluation import Share, share_of_wins
from koloda.envs.gymnasium import id_of
from koloda.envs.wrappers import OneHotObservation, one_hot
from koloda.games import find

SCALE = 0.05
"""Of the rewards, which are points."""


class Named(gymnasium.ObservationWrapper[Any, Any, Any]):
    """RLlib's module for masks calls the observation `observations`, and wants both as real numbers."""

    def __init__(self, env: gymnasium.Env[Any, Any]) -> None:
        super().__init__(env)
        spaces: Any = env.observation_space
        mask = gymnasium.spaces.Box(0, 1, spaces["action_mask"].shape)
        self.observation_space = gymnasium.spaces.Dict({"action_mask": mask, "observations": spaces["observation"]})

    def observation(self, observation: Any) -> Any:
        return {
            "action_mask": observation["action_mask"].astype(np.float32),
            "observations": observation["observation"],
        }


def table(config: dict[str, Any]) -> gymnasium.Env[Any, Any]:
    """One seat of a game among bots."""
    env = gymnasium.make(f"koloda.envs.gymnasium:{id_of(config['game'])}", choices=False, **config["table"])
    return TransformReward(Named(OneHotObservation(env)), lambda reward: SCALE * float(reward))


def train(
    game: str,
    players: int,
    bots: str,
    steps: int,
    seed: int = 1,
    runners: int = 0,
    games: int = 32,
    test_games: int = 2000,
) -> Share:
    """Learn, then play among the bots."""
    torch.set_num_threads(1)
    ray.init(num_cpus=max(runners, 1), include_dashboard=False, log_to_driver=False, ignore_reinit_error=True)
    register_env("koloda", table)
    batch = 4096
    config = (
        PPOConfig()
        .environment("koloda", env_config={"game": game, "table": {"players": players, "bots": bots}})
        .env_runners(num_env_runners=runners, num_envs_per_env_runner=games)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [128, 128], "head_fcnet_activation": "relu"},
            )
        )
        .training(
            gamma=1.0,  # nothing is discounted: a game is paid at its end
            lambda_=0.95,
            lr=[[0, 1e-3], [steps, 0.0]],
            train_batch_size_per_learner=batch,
            minibatch_size=1024,
            num_epochs=4,
            entropy_coeff=0.01,
            vf_loss_coeff=0.5,
            use_kl_loss=False,
            grad_clip=0.5,
        )
        .debugging(seed=seed)
    )
    algorithm = config.build_algo()
    for _ in range(max(steps // batch, 1)):
        algorithm.train()
    module = algorithm.get_module()

    @torch.no_grad()
    def choose(observations: Any, masks: Any) -> Any:
        seen = {
            "action_mask": torch.from_numpy(masks.astype(np.float32)),
            "observations": torch.from_numpy(one_hot(find(game), players, observations)),
        }
        return module.forward_inference({Columns.OBS: seen})[Columns.ACTION_DIST_INPUTS].argmax(dim=1).numpy()

    share = share_of_wins(game, choose, players, bots, test_games)
    algorithm.stop()
    ray.shutdown()
    return share


def main() -> None:
    parser = argparse.ArgumentParser(description="PPO of RLlib, one seat among bots")
    parser.add_argument("--game", default="no_thanks")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--steps", type=int, default=250_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runners", type=int, default=0)
    args = parser.parse_args()
    began = time.perf_counter()
    share = train(**vars(args))
    print(f"{args.steps:,} steps  {(time.perf_counter() - began) / 60:.1f} min  wins {share} among {args.bots}")


if __name__ == "__main__":
    main()
