"""What a finished game is worth to each seat. Compilable.

| reward       | of a seat                                                                                 |
| ------------ | ----------------------------------------------------------------------------------------- |
| `win`        | 1 for the winner; 1/k for each of k who share the first place; 0 for the others           |
| `score`      | the final score; minus the score where the lowest wins (No Thanks!)                       |
| `difference` | the same, minus the mean of the others' scores: the rewards of a table add up to 0        |

Before the end every reward is 0.
"""

from typing import Any

from koloda.core.errors import UnknownOption
from koloda.core.game import Game

REWARDS = ("win", "score", "difference")
WIN, SCORE, DIFFERENCE = 0, 1, 2


def pay_out(kind: int, sign: int, players: int, scores: Any, standings: Any, rewards: Any) -> None:
    """Fill in the rewards; `sign` is -1 where the lowest score wins."""
    best = standings[0]
    winners = 0
    total = 0
    for seat in range(players):
        if standings[seat] > best:
            best = standings[seat]
            winners = 0
        winners += standings[seat] == best
        total += scores[seat]
    for seat in range(players):
        if kind == WIN:
            rewards[seat] = 1.0 / winners if standings[seat] == best else 0.0
        elif kind == SCORE:
            rewards[seat] = sign * scores[seat] + 0.0
        else:
            rewards[seat] = sign * (scores[seat] - (total - scores[seat]) / (players - 1))


def number_of(reward: str) -> int:
    """The number of a kind of reward in compiled code."""
    if reward not in REWARDS:
        raise UnknownOption.of("errors.reward", given=str(reward), allowed=", ".join(REWARDS))
    return REWARDS.index(reward)


def sign_of(game: Game) -> int:
    return -1 if game.lowest_wins else 1


def rewards(game: Game, s: Any, reward: str = "win") -> list[float]:
    """Each seat's reward for a state of the interpreted rules."""
    paid = [0.0] * s.players
    if game.rules.over(s):
        standings = [0] * s.players
        game.rules.standings(s, standings)
        pay_out(number_of(reward), sign_of(game), s.players, game.scores(s), standings, paid)
    return paid
