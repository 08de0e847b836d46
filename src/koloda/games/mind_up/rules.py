"""The rules of Mind Up! (MU). Interpreted and compiled: plain functions over the fields of the state."""

from collections.abc import MutableSequence

from koloda.core.bits import enlist, lowest, nth, size
from koloda.games.mind_up.collecting import collect, empty, total
from koloda.games.mind_up.goals import box, candidates, open_goal, put_away, replenish, score_goals
from koloda.games.mind_up.goals import due as goals_due
from koloda.games.mind_up.state import (
    ANY,
    CHOOSE,
    CHOOSE_ANEW,
    DEAL,
    DEAL_ANEW,
    LAY_OUT,
    OPEN_GOALS,
    OVER,
    ROUNDS,
    SEATS,
    TAKE_BACK,
    TURN_UP,
    VALUES,
    State,
)

RANK = 1 << 12  # more than any difference of points in a round, or of bonuses


def start(s: State) -> None:
    """MU-4, MU-5: everyone is about to turn up a card."""
    s.stack = s.deck
    s.seen = 0
    for seat in range(SEATS):
        s.hand[seat] = 0
        s.row[seat] = 0
        s.choice[seat] = 0
        s.owed[seat] = 0
        s.bonus[seat] = 0
        for n in range(ROUNDS):
            s.points[seat][n] = 0
    empty(s)
    for i in range(VALUES):
        s.order[i] = 0
    s.unlaid = 0
    s.undecided = 0
    s.scored = 0
    s.turn = 0
    s.due = 0
    s.layer = 0
    s.goal_stack = box(s) if s.goal_count > 0 else 0
    s.open_goals = 0
    s.discarded = 0
    s.resume = 0
    s.phase = TURN_UP


def actors(s: State) -> int:
    return s.undecided + 0 if s.phase == CHOOSE else 0


def legal(s: State, seat: int, out: MutableSequence[int]) -> int:
    """MU-8: any card of the hand; who has chosen may take the choice back while others think."""
    if s.phase != CHOOSE or seat < 0 or seat >= s.players:
        return 0
    if s.choice[seat] > 0:
        out[0] = TAKE_BACK
        return 1
    return enlist(s.hand[seat], 0, out, 0)


def act(s: State, seat: int, action: int) -> None:
    """MU-8. With the last choice all are revealed."""
    s.choice[seat] = action
    s.undecided ^= 1 << seat
    if s.undecided == 0:
        reveal(s)
        if size(s.hand[0]) == 1:
            end_round(s)
        else:
            think(s)


def think(s: State) -> None:
    s.undecided = (1 << s.players) - 1
    s.phase = CHOOSE


def reveal(s: State) -> None:
    """MU-9, MU-11: everyone takes the row card above their own, which takes its place in the row."""
    laid = 0
    for seat in range(s.players):
        laid |= 1 << s.choice[seat]
    s.seen |= laid
    for seat in range(s.players):
        card = s.choice[seat]
        k = size(laid & ((1 << card) - 1))
        taken = s.row[k]
        s.row[k] = card
        s.choice[seat] = 0
        s.hand[seat] &= ~laid
        collect(s, seat, taken)


def keep_last_cards(s: State) -> None:
    """MU-12."""
    for seat in range(s.players):
        s.seen |= s.hand[seat]
        collect(s, seat, lowest(s.hand[seat]))
        s.hand[seat] = 0


def end_round(s: State) -> None:
    """MU-12, MU-14, MU-15: the next round, or the end of the game."""
    keep_last_cards(s)
    score_goals(s)
    s.scored += 1
    if s.scored == s.rounds:
        s.phase = OVER
        return
    s.layer = behind(s)
    for seat in range(s.players):
        s.hand[seat] = s.collection[seat]
    empty(s)
    put_away(s)
    lay_out(s)


def behind(s: State) -> int:
    """MU-15: the seat with the fewest points, the earliest among equals."""
    last = 0
    for seat in range(1, s.players):
        if total(s, seat) < total(s, last):
            last = seat
    return last


def lay_out(s: State) -> None:
    """MU-6, MU-15: a new order of the collection cards is due."""
    for i in range(VALUES):
        s.order[i] = 0
    s.unlaid = s.collection_cards
    s.phase = LAY_OUT


def chance(s: State) -> int:
    if s.phase == CHOOSE or s.phase == OVER:
        return 0
    if s.phase == LAY_OUT:
        return size(s.unlaid)
    if s.phase == OPEN_GOALS:
        return size(candidates(s))
    if s.phase == CHOOSE_ANEW:
        return size(s.hand[chooser(s)])
    return size(s.stack)


def draw(s: State, outcome: int) -> None:
    if s.phase == DEAL:
        deal(s, outcome)
    elif s.phase == LAY_OUT:
        lay(s, nth(s.unlaid, outcome))
    elif s.phase == TURN_UP:
        turn_up(s, outcome)
    elif s.phase == OPEN_GOALS:
        open_goal(s, outcome)
        if not goals_due(s):
            think(s)
    elif s.phase == DEAL_ANEW:
        deal_anew(s, outcome)
    else:
        seat = chooser(s)
        s.choice[seat] = nth(s.hand[seat], outcome)
        go_on(s)


def from_stack(s: State, outcome: int) -> int:
    """Any card of the stack."""
    card = nth(s.stack, outcome)
    s.stack &= ~(1 << card)
    return card


def turn_up(s: State, outcome: int) -> None:
    """MU-5, MU-6: the row is kept in order; who turned up the highest card lays out the collection cards."""
    card = from_stack(s, outcome)
    s.seen |= 1 << card
    i = s.turn + 0
    while i > 0 and s.row[i - 1] > card:
        s.row[i] = s.row[i - 1]
        i -= 1
    s.row[i] = card
    if i == s.turn:
        s.layer = s.turn
    s.turn += 1
    if s.turn == s.players:
        s.turn = 0
        lay_out(s)


def lay(s: State, value: int) -> None:
    """MU-6. The last collection card needs no draw. Then cards are dealt: MU-7, or one each by MU-15."""
    place = size(s.collection_cards) - size(s.unlaid)
    s.order[place] = value
    s.unlaid &= ~(1 << value)
    if s.unlaid & (s.unlaid - 1) == 0:
        s.order[place + 1] = lowest(s.unlaid)
        s.unlaid = 0
        s.due = s.players if s.scored > 0 else s.players * s.first_hand
        s.phase = DEAL


def deal(s: State, outcome: int) -> None:
    """MU-7, MU-15: one card at a time, round the table."""
    s.hand[s.turn] |= 1 << from_stack(s, outcome)
    s.turn = s.turn + 1 if s.turn + 1 < s.players else 0
    s.due -= 1
    if s.due == 0:
        begin_round(s)


def begin_round(s: State) -> None:
    """MU-17: goals are opened if any are due."""
    if goals_due(s):
        replenish(s)
        s.phase = OPEN_GOALS
    else:
        think(s)


def over(s: State) -> bool:
    return s.phase == OVER


def scores(s: State, out: MutableSequence[int]) -> None:
    """MU-13, MU-14, MU-16."""
    for seat in range(s.players):
        out[seat] = total(s, seat)


def standings(s: State, out: MutableSequence[int]) -> None:
    """MU-16: the sum, then the last round, then bonuses."""
    for seat in range(s.players):
        out[seat] = (total(s, seat) * RANK + s.points[seat][s.rounds - 1]) * RANK + s.bonus[seat]


def hide(s: State, seat: int) -> None:
    """Others' cards that never lay face up go back to the stack, to be dealt anew, and so do others' choices."""
    s.resume = s.phase
    for other in range(s.players):
        if other != seat:
            unknown = s.hand[other] & ~s.seen
            s.stack |= unknown
            s.hand[other] &= s.seen
            s.owed[other] = size(unknown)
            if s.choice[other] > 0:
                s.choice[other] = ANY
    go_on(s)


def go_on(s: State) -> None:
    """What is due after `hide`: cards first, then choices, then the game goes on."""
    s.phase = s.resume
    for seat in range(s.players):
        if s.choice[seat] == ANY:
            s.phase = CHOOSE_ANEW
    for seat in range(s.players):
        if s.owed[seat] > 0:
            s.phase = DEAL_ANEW
    if s.phase == s.resume:
        s.resume = 0


def chooser(s: State) -> int:
    """The first seat whose choice is to be made anew."""
    seat = 0
    while s.choice[seat] != ANY:
        seat += 1
    return seat


def debtor(s: State) -> int:
    """The first seat that is to be dealt cards anew."""
    seat = 0
    while s.owed[seat] == 0:
        seat += 1
    return seat


def deal_anew(s: State, outcome: int) -> None:
    seat = debtor(s)
    s.hand[seat] |= 1 << from_stack(s, outcome)
    s.owed[seat] -= 1
    go_on(s)
