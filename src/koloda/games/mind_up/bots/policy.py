"""Mind Up!: where a card is likely to land in the row, and what the row card above it is worth.

Nobody's choice is known, but much of every hand is (MU-15): a card that lay face up is known to be where it went. The
numbers of the rule, in percent:
- sharp: how surely the others play what a greedy player would; 0 means anything
- start: what it is worth to start a colour on a high value, for every card to come in the round
- following: what it is worth that the next colour will start on a high value, likewise
- deny: how much of a row card's worth to the others counts as one's own
- keep: how much the best card that stays in hand counts, as it may be the last one (MU-12)
- gift: how much of a card's worth to the others counts as lost when it is laid into the row
"""

from collections.abc import MutableSequence, Sequence

from koloda.core.bits import size
from koloda.games.mind_up.collecting import colours
from koloda.games.mind_up.goals import met
from koloda.games.mind_up.state import COLOURS, GOALS, HIGHEST, SEATS, VALUES, State

WEIGHTS = ("sharp", "start", "following", "deny", "keep", "gift")
RANGES = ((0, 800), (-50, 50), (-50, 50), (0, 100), (0, 100), (-100, 100))
SHARP, START, FOLLOWING, DENY, KEEP, GIFT = 0, 1, 2, 3, 4, 5

NUMBERS = HIGHEST + 2  # a table by card number; its last entry is above all cards
SURE = 1 << 10  # a chance is a whole number of 1024ths
GOAL = 200  # percent, shared among the cards in hand: what a goal counts that a row card would fulfil or spoil
MIDDLE = 3  # of the values of the collection cards


def unknown(s: State, seat: int) -> int:
    """The cards that a seat has never seen: in the stack and in others' hands. The same whether `s` is full or not."""
    cards = s.stack + 0
    for other in range(s.players):
        if other != seat:
            cards |= s.hand[other] & ~s.seen
    return cards


def worth(s: State, seat: int, card: int) -> int:
    """The points that a seat would get by collecting a card (MU-10, MU-13, MU-14)."""
    place = s.place[seat][s.colour[card]]
    if place == 0:
        place = colours(s, seat) + 1
    return s.order[place - 1] + s.mark[card]


def count_below(s: State, seat: int, cards: int, below: MutableSequence[int]) -> None:
    """For every other seat and number: how likely a card chosen blindly from its hand is lower.

    `cards` are those that `seat` has never seen. (As for the seat itself, this is what the others expect.)
    """
    held = size(s.hand[seat])
    pool = max(size(cards), 1)
    for other in range(s.players):
        known = s.hand[other] & s.seen
        hidden = held - size(known)
        at = other * NUMBERS
        sure = 0
        maybe = 0
        for number in range(NUMBERS):
            below[at + number] = SURE * (sure * pool + maybe * hidden) // (pool * held)
            sure += (known >> number) & 1
            maybe += (cards >> number) & 1


def rank(s: State, seat: int, card: int, below: Sequence[int], chances: MutableSequence[int]) -> None:
    """How likely 0, 1, 2, ... of the others choose a lower card: the place in the row that a card gets (MU-9)."""
    chances[0] = SURE * SURE
    n = 0
    for other in range(s.players):
        if other != seat:
            p = below[other * NUMBERS + card]
            chances[n + 1] = 0
            for k in range(n + 1, 0, -1):
                chances[k] = (chances[k] * (SURE - p) + chances[k - 1] * p) >> 10
            chances[0] = (chances[0] * (SURE - p)) >> 10
            n += 1


def expected(
    s: State, seat: int, card: int, below: Sequence[int], worths: Sequence[int], chances: MutableSequence[int]
) -> int:
    """What choosing a card brings on average, in 1024ths, when the row cards are worth so much to the seat."""
    rank(s, seat, card, below, chances)
    total = 0
    for k in range(s.players):
        total += chances[k] * worths[seat * SEATS + k]
    return total >> 10


def value_row(s: State, worths: MutableSequence[int]) -> None:
    for seat in range(s.players):
        for k in range(s.players):
            worths[seat * SEATS + k] = worth(s, seat, s.row[k])


def greedy(s: State, seat: int, out: Sequence[int], n: int) -> int:
    """The card that brings most at once, if the others choose blindly."""
    below = [0] * (SEATS * NUMBERS)
    worths = [0] * (SEATS * SEATS)
    chances = [0] * (SEATS + 1)
    count_below(s, seat, unknown(s, seat), below)
    value_row(s, worths)
    best = out[0] + 0
    most = -(1 << 40)
    for i in range(n):
        gain = expected(s, seat, out[i], below, worths, chances)
        if gain > most:
            most = gain
            best = out[i] + 0
    return best


def foresee(
    s: State,
    other: int,
    cards: int,
    held: int,
    sharp: int,
    below: Sequence[int],
    worths: Sequence[int],
    chances: MutableSequence[int],
    sharper: MutableSequence[int],
) -> None:
    """How likely another seat's card is lower than each number, if it leans to the cards that bring it most."""
    known = s.hand[other] & s.seen
    hidden = held - size(known)
    pool = max(size(cards), 1)
    if hidden == 0:
        cards = 0
    appeal = [0] * NUMBERS
    most = -(1 << 40)
    for number in range(NUMBERS):
        if ((known | cards) >> number) & 1:
            appeal[number] = expected(s, other, number, below, worths, chances)
            most = max(most, appeal[number])
    total = 0
    at = other * NUMBERS
    for number in range(NUMBERS):
        sharper[at + number] = total
        if ((known | cards) >> number) & 1:
            weight = (1 << 20) >> min((most - appeal[number]) * sharp // (50 * SURE), 20)
            total += weight * pool if (known >> number) & 1 else weight * hidden
    for number in range(NUMBERS):
        sharper[at + number] = SURE * sharper[at + number] // max(total, 1)


def prospect(s: State, seat: int, card: int, held: int, weights: Sequence[int]) -> int:
    """What a colour that a card starts means for those that will follow in the round, in percent of a point."""
    if s.place[seat][s.colour[card]] > 0:
        return 0
    place = colours(s, seat)
    future = weights[START] * (s.order[place] - MIDDLE)
    if place + 1 < COLOURS:
        future += weights[FOLLOWING] * (s.order[place + 1] - MIDDLE)
    return future * (held - 2)


def last_worth(s: State, seat: int, card: int, before: int) -> int:
    """The points for the last card in hand (MU-12), collected right after another card."""
    colour = s.colour[card]
    other = s.colour[before]
    if s.place[seat][colour] == 0 and s.place[seat][other] == 0 and colour != other:
        return s.order[colours(s, seat) + 1] + s.mark[card]
    return worth(s, seat, card)


def fulfilled(s: State, seat: int) -> int:
    """What the open goals would bring a seat now (MU-20)."""
    points = 0
    for goal in range(GOALS):
        if (s.open_goals >> goal) & 1 and met(s, seat, goal):
            points += s.worth[goal]
    return points


def towards_goals(s: State, seat: int, card: int) -> int:
    """How many points of goals a card would add. (The state is left as it was.)"""
    colour = s.colour[card]
    place = s.place[seat][colour] + 0
    before = fulfilled(s, seat)
    if place == 0:
        s.place[seat][colour] = colours(s, seat) + 1
    s.count[seat][colour] += 1
    after = fulfilled(s, seat)
    s.count[seat][colour] -= 1
    s.place[seat][colour] = place
    return after - before


def to_others(s: State, seat: int, card: int) -> int:
    """What a card is worth to the others on average, in percent of a point."""
    total = 0
    for other in range(s.players):
        if other != seat:
            total += worth(s, other, card)
    return 100 * total // (s.players - 1)


def best_of_rest(s: State, seat: int, out: Sequence[int], n: int, played: int) -> int:
    """The most that a card that stays in hand would bring in the seat's own collection."""
    most = -VALUES
    for i in range(n):
        if i != played:
            most = max(most, worth(s, seat, out[i]))
    return most


def rule(s: State, seat: int, out: Sequence[int], n: int, weights: Sequence[int]) -> int:
    """The card that brings most, the rest of the round and the others' leanings considered."""
    below = [0] * (SEATS * NUMBERS)
    sharper = [0] * (SEATS * NUMBERS)
    worths = [0] * (SEATS * SEATS)
    chances = [0] * (SEATS + 1)
    cards = unknown(s, seat)
    count_below(s, seat, cards, below)
    value_row(s, worths)
    for other in range(s.players):
        if other != seat:
            foresee(s, other, cards, n, weights[SHARP], below, worths, chances, sharper)
    for k in range(s.players):
        card = s.row[k]
        gain = 100 * worth(s, seat, card) + prospect(s, seat, card, n, weights)
        gain += weights[DENY] * to_others(s, seat, card) // 100
        if s.open_goals:
            gain += GOAL // n * towards_goals(s, seat, card)
        worths[seat * SEATS + k] = gain
    best = out[0] + 0
    most = -(1 << 40)
    for i in range(n):
        card = out[i]
        gain = expected(s, seat, card, sharper, worths, chances)
        if n == 2:
            for k in range(s.players):
                gain += (chances[k] * 100 * last_worth(s, seat, out[1 - i], s.row[k])) >> 10
        else:
            gain += SURE * (weights[KEEP] * best_of_rest(s, seat, out, n, i))
        gain -= SURE * weights[GIFT] * to_others(s, seat, card) // 100
        if gain > most:
            most = gain
            best = card + 0
    return best


def step_in(s: State, seat: int, out: Sequence[int], n: int) -> int:
    """A choice is never taken back."""
    return -1
