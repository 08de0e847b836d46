"""Who sits where: in some games every seat is the learner's, in others strangers take some of the seats.

Strangers are compiled bots, past selves or attackers (networks), and careless players, who now and then play any legal
move. A network that meets only copies of itself learns conventions that lose to others.
"""

from dataclasses import dataclass

import numpy as np

from koloda.bots.levels import levels
from koloda.core.game import Game
from koloda.learn.recipe import Recipe
from koloda.learn.torch_extra import Tensor, torch

NOBODY = -1
GREEDY, RULE = 1, 2
TRIES = 0.25
"""The share of the learner's seats while it imitates."""


@dataclass
class Seating:
    """By game and seat, who decides. Where nothing else is said, it is the learner."""

    learner: Tensor
    """Whether the learner decides, and learns from it."""
    level: Tensor
    """The compiled bot in the seat, or -1."""
    network: Tensor
    """Whether a past self or an attacker sits there."""
    noise: Tensor
    """The chance of a random move."""
    met: Tensor
    """The games in which networks sit."""
    bots: bool
    """Does any compiled bot play?"""
    careless: bool
    """Does anybody play random moves?"""
    taught: bool = False
    """Is every decision learnt from, as the tuned rule would have made it, whoever makes it?"""
    sampled: bool = True
    """Do networks play by chance, as the learner does, or always their most likely move?"""

    @property
    def any_network(self) -> bool:
        return len(self.met) > 0


def seat(game: Game, recipe: Recipe, players: Tensor, networks: bool, seed: int) -> Seating:
    """Seat everybody; `networks`: are there any past selves or attackers yet?"""
    random = np.random.default_rng(seed)
    counts = players.cpu().numpy()
    size, most = len(counts), int(counts.max())
    at_table = np.arange(most) < counts[:, None]
    kind = _kinds(recipe, random, counts, networks, bots=2 in levels(game))
    strangers = _strangers(random, at_table, counts, recipe.alone) & (kind > SELF_PLAY)[:, None]
    by_rule = np.where(random.random((size, most)) < recipe.greedy, GREEDY, RULE)
    of_bots = strangers & (kind == BOTS)[:, None]
    careless = strangers & (kind == CARELESS)[:, None]
    ruled = careless & (random.random((size, most)) < 0.5) & (2 in levels(game))
    noise = careless * random.random((size, most)) * recipe.most_careless
    networked = strangers & (kind == NETWORKS)[:, None]
    device = players.device
    return Seating(
        learner=torch.as_tensor(at_table & ~strangers, device=device),
        level=torch.as_tensor(np.where(of_bots | ruled, by_rule, NOBODY).astype(np.int8), device=device),
        network=torch.as_tensor(networked, device=device),
        noise=torch.as_tensor(noise.astype(np.float32), device=device),
        met=torch.as_tensor(np.flatnonzero(networked.any(axis=1)), device=device),
        bots=bool((of_bots | ruled).any()),
        careless=bool(noise.any()),
    )


def seat_lesson(recipe: Recipe, players: Tensor, seed: int) -> Seating:
    """The tuned rule in most seats, the learner in some; in half of the games some seats are careless.

    So the learner also sees how the rule goes on after mistakes.
    """
    random = np.random.default_rng(seed)
    counts = players.cpu().numpy()
    size, most = len(counts), int(counts.max())
    at_table = np.arange(most) < counts[:, None]
    tries = random.random((size, most)) < TRIES
    noise = (random.random((size, most)) < 0.5) * (random.random(size) < 0.5)[:, None] * recipe.most_careless / 2
    device = players.device
    return Seating(
        learner=torch.as_tensor(at_table, device=device),
        level=torch.as_tensor(np.where(at_table & ~tries, RULE, NOBODY).astype(np.int8), device=device),
        network=torch.zeros((size, most), dtype=torch.bool, device=device),
        noise=torch.as_tensor((noise * random.random((size, most))).astype(np.float32), device=device),
        met=torch.zeros(0, dtype=torch.int64, device=device),
        bots=True,
        careless=recipe.most_careless > 0,
        taught=True,
    )


def seat_against(
    players: Tensor, level: int | None, sampled: bool, careless: float, most_careless: float, seed: int
) -> Seating:
    """One seat of the learner in every game; all others are a compiled bot of a level, or a network.

    In a share of the games the others are careless.
    """
    random = np.random.default_rng(seed)
    counts = players.cpu().numpy()
    most = int(counts.max())
    own = random.integers(0, counts)
    others = (np.arange(most) < counts[:, None]) & (np.arange(most) != own[:, None])
    networks = others & (level is None)
    noise = others * (random.random(len(counts)) < careless)[:, None] * random.random(len(counts))[:, None]
    device = players.device
    return Seating(
        learner=torch.as_tensor(np.arange(most) == own[:, None], device=device),
        level=torch.as_tensor(
            np.where(others, NOBODY if level is None else level, NOBODY).astype(np.int8), device=device
        ),
        network=torch.as_tensor(networks, device=device),
        noise=torch.as_tensor((noise * most_careless).astype(np.float32), device=device),
        met=torch.as_tensor(np.flatnonzero(networks.any(axis=1)), device=device),
        bots=level is not None,
        careless=bool(noise.any()),
        sampled=sampled,
    )


SELF_PLAY, BOTS, NETWORKS, CARELESS = range(4)


def _kinds(recipe: Recipe, random: np.random.Generator, counts: np.ndarray, networks: bool, bots: bool) -> np.ndarray:
    """Which kind of game is played in each place, in the same shares for every number of players."""
    shares = np.array([0.0, recipe.bots * bots, recipe.past * networks, recipe.careless])
    shares[SELF_PLAY] = max(0.0, 1 - shares.sum())
    bounds = np.cumsum(shares / shares.sum())
    kind = np.zeros(len(counts), np.int64)
    for count in np.unique(counts):
        places = np.flatnonzero(counts == count)
        even = (np.arange(len(places)) + 0.5) / len(places)
        kind[places] = np.minimum(np.searchsorted(bounds, even), CARELESS)
    return kind


def _strangers(random: np.random.Generator, at_table: np.ndarray, counts: np.ndarray, alone: float) -> np.ndarray:
    """Seats of strangers: all but one, or a random number of them; the learner always has a seat."""
    size, most = at_table.shape
    own = np.where(random.random(size) < alone, 1, random.integers(1, np.maximum(counts, 2)))
    order = np.where(at_table, random.random((size, most)), 2.0).argsort(axis=1).argsort(axis=1)
    return at_table & (order >= own[:, None])
