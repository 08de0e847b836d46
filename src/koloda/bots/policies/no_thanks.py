"""No Thanks!: what a card would really cost, and whether it will come round again with more chips on it.

The numbers of the rule, in percent of a point:
- share, late: how much of a card's cost the chips on it must pay, with the whole deck to come and at the end
- near: what an unseen neighbour of the card is worth, if it is still in the deck
- gap: how much of a gap counts as closed already that one unseen card would close
- need: how much more than a point chips are worth to a seat that has few, early in the game
- deny: how much of the bargain that the next player would make counts as one's own loss
- nerve: how far from taking a card the others must be for one that is wanted to go round once more
"""

from collections.abc import Sequence

from koloda.games.no_thanks.state import LOWEST, PASS, TAKE, State

KNOBS = ("share", "late", "near", "gap", "need", "deny", "nerve")
RANGES = ((40, 120), (50, 120), (0, 600), (0, 60), (0, 3000), (0, 40), (-200, 600))
SHARE, LATE, NEAR, GAP, NEED, DENY, NERVE = 0, 1, 2, 3, 4, 5, 6
STEPS_IN = 0
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


def thirst(s: State, chips: int, need: int) -> int:
    """What a seat lacks that has so many chips: the fewer, the sooner it must take whatever comes."""
    return need * s.left // (CARDS * (chips + 1))


def bargain(s: State, seat: int, pot: int, knobs: Sequence[int]) -> int:
    """What a seat gains by taking the card with so many chips on it, in percent of a point."""
    chips = s.chips[seat]
    eased = thirst(s, chips, knobs[NEED]) - thirst(s, chips + pot, knobs[NEED])
    share = knobs[LATE] + (knobs[SHARE] - knobs[LATE]) * s.left // CARDS
    return 100 * pot + eased + hope(s, seat, knobs[NEAR], knobs[GAP]) - share * cost(s, seat)


def greedy(s: State, seat: int, out: Sequence[int], n: int) -> int:
    """Take when the chips pay for the card."""
    return TAKE if s.pot >= cost(s, seat) else PASS


def rule(s: State, seat: int, out: Sequence[int], n: int, knobs: Sequence[int]) -> int:
    """Take a bargain, unless nobody else wants it yet: then it comes back with more chips."""
    mine = bargain(s, seat, s.pot + 0, knobs)
    pot = s.pot + 1
    best = -(1 << 20)
    other = seat
    for _ in range(s.players - 1):
        other = other + 1 if other + 1 < s.players else 0
        theirs = bargain(s, other, pot, knobs)
        if s.chips[other] == 0:
            best = max(best, theirs, 0)  # must take it, want it or not
            break
        best = max(best, theirs)
        pot += 1
    if best > 0:
        mine += knobs[DENY] * best // 100
    if mine < 0:
        return PASS
    return PASS if best + knobs[NERVE] < 0 else TAKE


def step_in(s: State, seat: int, out: Sequence[int], n: int) -> int:
    return -1
