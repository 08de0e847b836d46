"""A driver: information-set Monte Carlo tree search with one observer. Compilable; the tree is arrays.

Every iteration imagines a world that the seat cannot tell from the true one, walks down the tree by moves that are
legal in that world, adds one node, plays the round out and counts for every seat what that was worth. Where nothing is
hidden but the deck (No Thanks!) worlds differ only in what is drawn.

An edge is an action, or what the searching seat sees of a draw; draws that it does not see do not split a node. A move
counts how often it was legal when its node was visited: a rare one is tried as often, when it can be, as a common one.
The rule's choice is tried first, and others' moves are thought to be the rule's until they do better by another.
"""

from math import sqrt
from typing import Any

from koloda.bots.rollouts import NOTHING, finished, first_seat, habit, imagine, let_in, playout, settle

actors: Any = None
legal: Any = None
act: Any = None
step_in: Any = None
age: Any = None
glimpse: Any = None
worth: Any = None
STEPS_IN = 0

# Columns of `links`, one row a node
CHILD, SIBLING, CODE, VISITS, OFFERED = 0, 1, 2, 3, 4
COLUMNS = 5
ROOT, NONE = 0, -1
SEEN = -2  # codes from here downwards are what was seen of a draw

EXPLORE = 1.2
FAITH = 0.5  # the rule's move has this part of the expectation in advance, the rest is shared by all
ROOT_FAITH = 0.2  # where the decision is made, all moves are to be compared


def plant(links: Any, used: Any) -> None:
    """An empty tree; used[0] counts its nodes."""
    links[ROOT][CHILD] = NONE
    links[ROOT][VISITS] = 0
    used[0] = 1


def find(links: Any, node: int, code: int) -> int:
    """The child of a node along an edge, or NONE."""
    child = links[node][CHILD]
    while child != NONE and links[child][CODE] != code:
        child = links[child][SIBLING]
    return int(child)


def grow(links: Any, gain: Any, used: Any, node: int, code: int) -> int:
    """A new child, or NONE when the tree is full."""
    if used[0] == len(links):
        return NONE
    child = int(used[0])
    used[0] += 1
    links[child][CHILD] = NONE
    links[child][SIBLING] = links[node][CHILD]
    links[child][CODE] = code
    links[child][VISITS] = 0
    links[child][OFFERED] = 0
    links[node][CHILD] = child
    gain[child] = 0.0
    return child


def select(links: Any, gain: Any, node: int, out: Any, n: int, favourite: int) -> int:
    """Which of the legal moves to look at: good so far, or little known, or the favourite."""
    total = 0.0
    visits = 0
    for i in range(n):
        child = find(links, node, int(out[i]))
        if child != NONE:
            links[child][OFFERED] += 1
            total += gain[child]
            visits += links[child][VISITS]
    usual = total / visits if visits > 0 else 0.5
    best = -1.0
    chosen = int(out[0])
    faith = ROOT_FAITH if node == ROOT else FAITH
    for i in range(n):
        action = int(out[i])
        child = find(links, node, action)
        hope = (1.0 - faith) / n
        if action == favourite:
            hope += faith
        if child == NONE:
            merit = usual + EXPLORE * hope * sqrt(visits + 1.0)
        else:
            tried = links[child][VISITS]
            merit = gain[child] / tried if tried > 0 else usual
            merit += EXPLORE * hope * sqrt(links[child][OFFERED] + 0.0) / (1 + tried)
        if merit > best:
            best = merit
            chosen = action
    return chosen


def offer(s: Any, me: int, must: bool, depth: int, out: Any) -> int:
    """Fill in what can be done at this depth: a bystander at the root may also do nothing."""
    if depth > 0 or must:
        return int(legal(s, first_seat(actors(s)), out))
    n = legal(s, me, out)
    out[n] = NOTHING
    return int(n) + 1


def descend(
    s: Any, me: int, must: bool, knobs: Any, links: Any, gain: Any, used: Any, out: Any, trail: Any, r: Any, until: int
) -> int:
    """Walk down the tree and add a node; returns the number of decisions. trail[i] is a node and who moved to it."""
    node = ROOT
    depth = 0
    while depth < len(trail) and not finished(s, until):
        decided = depth > 0 or must
        if STEPS_IN and depth > 0 and (depth > 1 or must):
            let_in(s, out)
        seat = first_seat(actors(s)) if decided else me
        n = offer(s, me, must, depth, out)
        favourite = habit(s, seat, out, n, knobs) if decided else step_in(s, seat, out, n - 1)
        action = select(links, gain, node, out, n, favourite)
        child = find(links, node, action)
        fresh = child == NONE
        if fresh:
            child = grow(links, gain, used, node, action)
        if action != NOTHING:
            act(s, seat, action)
        if child == NONE:
            return depth
        trail[depth][0] = child
        trail[depth][1] = seat
        depth += 1
        if fresh:
            return depth
        settle(s, r, until)
        node = after_draw(s, me, links, gain, used, child)
        if node == NONE:
            return depth
    return depth


def after_draw(s: Any, me: int, links: Any, gain: Any, used: Any, node: int) -> int:
    """The node for what the searching seat has seen of the draws, if anything; NONE when the tree is full."""
    seen = glimpse(s, me)
    if seen == 0:
        return node
    child = find(links, node, SEEN - seen)
    return child if child != NONE else grow(links, gain, used, node, SEEN - seen)


def think(
    board: Any,
    me: int,
    must: bool,
    memory: Any,
    knobs: Any,
    links: Any,
    gain: Any,
    used: Any,
    out: Any,
    trail: Any,
    standing: Any,
    share: Any,
    r: Any,
    iterations: int,
) -> None:
    """Search on. board[0] is what the seat knows, board[1] is played on."""
    until = age(board[0])
    for _ in range(iterations):
        board[1] = board[0]
        s = board[1]
        imagine(s, memory, r)
        depth = descend(s, me, must, knobs, links, gain, used, out, trail, r, until)
        playout(s, out, knobs, r, until)
        worth(s, standing, share)
        for i in range(depth):
            node = trail[i][0]
            links[node][VISITS] += 1
            gain[node] += share[trail[i][1]]
