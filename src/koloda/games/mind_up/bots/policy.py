"""Mind Up!: where a card is likely to land in the row, and what the row card above it is worth.

Nobody's choice is known, but much of every hand is (MU-15): a card that lay face up is known to be where it went. The
numbers of the rule, in percent:
- sharp: how surely the others play what a greedy player would; 0 means anything
- start: what it is worth to start a colour on a high value, for every card to come in the round
- following: what it is worth that the next colour will start on a high value, likewise
- deny: how much of a row card's worth to the others counts as one's own
- keep: how much the best card that stays in hand counts, as it may be the last one (MU-12)
- gift: how much of a card's worth to the others counts as lost when it is laid into the row

How many of the others choose a lower card decides which row card one gets (MU-9). If they do so with chances p, q, ...,
then the average of a function f of that number is f(0) + f'(0) (p + q + ...) + f"(0) (p q + p r + q r + ...) + ...,
with the differences f', f", ... of f: as many numbers as there are seats, whoever is asked. From the sums of products
for all seats, those for all but one follow. Tables have a row for each seat, or each order, and a column for each card;
their loops run along the rows, so that a compiler makes vector instructions of them.
"""

from collections.abc import MutableSequence, Sequence

from koloda.compiled.hints import borrows
from koloda.core.bits import lowest, size
from koloda.core.local_array import local_array
from koloda.games.mind_up.collecting import colours
from koloda.games.mind_up.goals import met
from koloda.games.mind_up.state import COLOURS, GOALS, SEATS, VALUES, WIDEST, State

WEIGHTS = ("sharp", "start", "following", "deny", "keep", "gift")
RANGES = ((0, 800), (-50, 50), (-50, 50), (0, 100), (0, 100), (-100, 100))
SHARP, START, FOLLOWING, DENY, KEEP, GIFT = 0, 1, 2, 3, 4, 5

ROOM = 64  # columns of a table: more than there are cards
TABLE = SEATS * ROOM
VALUE_TABLE = SEATS * COLOURS
SURE = 1 << 10  # a chance is a whole number of 1024ths
LEAST = -(1 << 60)  # less than anything is worth
GOAL = 200  # percent, shared among the cards in hand: what a goal counts that a row card would fulfil or spoil
MIDDLE = 3  # of the values of the collection cards
HALVINGS = 20  # a card that appeals least is this often half as likely


def unknown(s: State, seat: int) -> int:
    """The cards that a seat has never seen: in the stack and in others' hands. The same whether `s` is full or not."""
    cards = s.stack + 0
    for other in range(SEATS):
        if other != seat:
            cards |= s.hand[other] & ~s.seen
    return cards


def worth(s: State, seat: int, card: int) -> int:
    """The points that a seat would get by collecting a card (MU-10, MU-13, MU-14)."""
    place = s.place[seat][s.colour[card]]
    if place == 0:
        place = colours(s, seat) + 1
    return s.order[place - 1] + s.mark[card]


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


@borrows
def whole_vectors(columns: int, vector: int) -> int:
    """So many columns, and as many more as fill the last vector: loops that break off are slow."""
    return (columns + vector - 1) & -vector


@borrows
def count_lower(
    s: State, cards: int, held: int, under: Sequence[int], columns: int, lower: MutableSequence[int]
) -> None:
    """How likely every seat would choose a lower card than those that have `under` below them, if it chose blindly.

    `cards` are those that the seat in question has never seen. (As for itself, this is what the others expect.)
    """
    pool = max(size(cards), 1)
    unit = SURE * ((1 << 40) // (pool * held) + 1)  # to multiply by it, and shift, is to divide
    for other in range(s.players):
        known = s.hand[other] & s.seen
        sure = pool * unit
        maybe = (held - size(known)) * unit
        row = other * ROOM
        for i in range(columns):
            lower[row + i] = (size(known & under[i]) * sure + size(cards & under[i]) * maybe) >> 40


@borrows
def add_up_products(s: State, lower: Sequence[int], columns: int, products: MutableSequence[int]) -> None:
    """For every card the sums of all products of one, of two, ... of the chances in `lower`, from row 1 on."""
    for i in range(columns):
        p = lower[i]
        q = lower[ROOM + i]
        products[ROOM + i] = (p + q) << 10
        products[2 * ROOM + i] = p * q
        products[3 * ROOM + i] = 0
    if s.players > 4:
        for i in range(columns):
            products[4 * ROOM + i] = 0
            products[5 * ROOM + i] = 0
    for other in range(2, s.players):
        row = other * ROOM
        if s.players > 4:
            for i in range(columns):
                p = lower[row + i]
                four = products[4 * ROOM + i]
                products[5 * ROOM + i] += (p * four) >> 10
                products[4 * ROOM + i] = four + ((p * products[3 * ROOM + i]) >> 10)
        for i in range(columns):
            p = lower[row + i]
            one = products[ROOM + i]
            two = products[2 * ROOM + i]
            products[3 * ROOM + i] += (p * two) >> 10
            products[2 * ROOM + i] = two + ((p * one) >> 10)
            products[ROOM + i] = one + (p << 10)


@borrows
def to_differences(values: MutableSequence[int], n: int) -> None:
    """Turn n values f(0), f(1), ... into f(0) and its differences of the first order, the second, ...; 0 from n on."""
    for order in range(1, SEATS):
        for k in range(SEATS - 1, order - 1, -1):
            values[k] -= values[k - 1]
    for k in range(SEATS):
        if k >= n:
            values[k] = 0


@borrows
def average(s: State, differences: Sequence[int], products: Sequence[int], i: int) -> int:
    """What a card brings on average, in 1024ths, if a place in the row brings what the differences are of."""
    total = differences[0] << 20
    for order in range(1, 4):
        total += differences[order] * products[order * ROOM + i]
    if s.players > 4:
        for order in range(4, SEATS):
            total += differences[order] * products[order * ROOM + i]
    return total >> 10


@borrows
def greedy(s: State, seat: int, out: Sequence[int], n: int) -> int:
    """The card that brings most at once, if the others choose blindly."""
    under = local_array(ROOM)
    lower = local_array(TABLE)
    products = local_array(TABLE)
    gains = local_array(SEATS)
    columns = whole_vectors(n, 8)
    for i in range(columns):
        under[i] = (1 << out[i]) - 1 if i < n else 0
    count_lower(s, unknown(s, seat), n, under, columns, lower)
    for i in range(columns):
        lower[seat * ROOM + i] = 0
    add_up_products(s, lower, columns, products)
    for k in range(SEATS):
        gains[k] = worth(s, seat, s.row[k]) if k < s.players else 0
    to_differences(gains, s.players + 0)
    best = out[0] + 0
    most = LEAST
    for i in range(n):
        gain = average(s, gains, products, i)
        if gain > most:
            most = gain
            best = out[i] + 0
    return best


@borrows
def value_colours(s: State, seat: int, values: MutableSequence[int], others: MutableSequence[int]) -> None:
    """The value that every seat's next card of each colour would lie on (MU-10, MU-13).

    `others` is filled with what that is on average, without one seat, in percent of a point.
    """
    for colour in range(COLOURS):
        others[colour] = 0
    for owner in range(s.players):
        free = s.order[min(colours(s, owner), VALUES - 1)] + 0
        for colour in range(COLOURS):
            place = s.place[owner][colour]
            value = s.order[place - 1] + 0 if place > 0 else free
            values[owner * COLOURS + colour] = value
            if owner != seat:
                others[colour] += value
    percent = (100 << 20) // (s.players - 1) + 1
    for colour in range(COLOURS):
        others[colour] = (others[colour] * percent) >> 20


@borrows
def foresee(
    s: State,
    seat: int,
    cards: int,
    candidates: int,
    held: int,
    sharp: int,
    values: Sequence[int],
    sums: MutableSequence[int],
    scales: MutableSequence[int],
) -> None:
    """How likely the others choose lower cards, if they lean to those that would bring them most against blind players.

    For each other seat, `sums` is filled with the weight of all that it may choose below each of the candidates, and
    below nothing; times its scale that is a chance, in 2**-40 of a 1024th. `cards` are those that `seat` has never
    seen, the candidates are these and all that are known to be in a hand.
    """
    under = local_array(ROOM)
    lower = local_array(TABLE)
    products = local_array(TABLE)
    slopes = local_array(SEATS)
    rests = local_array(ROOM)
    leans = local_array(ROOM)
    count = 0
    left = candidates
    while left:
        under[count] = (left & -left) - 1
        left &= left - 1
        count += 1
    columns = whole_vectors(count, 16)
    for i in range(count, columns):
        under[i] = 0
    count_lower(s, cards, held, under, columns, lower)
    add_up_products(s, lower, columns, products)
    pool = max(size(cards), 1)
    factor = (sharp << 10) // 50  # 1024ths of a halving, for a point
    for other in range(s.players):
        if other != seat:
            for k in range(SEATS):
                card = s.row[k]
                slopes[k] = (values[other * COLOURS + s.colour[card]] + s.mark[card]) * factor
            to_differences(slopes, s.players + 0)
            known = s.hand[other] & s.seen
            hidden = held - size(known)
            maybe = cards if hidden > 0 else 0
            row = other * ROOM
            first, second, third = slopes[1], slopes[2], slopes[3]
            for i in range(columns):  # the products of all chances but its own; their average with the slopes
                p = lower[row + i]
                one = products[ROOM + i] - (p << 10)
                two = products[2 * ROOM + i] - ((p * one) >> 10)
                three = products[3 * ROOM + i] - ((p * two) >> 10)
                leans[i] = first * one + second * two + third * three
                rests[i] = three
            for order in range(4, s.players):
                slope = slopes[order]
                for i in range(columns):
                    rest = products[order * ROOM + i] - ((lower[row + i] * rests[i]) >> 10)
                    rests[i] = rest
                    leans[i] += slope * rest
            most = LEAST
            for i in range(columns):
                lean = leans[i] if (known | maybe) & (under[i] + 1) else LEAST
                leans[i] = lean
                most = max(most, lean)
            for i in range(columns):
                weight = (1 << HALVINGS) >> min((most - leans[i]) >> 30, HALVINGS)
                bit = under[i] + 1
                leans[i] = weight * (pool if known & bit else (hidden if maybe & bit else 0))
            total = 0
            for i in range(count):
                sums[row + i] = total
                total += leans[i]
            sums[row + count] = total
            scales[other] = (1 << 50) // max(total, 1) + 1


@borrows
def value_row(
    s: State,
    seat: int,
    n: int,
    weights: Sequence[int],
    values: Sequence[int],
    others: Sequence[int],
    gains: MutableSequence[int],
) -> None:
    """What the row cards mean to a seat, in percent of a point.

    A colour that a card starts means something for the cards to come in the round as well.
    """
    started = colours(s, seat)
    future = 0
    if started < COLOURS:
        future = weights[START] * (s.order[started] - MIDDLE)
        if started + 1 < COLOURS:
            future += weights[FOLLOWING] * (s.order[started + 1] - MIDDLE)
    for k in range(SEATS):
        gains[k] = 0
    for k in range(s.players):
        card = s.row[k]
        colour = s.colour[card]
        mark = s.mark[card]
        gain = 100 * (values[seat * COLOURS + colour] + mark) + weights[DENY] * (others[colour] + 100 * mark) // 100
        if s.place[seat][colour] == 0:
            gain += future * (n - 2)
        if s.open_goals:
            gain += GOAL // n * towards_goals(s, seat, card)
        gains[k] = gain


@borrows
def appraise(
    s: State, seat: int, out: Sequence[int], n: int, weights: Sequence[int], promises: MutableSequence[int]
) -> None:
    """What each of the n cards in `out` promises, the rest of the round and the others' leanings considered.

    In 1024ths of a percent of a point.
    """
    values = local_array(VALUE_TABLE)
    others = local_array(COLOURS)
    sums = local_array(TABLE)
    scales = local_array(SEATS)
    lower = local_array(TABLE)
    products = local_array(TABLE)
    gains = local_array(SEATS)
    last_gains = local_array(SEATS)
    cards = unknown(s, seat)
    candidates = cards
    for other in range(SEATS):
        candidates |= s.hand[other] & s.seen
    value_colours(s, seat, values, others)
    foresee(s, seat, cards, candidates, n, weights[SHARP], values, sums, scales)
    columns = whole_vectors(n, 8)
    for i in range(columns):
        column = size(candidates & ((1 << out[i]) - 1)) if i < n else 0
        left = (1 << s.players) - 1
        while left:
            other = lowest(left)
            left &= left - 1
            row = other * ROOM
            lower[row + i] = (sums[row + column] * scales[other]) >> 40 if other != seat else 0
    add_up_products(s, lower, columns, products)
    value_row(s, seat, n, weights, values, others, gains)
    if n == 2:  # the card that stays is collected as well (MU-12)
        for k in range(SEATS):
            last_gains[k] = gains[k]
            if k < s.players:
                gains[k] += 100 * last_worth(s, seat, out[1], s.row[k])
                last_gains[k] += 100 * last_worth(s, seat, out[0], s.row[k])
        to_differences(last_gains, s.players + 0)
    to_differences(gains, s.players + 0)
    top = -VALUES
    second = -VALUES
    for i in range(n):
        points = values[seat * COLOURS + s.colour[out[i]]] + s.mark[out[i]]
        second = max(second, min(top, points))
        top = max(top, points)
    for i in range(n):
        colour = s.colour[out[i]]
        mark = s.mark[out[i]]
        if n == 2:
            gain = average(s, last_gains if i > 0 else gains, products, i)
        else:
            points = values[seat * COLOURS + colour] + mark
            gain = average(s, gains, products, i) + SURE * weights[KEEP] * (top if points < top else second)
        promises[i] = gain - SURE * weights[GIFT] * (others[colour] + 100 * mark) // 100


@borrows
def rule(s: State, seat: int, out: Sequence[int], n: int, weights: Sequence[int]) -> int:
    """The card that promises most."""
    promises = local_array(WIDEST)
    appraise(s, seat, out, n, weights, promises)
    best = 0
    for i in range(1, n):
        if promises[i] > promises[best]:
            best = i
    return out[best] + 0


def step_in(s: State, seat: int, out: Sequence[int], n: int) -> int:
    """A choice is never taken back."""
    return -1
