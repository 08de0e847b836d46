"""Tianshou: PPO learns one seat of a game among bots.

    pip install "koloda[gymnasium]" tianshou
    python examples/train/tianshou_ppo.py                  # No Thanks! for four, among bots of level 1
    python examples/train/tianshou_ppo.py --game dobro --bots rule --steps 1000000

Tianshou steps the games one after another. An observation is one row: the mask of legal actions, then zeros and ones.
"""

import argparse
import time
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.wrappers import FlattenObservation
from tianshou.algorithm import PPO
from tianshou.algorithm.modelfree.reinforce import DiscreteActorPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory, LRSchedulerFactoryLinear
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OnPolicyTrainerParams
from torch import Tensor, nn

from koloda.envs.evaluation import Share, share_of_wins
from koloda.envs.gymnasium import id_of
from koloda.envs.wrappers import OneHotObservation, one_hot
from koloda.games import find


def network(inputs: int, outputs: int) -> nn.Module:
    return nn.Sequential(nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, outputs))


class MaskedActor(nn.Module):
    """Maps rows of masks and observations to logits; illegal actions get none."""

    def __init__(self, inputs: int, actions: int) -> None:
        super().__init__()
        self.actions = actions
        self.network = network(inputs - actions, actions)

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> tuple[Tensor, Any]:
        rows = torch.as_tensor(obs, dtype=torch.float32)
        logits = self.network(rows[:, self.actions :])
        return logits.masked_fill(rows[:, : self.actions] == 0, -1e9), state


class Critic(nn.Module):
    """Maps the same rows to values."""

    def __init__(self, inputs: int) -> None:
        super().__init__()
        self.network = network(inputs, 1)

    def forward(self, obs: Any) -> Any:
        return self.network(torch.as_tensor(obs, dtype=torch.float32))


def train(
    game: str, players: int, bots: str, steps: int, seed: int = 1, games: int = 64, test_games: int = 2000
) -> Share:
    """Learn, then play among the bots."""
    torch.manual_seed(seed)
    np.random.seed(seed)  # Tianshou shuffles with NumPy
    torch.set_num_threads(1)
    name = f"koloda.envs.gymnasium:{id_of(game)}"

    def table() -> gymnasium.Env[Any, Any]:
        return FlattenObservation(OneHotObservation(gymnasium.make(name, players=players, bots=bots, choices=False)))

    envs = DummyVectorEnv([table] * games)
    envs.seed(seed)
    found, example = find(game), table()
    inputs = int(np.prod(example.observation_space.shape or ()))
    actor, batch = MaskedActor(inputs, found.actions), games * 64
    updates = max(steps // batch, 1)
    algorithm = PPO(
        policy=DiscreteActorPolicy(actor=actor, action_space=example.action_space),
        critic=Critic(inputs),
        optim=AdamOptimizerFactory(lr=1e-3).with_lr_scheduler_factory(
            LRSchedulerFactoryLinear(1, updates * batch, batch)
        ),
        gamma=1.0,  # nothing is discounted: a game is paid at its end
        gae_lambda=0.95,
        return_scaling=True,  # rewards are points
        max_batchsize=batch,
        max_grad_norm=0.5,
        ent_coef=0.01,
    )
    algorithm.run_training(
        OnPolicyTrainerParams(
            training_collector=Collector(algorithm, envs, VectorReplayBuffer(batch, games)),
            max_epochs=1,
            epoch_num_steps=updates * batch,
            collection_step_num_env_steps=batch,
            update_step_num_repetitions=4,
            batch_size=batch // 4,
            show_progress=False,
            verbose=False,
        )
    )

    @torch.no_grad()
    def choose(observations: Any, masks: Any) -> Any:
        rows = np.concatenate([masks, one_hot(found, players, observations)], axis=1, dtype=np.float32)
        return actor(rows)[0].argmax(dim=1).numpy()

    return share_of_wins(game, choose, players, bots, test_games)


def main() -> None:
    parser = argparse.ArgumentParser(description="PPO of Tianshou, one seat among bots")
    parser.add_argument("--game", default="no_thanks")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--steps", type=int, default=250_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.perf_counter()
    share = train(**vars(args))
    print(f"{args.steps:,} steps  {(time.perf_counter() - began) / 60:.1f} min  wins {share} among {args.bots}")


if __name__ == "__main__":
    main()
