"""A driver: two moves of a seat, each played on in the same deals of the hidden cards, with the same luck.

Hidden cards are dealt as in a search. Then everybody goes on by the rule (level 2), or at random in a game without a
policy, to the end of the round: that is as far as a search looks. Deal k has stream k of a seed, so more deals can be
added.
"""

from typing import Annotated, Any

from koloda.compiled.decisions import seat_to_act
from koloda.compiled.game_functions import STEPS_IN, act, age, legal, notice, over, scores, worth
from koloda.compiled.generator import seed
from koloda.compiled.hints import borrows
from koloda.compiled.regret_matching import reopen
from koloda.compiled.rollout import (
    NOTHING,
    copy,
    deal_round,
    determinize,
    finished,
    let_bystanders_act,
    rule_action,
)
from koloda.compiled.types import Floats, Ints, IntTable, Row, State, States, Stream

ENTRIES = ("compare",)
MOVES = 2
LONGEST = 1 << 20  # draws and decisions
ENDLESS = "rounds by this game's rule do not end from here"


class Workspace:
    """Room for one thread. The number of `WEIGHTS` is the policy's, that of `COUNTS` one more than the game counts."""

    seat: Annotated[int, "i8"]
    """Whose move it is."""
    simultaneous: Annotated[int, "i8"]
    """Do all seats choose at once?"""
    memory: Annotated[IntTable, "i8", "SEATS", "REMEMBERED"]
    """What is remembered of each seat, for the belief."""
    weights: Annotated[Ints, "i8", "WEIGHTS"]
    cards: Annotated[Stream, "i8", 4]
    same_cards: Annotated[Stream, "i8", 4]
    """Room for the state of the stream: both moves have the same luck."""
    legal: Annotated[Ints, "i2", "MOST_CHOICES"]
    counted: Annotated[Ints, "i8", "COUNTS"]
    points: Annotated[Ints, "i8", "SEATS"]
    shares: Annotated[Floats, "f8", "SEATS"]


@borrows
def play_round(s: State, until: int, calm: bool, room: Workspace) -> None:
    """Play a round to its end. If it is `calm`, no bystander acts before the first decision."""
    for _ in range(LONGEST):
        deal_round(s, room.cards, until)
        if finished(s, until):
            return
        if STEPS_IN and not calm:
            let_bystanders_act(s, room.legal)
        calm = False
        seat = seat_to_act(s)
        n = legal(s, seat, room.legal)
        action = rule_action(s, seat, room.legal, n, room.weights, room.cards)
        notice(s, room.seat + 0, seat, action, room.counted)
        act(s, seat, action)
    raise AssertionError(ENDLESS)


@borrows
def compare(
    boards: States,
    moves: Ints,
    key: int,
    first: int,
    wins: Any,
    points: Any,
    counted: Any,
    workspace: Row[Workspace],
) -> int:
    """Fill in what the two `moves` bring in deals `first`, `first + 1`, ... of seed `key`; returns how many rounds
    ended before the game.

    boards[0] is what the seat knows, boards[1] is filled with hidden cards, boards[2] is played on. The results have
    a row for each deal, in it one for each move, and there a column for each seat, or each number that is counted.
    """
    room = workspace[0]
    seat = room.seat + 0
    until = age(boards[0])
    unfinished = 0
    for i in range(wins.shape[0]):
        seed(room.cards, key, first + i)
        boards[1] = boards[0]
        determinize(boards[1], room.memory, room.cards)
        if room.simultaneous:
            reopen(boards[1], seat, room.legal)
        copy(room.cards, room.same_cards)
        for move in range(MOVES):
            copy(room.same_cards, room.cards)
            boards[2] = boards[1]
            s = boards[2]
            for j in range(counted.shape[2]):
                room.counted[j] = 0
            if moves[move] != NOTHING:
                notice(s, seat, seat, int(moves[move]), room.counted)
                act(s, seat, int(moves[move]))
            play_round(s, until, moves[move] == NOTHING, room)
            unfinished += not over(s)
            scores(s, room.points)
            for other in range(s.players):
                points[i, move, other] = room.points[other]
            worth(s, room.points, room.shares)
            for other in range(s.players):
                wins[i, move, other] = room.shares[other]
            for j in range(counted.shape[2]):
                counted[i, move, j] = room.counted[j]
    return unfinished
