"""A driver for choices that all make at once: regret matching guided by a network.

It works like `regret_matching.py`. But a choice is not played out: the network says what the position after it is worth
to the seat that learns. The network's preferences are what the seats start from, and what the others often choose by.
"""

from typing import Annotated

from koloda.compiled.episode import take_turn
from koloda.compiled.game_functions import age, legal, over, worth
from koloda.compiled.generator import below
from koloda.compiled.guided_search import win_shares
from koloda.compiled.hints import borrows
from koloda.compiled.network import NetworkArrays, evaluate, read_policy, read_shares, take_in
from koloda.compiled.regret_matching import RegretMatching, learn, reopen, sample, set_strategy
from koloda.compiled.rollout import NOTHING, copy, determinize, play_out
from koloda.compiled.types import Floats, FloatTable, Ints, Memories, Memory, Row, State, States

ENTRIES = ("think",)
BY_NETWORK = 60  # percent of the others' choices that follow the network
TRUST = 1.0  # regrets begin with this much of the network's preferences


class GuidedMatching(RegretMatching):
    """A search in progress."""

    trust: Annotated[float, "f8"]
    """How much of a choice's value is the network's; the rest comes from playing the round out by the rule."""
    prior: Annotated[FloatTable, "f8", "SEATS", "MOST_LEGAL"]
    """By seat: how likely the network finds each legal choice in this determinization."""
    begun: Annotated[Ints, "i8", "SEATS"]
    """Has a seat regrets already?"""
    played: Annotated[Floats, "f8", "MOST_LEGAL"]
    """By choice: what playing on brings."""
    lines: Annotated[Ints, "i8", "MOST_LEGAL"]
    """By choice: the line of the position after it; NOTHING if the game is over then."""


@borrows
def ask_network(s: State, m: Memory, search: GuidedMatching, network: NetworkArrays) -> None:
    """What the network finds likely for every seat. A seat's first regrets are these likelihoods."""
    for seat in range(s.players):
        take_in(s, m, seat, network, seat)
    evaluate(network, s.players + 0)
    for seat in range(s.players):
        n = legal(s, seat, search.legal)
        read_policy(network, seat, search.legal, n, search.prior[seat])
        if not search.begun[seat]:
            for i in range(n):
                search.regret[seat][search.legal[i]] = TRUST * search.prior[seat][i]


@borrows
def choose_for_others(s: State, learner: int, search: GuidedMatching) -> None:
    """Everybody's choice but the learner's."""
    for seat in range(s.players):
        if seat != learner:
            n = legal(s, seat, search.legal)
            if below(search.stream, 100) < BY_NETWORK:
                chosen = sample(search.prior[seat], n, search.stream)
            else:
                set_strategy(search, seat, n, int(search.legal[0]))
                chosen = sample(search.strategy, n, search.stream)
            search.choices[seat] = int(search.legal[chosen])


@borrows
def try_choices(
    boards: States, memories: Memories, learner: int, n: int, search: GuidedMatching, network: NetworkArrays, until: int
) -> None:
    """What each of the learner's n legal choices brings in the state of boards[1], all with the same luck."""
    copy(search.stream, search.same_stream)
    players = boards[1].players + 0
    lines = 0
    for i in range(n):
        copy(search.same_stream, search.stream)
        boards[2] = boards[1]
        memories[1] = memories[0]
        s = boards[2]
        for seat in range(players):
            choice = int(search.legal[i]) if seat == learner else int(search.choices[seat])
            take_turn(s, memories[1], search.stream, seat, choice)
        search.lines[i] = NOTHING
        if over(s):
            win_shares(s, search.standings, search.shares)
            search.values[i] = search.shares[learner]
        else:
            take_in(s, memories[1], learner, network, lines)
            search.lines[i] = lines
            lines += 1
        if search.trust < 1.0:
            play_out(s, search.legal_later, search.weights, search.stream, search.stream, until)
            worth(s, search.standings, search.shares)
            search.played[i] = search.shares[learner]
    evaluate(network, lines)
    for i in range(n):
        if search.lines[i] != NOTHING:
            read_shares(network, int(search.lines[i]), learner, players, search.shares)
            search.values[i] = search.shares[learner]
        search.values[i] = search.trust * search.values[i] + (1.0 - search.trust) * search.played[i]


@borrows
def think(
    boards: States, memories: Memories, searches: Row[GuidedMatching], network: NetworkArrays, iterations: int
) -> None:
    """Search on. boards[0] is what the seat knows, boards[1] is filled with hidden cards, boards[2] is played on.

    memories[0] is what the seat remembers, memories[1] belongs to boards[2].
    """
    search = searches[0]
    until = age(boards[0])
    for _ in range(iterations):
        boards[1] = boards[0]
        s = boards[1]
        determinize(s, search.memory, search.stream)
        reopen(s, int(search.seat), search.legal)
        ask_network(s, memories[0], search, network)
        learner = int(search.seat)
        if below(search.stream, 2) == 0:
            learner = below(search.stream, s.players + 0)
        choose_for_others(s, learner, search)
        n = legal(s, learner, search.legal)
        try_choices(boards, memories, learner, n, search, network, until)
        set_strategy(search, learner, n, int(search.legal[0]))
        learn(search, learner, n)
        search.begun[learner] = 1
