"""The observation of Dobro, worked out from the view alone."""

from koloda.games.dobro.view import PHASES, DobroView
from tests.observed import Options, Table, by_seat

KINDS = ["J", "S", *map(str, range(2, 13)), "R"]

COUNTS = {
    "above",
    "deck",
    "direction",
    "doubled",
    "doubles",
    "good",
    "hand_limit",
    "hand_sizes",
    "last_points",
    "number",
    "pair",
    "pile_sizes",
    "points",
    "round",
    "rounds",
}
"""Numbers in the view that are no seats."""


def parts(view: DobroView, options: Options, table: Table) -> dict[str, list[int]]:
    trick = [card for play in view.trick for card in play.cards]
    assert view.hand is not None
    return {
        "hand": [view.hand.count(kind) for kind in KINDS],
        "trick": [trick.count(kind) for kind in KINDS],
        "held": by_seat(view.hand_sizes, table),
        "piles": by_seat(view.pile_sizes, table),
        "points": by_seat(view.points, table),
        "last": by_seat(view.last_points, table),
        "good": [view.good or 0],
        "top": [(view.trick[-1].number or 0) if view.trick else 0],
        "deck": [view.deck],
        "rounds": [view.rounds - view.round],
        "direction": [view.direction or 0],
        "forgetful": [table.places_after(view.forgetful)],
        "turn": [table.places_after(view.turn)],
        "phase": [next(number for number, name in PHASES.items() if name == view.phase)],
    }
