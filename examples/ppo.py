"""PPO by self-play, in one file: one network plays all seats of a batch of games, and learns from all of them.

    pip install "koloda[torch,gymnasium]"
    python examples/ppo.py                        # No Thanks! for four, 20 million decisions, on the CPU
    python examples/ppo.py --device cuda --games 16384
    python examples/ppo.py --game dobro --players 3 --decisions 50000000

Every few updates the network takes one seat among bots of level 1 ("greedy"). It has reached their level where it wins
its share of the games: one in four at a table of four. From then on it also takes one seat among copies of what it was
at that time, and so shows whether it still learns. The curves are drawn into ppo.svg, and the network that did best
among the bots is kept in ppo.pt. The budget is a number of decisions: on the CPU the same seed learns the same.
"""

import argparse
import copy
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from koloda.core.extras import MissingExtra
from koloda.core.game import Game
from koloda.envs import Batch, batch
from koloda.envs.gymnasium import SeatVectorEnv
from koloda.envs.rewards import REWARDS
from koloda.games import GAMES, find

try:
    import torch
    from torch import Tensor, nn
except ModuleNotFoundError as problem:
    raise MissingExtra.naming(str(problem.name), "torch") from None

CATEGORIES = 64
"""Values up to this one have their own embedding; larger ones are also given by their size."""


@dataclass
class Settings:
    game: str = "no_thanks"
    players: int = 4
    device: str = "cpu"
    reward: str = "win"
    games: int = 512
    """Games that are stepped together."""
    steps: int = 128
    """Steps of every game between two updates."""
    decisions: int = 20_000_000
    """When to stop, and to which end the learning rate falls."""
    hidden: int = 128
    epochs: int = 2
    minibatch: int = 8192
    rate: float = 5e-4
    clip: float = 0.2
    trace: float = 0.95
    """How far an advantage looks ahead: lambda of generalised advantage estimation."""
    entropy: float = 0.003
    careless: float = 0.6
    """In half of the games, the others play any legal action with a chance of up to this.

    A network that meets only good players does not learn to profit from weak ones.
    """
    seed: int = 1
    threads: int = 1
    """Threads of PyTorch on the CPU: more help a small network little, and hurt if the machine is busy."""
    tested_every: int = 20
    """Updates between two tests."""
    tested_games: int = 2048
    out: Path = Path()


class Network(nn.Module):
    """Maps an observation to a choice and a forecast of the reward.

    Every value of every number of the observation has its own vector; the first layer adds them up.
    """

    def __init__(self, game: Game, hidden: int) -> None:
        super().__init__()
        lowest = [part.lowest for part in game.observation.layout for _ in range(part.size)]
        highest = [part.highest for part in game.observation.layout for _ in range(part.size)]
        count = len(lowest)
        self.register_buffer("lowest", torch.tensor(lowest))
        self.register_buffer("places", torch.arange(count) * CATEGORIES)
        self.register_buffer("wide", torch.tensor(highest) - torch.tensor(lowest) >= CATEGORIES)
        self.values = nn.EmbeddingBag(count * CATEGORIES, hidden, mode="sum")
        nn.init.normal_(self.values.weight, std=count**-0.5)
        self.sizes = nn.Linear(count, hidden)
        self.body = nn.Sequential(nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU())
        self.choice = nn.Linear(hidden, game.actions)
        self.forecast = nn.Linear(hidden, 1)
        for head in (self.choice, self.forecast):
            nn.init.normal_(head.weight, std=0.01)
            nn.init.zeros_(head.bias)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """The log probabilities of all actions (very low for illegal ones), and the forecast."""
        numbers = observations.long()
        known = (numbers - self.lowest).clamp(0, CATEGORIES - 1) + self.places
        sizes = torch.where(self.wide, numbers.sign() * numbers.abs().log1p(), 0.0).float()
        found = self.body(self.values(known) + self.sizes(sizes))
        logits = self.choice(found).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, dim=1), self.forecast(found).squeeze(1)


@dataclass
class Decisions:
    """What was seen and decided between two updates, one row per decision."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor
    """The log probability of the action."""
    forecasts: Tensor
    advantages: Tensor


@dataclass
class Test:
    """How much one seat of the network wins."""

    minutes: float
    decisions: int
    among_bots: float
    """Against bots of level 1."""
    among_former: float | None
    """Against copies of the network as it was when it first won its share among bots; None before that."""


class Trainer:
    def __init__(self, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        torch.set_num_threads(settings.threads)
        self.settings = settings
        self.game = find(settings.game)
        self.device = torch.device(settings.device)
        self.table: Batch = batch(
            settings.game,
            settings.players,
            settings.games,
            device="cuda" if self.device.type == "cuda" else "cpu",
            seed=settings.seed,
            reward=settings.reward,
        )
        self.network = Network(self.game, settings.hidden).to(self.device)
        self.optimizer = torch.optim.Adam(self.network.parameters(), settings.rate, eps=1e-5)
        self.carelessness = settings.careless * torch.rand(settings.games, settings.players, device=self.device)
        """By game and seat, the chance of a random action: in every other game, except for one of the seats."""
        self.carelessness[::2] = 0
        self.carelessness[range(settings.games), [i // 2 % settings.players for i in range(settings.games)]] = 0
        self.decisions = 0
        self.spread = 1.0
        """Of the rewards so far: they are counted in it."""

    def seen(self, array: Any) -> Tensor:
        """A copy of an array of the batch as a tensor: the batch overwrites the array with every step."""
        return torch.as_tensor(array, device=self.device).clone()

    @torch.no_grad()
    def play(self) -> Decisions:
        """The network decides for all seats."""
        wanted, table = self.settings, self.table
        rows: list[tuple[Tensor, ...]] = []
        ends: list[tuple[Tensor, Tensor]] = []
        for _ in range(wanted.steps):
            observations, masks = self.seen(table.observations), self.seen(table.masks)
            seats = self.seen(table.seats).long()
            chances, forecasts = self.network(observations, masks)
            careless = torch.rand(wanted.games, device=self.device) < self.carelessness.gather(1, seats[:, None])[:, 0]
            actions = torch.multinomial(torch.where(careless[:, None], masks.float(), chances.exp()), 1).squeeze(1)
            table.step(actions.to(torch.int32) if self.device.type == "cuda" else actions.numpy(), trusted=True)
            taken = chances.gather(1, actions[:, None]).squeeze(1)
            rows.append((observations, masks, actions, taken, forecasts, ~careless, seats))
            ends.append((self.seen(table.done), self.seen(table.rewards)))
        self.decisions += wanted.steps * wanted.games
        self._measure(ends)
        return self._advantages(rows, ends)

    def _measure(self, ends: list[tuple[Tensor, Tensor]]) -> None:
        paid = torch.cat([rewards[done] for done, rewards in ends])
        if len(paid) > 1:
            now = float(paid.std())
            self.spread = now if self.spread == 1.0 else 0.95 * self.spread + 0.05 * now

    def _advantages(self, rows: list[tuple[Tensor, ...]], ends: list[tuple[Tensor, Tensor]]) -> Decisions:
        """Compute advantages from the last step to the first. A seat's next value is its forecast at its next turn, or
        its reward.

        A decision whose seat has neither had another turn nor a reward has no next value yet, and is left out. So is a
        careless one, which the network did not make.
        """
        everyone = torch.arange(self.settings.games, device=self.device)
        following = torch.zeros(self.settings.games, self.settings.players, device=self.device)
        gained = torch.zeros_like(following)
        known = torch.zeros_like(following, dtype=torch.bool)
        _, forecast = self.network(self.seen(self.table.observations), self.seen(self.table.masks))
        asked = self.seen(self.table.seats).long()
        following[everyone, asked] = forecast
        known[everyone, asked] = True
        advantages, used = [], []
        for (*_, forecasts, meant, seats), (done, rewards) in zip(reversed(rows), reversed(ends), strict=True):
            following = torch.where(done[:, None], rewards / self.spread, following)
            gained = torch.where(done[:, None], 0.0, gained)
            known |= done[:, None]
            advantage = following[everyone, seats] - forecasts + self.settings.trace * gained[everyone, seats]
            advantages.append(advantage)
            used.append(known[everyone, seats] & meant)
            following[everyone, seats] = forecasts
            gained[everyone, seats] = torch.where(used[-1], advantage, 0.0)
            known[everyone, seats] = True
        kept = torch.cat(used[::-1])
        seen, masks, actions, chances, forecasts, *_ = (torch.cat(part)[kept] for part in zip(*rows, strict=True))
        return Decisions(seen, masks, actions, chances, forecasts, torch.cat(advantages[::-1])[kept])

    def learn(self, decisions: Decisions) -> None:
        """Learn from all decisions several times, in minibatches."""
        wanted = self.settings
        targets = decisions.advantages + decisions.forecasts
        advantages = (decisions.advantages - decisions.advantages.mean()) / (decisions.advantages.std() + 1e-8)
        for _ in range(wanted.epochs):
            for part in torch.randperm(len(targets), device=self.device).split(wanted.minibatch):
                chances, forecasts = self.network(decisions.observations[part], decisions.masks[part])
                taken = chances.gather(1, decisions.actions[part, None]).squeeze(1)
                ratio = (taken - decisions.chances[part]).exp()
                clipped = ratio.clamp(1 - wanted.clip, 1 + wanted.clip)
                gain = torch.minimum(ratio * advantages[part], clipped * advantages[part]).mean()
                entropy = -(chances.exp() * chances.clamp(min=-50)).sum(dim=1).mean()
                error = (forecasts - targets[part]).square().mean()
                self.optimizer.zero_grad()
                (0.5 * error - gain - wanted.entropy * entropy).backward()
                nn.utils.clip_grad_norm_(self.network.parameters(), 0.5)
                self.optimizer.step()

    def choices(self, network: Network, observations: Any, masks: Any) -> Tensor:
        """What a network would choose, given these arrays."""
        seen, allowed = torch.as_tensor(observations, device=self.device), torch.as_tensor(masks, device=self.device)
        return network(seen, allowed.bool())[0].argmax(dim=1).cpu()

    @torch.no_grad()
    def share_among_bots(self, bots: str = "greedy") -> float:
        """How much one seat wins among bots, playing greedily."""
        wanted = self.settings
        table = wanted.game, wanted.tested_games, wanted.players
        games = SeatVectorEnv(*table, bots=bots, reward="win", choices=False)
        shown, _ = games.reset(seed=1_000_003)
        won = np.full(wanted.tested_games, np.nan)
        while np.isnan(won).any():
            actions = self.choices(self.network, shown["observation"], shown["action_mask"])
            shown, rewards, done, _, _ = games.step(actions.numpy())
            first = done & np.isnan(won)
            won[first] = rewards[first]
        games.close()
        return float(won.mean())

    @torch.no_grad()
    def share_among_former(self, former: Network) -> float:
        """How much one seat wins among copies of an earlier network, all playing greedily."""
        wanted = self.settings
        table = batch(wanted.game, wanted.players, wanted.tested_games, seed=1_000_003)
        everyone = np.arange(wanted.tested_games)
        own = everyone % wanted.players
        won = np.full(wanted.tested_games, np.nan)
        while np.isnan(won).any():
            mine, theirs = (self.choices(n, table.observations, table.masks) for n in (self.network, former))
            table.step(np.where(table.seats == own, mine, theirs))
            first = table.done & np.isnan(won)
            won[first] = table.rewards[everyone, own][first]
        return float(won.mean())

    def run(self) -> list[Test]:
        """Train until the decisions are spent, with a test now and then."""
        began, tests, updates = time.perf_counter(), list[Test](), 0
        former: Network | None = None
        while True:
            minutes = (time.perf_counter() - began) / 60
            last = self.decisions >= self.settings.decisions
            if last or updates % self.settings.tested_every == 0:
                among_former = self.share_among_former(former) if former else None
                tests.append(Test(minutes, self.decisions, self.share_among_bots(), among_former))
                self.tell(tests)
                if former is None and tests[-1].among_bots >= 1 / self.settings.players:
                    former = copy.deepcopy(self.network)
            if last:
                return tests
            for group in self.optimizer.param_groups:
                group["lr"] = self.settings.rate * max(0.05, 1 - self.decisions / self.settings.decisions)
            self.learn(self.play())
            updates += 1

    def tell(self, tests: list[Test]) -> None:
        now, wanted = tests[-1], self.settings
        half = 1.96 * (now.among_bots * (1 - now.among_bots) / wanted.tested_games) ** 0.5
        text = f"{now.minutes:6.2f} min  {now.decisions / 1e6:7.2f} M decisions  wins {now.among_bots:.3f} ± {half:.3f}"
        if now.among_former is not None:
            text += f", among its former selves {now.among_former:.3f}"
        print(f"{text} (even: {1 / wanted.players:.3f})", flush=True)
        if now.among_bots == max(test.among_bots for test in tests):
            torch.save(self.network.state_dict(), wanted.out / "ppo.pt")
        (wanted.out / "ppo.svg").write_text(drawn(tests, wanted), "utf-8")


def drawn(tests: list[Test], settings: Settings) -> str:
    """The learning curves as an SVG, with the target level."""
    width, height, left, low = 640, 320, 56, 280
    longest = max(tests[-1].decisions / 1e6, 1e-9)
    among_bots = [(test.decisions / 1e6, test.among_bots) for test in tests]
    among_former = [(test.decisions / 1e6, test.among_former) for test in tests if test.among_former is not None]
    top = 0.6 if max(share for _, share in among_bots + among_former) <= 0.6 else 1.0

    def at(millions: float, share: float) -> str:
        return f"{left + (width - left - 32) * millions / longest:.1f},{low - (low - 48) * share / top:.1f}"

    level = 1 / settings.players
    title = f"PPO on {settings.game}, {settings.players} players: wins of one seat among"
    small = 'font-size="11" text-anchor="middle"'
    parts = [f'<text x="{left}" y="18" font-size="14">{title}</text>']
    for i in range(6):
        up, along = at(0, top * i / 5).partition(",")[2], at(longest * i / 5, 0).partition(",")[0]
        parts.append(f'<text x="{left - 24}" y="{up}" {small}>{top * i / 5:.0%}</text>')
        parts.append(f'<text x="{along}" y="{low + 18}" {small}>{longest * i / 5:.1f} M</text>')
    parts.append(f'<polyline points="{at(0, level)} {at(longest, level)}" stroke="#999" stroke-dasharray="4"/>')
    curves = (("bots of level 1", "#06c", among_bots), ("itself when it passed them", "#c50", among_former))
    for i, (name, colour, curve) in enumerate(curves):
        points = " ".join(at(*point) for point in curve)
        parts.append(f'<text x="{left + 130 * i}" y="36" font-size="12" fill="{colour}">{name}</text>')
        parts.append(f'<polyline points="{points}" stroke="{colour}" stroke-width="2" fill="none"/>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif">'
    return "\n".join([head, f'<rect width="{width}" height="{height}" fill="#fff"/>', *parts, "</svg>\n"])


def main() -> None:
    usual = Settings()
    parser = argparse.ArgumentParser(description="PPO by self-play on a batch of games")
    parser.add_argument("--game", choices=list(GAMES), default=usual.game)
    parser.add_argument("--out", type=Path, default=usual.out, help="folder for ppo.svg and ppo.pt")
    parser.add_argument("--device", default=usual.device, help="cpu or cuda")
    parser.add_argument("--reward", choices=REWARDS, default=usual.reward)
    for name in (
        "players",
        "games",
        "steps",
        "hidden",
        "epochs",
        "minibatch",
        "decisions",
        "seed",
        "threads",
        "tested_every",
        "tested_games",
    ):
        parser.add_argument(f"--{name.replace('_', '-')}", type=int, default=getattr(usual, name))
    for name in ("rate", "entropy", "careless"):
        parser.add_argument(f"--{name}", type=float, default=getattr(usual, name))
    Trainer(Settings(**vars(parser.parse_args()))).run()


if __name__ == "__main__":
    main()
