"""A driver for choices that all make at once: regret matching at the root, over imagined worlds. Compilable.

Every iteration imagines a world and one seat's turn to learn: the others choose, and every choice of that seat is
played out against theirs, with the same luck. What a choice would have brought more than the strategy so far is its
regret; the strategy chooses in proportion to regrets. No single choice is best for long against others who learn too,
so the average of the strategies mixes (later ones count more). Often the others are thought to choose by the rule.
"""

from typing import Any

from koloda.compiled.generator import below, bits
from koloda.compiled.rollout import copy, habit, imagine, playout

legal: Any = None
act: Any = None
actors: Any = None
age: Any = None
worth: Any = None

HABIT = 60  # percent of the others' choices that follow the rule


def strategy(regret: Any, out: Any, n: int, favourite: int, mix: Any) -> None:
    """How likely each of the n choices is, by regrets; while there are none, the favourite."""
    total = 0.0
    for i in range(n):
        mix[i] = max(regret[out[i]], 0.0)
        total += mix[i]
    for i in range(n):
        if total > 0.0:
            mix[i] /= total
        else:
            mix[i] = 1.0 if out[i] == favourite else 0.0


def by_lot(mix: Any, n: int, r: Any) -> int:
    """One of n, by their likelihoods."""
    at = bits(r) / 4294967296.0
    for i in range(n - 1):
        at -= mix[i]
        if at < 0.0:
            return i
    return n - 1


def reopen(s: Any, me: int, out: Any) -> None:
    """Choices that others have made already are made anew, with everybody else's: they are hidden all the same."""
    mask = actors(s)
    for seat in range(s.players):
        if seat != me and not (mask >> seat) & 1 and legal(s, seat, out) > 0:
            act(s, seat, int(out[0]))


def choose_others(s: Any, learner: int, regret: Any, knobs: Any, out: Any, mix: Any, choice: Any, r: Any) -> None:
    """Everybody's choice but the learner's."""
    for seat in range(s.players):
        if seat != learner:
            n = legal(s, seat, out)
            favourite = habit(s, seat, out, n, knobs)
            choice[seat] = favourite
            if below(r, 100) >= HABIT:
                strategy(regret[seat], out, n, favourite, mix)
                choice[seat] = int(out[by_lot(mix, n, r)])


def outcomes(
    board: Any,
    learner: int,
    n: int,
    knobs: Any,
    out: Any,
    spare: Any,
    choice: Any,
    standing: Any,
    share: Any,
    luck: Any,
    r: Any,
    until: int,
    value: Any,
) -> None:
    """What each of the learner's n choices (in `out`) brings in the world of board[1], all with the same luck."""
    copy(r, luck)
    players = board[1].players + 0
    for i in range(n):
        copy(luck, r)
        board[2] = board[1]
        s = board[2]
        for seat in range(players):
            act(s, seat, int(out[i]) if seat == learner else int(choice[seat]))
        playout(s, spare, knobs, r, r, until)
        worth(s, standing, share)
        value[i] = share[learner]


def learn(regret: Any, out: Any, n: int, mix: Any, value: Any) -> None:
    """Regret what the strategy so far has missed."""
    mean = 0.0
    for i in range(n):
        mean += mix[i] * value[i]
    for i in range(n):
        regret[out[i]] = max(regret[out[i]] + value[i] - mean, 0.0)


def think(
    board: Any,
    me: int,
    memory: Any,
    knobs: Any,
    regret: Any,
    chosen: Any,
    gain: Any,
    out: Any,
    spare: Any,
    mix: Any,
    choice: Any,
    value: Any,
    standing: Any,
    share: Any,
    luck: Any,
    r: Any,
    iterations: int,
) -> None:
    """Search on. By action: `chosen` adds up the strategies of the searching seat, `gain` what the choices brought.

    gain[0] counts the worlds that were looked at for that seat (action 0 takes a choice back).
    """
    until = age(board[0])
    for _ in range(iterations):
        board[1] = board[0]
        s = board[1]
        imagine(s, memory, r)
        reopen(s, me, out)
        learner = me
        if below(r, 2) == 0:
            learner = below(r, s.players + 0)
        choose_others(s, learner, regret, knobs, out, mix, choice, r)
        n = legal(s, learner, out)
        favourite = habit(s, learner, out, n, knobs)
        outcomes(board, learner, n, knobs, out, spare, choice, standing, share, luck, r, until, value)
        strategy(regret[learner], out, n, favourite, mix)
        if learner == me:
            gain[0] += 1
            for i in range(n):
                chosen[out[i]] += gain[0] * mix[i]
                gain[out[i]] += value[i]
        learn(regret[learner], out, n, mix, value)
