"""A driver: tree search guided by a network, for games in which seats choose one after another.

Like `tree_search.py` it deals the hidden cards anew in every iteration, and tries all moves that may still be the best
with the same luck. But nothing is played out: every position on the way down is evaluated by the network. Where the
tree goes on, the network's preferences are the prior of the moves (PUCT); where it ends, its expected shares are what
the way there is worth to every seat. The network looks at a position with the eyes of the seat that is to act, in the
cards that this iteration has dealt.

To evaluate many positions together is much faster, so moves are tried side by side, in lanes: all go down by one move,
then all new positions are evaluated.
"""

from math import sqrt
from typing import Annotated

from koloda.compiled.decisions import seat_to_act
from koloda.compiled.episode import take_turn
from koloda.compiled.game_functions import STEPS_IN, actors, age, legal, over, standings, step_in, worth
from koloda.compiled.generator import seed
from koloda.compiled.hints import borrows
from koloda.compiled.network import NetworkArrays, evaluate, read_policy, read_shares, take_in
from koloda.compiled.rollout import NOTHING, determinize, play_out
from koloda.compiled.tree_search import (
    COMPARED,
    NODE,
    NONE,
    SEAT,
    Node,
    TreeSearch,
    after_draw,
    best_mean,
    find,
    grow,
    plant,
)
from koloda.compiled.types import Floats, FloatTable, Ints, IntTable, Memories, Memory, Row, State, States, Table

ENTRIES = ("think",)
LANES = 32
"""Moves that are tried side by side."""
DEEPEST = 64
FIRST_LANE = 2
"""The first state of a lane; before it are what the seat knows, and the same with hidden cards."""
BOARDS = FIRST_LANE + LANES

EXPLORE_BY_PRIOR = 1.0
UNSURE = 0.7  # how much a mean may be off after one try: values are less noisy than outcomes


class GuidedSearch(TreeSearch):
    """A search in progress, beside its tree."""

    first_seed: Annotated[int, "i8"]
    """The seed of the luck of all determinizations."""
    determinizations: Annotated[int, "i8"]
    """How many there were."""
    until: Annotated[int, "i8"]
    """The round that is played out."""
    trust: Annotated[float, "f8"]
    """How much of a leaf's value is the network's; the rest comes from playing the round out by the rule."""
    candidates: Annotated[int, "i8"]
    """How many of the moves are tried at all: those with the highest prior."""
    moves: Annotated[int, "i8"]
    """Children of the root: nodes 1 to `moves`."""
    prior: Annotated[Floats, "f8", "MOST_CHOICES"]
    """By child of the root: how likely the network finds the move."""
    likely: Annotated[Floats, "f8", "MOST_CHOICES"]
    """Room for the same further down."""
    lanes: Annotated[int, "i8"]
    """How many are in use. What follows is by lane."""
    streams: Annotated[IntTable, "i8", LANES, 4]
    paths: Annotated[Table[IntTable], "i4", LANES, DEEPEST, 2]
    """From the root's child down: nodes, and the seats that moved to them."""
    depths: Annotated[Ints, "i8", LANES]
    node: Annotated[Ints, "i8", LANES]
    """Where the lane is in the tree; NONE beyond it."""
    actor: Annotated[Ints, "i8", LANES]
    """Who is to act; NONE when the lane has come to its end."""
    worth: Annotated[FloatTable, "f8", LANES, "SEATS"]
    """Each seat's share of the win at that end."""
    lane_of: Annotated[Ints, "i8", LANES]
    """By position that is evaluated."""


@borrows
def win_shares(s: State, standing: Ints, shares: Floats) -> None:
    """The win, shared by equals."""
    standings(s, standing)
    best = standing[0]
    for seat in range(1, s.players):
        best = max(best, standing[seat])
    winners = 0
    for seat in range(s.players):
        if standing[seat] == best:
            winners += 1
    for seat in range(s.players):
        shares[seat] = 1.0 / winners if standing[seat] == best else 0.0


@borrows
def select_by_prior(nodes: Row[Node], node: int, search: GuidedSearch, n: int, expected: float) -> int:
    """Which of the legal moves to look at: good so far, or little known and likely. `expected` is a first guess."""
    total = expected
    visits = 1
    for i in range(n):
        child = find(nodes, node, int(search.legal[i]))
        if child != NONE:
            nodes[child].offered += 1
            total += nodes[child].gain
            visits += nodes[child].visits
    best = -1.0
    chosen = int(search.legal[0])
    for i in range(n):
        action = int(search.legal[i])
        child = find(nodes, node, action)
        merit = total / visits
        tried = 0
        offered = visits
        if child != NONE and nodes[child].visits > 0:
            tried = nodes[child].visits
            merit = nodes[child].gain / tried
            offered = nodes[child].offered
        merit += EXPLORE_BY_PRIOR * search.likely[i] * sqrt(offered + 0.0) / (1 + tried)
        if merit > best:
            best = merit
            chosen = action
    return chosen


@borrows
def enter(search: GuidedSearch, lane: int, child: int, seat: int) -> None:
    """Go on to a node. A lane that has come too deep goes on without."""
    depth = int(search.depths[lane])
    if child != NONE and depth < DEEPEST:
        search.paths[lane][depth][NODE] = child
        search.paths[lane][depth][SEAT] = seat
        search.depths[lane] = depth + 1
        search.node[lane] = child
    else:
        search.node[lane] = NONE


@borrows
def follow(s: State, m: Memory, nodes: Row[Node], search: GuidedSearch, lane: int, action: int) -> None:
    """Carry out a decision, and go on to its node; it is added if it is new and the tree has room."""
    seat = int(search.actor[lane])
    node = int(search.node[lane])
    if node != NONE:
        child = find(nodes, node, action)
        enter(search, lane, child if child != NONE else grow(nodes, search, node, action), seat)
    take_turn(s, m, search.streams[lane], seat, action)


@borrows
def let_bystanders_act(s: State, m: Memory, search: GuidedSearch, lane: int) -> None:
    """Bystanders who want to step in do."""
    mask = actors(s)
    for seat in range(s.players):
        if not (mask >> seat) & 1 and actors(s) == mask:
            n = legal(s, seat, search.legal)
            if n > 0:
                action = step_in(s, seat, search.legal, n)
                if action != NOTHING:
                    take_turn(s, m, search.streams[lane], seat, action)


@borrows
def finish(s: State, search: GuidedSearch, lane: int) -> None:
    """End a lane. To what the network expects, or what the end of the game brought, comes what playing on brings."""
    search.actor[lane] = NONE
    if search.trust == 1.0:
        return
    play_out(s, search.legal, search.weights, search.streams[lane], search.noise, int(search.until))
    worth(s, search.standings, search.shares)
    for seat in range(s.players):
        search.worth[lane][seat] *= search.trust
        search.worth[lane][seat] += (1.0 - search.trust) * search.shares[seat]


@borrows
def advance(s: State, m: Memory, nodes: Row[Node], search: GuidedSearch, lane: int) -> None:
    """Go on to the next decision between several moves, or to the end of the game."""
    while True:
        if STEPS_IN and (search.must or search.depths[lane] > 1) and not over(s):
            let_bystanders_act(s, m, search, lane)
        if over(s):
            win_shares(s, search.standings, search.worth[lane])
            finish(s, search, lane)
            return
        node = int(search.node[lane])
        if node != NONE:
            seen = after_draw(s, nodes, search, node)
            if seen != node:
                enter(search, lane, seen, 0)
        search.actor[lane] = seat_to_act(s)
        if legal(s, int(search.actor[lane]), search.legal) > 1:
            return
        follow(s, m, nodes, search, lane, int(search.legal[0]))


@borrows
def decide(
    s: State, m: Memory, nodes: Row[Node], search: GuidedSearch, network: NetworkArrays, lane: int, line: int
) -> None:
    """At a position that has been evaluated: end the lane where the tree ends, else choose a move and go on."""
    seat = int(search.actor[lane])
    node = int(search.node[lane])
    read_shares(network, line, seat, s.players + 0, search.worth[lane])
    if node == NONE or nodes[node].visits == 0:
        finish(s, search, lane)
        return
    n = legal(s, seat, search.legal)
    read_policy(network, line, search.legal, n, search.likely)
    follow(s, m, nodes, search, lane, select_by_prior(nodes, node, search, n, float(search.worth[lane][seat])))
    advance(s, m, nodes, search, lane)


@borrows
def go_down(boards: States, memories: Memories, nodes: Row[Node], search: GuidedSearch, network: NetworkArrays) -> None:
    """Let all lanes go down the tree side by side, and count what that brought."""
    lanes = int(search.lanes)
    while True:
        lines = 0
        for lane in range(lanes):
            if search.actor[lane] != NONE:
                at = FIRST_LANE + lane
                take_in(boards[at], memories[at], int(search.actor[lane]), network, lines)
                search.lane_of[lines] = lane
                lines += 1
        if lines == 0:
            break
        evaluate(network, lines)
        for line in range(lines):
            lane = int(search.lane_of[line])
            at = FIRST_LANE + lane
            decide(boards[at], memories[at], nodes, search, network, lane, line)
    for lane in range(lanes):
        for i in range(search.depths[lane]):
            node = search.paths[lane][i][NODE]
            nodes[node].visits += 1
            nodes[node].gain += search.worth[lane][search.paths[lane][i][SEAT]]
    search.lanes = 0


@borrows
def try_side_by_side(
    boards: States, memories: Memories, nodes: Row[Node], search: GuidedSearch, network: NetworkArrays, child: int
) -> None:
    """Try a move of the root in a lane of its own. When all lanes are in use, they go down."""
    lane = int(search.lanes)
    at = FIRST_LANE + lane
    search.lanes += 1
    boards[at] = boards[1]
    memories[at] = memories[0]
    seed(search.streams[lane], int(search.first_seed), int(search.determinizations))
    search.depths[lane] = 0
    enter(search, lane, child, int(search.seat))
    if nodes[child].code != NOTHING:
        take_turn(boards[at], memories[at], search.streams[lane], int(search.seat), int(nodes[child].code))
    advance(boards[at], memories[at], nodes, search, lane)
    if search.lanes == LANES:
        go_down(boards, memories, nodes, search, network)


@borrows
def plant_with_prior(s: State, m: Memory, nodes: Row[Node], search: GuidedSearch, network: NetworkArrays) -> None:
    """A new tree, and what the network thinks of the moves. It knows nothing about bystanders' moves."""
    plant(s, nodes, search)
    search.moves = search.used - 1
    search.until = age(s)
    n = legal(s, int(search.seat), search.legal)
    if search.must:
        take_in(s, m, int(search.seat), network, 0)
        evaluate(network, 1)
        read_policy(network, 0, search.legal, n, search.prior)
        return
    for i in range(n + 1):
        search.prior[i] = 1.0 / (n + 1)


@borrows
def is_candidate(search: GuidedSearch, child: int) -> bool:
    """Is a move of the root among those with the highest prior?"""
    better = 0
    for other in range(1, int(search.moves) + 1):
        if search.prior[other - 1] > search.prior[child - 1]:
            better += 1
    return better < search.candidates


@borrows
def is_tried(nodes: Row[Node], search: GuidedSearch, child: int, best: float) -> bool:
    """Is a move of the root tried in this iteration: may it still be the best, or is it compared with others?"""
    node = nodes[child]
    for i in range(COMPARED):
        if node.code == search.compared[i]:
            return True
    if search.compares_only or not is_candidate(search, child):
        return False
    tried = node.visits
    return bool(tried == 0 or node.gain / tried + UNSURE / sqrt(tried + 0.0) >= best)


@borrows
def think(
    boards: States,
    memories: Memories,
    nodes: Row[Node],
    searches: Row[GuidedSearch],
    network: NetworkArrays,
    iterations: int,
) -> int:
    """Search on; returns how many moves still contend.

    boards[0] and memories[0] are what the seat knows, boards[1] is filled with hidden cards, the others are the lanes'.
    """
    search = searches[0]
    contenders = 0
    for _ in range(iterations):
        boards[1] = boards[0]
        determinize(boards[1], search.memory, search.cards)
        if search.used == 0:
            plant_with_prior(boards[1], memories[0], nodes, search, network)
        best = best_mean(nodes)
        contenders = 0
        for child in range(1, int(search.moves) + 1):
            if is_tried(nodes, search, child, best):
                contenders += 1
                try_side_by_side(boards, memories, nodes, search, network, child)
        search.determinizations += 1
    go_down(boards, memories, nodes, search, network)
    return contenders
