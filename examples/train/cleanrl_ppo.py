"""PPO in one file, in the manner of CleanRL: one seat of many games at once learns to play among bots.

    pip install "koloda[gymnasium,torch]"
    python examples/train/cleanrl_ppo.py                 # No Thanks! for four, among bots of level 1
    python examples/train/cleanrl_ppo.py --game dobro --bots rule --steps 2000000

The budget is a number of steps, the learning rate included, so that a run with the same seed learns the same. The share
of wins among the bots, tested every so often, goes into a CSV file.
"""

import argparse
import csv
import time
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

from koloda.bots.features import Features
from koloda.envs.evaluation import Share, share_of_wins
from koloda.envs.gymnasium import id_of
from koloda.envs.wrappers import one_hot
from koloda.games import find


@dataclass
class Args:
    game: str = "no_thanks"
    players: int = 4
    bots: str = "greedy"
    reward: str = "difference"
    steps: int = 500_000
    """Decisions of the learning seat, all games together."""
    envs: int = 128
    """Games that are stepped together."""
    rollout: int = 64
    """Steps of every game between two updates."""
    epochs: int = 3
    minibatches: int = 4
    rate: float = 1e-3
    gae_lambda: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    hidden: int = 128
    seed: int = 1
    threads: int = 1
    """Threads of PyTorch: more help a small network little."""
    test_every: int = 20
    """Updates between two tests."""
    test_games: int = 2000
    out: str = "cleanrl_ppo.csv"


class Agent(nn.Module):
    def __init__(self, inputs: int, actions: int, hidden: int) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(inputs, hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.actor = nn.Linear(hidden, actions)
        self.critic = nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.actor.weight, 0.01)
        nn.init.orthogonal_(self.critic.weight, 1.0)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Categorical, Tensor]:
        """The policy, without illegal actions, and the value."""
        hidden = self.body(observations)
        return Categorical(logits=self.actor(hidden).masked_fill(~masks, -1e9)), self.critic(hidden).squeeze(-1)


def train(args: Args) -> list[tuple[int, float, Share]]:
    """Learn; returns the tests: steps, minutes, share of wins."""
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    game = find(args.game)
    envs = gymnasium.make_vec(
        f"koloda.envs.gymnasium:{id_of(args.game)}",
        args.envs,
        players=args.players,
        bots=args.bots,
        reward=args.reward,
        choices=False,
        autoreset_mode="SameStep",
    )

    def tensors(observations: Any, masks: Any) -> tuple[Tensor, Tensor]:
        encoded = one_hot(game, args.players, observations)
        return torch.from_numpy(encoded), torch.from_numpy(masks.astype(np.bool_))

    @torch.no_grad()
    def choose(observations: Any, masks: Any) -> Any:
        """What the agent finds best."""
        return agent(*tensors(observations, masks))[0].logits.argmax(dim=1).numpy()

    agent = Agent(game.once(Features).count, game.actions, args.hidden)
    optimizer = torch.optim.Adam(agent.parameters(), args.rate, eps=1e-5)
    results = torch.zeros(0)
    tests, began = list[tuple[int, float, Share]](), time.perf_counter()
    updates = max(args.steps // (args.envs * args.rollout), 1)
    shown, _ = envs.reset(seed=args.seed)
    seen, masks = tensors(shown["observation"], shown["action_mask"])

    for update in range(updates + 1):
        if update % args.test_every == 0 or update == updates:
            share = share_of_wins(args.game, choose, args.players, args.bots, args.test_games)
            tests.append((update * args.envs * args.rollout, (time.perf_counter() - began) / 60, share))
            print(f"{tests[-1][0]:9,} steps  {tests[-1][1]:5.1f} min  wins {share}", flush=True)
        if update == updates:
            break
        optimizer.param_groups[0]["lr"] = args.rate * (1 - update / updates)

        # Play.
        rows: list[tuple[Tensor, ...]] = []
        for _ in range(args.rollout):
            with torch.no_grad():
                policy, value = agent(seen, masks)
                action = policy.sample()
            shown, rewards, ended, _, _ = envs.step(action.numpy())
            paid = torch.from_numpy(np.asarray(rewards, np.float32))
            rows.append((seen, masks, action, policy.log_prob(action), value, paid, torch.from_numpy(ended)))
            seen, masks = tensors(shown["observation"], shown["action_mask"])
        b_seen, b_masks, b_actions, b_chances, values, paid, done = (
            torch.stack(part) for part in zip(*rows, strict=True)
        )

        # Rewards are points: count them in their spread over all games so far.
        results = torch.cat([results, paid[done]])
        paid = paid / (results.std() + 1e-8) if len(results) > 1 else paid

        # Advantages, from the last step to the first. Nothing is discounted: a game is paid at its end.
        with torch.no_grad():
            following = agent(seen, masks)[1]
        advantages, gained = torch.zeros_like(values), torch.zeros(args.envs)
        for step in reversed(range(args.rollout)):
            goes_on = (~done[step]).float()
            error = paid[step] + following * goes_on - values[step]
            gained = error + args.gae_lambda * goes_on * gained
            advantages[step], following = gained, values[step]
        returns = advantages + values

        # Learn.
        flat = [part.flatten(0, 1) for part in (b_seen, b_masks, b_actions, b_chances, advantages, returns)]
        for _ in range(args.epochs):
            for part in torch.randperm(len(flat[0])).chunk(args.minibatches):
                now, legal, chosen, before, advantage, target = (column[part] for column in flat)
                policy, value = agent(now, legal)
                advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
                ratio = (policy.log_prob(chosen) - before).exp()
                gain = torch.min(ratio * advantage, ratio.clamp(1 - args.clip, 1 + args.clip) * advantage).mean()
                loss = 0.5 * (value - target).square().mean() - gain - args.entropy * policy.entropy().mean()
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimizer.step()
    envs.close()
    return tests


def main() -> None:
    parser = argparse.ArgumentParser(description="PPO in one file, one seat among bots")
    for field in fields(Args):
        parser.add_argument(f"--{field.name.replace('_', '-')}", type=type(field.default), default=field.default)
    args = Args(**vars(parser.parse_args()))
    tests = train(args)
    with Path(args.out).open("w", newline="", encoding="utf-8") as file:
        table = csv.writer(file)
        table.writerow(["steps", "minutes", "share", "half"])
        table.writerows([steps, f"{minutes:.2f}", share.mean, share.half] for steps, minutes, share in tests)


if __name__ == "__main__":
    main()
