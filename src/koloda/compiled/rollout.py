"""For the search drivers: a possible world, and how a round goes on in it when everybody plays by the rule. Compilable.

The search leaves open what differs from game to game: the rules, the policies (`policies/`), and what a game's
`worlds/` module says of imagined worlds.
"""

from typing import Any

from koloda.compiled.decisions import seat_to_act
from koloda.compiled.generator import below

actors: Any = None
legal: Any = None
act: Any = None
chance: Any = None
draw: Any = None
over: Any = None
rule: Any = None
step_in: Any = None
likely: Any = None
reply: Any = None
age: Any = None
STEPS_IN: Any = None

NOTHING = -1
WHIMS = 50  # one decision in so many is made by lot
LONGEST = 3000  # decisions; no round between players who follow the rule takes so many


def copy(words: Any, to: Any) -> None:
    """The state of a generator, to have the same luck again."""
    for i in range(4):
        to[i] = words[i]


def imagine(s: Any, memory: Any, r: Any) -> None:
    """Deal what a seat cannot know: a world that may be the true one."""
    n = chance(s)
    while n > 0:
        draw(s, likely(s, memory, r, n))
        n = chance(s)


def settle(s: Any, r: Any, until: int) -> None:
    """Carry out the draws that are due, but do not deal the next round."""
    while age(s) == until:
        n = chance(s)
        if n == 0:
            return
        draw(s, below(r, n))


def let_in(s: Any, out: Any) -> None:
    """Bystanders who want to step in do."""
    mask = actors(s)
    for seat in range(s.players):
        if not (mask >> seat) & 1:
            n = legal(s, seat, out)
            if n > 0:
                action = step_in(s, seat, out, n)
                if action != NOTHING:
                    act(s, seat, action)


def habit(s: Any, seat: int, out: Any, n: int, knobs: Any) -> int:
    """What the rule would do."""
    return int(out[0]) if n == 1 else int(rule(s, seat, out, n, knobs))


def finished(s: Any, until: int) -> bool:
    """Is the round over that the search looks at?"""
    return bool(over(s) or age(s) != until)


def playout(s: Any, out: Any, knobs: Any, r: Any, whims: Any, until: int) -> None:
    """To the end of the round, by quick replies. A little chance keeps the search from believing too much in them.

    Cards come from one stream and whims from another: the same cards come whatever the players do.
    """
    for _ in range(LONGEST):
        settle(s, r, until)
        if finished(s, until):
            return
        if STEPS_IN:
            let_in(s, out)
        seat = seat_to_act(s)
        n = legal(s, seat, out)
        if n > 1 and below(whims, WHIMS) == 0:
            act(s, seat, int(out[below(whims, n)]))
        else:
            act(s, seat, int(out[0]) if n == 1 else int(reply(s, seat, out, n, knobs)))
