"""What a finished game is worth to each seat.

| reward       | of a seat                                                                                 |
| ------------ | ----------------------------------------------------------------------------------------- |
| `win`        | 1 for the winner; 1/k for each of k who share the first place; 0 for the others           |
| `score`      | the final score; minus the score where the lowest wins                                    |
| `difference` | the same, minus the mean of the others' scores: the rewards of a table add up to 0        |
| `shaped`     | `win` plus `difference` / 16384: a win, and a little for every point                      |

Before the end every reward is 0.
"""

from typing import Any

from koloda.compiled.rewards import pay_out
from koloda.core.errors import UnknownOption
from koloda.core.game import Game

REWARDS = ("win", "score", "difference", "shaped")


def number_of(reward: str) -> int:
    """The number of a reward in compiled code."""
    if reward not in REWARDS:
        raise UnknownOption.of("errors.reward", given=str(reward), allowed=", ".join(REWARDS))
    return REWARDS.index(reward)


def sign_of(game: Game) -> int:
    return -1 if game.lowest_wins else 1


def rewards(game: Game, s: Any, reward: str = "win") -> list[float]:
    """Each seat's reward in a state of the interpreted rules."""
    paid = [0.0] * s.players
    if game.rules.over(s):
        standings = [0] * s.players
        game.rules.standings(s, standings)
        pay_out(number_of(reward), sign_of(game), s.players, game.scores(s), standings, paid)
    return paid
