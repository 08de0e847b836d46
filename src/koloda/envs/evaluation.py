"""How strong a policy is: the share of the games that one seat wins among bots.

def choose(observations, masks):  # of many games: a row each
    return masks.argmax(axis=1)  # the lowest legal action

print(share_of_wins("crazy_eights", choose, players=4, bots="rule"))
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from koloda.envs.vector import SeatVectorEnv

Choose = Callable[[NDArray[Any], NDArray[np.bool_]], Any]
"""Maps observations and masks of legal actions, a row for each game, to one action id for each game."""
TEST_SEED = 1_000_003


class Share(NamedTuple):
    """A share of the wins, with the half of its 95 % interval. A victory of k seats together counts 1/k."""

    mean: float
    half: float
    games: int

    def __str__(self) -> str:
        return f"{self.mean:.1%} ± {self.half:.1%}"


def share_of_wins(
    game: str,
    choose: Choose,
    players: int | None = None,
    bots: str | Sequence[str] = "greedy",
    games: int = 2000,
    seed: int = TEST_SEED,
    **options: Any,
) -> Share:
    """Play this many games, the same deals every time, with `choose` in seat 0 and compiled bots in the others."""
    table = SeatVectorEnv(
        game, games, players, bots=bots, reward="win", choices=False, autoreset_mode="SameStep", **options
    )
    shown, _ = table.reset(seed=seed)
    won = np.full(games, np.nan)
    while np.isnan(won).any():
        actions = np.asarray(choose(shown["observation"], shown["action_mask"].astype(np.bool_)))
        shown, rewards, done, _, _ = table.step(actions)
        first = done & np.isnan(won)  # only the first game of every place, or short games would count more
        won[first] = rewards[first]
    table.close()
    return Share(float(won.mean()), float(1.96 * won.std() / games**0.5), games)
