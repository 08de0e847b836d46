"""No Thanks!: what a card would really cost, and whether it will come round again with more chips on it.

The numbers of the rule, in percent of a point:
- share, late: how much of a card's cost the chips on it must pay, with the whole deck to come and at the end
- near: what an unseen neighbour of the card is worth, if it is still in the deck
- gap: how much of a gap counts as closed already that one unseen card would close
- need: what it is worth to have all the chips, early in the game, beyond a point each
- deny: how much counts what the card would bring the one who takes it next, or cost who has no chip to pass it on
- nerve: how far from a bargain the card must be for the others, if it is to come round again
"""

from collections.abc import Sequence

from koloda.games.no_thanks.state import LOWEST, PASS, TAKE, State

WEIGHTS = ("share", "late", "near", "gap", "need", "deny", "nerve")
RANGES = ((40, 160), (50, 120), (0, 600), (0, 60), (0, 10000), (0, 80), (-200, 1000))
SHARE, LATE, NEAR, GAP, NEED, DENY, NERVE = 0, 1, 2, 3, 4, 5, 6
CARDS = 24  # turned up in a game, by the box


def cost(s: State, seat: int) -> int:
    """How many points the card on offer would add to a seat's cards; less than 0 where it closes a gap (NT-8)."""
    taken = s.taken[seat]
    added = s.card + 0
    if s.card > LOWEST and (taken >> (s.card - 1)) & 1:
        added = 0
    if (taken >> (s.card + 1)) & 1:
        added -= s.card + 1
    return added


def hope(s: State, seat: int, near: int, gap: int) -> int:
    """What cards that may still come could make of the card on offer, in percent of a point."""
    if s.left == 0:
        return 0
    taken = s.taken[seat]
    worth = 0
    for step in range(-1, 2, 2):
        neighbour = s.card + step
        if (s.unseen >> neighbour) & 1:
            worth += near
            if (taken >> (neighbour + step)) & 1:
                worth += gap * max(s.card + 0, neighbour + step)
    return worth * s.left // (s.left + s.aside)


def power(s: State, chips: int, others: int, need: int) -> int:
    """What it means to have chips while the others have few: they must take what comes. Less and less, as cards do."""
    mine = chips * (s.players - 1)
    return need * s.left * mine // (CARDS * (mine + others + 1))


def bargain(s: State, seat: int, pot: int, weights: Sequence[int]) -> int:
    """What a seat gains by taking the card with so many chips on it, in percent of a point."""
    chips = s.chips[seat]
    others = s.pot - chips - pot  # those who pass until then pay for it
    for other in range(s.players):
        others += s.chips[other]
    gained = power(s, chips + pot, others, weights[NEED]) - power(s, chips + 0, others + pot, weights[NEED])
    share = weights[LATE] + (weights[SHARE] - weights[LATE]) * s.left // CARDS
    return 100 * pot + gained + hope(s, seat, weights[NEAR], weights[GAP]) - share * cost(s, seat)


def greedy(s: State, seat: int, out: Sequence[int], n: int) -> int:
    """Take when the chips pay for the card."""
    return TAKE if s.pot >= cost(s, seat) else PASS


def rule(s: State, seat: int, out: Sequence[int], n: int, weights: Sequence[int]) -> int:
    """Take a bargain, unless the card will come round again: then there are more chips on it."""
    pot = s.pot + 0
    other = seat
    for _ in range(s.players - 1):
        other = other + 1 if other + 1 < s.players else 0
        pot += 1
        theirs = bargain(s, other, pot, weights)
        if s.chips[other] == 0 or theirs + weights[NERVE] >= 0:
            mine = bargain(s, seat, s.pot + 0, weights)
            return TAKE if 100 * mine + weights[DENY] * theirs >= 0 else PASS
    return PASS


def step_in(s: State, seat: int, out: Sequence[int], n: int) -> int:
    return -1
