"""Dobro: keep the cards that will be needed later.

Every play costs what its cards are worth in the hand; so does a take for every card in the trick. Low numbers are worth
nothing: hardly anything but a lead lets them go. Tried and of little use: playing high so that the next must take,
minding the ranks of the score piles, ending a turn without drawing (DB-18: the point it costs is not won back).
"""

from collections.abc import Sequence

from koloda.games.dobro.cards import count, count_of
from koloda.games.dobro.plays import CARDS_LAID, LAID
from koloda.games.dobro.rules import raised
from koloda.games.dobro.state import DRAW_UP, HIGHEST, JOKER, LOWEST, PLAY_SKIP, REVERSE, SKIP, TAKE, State

# For a number each step above `low` is worth 10, a Joker `joker`, a Skip or a Reverse `special`; `haste` is won with
# every card that is laid. With an empty deck all this counts `late` percent. `take` is the price of a card in a trick.
WEIGHTS = ("low", "joker", "special", "haste", "late", "take")
_LOW, _JOKER, _SPECIAL, _HASTE, _LATE, _TAKE = range(len(WEIGHTS))
RANGES = ((2, 8), (50, 250), (50, 250), (0, 120), (0, 100), (0, 250))
STEP = 10


def greedy(s: State, seat: int, out: Sequence[int], n: int) -> int:
    """Raise the good number least, by one card if possible, specials and Jokers last; take when nothing fits."""
    if out[0] == DRAW_UP:
        return DRAW_UP
    best = out[0]
    least = 1000
    for i in range(n):
        action = out[i]
        if action == TAKE:
            price = 999
        elif action >= PLAY_SKIP:
            price = 200
        else:
            price = raised(s, action) + 50 * CARDS_LAID[action] + 300 * count_of(LAID[action], JOKER)
        if price < least:
            least = price
            best = action
    return int(best)


def rule(s: State, seat: int, out: Sequence[int], n: int, weights: Sequence[int]) -> int:
    """The play whose cards will be missed least, or take if the trick costs less; always draw."""
    if out[0] == DRAW_UP:
        return DRAW_UP
    percent = 100 if s.left > 0 else weights[_LATE]
    best = out[0]
    least = 1 << 30
    for i in range(n):
        action = out[i]
        if action == TAKE:
            price = 100 * weights[_TAKE] * count(s.on_table)
        else:
            price = percent * (worth(LAID[action], weights) - weights[_HASTE] * CARDS_LAID[action])
        if price < least:
            least = price
            best = action
    return int(best)


def worth(cards: int, weights: Sequence[int]) -> int:
    """What cards are worth in the hand."""
    total = weights[_JOKER] * count_of(cards, JOKER)
    total += weights[_SPECIAL] * (count_of(cards, SKIP) + count_of(cards, REVERSE))
    for number in range(max(LOWEST, weights[_LOW]), HIGHEST + 1):
        total += STEP * (number - weights[_LOW]) * count_of(cards, number)
    return total


def step_in(s: State, seat: int, out: Sequence[int], n: int) -> int:
    return -1
