"""A driver for choices that all make at once: regret matching at the root, over determinizations.

Every iteration deals the hidden cards anew and makes it one seat's turn to learn: the others choose, and every choice
of that seat is played out against theirs, with the same luck. What a choice would have brought more than the strategy
so far is its regret; the strategy chooses in proportion to regrets. No single choice is best for long against others
who learn too, so the average of the strategies mixes (later ones count more). Often the others are thought to choose by
the rule.
"""

from typing import Annotated

from koloda.compiled.game_functions import act, actors, age, legal, worth
from koloda.compiled.generator import below, bits
from koloda.compiled.hints import borrows
from koloda.compiled.rollout import copy, determinize, play_out, rule_action
from koloda.compiled.types import Floats, FloatTable, Ints, IntTable, Row, State, States, Stream

ENTRIES = ("think",)
BY_RULE = 60  # percent of the others' choices that follow the rule


class RegretMatching:
    """A search in progress."""

    seat: Annotated[int, "i8"]
    """Who searches."""
    memory: Annotated[IntTable, "i8", "SEATS", "REMEMBERED"]
    """What is remembered of each seat, for the belief."""
    weights: Annotated[Ints, "i8", "WEIGHTS"]
    """For the policy."""
    favour: Annotated[Floats, "f8", "ACTIONS"]
    """By action: what is added to what a choice of the searching seat brings, because somebody else thinks well of it.
    """
    regret: Annotated[FloatTable, "f8", "SEATS", "ACTIONS"]
    chosen: Annotated[Floats, "f8", "ACTIONS"]
    """By action: the strategies of the searching seat, added up."""
    gain: Annotated[Floats, "f8", "ACTIONS"]
    """By action: what the choices of the searching seat brought. gain[0] counts the determinizations that were looked
    at for that seat (action 0 takes a choice back)."""
    stream: Annotated[Stream, "i8", 4]
    same_stream: Annotated[Stream, "i8", 4]
    """Room for the state of the stream: all choices of an iteration are tried with the same luck."""
    legal: Annotated[Ints, "i2", "MOST_CHOICES"]
    legal_later: Annotated[Ints, "i2", "MOST_CHOICES"]
    """Room for the play-outs."""
    strategy: Annotated[Floats, "f8", "MOST_LEGAL"]
    choices: Annotated[Ints, "i8", "SEATS"]
    values: Annotated[Floats, "f8", "MOST_LEGAL"]
    """What each choice of the learning seat brings."""
    standings: Annotated[Ints, "i8", "SEATS"]
    shares: Annotated[Floats, "f8", "SEATS"]


@borrows
def set_strategy(search: RegretMatching, seat: int, n: int, favourite: int) -> None:
    """How likely each of a seat's n legal choices is, by regrets; while there are none, the favourite."""
    regret = search.regret[seat]
    total = 0.0
    for i in range(n):
        search.strategy[i] = max(regret[search.legal[i]], 0.0)
        total += search.strategy[i]
    for i in range(n):
        if total > 0.0:
            search.strategy[i] /= total
        else:
            search.strategy[i] = 1.0 if search.legal[i] == favourite else 0.0


@borrows
def sample(strategy: Floats, n: int, stream: Stream) -> int:
    """One of n, by their likelihoods."""
    at = bits(stream) / 4294967296.0
    for i in range(n - 1):
        at -= strategy[i]
        if at < 0.0:
            return i
    return n - 1


@borrows
def reopen(s: State, seat: int, out: Ints) -> None:
    """Choices that others have made already are made anew, with everybody else's: they are hidden all the same."""
    mask = actors(s)
    for other in range(s.players):
        if other != seat and not (mask >> other) & 1 and legal(s, other, out) > 0:
            act(s, other, int(out[0]))


@borrows
def choose_for_others(s: State, learner: int, search: RegretMatching) -> None:
    """Everybody's choice but the learner's."""
    for seat in range(s.players):
        if seat != learner:
            n = legal(s, seat, search.legal)
            favourite = rule_action(s, seat, search.legal, n, search.weights, search.stream)
            search.choices[seat] = favourite
            if below(search.stream, 100) >= BY_RULE:
                set_strategy(search, seat, n, favourite)
                search.choices[seat] = int(search.legal[sample(search.strategy, n, search.stream)])


@borrows
def try_choices(boards: States, learner: int, n: int, search: RegretMatching, until: int) -> None:
    """What each of the learner's n legal choices brings in the state of boards[1], all with the same luck."""
    copy(search.stream, search.same_stream)
    players = boards[1].players + 0
    for i in range(n):
        copy(search.same_stream, search.stream)
        boards[2] = boards[1]
        s = boards[2]
        for seat in range(players):
            act(s, seat, int(search.legal[i]) if seat == learner else int(search.choices[seat]))
        play_out(s, search.legal_later, search.weights, search.stream, search.stream, until)
        worth(s, search.standings, search.shares)
        search.values[i] = search.shares[learner]


@borrows
def learn(search: RegretMatching, seat: int, n: int) -> None:
    """Regret what the strategy so far has missed; that of the searching seat counts for its choice."""
    if seat == search.seat:
        search.gain[0] += 1
        for i in range(n):
            search.chosen[search.legal[i]] += search.gain[0] * search.strategy[i]
            search.gain[search.legal[i]] += search.values[i]
            search.values[i] += search.favour[search.legal[i]]
    regret = search.regret[seat]
    mean = 0.0
    for i in range(n):
        mean += search.strategy[i] * search.values[i]
    for i in range(n):
        action = search.legal[i]
        regret[action] = max(regret[action] + search.values[i] - mean, 0.0)


@borrows
def think(boards: States, searches: Row[RegretMatching], iterations: int) -> None:
    """Search on. boards[0] is what the seat knows, boards[1] is filled with hidden cards, boards[2] is played on."""
    search = searches[0]
    until = age(boards[0])
    for _ in range(iterations):
        boards[1] = boards[0]
        s = boards[1]
        determinize(s, search.memory, search.stream)
        reopen(s, search.seat, search.legal)
        learner = int(search.seat)
        if below(search.stream, 2) == 0:
            learner = below(search.stream, s.players + 0)
        choose_for_others(s, learner, search)
        n = legal(s, learner, search.legal)
        favourite = rule_action(s, learner, search.legal, n, search.weights, search.stream)
        try_choices(boards, learner, n, search, until)
        set_strategy(search, learner, n, favourite)
        learn(search, learner, n)
