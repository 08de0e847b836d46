"""The rules of Dobro (DB). Interpreted and compiled: plain functions over the fields of the state.

Every game ends. In a round cards go from the deck to hands, to the trick, to score piles, and never back; a take is
followed by a lead (DB-15), so a deck of n cards sees at most n plays and n takes, each with one decision to draw or
not. And there is always something to do: a leader may play any card, the others may take.
"""

from collections.abc import MutableSequence

from koloda.core.bits import enlist, size
from koloda.core.bits import nth as nth_seat
from koloda.games.dobro.cards import BITS, added_up, count, count_of, nth, one
from koloda.games.dobro.plays import ALL_NUMBERS, CARDS_LAID, FIGURE, LAID, VALUE, plays_of
from koloda.games.dobro.state import (
    CHOOSE,
    DEAL,
    DRAW,
    DRAW_UP,
    END_TURN,
    LEADER,
    OVER,
    PLAY,
    PLAY_REVERSE,
    PLAY_SKIP,
    REDEAL,
    REVERSE,
    SEATS,
    TAKE,
    State,
)

_DRAW_OR_END = 1 << DRAW_UP | 1 << END_TURN
_ONES = 0x0101_0101_0101  # a byte for every seat
_TOPS = 0x8080_8080_8080


def start(s: State) -> None:
    """DB-3, DB-4."""
    s.limit = s.six_limit if s.players == SEATS else s.usual_limit
    s.aside = s.set_aside if s.players == 2 else 0
    s.played = 0
    s.step = 1
    s.resume = DEAL
    clear_table(s)
    for seat in range(SEATS):
        s.points[seat] = 0
        s.last[seat] = 0
        s.held[seat] = 0
        s.hand[seat] = 0
        s.pile[seat] = 0
    new_round(s)


def new_round(s: State) -> None:
    """DB-6, DB-24. The cards set aside are never taken out of the unseen: which they are, nobody knows."""
    s.unseen = s.deck
    if s.players == 2:
        s.unseen -= count_of(s.deck, REVERSE) * one(REVERSE)
    s.left = count(s.unseen) - s.aside
    for seat in range(s.players):
        s.pile[seat] = 0
    s.forgetful = -1
    s.turn = 0
    s.phase = DEAL


def actors(s: State) -> int:
    return 1 << s.turn if s.phase == PLAY or s.phase == CHOOSE else 0


def legal(s: State, seat: int, out: MutableSequence[int]) -> int:
    """DB-7 to DB-15, DB-20."""
    return enlist(options(s, seat), 0, out, 0)


def options(s: State, seat: int) -> int:
    """The legal actions as bits of a set."""
    if seat != s.turn:
        return 0
    if s.phase == PLAY:
        return plays_of(s.hand[seat], s.good) | (s.plays > 0) << TAKE
    return _DRAW_OR_END if s.phase == CHOOSE else 0


def act(s: State, seat: int, action: int) -> None:
    if action < TAKE:
        play(s, seat, action)
    elif action == TAKE:
        take(s, seat)
    elif action == END_TURN:
        s.forgetful = seat
    if action == DRAW_UP:
        s.phase = DRAW
    elif s.held[seat] == 0:
        end_round(s)
    elif action != END_TURN and s.left > 0 and s.held[seat] < s.limit:
        s.phase = CHOOSE if s.attention else DRAW
    else:
        pass_on(s)


def play(s: State, seat: int, action: int) -> None:
    """DB-7 to DB-14."""
    if action < PLAY_SKIP:
        s.good = raised(s, action)
    elif action == PLAY_REVERSE:
        s.step = -s.step
    s.trick[s.plays] = action
    s.plays += 1
    s.on_table += LAID[action]
    s.hand[seat] -= LAID[action]
    s.held[seat] -= CARDS_LAID[action]


def raised(s: State, action: int) -> int:
    """The good number after a number or a pair (DB-8, DB-9, DB-10): what equals it is doubled, on a lead nothing."""
    brought = VALUE[action]
    equal = s.good
    if s.top_card and CARDS_LAID[action] == 2:
        equal = FIGURE[s.trick[s.plays - 1]] if s.plays > 0 else 0
    return 2 * brought if brought == equal else brought


def take(s: State, seat: int) -> None:
    """DB-15."""
    s.pile[seat] += s.on_table
    clear_table(s)


def clear_table(s: State) -> None:
    for i in range(s.plays):
        s.trick[i] = 0
    s.plays = 0
    s.on_table = 0
    s.good = 0


def owed(s: State, seat: int) -> int:
    """DB-17: up to the hand limit, or as many as the deck has."""
    return min(s.limit - s.held[seat], s.left + 0)


def pass_on(s: State) -> None:
    """The turn passes. After a take nothing lies on the table, and the same player leads (DB-15)."""
    if s.plays > 0:
        turn = s.turn + s.step
        if turn < 0:
            turn = s.players - 1
        elif turn == s.players:
            turn = 0
        s.turn = turn
    s.phase = PLAY


def end_round(s: State) -> None:
    """DB-21 to DB-24, DB-26."""
    sizes = 0  # of all score piles, a byte for each
    for seat in range(s.players):
        sizes |= count(s.pile[seat]) << 8 * seat
    for seat in range(s.players):
        more = count(s.pile[seat]) + 1
        larger = size(((sizes | _TOPS) - _ONES * more) & _TOPS)  # the top bit stays where a byte is as large as that
        won = larger if seat == s.forgetful else larger + 1
        s.last[seat] = won
        s.points[seat] += won
    discard(s)
    s.played += 1
    if s.played < s.rounds:
        new_round(s)
    else:
        s.phase = OVER


def discard(s: State) -> None:
    """DB-21: the trick and all hands. The deck is played no more."""
    s.unseen += s.on_table
    clear_table(s)
    for seat in range(s.players):
        s.unseen += s.hand[seat]
        s.hand[seat] = 0
        s.held[seat] = 0
    s.left = 0


def chance(s: State) -> int:
    if s.phase == DRAW or s.phase == DEAL:
        return s.left + s.aside
    if s.phase == LEADER:
        return size(leaders(s))
    if s.phase == REDEAL:
        return count(s.unseen)
    return 0


def draw(s: State, outcome: int) -> None:
    """A card, any of those unseen (DB-4, DB-17), or the leader of the round (DB-5, DB-25)."""
    if s.phase == LEADER:
        s.turn = nth_seat(leaders(s), outcome)
        s.phase = PLAY
        return
    card = 1 << BITS * nth(s.unseen, outcome)
    s.unseen -= card
    if s.phase == REDEAL:
        deal_anew(s, card)
        return
    seat = s.turn
    s.hand[seat] += card
    s.held[seat] += 1
    s.left -= 1
    if s.left > 0 and s.held[seat] < s.limit:
        return
    if s.phase == DRAW:
        pass_on(s)
    elif seat + 1 < s.players:
        s.turn = seat + 1
    else:
        s.turn = 0
        s.phase = LEADER


def leaders(s: State) -> int:
    """Who may lead the round, as bits; several draw lots. In round 1 anybody (DB-5), then as in DB-25.

    A pile counts its highest numbers in its highest bits: whose numbers are higher has the larger pile of numbers.
    """
    among = (1 << s.players) - 1
    if s.played > 0:
        least = 127
        highest = 0
        for seat in range(s.players):
            numbers = s.hand[seat] & ALL_NUMBERS
            if s.points[seat] < least or (s.points[seat] == least and numbers > highest):
                least = s.points[seat] + 0
                highest = numbers
                among = 0
            if s.points[seat] == least and numbers == highest:
                among |= 1 << seat
    return among


def over(s: State) -> bool:
    return s.phase == OVER


def scores(s: State, out: MutableSequence[int]) -> None:
    for seat in range(s.players):
        out[seat] = s.points[seat]


def standings(s: State, out: MutableSequence[int]) -> None:
    """DB-26, DB-27: points, then those of the last round, then the smaller sum in its score pile."""
    for seat in range(s.players):
        out[seat] = (s.points[seat] * 64 + s.last[seat]) * 1024 - sum_of(s.pile[seat])


def sum_of(pile: int) -> int:
    """The numbers added up; specials count 0, a Joker too (DB-27)."""
    return added_up(pile & ALL_NUMBERS)


def hide(s: State, seat: int) -> None:
    """The other hands are to be dealt anew. Score piles stay as they are: everyone saw the cards that went there."""
    hidden = 0
    for other in range(s.players):
        if other != seat:
            hidden += s.held[other]
            s.unseen += s.hand[other]
            s.hand[other] = 0
    if hidden > 0 and s.phase != REDEAL:
        s.resume = s.phase
        s.phase = REDEAL


def deal_anew(s: State, card: int) -> None:
    """One card to the first hand that is smaller than it should be; when there is none left, play goes on."""
    seat = 0
    while count(s.hand[seat]) == s.held[seat]:
        seat += 1
    s.hand[seat] += card
    while seat < s.players and count(s.hand[seat]) == s.held[seat]:
        seat += 1
    if seat == s.players:
        s.phase = s.resume
        s.resume = DEAL
