"""Exploring: a learner goes on trying what it has given up too early."""

from typing import Any

import pytest

from koloda.learn.ppo import Learner, Part, loss
from koloda.learn.recipe import Recipe
from koloda.learn.rollout import Decisions
from koloda.learn.torch_extra import Tensor, torch
from tests.learn.small import small

POSITIONS, ACTIONS, SEATS = 10, 2, 2
HABITS = 40
"""Weights that push all positions the same way: together they are faster than the weight of one position."""
UPDATES = 60


class Habitual:
    """A model that prefers actions by position, and by what is usually right."""

    def __init__(self) -> None:
        self.input = torch.zeros(POSITIONS, ACTIONS, requires_grad=True)
        self.habits = torch.zeros(HABITS, ACTIONS, requires_grad=True)

    def parameters(self) -> list[Tensor]:
        return [self.input, self.habits]

    def __call__(self, observations: Tensor, players: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        size = len(players)
        return self.input[observations[:, 0].long()] + self.habits.sum(0), torch.zeros(size, SEATS), torch.zeros(size)


def answers(model: Any) -> list[int]:
    """What the learner chooses in every position in the end."""
    everywhere = torch.arange(POSITIONS)[:, None]
    found: list[int] = model(everywhere, torch.full((POSITIONS,), 2))[0].argmax(1).tolist()
    return found


def practice(model: Any, generator: Any) -> Decisions:
    """Decisions by the policy of the model. Action 0 is rewarded, but in the last position action 1."""
    positions = torch.arange(POSITIONS).repeat(12)
    size = len(positions)
    players = torch.full((size,), SEATS)
    right = (positions == POSITIONS - 1).long()
    with torch.no_grad():
        chances = model(positions[:, None], players)[0].log_softmax(1)
    actions = chances.exp().multinomial(1, generator=generator)
    return Decisions(
        observations=positions[:, None],
        masks=torch.ones(size, ACTIONS, dtype=torch.bool),
        actions=actions[:, 0],
        chances=chances.gather(1, actions)[:, 0],
        targets=torch.zeros(size, SEATS + 1),
        advantages=(actions[:, 0] == right).float() - chances.gather(1, right[:, None])[:, 0].exp(),
        margins=torch.zeros(size),
        players=players,
        used=torch.ones(size, dtype=torch.bool),
    )


def practised(recipe: Recipe) -> Any:
    """What a learner has become after some practice."""
    generator = torch.Generator().manual_seed(recipe.seed)
    model: Any = Habitual()
    learner = Learner(model, model, recipe, generator)
    for update in range(UPDATES):
        learner.learn(practice(model, generator), update / UPDATES)
    return model


@pytest.mark.parametrize("seed", range(3))
def test_a_learner_that_explores_finds_the_exception_to_what_is_usually_right(seed: int) -> None:
    recipe = small(seed=seed, epochs=4, minibatch=30, rate=0.05, last_rate=0.01)
    usual = [0] * POSITIONS
    assert answers(practised(recipe)) == usual
    assert answers(practised(recipe.changed(entropy=0.1))) == usual
    assert answers(practised(recipe.changed(explore=0.1))) == [*usual[:-1], 1]


def test_an_action_that_is_given_up_feels_the_pull_of_exploring_but_not_that_of_entropy() -> None:
    """One of the actions is not legal: it feels nothing."""
    logits = torch.tensor([[0.0, -20.0, 0.0]], requires_grad=True)

    def model(observations: Tensor, players: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        return logits, torch.zeros(1, SEATS), torch.zeros(1)

    part = Part(
        observations=torch.zeros(1, 1),
        masks=torch.tensor([[True, True, False]]),
        actions=torch.tensor([0]),
        chances=torch.zeros(1),
        targets=torch.zeros(1, SEATS + 1),
        advantages=torch.zeros(1),
        players=torch.tensor([SEATS]),
    )
    pulls: list[Any] = []
    for entropy, explore in ((0.1, None), (0.0, torch.tensor(0.1))):
        logits.grad = None
        aim, _ = loss(model, part, 0.2, 0.5, torch.tensor(entropy), explore)
        aim.backward()
        assert logits.grad is not None
        pulls.append(logits.grad[0].clone())
    assert pulls[0].abs().max() < 1e-7
    assert torch.allclose(pulls[1], torch.tensor([0.05, -0.05, 0.0]), atol=1e-6)


def test_exploring_falls_to_nothing() -> None:
    pulls: list[Any] = []
    for progress in (0.0, 0.5, 1.0):
        model: Any = Habitual()
        learner = Learner(model, model, small(explore=0.1), torch.Generator())
        assert learner.explore is not None
        learner.learn(practice(model, torch.Generator()), progress)
        pulls.append(learner.explore.item())
    assert pulls == pytest.approx([0.1, 0.05, 0.0])
