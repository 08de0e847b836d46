"""Collections of Mind Up!: where a card goes and what it brings. Compilable."""

from koloda.games.mind_up.state import COLOURS, SEATS, State


def empty(s: State) -> None:
    """No card on any collection card."""
    for seat in range(SEATS):
        s.collection[seat] = 0
        for colour in range(COLOURS):
            s.place[seat][colour] = 0
            s.count[seat][colour] = 0


def colours(s: State, seat: int) -> int:
    """How many colours are in a collection. They lie on the leftmost collection cards."""
    n = 0
    for colour in range(COLOURS):
        if s.place[seat][colour] > 0:
            n += 1
    return n


def collect(s: State, seat: int, card: int) -> None:
    """MU-10. The value under the card (MU-13) and its mark (MU-14) are counted at once."""
    colour = s.colour[card]
    if s.place[seat][colour] == 0:
        s.place[seat][colour] = colours(s, seat) + 1
    s.collection[seat] |= 1 << card
    s.count[seat][colour] += 1
    mark = s.mark[card]
    s.points[seat][s.scored] += s.order[s.place[seat][colour] - 1] + mark
    if mark > 0:
        s.bonus[seat] += mark


def value_under(s: State, seat: int, colour: int) -> int:
    """The value that a colour lies on, 0 if there is none of it."""
    place = s.place[seat][colour]
    return s.order[place - 1] + 0 if place > 0 else 0


def total(s: State, seat: int) -> int:
    """Points of all rounds so far."""
    points = 0
    for n in range(s.rounds):
        points += s.points[seat][n]
    return points
