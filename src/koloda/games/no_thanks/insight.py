"""What a good player of No Thanks! works out from what everybody may know, as numbers. Compilable."""

from collections.abc import MutableSequence

from koloda.core.bits import added_up
from koloda.core.observation import Part
from koloda.core.seats import around
from koloda.games.no_thanks.bots.policy import cost
from koloda.games.no_thanks.memory import LAYOUT as MEMORY_LAYOUT
from koloda.games.no_thanks.memory import WIDTH, Memory, forget, watch, watch_draw
from koloda.games.no_thanks.memory import recall as recall_memory
from koloda.games.no_thanks.state import HIGHEST, LOWEST, SEATS, State

__all__ = ["LAYOUT", "WIDTH", "Memory", "forget", "recall", "watch", "watch_draw"]

LEAST_LEAD, MOST_LEAD = -19, 20
MOST_THIRDS = 39
ALL_LINKS = 15

LAYOUT = (
    *MEMORY_LAYOUT,
    Part(
        "cost", SEATS, -HIGHEST - 1, HIGHEST, "points that the card on offer would add to the seat's cards; 0 for none"
    ),
    Part(
        "links",
        SEATS,
        0,
        ALL_LINKS,
        "which cards near the one on offer the seat has, as bits: 1 the next lower, 2 the next higher, 4 and 8 those "
        "beyond",
    ),
    Part("near", 1, 0, ALL_LINKS, "which cards near the one on offer are unseen, as bits in the same order"),
    Part("scores", SEATS, 0, MOST_THIRDS, "points of the seat's cards less its chips, a third of it, from 0 to 39"),
    Part("leads", SEATS, LEAST_LEAD, MOST_LEAD, "half of what the seat's score is above the own one, from -19 to 20"),
)
COST = sum(part.size for part in MEMORY_LAYOUT)
LINKS = COST + SEATS
NEAR = LINKS + SEATS
SCORES = NEAR + 1
LEADS = SCORES + SEATS


def recall(s: State, m: Memory, seat: int, out: MutableSequence[int]) -> None:
    recall_memory(s, m, seat, out)
    own = score(s, seat)
    for i in range(SEATS):
        added = 0
        links = 0
        points = 0
        lead = 0
        if i < s.players:
            p = around(seat, i, s.players)
            if s.card > 0:
                added = cost(s, p)
                links = around_card(s.taken[p], s.card + 0)
            points = score(s, p)
            lead = min(max((points - own) >> 1, LEAST_LEAD), MOST_LEAD)
        out[COST + i] = added
        out[LINKS + i] = links
        out[SCORES + i] = min(max(points, 0) // 3, MOST_THIRDS)
        out[LEADS + i] = lead
    out[NEAR] = around_card(s.unseen + 0, s.card + 0) if s.card > 0 else 0


def score(s: State, seat: int) -> int:
    """NT-8."""
    return added_up(s.taken[seat] & ~(s.taken[seat] << 1)) - s.chips[seat]


def around_card(cards: int, card: int) -> int:
    """Which neighbours of a card are in a set, as bits."""
    found = ((cards >> (card - 1)) & 1) | ((cards >> (card + 1)) & 1) << 1
    if card > LOWEST:
        found |= ((cards >> (card - 2)) & 1) << 2
    return found | ((cards >> (card + 2)) & 1) << 3
