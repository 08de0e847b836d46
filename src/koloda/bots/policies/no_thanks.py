"""No Thanks!: what a card would really cost."""

from collections.abc import Sequence

from koloda.games.no_thanks.state import LOWEST, PASS, TAKE, State

KNOBS = ("share",)
RANGES = ((0, 150),)
STEPS_IN = 0


def cost(s: State, seat: int) -> int:
    """How many points the card on offer would add to a seat's cards; less than 0 where it closes a gap (NT-8)."""
    taken = s.taken[seat]
    added = s.card + 0
    if s.card > LOWEST and (taken >> (s.card - 1)) & 1:
        added = 0
    if (taken >> (s.card + 1)) & 1:
        added -= s.card + 1
    return added


def greedy(s: State, seat: int, out: Sequence[int], n: int) -> int:
    """Take when the chips pay for the card."""
    return TAKE if s.pot >= cost(s, seat) else PASS


def rule(s: State, seat: int, out: Sequence[int], n: int, knobs: Sequence[int]) -> int:
    """Take when the chips pay for a share (in percent) of the card."""
    return TAKE if 100 * s.pot >= knobs[0] * cost(s, seat) else PASS


def step_in(s: State, seat: int, out: Sequence[int], n: int) -> int:
    return -1
