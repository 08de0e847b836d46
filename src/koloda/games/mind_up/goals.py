"""The goals of Mind Up! (MU-17 .. MU-20). Compilable.

Goal g has letter g // 2: the left one of a pair is even, the right one odd.
"""

from koloda.core.bits import nth, size
from koloda.games.mind_up.collecting import colours, value_under
from koloda.games.mind_up.state import BLUE, COLOURS, EACH_ROUND, GOALS, GREEN, NEVER, ORANGE, PINK, PURPLE, State

A1, A2, B1, B2, C1, C2, D1, D2, E1, E2, F1, F2, G1, G2 = range(GOALS)
LEFT = 0b01010101010101
RIGHT = 0b10101010101010


def box(s: State) -> int:
    """All goals of the edition."""
    goals = 0
    for goal in range(GOALS):
        if s.worth[goal] != 0:
            goals |= 1 << goal
    return goals


def put_away(s: State) -> None:
    """MU-17: before a round, goals for one round are discarded."""
    if s.goal_mode == EACH_ROUND:
        s.discarded |= s.open_goals
        s.open_goals = 0


def due(s: State) -> bool:
    return s.goal_mode != NEVER and size(s.open_goals) < s.goal_count


def candidates(s: State) -> int:
    """MU-18: goals of the stack whose letter is not open."""
    lefts = s.open_goals & LEFT
    rights = s.open_goals & RIGHT
    return s.goal_stack & ~(s.open_goals | (lefts << 1) | (rights >> 1))


def replenish(s: State) -> None:
    """MU-18: only when no goal of the stack will do, all discarded ones are shuffled in."""
    if candidates(s) == 0:
        s.goal_stack |= s.discarded
        s.discarded = 0


def open_goal(s: State, outcome: int) -> None:
    goal = 1 << nth(candidates(s), outcome)
    s.goal_stack &= ~goal
    s.open_goals |= goal
    if due(s):
        replenish(s)


def score_goals(s: State) -> None:
    """MU-14, MU-19."""
    for goal in range(GOALS):
        if (s.open_goals >> goal) & 1:
            worth = s.worth[goal]
            for seat in range(s.players):
                if met(s, seat, goal):
                    s.points[seat][s.scored] += worth
                    if worth > 0:
                        s.bonus[seat] += worth


def met(s: State, seat: int, goal: int) -> bool:
    """MU-20: does the goal apply to a seat's collection?"""
    count = s.count[seat]
    if goal == A1:
        return count[ORANGE] == 1 or count[ORANGE] == 3
    if goal == A2:
        return 1 <= value_under(s, seat, ORANGE) <= 2
    if goal == B1:
        return count[BLUE] == 2 or count[BLUE] == 4
    if goal == B2:
        return most_numerous(s, seat, BLUE)
    if goal == C1:
        return fewest(s, seat, PINK)
    if goal == C2:
        return most(s, seat, PINK)
    if goal == D1:
        return s.place[seat][GREEN] > 0 and s.place[seat][GREEN] == colours(s, seat)
    if goal == D2:
        return value_under(s, seat, GREEN) >= 4
    if goal == E1:
        return count[PURPLE] >= 1 and count[PURPLE] >= count[ORANGE]
    if goal == E2:
        return most(s, seat, PURPLE)
    if goal == F1:
        return colours(s, seat) == 5
    if goal == F2:
        return colours(s, seat) == 3
    if goal == G1:
        return some_pile_of(s, seat, 3)
    return some_pile_of(s, seat, 4)


def most_numerous(s: State, seat: int, colour: int) -> bool:
    """No colour has more cards in this collection."""
    more = 0
    for other in range(COLOURS):
        more += s.count[seat][other] > s.count[seat][colour]
    return more == 0


def most(s: State, seat: int, colour: int) -> bool:
    """Nobody has more cards of the colour; a tie counts, at zero as well."""
    more = 0
    for other in range(s.players):
        more += s.count[other][colour] > s.count[seat][colour]
    return more == 0


def fewest(s: State, seat: int, colour: int) -> bool:
    """Nobody has fewer cards of the colour; a tie counts, at zero as well."""
    fewer = 0
    for other in range(s.players):
        fewer += s.count[other][colour] < s.count[seat][colour]
    return fewer == 0


def some_pile_of(s: State, seat: int, cards: int) -> bool:
    """Some collection card holds exactly so many cards."""
    piles = 0
    for colour in range(COLOURS):
        piles += s.count[seat][colour] == cards
    return piles > 0
