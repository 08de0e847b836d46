"""A driver: information-set Monte Carlo tree search with one observer. Compilable; the tree is arrays.

Every iteration imagines a world that the seat cannot tell from the true one, and tries in it every move that may still
be the best, all with the same luck, which tells them apart much sooner. To try a move is to walk on down the tree by
moves that are legal in that world, add one node, play the round out and count for every seat what that was worth. Where
nothing is hidden but the deck (No Thanks!) worlds differ only in what is drawn.

An edge is an action, or what the searching seat sees of a draw; draws that it does not see do not split a node. A move
counts how often it was legal when its node was visited: a rare one is tried as often, when it can be, as a common one.
The rule's move is expected of everybody until another turns out to do better.
"""

from math import sqrt
from typing import Any

from koloda.compiled.decisions import seat_to_act
from koloda.compiled.rollout import NOTHING, copy, finished, habit, imagine, let_in, playout, settle

legal: Any = None
act: Any = None
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
FAITH, OWN_FAITH = 0.9, 0.3  # this part of the expectation is the rule's move's in advance, the rest is for all moves
DOUBT = 1.5  # how much a mean may be off after one try


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


def select(links: Any, gain: Any, node: int, out: Any, n: int, favourite: int, faith: float) -> int:
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


def descend(
    s: Any, me: int, knobs: Any, links: Any, gain: Any, used: Any, out: Any, trail: Any, r: Any, until: int, calm: int
) -> int:
    """Walk down the tree from trail[0] and add a node; returns the length of the trail: nodes, and who moved to them.

    Bystanders may step in after `calm` decisions.
    """
    depth = 1
    while depth < len(trail):
        settle(s, r, until)
        if finished(s, until):
            break
        node = after_draw(s, me, links, gain, used, trail[depth - 1][0])
        if node == NONE:
            break
        if STEPS_IN and depth > calm:
            let_in(s, out)
        seat = seat_to_act(s)
        n = legal(s, seat, out)
        faith = OWN_FAITH if seat == me else FAITH
        action = select(links, gain, node, out, n, habit(s, seat, out, n, knobs), faith)
        child = find(links, node, action)
        fresh = child == NONE
        if fresh:
            child = grow(links, gain, used, node, action)
        act(s, seat, action)
        if child == NONE:
            break
        trail[depth][0] = child
        trail[depth][1] = seat
        depth += 1
        if fresh:
            break
    return depth


def after_draw(s: Any, me: int, links: Any, gain: Any, used: Any, node: int) -> int:
    """The node for what the searching seat has seen of the draws, if anything; NONE when the tree is full."""
    seen = glimpse(s, me)
    if seen == 0:
        return int(node)
    child = find(links, node, SEEN - seen)
    return child if child != NONE else grow(links, gain, used, node, SEEN - seen)


def options(links: Any, gain: Any, used: Any, s: Any, me: int, must: bool, out: Any) -> None:
    """The moves to decide on become the children of the root; a bystander may also do nothing."""
    plant(links, used)
    n = legal(s, me, out)
    if not must:
        out[n] = NOTHING
        n += 1
    for i in range(n):
        grow(links, gain, used, ROOT, int(out[i]))


def bar(links: Any, gain: Any) -> float:
    """What a move must promise to be tried again: the most that one has brought on average."""
    best = 0.0
    child = links[ROOT][CHILD]
    while child != NONE:
        if links[child][VISITS] > 0:
            best = max(best, gain[child] / links[child][VISITS])
        child = links[child][SIBLING]
    return best


def contends(links: Any, gain: Any, child: int, best: float) -> bool:
    tried = links[child][VISITS]
    return bool(tried == 0 or gain[child] / tried + DOUBT / sqrt(tried + 0.0) >= best)


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
    whims: Any,
    luck: Any,
    whim: Any,
    iterations: int,
) -> int:
    """Search on; returns how many moves still contend. board[0] is what the seat knows, board[1] an imagined world,
    board[2] is played on. `luck` and `whim` are room for the two streams."""
    until = age(board[0])
    contenders = 0
    for _ in range(iterations):
        board[1] = board[0]
        imagine(board[1], memory, r)
        if used[0] == 0:
            options(links, gain, used, board[1], me, must, out)
        copy(r, luck)
        copy(whims, whim)
        best = bar(links, gain)
        contenders = 0
        child = int(links[ROOT][CHILD])
        while child != NONE:
            if contends(links, gain, child, best):
                contenders += 1
                board[2] = board[1]
                s = board[2]
                copy(luck, r)
                copy(whim, whims)
                if links[child][CODE] != NOTHING:
                    act(s, me, int(links[child][CODE]))
                trail[0][0] = child
                trail[0][1] = me
                depth = descend(s, me, knobs, links, gain, used, out, trail, r, until, 0 if must else 1)
                playout(s, out, knobs, r, whims, until)
                worth(s, standing, share)
                for i in range(depth):
                    node = trail[i][0]
                    links[node][VISITS] += 1
                    gain[node] += share[trail[i][1]]
            child = int(links[child][SIBLING])
    return contenders
