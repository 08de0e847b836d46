"""A driver: one step in one game of a batch, the same on the CPU (`batch_cpu.py`) and on a GPU (`batch_cuda.py`)."""

from typing import Any, NamedTuple

from numpy.typing import NDArray

from koloda.compiled.batch_layout import allow, clear_mask, clear_rewards, meet, write_observation, write_rewards
from koloda.compiled.decisions import seat_to_act
from koloda.compiled.episode import begin, deal
from koloda.compiled.game_functions import act, legal, over, watch
from koloda.compiled.hints import borrows
from koloda.compiled.types import Ints, State, Stream


class Games(NamedTuple):
    """The games of a batch, or a part of them, as drivers take them. On a GPU games come last in every array."""

    boards: NDArray[Any]
    """The states, records; on a GPU their words of 8 bytes."""
    memories: NDArray[Any]
    """What the players remember, records."""
    streams: NDArray[Any]
    """The dealers' generators, four words a game."""
    noise: NDArray[Any]
    """The generators of random actions."""
    episodes: NDArray[Any]
    """How many games have ended in a place."""
    observations: NDArray[Any]
    masks: NDArray[Any]
    seats: NDArray[Any]
    rewards: NDArray[Any]
    done: NDArray[Any]
    seed: int
    first: int
    """The number of the first game in the batch."""
    reward: int
    """The kind of reward (`rewards.py`)."""
    sign: int
    """Of a score: -1 where the lowest wins."""


@borrows
def show(s: State, i: int, games: Games, out: Ints, together: int) -> int:
    """Write down what the seat that is asked sees and may do; returns how many actions it has."""
    meet(together)
    seat = seat_to_act(s)
    games.seats[i] = seat
    write_observation(s, games.memories[i], seat, games.observations, i)
    meet(together)
    n = legal(s, seat, out)
    meet(together)
    clear_mask(games.masks, i)
    for k in range(n):
        allow(games.masks, i, out[k])
    return n


@borrows
def next_turn(
    s: State, stream: Stream, i: int, action: int, games: Games, points: Ints, places: Ints, together: int
) -> None:
    """A decision in one game; if it ends the game, rewards are paid and the next one is dealt."""
    seat = int(games.seats[i])  # read before anything is written, so that a GPU need not wait for it
    if games.done[i]:
        clear_rewards(games.rewards, i)
    m = games.memories[i]
    watch(s, m, seat, action)
    act(s, seat, action)
    meet(together)
    deal(s, m, stream)
    meet(together)
    ended = over(s)
    games.done[i] = ended
    if ended:
        write_rewards(s, games.reward, games.sign, points, places, games.rewards, i)
        games.episodes[i] += 1
        begin(s, m, stream, games.seed, games.first + i, games.episodes[i])
