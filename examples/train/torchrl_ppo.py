"""torchrl: PPO learns one seat of a game among bots.

    pip install "koloda[gymnasium]" torchrl
    python examples/train/torchrl_ppo.py                  # No Thanks! for four, among bots of level 1
    python examples/train/torchrl_ppo.py --game dobro --bots rule --steps 1000000

The games are stepped together, with compiled rules and bots, and dealt anew when torchrl asks for it (autoreset
"Disabled"). `GymEnv("koloda.envs.gymnasium:koloda/NoThanks-v0")` makes single ones.
"""

import argparse
import time
from typing import Any

import torch
from tensordict import TensorDict
from tensordict.nn import TensorDictModule
from torch import nn
from torchrl.collectors import Collector
from torchrl.envs import Compose, DTypeCastTransform, GymWrapper, RewardScaling, TransformedEnv
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

from koloda.envs.evaluation import Share, share_of_wins
from koloda.envs.gymnasium import SeatVectorEnv
from koloda.envs.wrappers import VectorOneHotObservation, one_hot
from koloda.games import find

ROLLOUT, EPOCHS, MINIBATCHES, RATE = 64, 4, 4, 1e-3
SCALE = 0.05
"""Of the rewards, which are points."""


def network(inputs: int, outputs: int) -> nn.Module:
    return nn.Sequential(nn.Linear(inputs, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, outputs))


def train(
    game: str, players: int, bots: str, steps: int, seed: int = 1, games: int = 128, test_games: int = 2000
) -> Share:
    """Learn, then play among the bots."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    table = SeatVectorEnv(game, games, players, bots=bots, choices=False, autoreset_mode="Disabled")
    envs = TransformedEnv(
        GymWrapper(VectorOneHotObservation(table), categorical_action_encoding=True),
        Compose(
            DTypeCastTransform(torch.int8, torch.bool, in_keys=["action_mask"]),
            RewardScaling(loc=0.0, scale=SCALE),
        ),
    )
    envs.set_seed(seed)
    inputs = envs.observation_spec["observation"].shape[-1]
    actor = ProbabilisticActor(
        TensorDictModule(network(inputs, table.game.actions), in_keys=["observation"], out_keys=["logits"]),
        in_keys={"logits": "logits", "mask": "action_mask"},
        out_keys=["action"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(network(inputs, 1), in_keys=["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic)  # nothing is discounted: a game is paid at its end
    loss = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01, critic_coeff=0.5, normalize_advantage=True)
    optimizer = torch.optim.Adam(loss.parameters(), RATE)
    batch = games * ROLLOUT
    updates = max(steps // batch, 1)
    for update, played in enumerate(
        Collector(
            envs, actor, frames_per_batch=batch, total_frames=batch * updates, auto_register_policy_transforms=False
        )
    ):
        optimizer.param_groups[0]["lr"] = RATE * (1 - update / updates)
        with torch.no_grad():
            advantage(played)
        decisions = played.reshape(-1)
        for _ in range(EPOCHS):
            for part in torch.randperm(len(decisions)).chunk(MINIBATCHES):
                found = loss(decisions[part])
                optimizer.zero_grad()
                (found["loss_objective"] + found["loss_critic"] + found["loss_entropy"]).backward()
                nn.utils.clip_grad_norm_(loss.parameters(), 0.5)
                optimizer.step()
    envs.close()

    @torch.no_grad()
    def choose(observations: Any, masks: Any) -> Any:
        shown = torch.from_numpy(one_hot(find(game), players, observations))
        seen = TensorDict({"observation": shown, "action_mask": torch.from_numpy(masks)}, [len(masks)])
        return actor.get_dist(seen).logits.argmax(dim=1).numpy()

    return share_of_wins(game, choose, players, bots, test_games)


def main() -> None:
    parser = argparse.ArgumentParser(description="PPO of torchrl, one seat among bots")
    parser.add_argument("--game", default="no_thanks")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--bots", default="greedy")
    parser.add_argument("--steps", type=int, default=500_000)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    began = time.perf_counter()
    share = train(**vars(args))
    print(f"{args.steps:,} steps  {(time.perf_counter() - began) / 60:.1f} min  wins {share} among {args.bots}")


if __name__ == "__main__":
    main()
