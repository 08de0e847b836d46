"""Small trainings: a few games, a narrow network."""

from typing import Any

from koloda.games import find
from koloda.learn.recipe import Recipe, usual_recipe

SMALL = {
    "games": 24,
    "steps": 24,
    "minibatch": 128,
    "hidden": 16,
    "layers": 1,
    "stage": 2,
    "imitate": 2,
    "deals": 4,
    "threads": 1,
    "players": (3, 4),
    "decisions": 24 * 24 * 6,
}


def small(game: str = "no_thanks", **changes: Any) -> Recipe:
    return usual_recipe(find(game), "cpu", {**SMALL, **changes})
