"""A driver: games in which one seat is asked from outside and compiled bots sit in the others."""

from typing import Any, NamedTuple

from numpy.typing import NDArray

from koloda.compiled.bot_match import decide
from koloda.compiled.decisions import seat_to_act
from koloda.compiled.episode import NOISE, begin, pay, take_turn
from koloda.compiled.game_functions import legal, over, recall
from koloda.compiled.generator import seed
from koloda.compiled.hints import borrows

ENTRIES = ("begin_all", "begin_some", "step")


class SeatGames(NamedTuple):
    """Games, or a part of them, as the driver takes them; one row each."""

    boards: NDArray[Any]
    memories: NDArray[Any]
    """What the players remember."""
    streams: NDArray[Any]
    """The dealers' generators, four words a game."""
    noise: NDArray[Any]
    """The bots' generators."""
    episodes: NDArray[Any]
    """How many games have ended in a place."""
    observations: NDArray[Any]
    masks: NDArray[Any]
    final_observations: NDArray[Any]
    """The last ones of games that have just ended, if the next one is dealt in the same step."""
    rewards: NDArray[Any]
    scores: NDArray[Any]
    """By seat, of games that have just ended; so are the winners."""
    winners: NDArray[Any]
    done: NDArray[Any]
    known: NDArray[Any]
    """Room for what a bot knows, one board; so are the next four room."""
    legal: NDArray[Any]
    points: NDArray[Any]
    places: NDArray[Any]
    paid: NDArray[Any]
    levels: NDArray[Any]
    """By seat (`bot_match.py`)."""
    weights: NDArray[Any]
    """For the rule."""
    seed: int
    first: int
    """The number of the first game."""
    seat: int
    """The seat that is asked."""
    reward: int
    sign: int
    same_step: bool
    """Is the next game dealt in the step that ends one? Else in the step after it, which takes no action."""


@borrows
def play_on(games: SeatGames, i: int) -> None:
    """The bots decide, until the asked seat's turn or the end of the game."""
    s = games.boards[i]
    while not over(s):
        seat = seat_to_act(s)
        if seat == games.seat:
            return
        n = legal(s, seat, games.legal)
        level = int(games.levels[seat])
        action = decide(s, games.known, seat, level, games.weights, games.legal, n, games.noise[i])
        take_turn(s, games.memories[i], games.streams[i], seat, action)


@borrows
def begin_one(games: SeatGames, i: int) -> None:
    """The next game of a place in which the seat is asked at all: one that ends before is played no further."""
    while True:
        begin(games.boards[i], games.memories[i], games.streams[i], games.seed, games.first + i, games.episodes[i])
        play_on(games, i)
        if not over(games.boards[i]):
            return
        games.episodes[i] += 1


@borrows
def show(games: SeatGames, i: int) -> None:
    """Write down what the seat sees and may do."""
    s = games.boards[i]
    recall(s, games.memories[i], games.seat, games.observations[i])
    games.masks[i, :] = 0
    if over(s):
        return
    n = legal(s, games.seat, games.legal)
    for k in range(n):
        games.masks[i, games.legal[k]] = 1


@borrows
def settle_up(games: SeatGames, i: int) -> None:
    """The result of a game that is over."""
    s = games.boards[i]
    pay(s, games.reward, games.sign, games.points, games.places, games.paid)
    games.rewards[i] = games.paid[games.seat]
    best = games.places[0]
    for seat in range(s.players):
        best = max(best, games.places[seat])
    for seat in range(s.players):
        games.scores[i, seat] = games.points[seat]
        games.winners[i, seat] = games.places[seat] == best


@borrows
def begin_all(games: SeatGames) -> None:
    """Deal all games."""
    for i in range(games.done.shape[0]):
        seed(games.noise[i], games.seed, NOISE + games.first + i)
        begin_one(games, i)
        games.done[i] = False
        show(games, i)


@borrows
def begin_some(games: SeatGames, chosen: NDArray[Any]) -> None:
    """Deal the next game in chosen places."""
    for i in range(chosen.shape[0]):
        if chosen[i]:
            games.episodes[i] += 1
            begin_one(games, i)
            games.done[i] = False
            show(games, i)


@borrows
def step(games: SeatGames, actions: NDArray[Any]) -> None:
    """The seat's decision in every game and the bots' answers; or a new game, where the last step has ended one."""
    for i in range(actions.shape[0]):
        s = games.boards[i]
        games.rewards[i] = 0.0
        due = games.done[i] and not games.same_step
        games.done[i] = False
        if not due:
            take_turn(s, games.memories[i], games.streams[i], games.seat, int(actions[i]))
            play_on(games, i)
            if over(s):
                games.done[i] = True
                settle_up(games, i)
                if games.same_step:
                    recall(s, games.memories[i], games.seat, games.final_observations[i])
                    due = True
        if due:
            games.episodes[i] += 1
            begin_one(games, i)
        show(games, i)
