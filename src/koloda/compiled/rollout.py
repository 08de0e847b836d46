"""For the search drivers: hidden cards dealt anew, and how a round goes on when everybody plays by the rule.

Where a game has no policy, everybody plays at random instead.
"""

from koloda.compiled.decisions import seat_to_act
from koloda.compiled.game_functions import (
    HAS_POLICY,
    STEPS_IN,
    act,
    actors,
    age,
    chance,
    draw,
    legal,
    likely,
    over,
    reply,
    rule,
    step_in,
)
from koloda.compiled.generator import below
from koloda.compiled.hints import borrows
from koloda.compiled.types import Ints, IntTable, State, Stream

NOTHING = -1
EXPLORE_ONE_IN = 50  # decisions, of which one is random
LONGEST = 3000  # decisions; no round between players who follow the rule takes so many


@borrows
def copy(stream: Stream, to: Stream) -> None:
    """The state of a generator, to have the same luck again."""
    for i in range(4):
        to[i] = stream[i]


@borrows
def determinize(s: State, memory: IntTable, stream: Stream) -> None:
    """Deal what a seat cannot know: a state that may be the true one."""
    n = chance(s)
    while n > 0:
        draw(s, likely(s, memory, stream, n))
        n = chance(s)


@borrows
def deal_round(s: State, stream: Stream, until: int) -> None:
    """Carry out the draws that are due, but do not deal the next round."""
    while age(s) == until:
        n = chance(s)
        if n == 0:
            return
        draw(s, below(stream, n))


@borrows
def let_bystanders_act(s: State, out: Ints) -> None:
    """Bystanders who want to step in do."""
    mask = actors(s)
    for seat in range(s.players):
        if not (mask >> seat) & 1:
            n = legal(s, seat, out)
            if n > 0:
                action = step_in(s, seat, out, n)
                if action != NOTHING:
                    act(s, seat, action)


@borrows
def rule_action(s: State, seat: int, out: Ints, n: int, weights: Ints, noise: Stream) -> int:
    """What the rule would do; without a policy, any of the legal actions."""
    if n == 1:
        return int(out[0])
    if HAS_POLICY:
        return int(rule(s, seat, out, n, weights))
    return int(out[below(noise, n)])


@borrows
def finished(s: State, until: int) -> bool:
    """Is the round over that the search looks at?"""
    return bool(over(s) or age(s) != until)


@borrows
def play_out(s: State, out: Ints, weights: Ints, cards: Stream, noise: Stream, until: int) -> None:
    """To the end of the round, by quick replies. A little chance keeps the search from believing too much in them.

    Without a policy all replies are random.
    Cards come from one stream and noise from another: the same cards come whatever the players do.
    """
    for _ in range(LONGEST):
        deal_round(s, cards, until)
        if finished(s, until):
            return
        if STEPS_IN:
            let_bystanders_act(s, out)
        seat = seat_to_act(s)
        n = legal(s, seat, out)
        if n > 1 and (not HAS_POLICY or below(noise, EXPLORE_ONE_IN) == 0):
            act(s, seat, int(out[below(noise, n)]))
        else:
            act(s, seat, int(out[0]) if n == 1 else int(reply(s, seat, out, n, weights)))
