"""Proximal policy optimisation: one update of the network from many decisions."""

from dataclasses import dataclass
from typing import Any

from koloda.learn.model import FORBIDDEN, Model
from koloda.learn.recipe import Recipe
from koloda.learn.rollout import Decisions
from koloda.learn.torch_extra import Tensor, nn, torch

LARGEST_GRADIENT = 0.5
FIGURES = ("value_loss", "entropy", "divergence", "clipped")
"""What is measured of an update, as means: the divergence is that of the policy from the one that played."""


def loss(
    model: Any, part: Decisions, clip: float, value_weight: float, entropy_weight: Tensor
) -> tuple[Tensor, Tensor]:
    """What an update makes smaller, and the figures of it."""
    logits, values, margins = model(part.observations, part.players)
    chances = logits.masked_fill(~part.masks, FORBIDDEN).log_softmax(1)
    change = chances.gather(1, part.actions[:, None])[:, 0] - part.chances
    ratio = change.exp()
    gain = torch.minimum(ratio * part.advantages, ratio.clamp(1 - clip, 1 + clip) * part.advantages).mean()
    entropy = -(chances.exp() * chances.clamp(min=-50)).sum(1).mean()
    value_loss = -(part.targets[:, :-1] * values.log_softmax(1).clamp(min=-50)).sum(1).mean()
    margin_loss = (margins - part.targets[:, -1]).square().mean()
    figures = torch.stack(
        [value_loss, entropy, (ratio - 1 - change).mean(), ((ratio - 1).abs() > clip).float().mean()]
    ).detach()
    return value_weight * (value_loss + 0.5 * margin_loss) - gain - entropy_weight * entropy, figures


@dataclass
class Updated:
    """What an update did, on its device: reading it waits for the device."""

    figures: Tensor
    learnt: int
    """Decisions that were learnt from."""


class Learner:
    """The network with its optimizer."""

    def __init__(self, model: Model, network: Any, recipe: Recipe, generator: Any) -> None:
        """`network` is the model, or what PyTorch has compiled it to."""
        self.model, self.network, self.recipe, self.generator = model, network, recipe, generator
        device = model.input.device
        self.entropy = torch.zeros((), device=device)
        self.optimizer = torch.optim.Adam(
            model.parameters(), torch.tensor(recipe.rate, device=device), eps=1e-5, fused=device.type == "cuda"
        )

    def learn(self, decisions: Decisions, progress: float) -> Updated:
        """Learn from all decisions, in minibatches. `progress` is the part of the budget that is spent."""
        recipe = self.recipe
        for group in self.optimizer.param_groups:
            group["lr"].fill_(recipe.rate + (recipe.last_rate - recipe.rate) * progress)
        self.entropy.fill_(recipe.entropy + (recipe.last_entropy - recipe.entropy) * progress)
        rows = decisions.used.nonzero()[:, 0]  # the one place that waits for the GPU
        advantages = decisions.advantages + recipe.margin_at(progress) * decisions.margins
        learnt = advantages[rows]
        advantages = (advantages - learnt.mean()) / (learnt.std() + 1e-8)
        size = min(recipe.minibatch, len(rows))
        figures = torch.zeros(len(FIGURES), device=rows.device)
        parts = recipe.epochs * (len(rows) // max(size, 1))
        for _ in range(recipe.epochs):
            order = rows[torch.randperm(len(rows), generator=self.generator, device=rows.device)]
            for part in order[: len(order) // size * size].split(size):
                figures += self._step(decisions, advantages, part) / parts
        return Updated(figures, len(rows))

    def _step(self, decisions: Decisions, advantages: Tensor, part: Tensor) -> Tensor:
        chosen = Decisions(
            observations=decisions.observations[part],
            masks=decisions.masks[part],
            actions=decisions.actions[part],
            chances=decisions.chances[part],
            targets=decisions.targets[part],
            advantages=advantages[part],
            margins=decisions.margins[part],
            players=decisions.players[part],
            used=decisions.used[part],
        )
        objective, figures = loss(self.network, chosen, self.recipe.clip, self.recipe.value_weight, self.entropy)
        self.optimizer.zero_grad(set_to_none=True)
        objective.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), LARGEST_GRADIENT, foreach=True)
        self.optimizer.step()
        return figures
