"""Proximal policy optimisation: one update of the network from many decisions."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from typing import Any

from koloda.learn.graphs import Recorded
from koloda.learn.model import FORBIDDEN, Model
from koloda.learn.recipe import Recipe
from koloda.learn.rollout import Decisions
from koloda.learn.torch_extra import Tensor, nn, torch

LARGEST_GRADIENT = 0.5
FIGURES = ("value_loss", "entropy", "divergence", "clipped")
"""What is measured of an update, as means: the divergence is that of the policy from the one that played."""
LESSON_FIGURES = ("value_loss", "entropy", "agreement")
"""The same in a lesson: how often the most likely action is the right one, where there is a choice."""


@dataclass
class Part:
    """Some of the decisions: the fields of `Decisions` that the loss needs."""

    observations: Tensor
    masks: Tensor
    actions: Tensor
    chances: Tensor
    targets: Tensor
    advantages: Tensor
    players: Tensor

    def fill(self, decisions: Decisions, places: Tensor) -> None:
        """Take over the decisions in these places, as many as there were before."""
        for each in fields(Part):
            torch.index_select(getattr(decisions, each.name), 0, places, out=getattr(self, each.name))


Objective = Callable[[Part], tuple[Tensor, Tensor]]


def part_of(decisions: Decisions, places: Tensor) -> Part:
    return Part(*(getattr(decisions, each.name).index_select(0, places) for each in fields(Part)))


def loss(
    model: Any, part: Part, clip: float, value_weight: float, entropy_weight: Tensor, explore: Tensor | None = None
) -> tuple[Tensor, Tensor]:
    """What an update makes smaller, and the figures of it.

    `explore` pulls towards all legal actions alike. The pull of the entropy fades with the chance of an action; this
    one does not, so it also reaches an action that is hardly tried any more.
    """
    logits, values, margins = model(part.observations, part.players)
    chances = logits.masked_fill(~part.masks, FORBIDDEN).log_softmax(1)
    change = chances.gather(1, part.actions[:, None])[:, 0] - part.chances
    ratio = change.exp()
    gain = torch.minimum(ratio * part.advantages, ratio.clamp(1 - clip, 1 + clip) * part.advantages).mean()
    entropy = _entropy(chances)
    value_loss, forecast_loss = _forecast_losses(values, margins, part.targets)
    figures = torch.stack(
        [value_loss, entropy, (ratio - 1 - change).mean(), ((ratio - 1).abs() > clip).float().mean()]
    ).detach()
    aim = value_weight * forecast_loss - gain - entropy_weight * entropy
    return aim if explore is None else aim - explore * _spread(chances, part.masks).mean(), figures


def lesson_loss(model: Any, part: Part, doubt: float, value_weight: float) -> tuple[Tensor, Tensor]:
    """The same for a lesson: cross-entropy with the actions, of which `doubt` is spread over all legal ones."""
    logits, values, margins = model(part.observations, part.players)
    chances = logits.masked_fill(~part.masks, FORBIDDEN).log_softmax(1)
    right = chances.gather(1, part.actions[:, None])[:, 0]
    choices = (part.masks.sum(1) > 1).float()
    agreement = ((chances.argmax(1) == part.actions) * choices).sum() / choices.sum().clamp(min=1)
    value_loss, forecast_loss = _forecast_losses(values, margins, part.targets)
    figures = torch.stack([value_loss, _entropy(chances), agreement]).detach()
    return value_weight * forecast_loss - torch.lerp(right, _spread(chances, part.masks), doubt).mean(), figures


def _entropy(chances: Tensor) -> Tensor:
    return -(chances.exp() * chances.clamp(min=-50)).sum(1).mean()


def _spread(chances: Tensor, masks: Tensor) -> Tensor:
    """The mean log probability of the legal actions: greatest if all are equally likely."""
    found: Tensor = chances.masked_fill(~masks, 0.0).sum(1) / masks.sum(1)
    return found


def _forecast_losses(values: Tensor, margins: Tensor, targets: Tensor) -> tuple[Tensor, Tensor]:
    """Of the shares alone, and together with the margin."""
    value_loss = -(targets[:, :-1] * values.log_softmax(1).clamp(min=-50)).sum(1).mean()
    return value_loss, value_loss + 0.5 * (margins - targets[:, -1]).square().mean()


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
        self.explore = torch.zeros((), device=device) if recipe.explore else None
        on_gpu = device.type == "cuda"
        self.optimizer = torch.optim.Adam(
            model.parameters(), torch.tensor(recipe.rate, device=device), eps=1e-5, fused=on_gpu, capturable=on_gpu
        )
        self._recorded: dict[tuple[str, int], tuple[Part, Recorded[Tensor]]] = {}
        """On a GPU, the steps of the optimizer by kind and size, each with the decisions that it learns from."""

    def load(self, kept: dict[str, Any]) -> None:
        """Take over the state of an optimizer, from any device."""
        own = {name: self.optimizer.param_groups[0][name] for name in ("fused", "capturable")}
        device = self.entropy.device
        self.optimizer.load_state_dict(kept)
        for group in self.optimizer.param_groups:
            group.update(own, lr=group["lr"].to(device))

    def learn(self, decisions: Decisions, progress: float) -> Updated:
        """Learn from what decisions were worth. `progress` is the part of the budget that is spent."""
        recipe = self.recipe
        self._set_rate(between(recipe.rate, recipe.last_rate, progress))
        self.entropy.fill_(between(recipe.entropy, recipe.last_entropy, progress))
        if self.explore is not None:
            self.explore.fill_(between(recipe.explore, 0.0, progress))
        rows = decisions.used.nonzero()[:, 0]  # the one place that waits for the GPU
        advantages = decisions.advantages + recipe.margin_at(progress) * decisions.margins
        learnt = advantages[rows]
        decisions = replace(decisions, advantages=(advantages - learnt.mean()) / (learnt.std() + 1e-8))

        return self._update(decisions, rows, recipe.epochs, recipe.minibatch, self._aim, len(FIGURES))

    def _aim(self, part: Part) -> tuple[Tensor, Tensor]:
        return loss(self.network, part, self.recipe.clip, self.recipe.value_weight, self.entropy, self.explore)

    def imitate(self, decisions: Decisions, progress: float) -> Updated:
        """Learn to do what was done. `progress` is the part of the lessons that is over."""
        recipe = self.recipe
        self._set_rate(between(recipe.imitate_rate, recipe.rate, progress))
        rows = decisions.used.nonzero()[:, 0]
        return self._update(decisions, rows, 1, max(recipe.minibatch // 2, 1), self._lesson_aim, len(LESSON_FIGURES))

    def _lesson_aim(self, part: Part) -> tuple[Tensor, Tensor]:
        return lesson_loss(self.network, part, self.recipe.doubt, self.recipe.value_weight)

    def _set_rate(self, rate: float) -> None:
        for group in self.optimizer.param_groups:
            group["lr"].fill_(rate)

    def _update(
        self, decisions: Decisions, rows: Tensor, epochs: int, minibatch: int, objective: Objective, figures: int
    ) -> Updated:
        """Learn from the decisions in `rows`, in minibatches of one size."""
        size = min(minibatch, len(rows))
        measured = torch.zeros(figures, device=rows.device)
        parts = epochs * (len(rows) // max(size, 1))
        for _ in range(epochs if parts else 0):
            order = rows[torch.randperm(len(rows), generator=self.generator, device=rows.device)]
            for places in order[: len(order) // size * size].split(size):
                measured += self._step(decisions, places, objective) / parts
        return Updated(measured, len(rows))

    def _step(self, decisions: Decisions, places: Tensor, objective: Objective) -> Tensor:
        """One step of the optimizer; returns its figures."""
        if places.device.type != "cuda":
            return self._descend(part_of(decisions, places), objective)
        key = (objective.__name__, len(places))
        if key not in self._recorded:
            part = part_of(decisions, places)
            self._recorded[key] = part, Recorded(lambda: self._descend(part, objective))
        part, descend = self._recorded[key]
        part.fill(decisions, places)
        return descend()

    def _descend(self, part: Part, objective: Objective) -> Tensor:
        self.optimizer.zero_grad(set_to_none=True)
        aim, found = objective(part)
        aim.backward()
        nn.utils.clip_grad_norm_(self.model.parameters(), LARGEST_GRADIENT, foreach=True)
        self.optimizer.step()
        return found


def between(first: float, last: float, progress: float) -> float:
    """On the straight line from the first to the last."""
    return first + (last - first) * progress
