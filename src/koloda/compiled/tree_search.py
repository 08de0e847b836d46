"""A driver: information-set Monte Carlo tree search with one observer. The tree is an array of nodes.

Every iteration deals the hidden cards anew (a determinization), and tries in that state every move that may still be
the best, all with the same luck, which tells them apart much sooner. To try a move is to walk on down the tree by moves
that are legal in that state, add one node, play the round out and count for every seat what that was worth. Where
nothing is hidden but the deck, determinizations differ only in what is drawn.

An edge is an action, or what the searching seat sees of a draw; draws that it does not see do not split a node. A move
counts how often it was legal when its node was visited: a rare one is tried as often, when it can be, as a common one.
The rule's move is expected of everybody until another turns out to do better; without a policy, any move is.
"""

from math import sqrt
from typing import Annotated, Any

from koloda.compiled.decisions import seat_to_act
from koloda.compiled.game_functions import HAS_POLICY, STEPS_IN, act, age, glimpse, hide, legal, worth
from koloda.compiled.hints import borrows
from koloda.compiled.rollout import (
    NOTHING,
    copy,
    deal_round,
    determinize,
    finished,
    let_bystanders_act,
    play_out,
    rule_action,
)
from koloda.compiled.types import Floats, Ints, IntTable, Row, State, States, Stream

ENTRIES = ("think", "transplant", "fingerprint", "find_known")
ROOT, NONE = 0, -1
SEEN = -2  # codes from here downwards are what was seen of a draw
COMPARED = 2  # moves that a search can be told to compare
DEEPEST = 512
NODE, SEAT = 0, 1  # columns of the path

EXPLORE = 1.2
FAITH, OWN_FAITH = 0.9, 0.3  # this part of the expectation is the rule's move's in advance, the rest is for all moves
KEPT_VISITS = 2  # of nodes that are worth keeping for the next decision
MIX, FINGERPRINT = 131, (1 << 55) - 1
DOUBT = 1.5  # how much a mean may be off after one try


class Node:
    """A node of the tree, and the edge that leads to it."""

    gain: Annotated[float, "f8"]
    """What its visits have brought the seat that moved there, added up."""
    child: Annotated[int, "i4"]
    """The first one; the others are its siblings."""
    sibling: Annotated[int, "i4"]
    code: Annotated[int, "i4"]
    """Of the edge: an action, NOTHING, or what was seen of a draw."""
    visits: Annotated[int, "i4"]
    offered: Annotated[int, "i4"]
    """How often the move was legal when the node above was visited."""
    known: Annotated[int, "i8"]
    """Where the searching seat is to act: a fingerprint of what it knows there, by which a later search finds the node
    again. 0 elsewhere, and where nobody wants to know."""


class TreeSearch:
    """A search in progress, beside its tree."""

    seat: Annotated[int, "i8"]
    """Who searches."""
    must: Annotated[int, "i8"]
    """Must it act? A bystander may also do nothing."""
    used: Annotated[int, "i8"]
    """Nodes of the tree; 0 before the first iteration."""
    compared: Annotated[Ints, "i8", COMPARED]
    """Moves that are tried in every iteration, however bad they seem; SEEN for none."""
    compares_only: Annotated[int, "i8"]
    """Are no other moves tried?"""
    memory: Annotated[IntTable, "i8", "SEATS", "REMEMBERED"]
    """What is remembered of each seat, for the belief."""
    weights: Annotated[Ints, "i8", "WEIGHTS"]
    """For the policy."""
    favour: Annotated[Floats, "f8", "ACTIONS"]
    """By action: what is added to the mean of a move to decide on, because somebody else thinks well of it."""
    cards: Annotated[Stream, "i8", 4]
    noise: Annotated[Stream, "i8", 4]
    same_cards: Annotated[Stream, "i8", 4]
    """Room for the state of the two streams: all moves of an iteration are tried with the same luck."""
    same_noise: Annotated[Stream, "i8", 4]
    legal: Annotated[Ints, "i2", "MOST_CHOICES"]
    path: Annotated[IntTable, "i4", DEEPEST, 2]
    """From the root's child down: nodes, and the seats that moved to them."""
    standings: Annotated[Ints, "i8", "SEATS"]
    shares: Annotated[Floats, "f8", "SEATS"]


@borrows
def find(nodes: Row[Node], node: int, code: int) -> int:
    """The child of a node along an edge, or NONE."""
    child = nodes[node].child
    while child != NONE and nodes[child].code != code:
        child = nodes[child].sibling
    return int(child)


@borrows
def grow(nodes: Row[Node], search: TreeSearch, node: int, code: int) -> int:
    """A new child, or NONE when the tree is full."""
    if search.used == len(nodes):
        return NONE
    child = int(search.used)
    search.used += 1
    made = nodes[child]
    made.child = NONE
    made.sibling = nodes[node].child
    made.code = code
    made.visits = 0
    made.offered = 0
    made.gain = 0.0
    made.known = 0
    nodes[node].child = child
    return child


@borrows
def select(nodes: Row[Node], node: int, out: Ints, n: int, favourite: int, faith: float) -> int:
    """Which of the legal moves to look at: good so far, or little known, or the favourite."""
    total = 0.0
    visits = 0
    for i in range(n):
        child = find(nodes, node, int(out[i]))
        if child != NONE:
            nodes[child].offered += 1
            total += nodes[child].gain
            visits += nodes[child].visits
    usual = total / visits if visits > 0 else 0.5
    best = -1.0
    chosen = int(out[0])
    for i in range(n):
        action = int(out[i])
        child = find(nodes, node, action)
        hope = (1.0 - faith) / n
        if action == favourite:
            hope += faith
        if child == NONE:
            merit = usual + EXPLORE * hope * sqrt(visits + 1.0)
        else:
            tried = nodes[child].visits
            merit = nodes[child].gain / tried if tried > 0 else usual
            merit += EXPLORE * hope * sqrt(nodes[child].offered + 0.0) / (1 + tried)
        if merit > best:
            best = merit
            chosen = action
    return chosen


@borrows
def fingerprint(raw: Ints) -> int:
    """A number that tells states apart by their bytes. It is not 0."""
    found = 1
    for i in range(len(raw)):
        found = (found * MIX + raw[i]) & FINGERPRINT
    return found + 1


@borrows
def recognize(s: State, seat: int, node: Node, known: States, raw: Ints) -> None:
    """Note at a node what the searching seat would know there. known[0] is room for that, `raw` are its bytes."""
    if len(raw) > 0 and node.known == 0:
        known[0] = s
        hide(known[0], seat)
        node.known = fingerprint(raw)


@borrows
def find_known(nodes: Row[Node], known: int) -> int:
    """The node where the searching seat knows this, or NONE."""
    for node in range(len(nodes)):
        if nodes[node].known == known:
            return node
    return NONE


@borrows
def transplant(nodes: Row[Node], root: int, to: Row[Node]) -> int:
    """Copy what lies below a node, as far as it was visited often enough and there is room; returns how many nodes."""
    to[ROOT] = nodes[root]
    to[ROOT].sibling = NONE
    used = 1
    copied = 0
    while copied < used:
        old = to[copied].child
        to[copied].child = NONE
        while old != NONE:
            if used < len(to) and (nodes[old].visits >= KEPT_VISITS or nodes[old].code <= SEEN):
                to[used] = nodes[old]
                to[used].sibling = to[copied].child
                to[copied].child = used
                used += 1
            old = nodes[old].sibling
        copied += 1
    return used


@borrows
def descend(s: State, nodes: Row[Node], search: TreeSearch, until: int, calm: int, known: States, raw: Ints) -> int:
    """Walk down the tree from path[0] and add a node; returns the length of the path.

    Bystanders may step in after `calm` decisions.
    """
    depth = 1
    while depth < DEEPEST:
        deal_round(s, search.cards, until)
        if finished(s, until):
            break
        node = after_draw(s, nodes, search, search.path[depth - 1][NODE])
        if node == NONE:
            break
        if STEPS_IN and depth > calm:
            let_bystanders_act(s, search.legal)
        seat = seat_to_act(s)
        n = legal(s, seat, search.legal)
        faith = FAITH
        if seat == search.seat:
            faith = OWN_FAITH
            recognize(s, seat, nodes[node], known, raw)
        if not HAS_POLICY:
            faith = 0.0
        favourite = rule_action(s, seat, search.legal, n, search.weights, search.noise)
        action = select(nodes, node, search.legal, n, favourite, faith)
        child = find(nodes, node, action)
        fresh = child == NONE
        if fresh:
            child = grow(nodes, search, node, action)
        act(s, seat, action)
        if child == NONE:
            break
        search.path[depth][NODE] = child
        search.path[depth][SEAT] = seat
        depth += 1
        if fresh:
            break
    return depth


@borrows
def after_draw(s: State, nodes: Row[Node], search: TreeSearch, node: int) -> int:
    """The node for what the searching seat has seen of the draws, if anything; NONE when the tree is full."""
    seen = glimpse(s, search.seat)
    if seen == 0:
        return int(node)
    child = find(nodes, node, SEEN - seen)
    return child if child != NONE else grow(nodes, search, node, SEEN - seen)


@borrows
def plant(s: State, nodes: Row[Node], search: TreeSearch) -> None:
    """A new tree: the moves to decide on are the children of the root; a bystander may also do nothing."""
    nodes[ROOT].child = NONE
    nodes[ROOT].visits = 0
    search.used = 1
    n = legal(s, search.seat, search.legal)
    if not search.must:
        search.legal[n] = NOTHING
        n += 1
    for i in range(n):
        grow(nodes, search, ROOT, int(search.legal[i]))


@borrows
def promise(node: Node, search: TreeSearch) -> float:
    """What a move to decide on that was tried has brought on average, and what speaks for it besides."""
    mean = node.gain / node.visits
    return float(mean + search.favour[node.code] if node.code != NOTHING else mean)


@borrows
def best_promise(nodes: Row[Node], search: TreeSearch) -> float:
    """What a move must promise to be tried again: the most that one promises."""
    best = -1.0e9
    child = nodes[ROOT].child
    while child != NONE:
        if nodes[child].visits > 0:
            best = max(best, promise(nodes[child], search))
        child = nodes[child].sibling
    return best


@borrows
def contends(node: Node, search: TreeSearch, best: float) -> bool:
    """Is a move to be tried: may it still be the best, or is it compared with others?

    A mean of few tries cannot be compared with one of many: those had other luck, and the search has learned to go on
    from there.
    """
    for i in range(COMPARED):
        if node.code == search.compared[i]:
            return True
    if search.compares_only:
        return False
    tried = node.visits
    return bool(tried == 0 or promise(node, search) + DOUBT / sqrt(tried + 0.0) >= best)


@borrows
def try_move(s: State, nodes: Row[Node], search: TreeSearch, child: int, until: int, known: States, raw: Ints) -> None:
    """Play a move of the root and the rest of the round, and count what that brought."""
    if nodes[child].code != NOTHING:
        act(s, search.seat, int(nodes[child].code))
    search.path[0][NODE] = child
    search.path[0][SEAT] = search.seat
    depth = descend(s, nodes, search, until, 0 if search.must else 1, known, raw)
    play_out(s, search.legal, search.weights, search.cards, search.noise, until)
    worth(s, search.standings, search.shares)
    for i in range(depth):
        node = search.path[i][NODE]
        nodes[node].visits += 1
        nodes[node].gain += search.shares[search.path[i][SEAT]]


@borrows
def think(boards: Any, nodes: Row[Node], searches: Row[TreeSearch], raw: Ints, iterations: int) -> int:
    """Search on; returns how many moves still contend.

    boards[0] is what the seat knows, boards[1] is filled with hidden cards, boards[2] is played on. boards[3] is room
    for what the seat would know later; `raw` are its bytes, or none where nobody wants to find nodes again.
    """
    search = searches[0]
    known = boards[3:]
    until = age(boards[0])
    contenders = 0
    for _ in range(iterations):
        boards[1] = boards[0]
        determinize(boards[1], search.memory, search.cards)
        if search.used == 0:
            plant(boards[1], nodes, search)
        copy(search.cards, search.same_cards)
        copy(search.noise, search.same_noise)
        best = best_promise(nodes, search)
        contenders = 0
        child = int(nodes[ROOT].child)
        while child != NONE:
            if contends(nodes[child], search, best):
                contenders += 1
                boards[2] = boards[1]
                copy(search.same_cards, search.cards)
                copy(search.same_noise, search.noise)
                try_move(boards[2], nodes, search, child, until, known, raw)
            child = int(nodes[child].sibling)
    return contenders
