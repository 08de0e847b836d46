"""The observation of No Thanks!, worked out from the view alone (and the options)."""

from koloda.games.no_thanks.view import NoThanksView
from tests.observed import Options, Table, by_seat, from_seat

COUNTS = {"card", "chips", "left", "points", "pot", "removed", "taken"}
"""Numbers in the view that are no seats."""


def parts(view: NoThanksView, options: Options, table: Table) -> dict[str, list[int]]:
    places = dict.fromkeys(range(3, 36), 0)
    for n in places:
        if n > options.get("highest", 35) or (options.get("tactical") and n in (10, 20, 30)):
            places[n] = 9
    for i, taken in enumerate(from_seat(view.taken, table)):
        places.update(dict.fromkeys(taken, i + 1))
    places.update(dict.fromkeys(view.removed or [], 9))
    if view.card:
        places[view.card] = 8
    return {
        "cards": list(places.values()),
        "chips": by_seat([-1 if chips is None else chips for chips in view.chips], table),
        "card": [view.card or 0],
        "pot": [view.pot],
        "left": [view.left],
        "turn": [-1 if view.over else table.places_after(view.turn)],
    }
