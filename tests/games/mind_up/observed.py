"""The observation of Mind Up!, worked out from the view alone (and the deck)."""

from koloda.games.mind_up.cards import COLOUR_NAMES, GOAL_NAMES, named
from koloda.games.mind_up.options import SET_UP
from koloda.games.mind_up.view import PHASES, MindUpView
from tests.observed import Options, Table, by_seat, from_seat

COUNTS = {
    "bonuses",
    "choice",
    "held",
    "known",
    "mark",
    "number",
    "order",
    "points",
    "round",
    "rounds",
    "stack",
    "totals",
    "worth",
}
"""Numbers in the view that are no seats."""


def parts(view: MindUpView, options: Options, table: Table) -> dict[str, list[int]]:
    deck = named(str(SET_UP.settle(**options)["edition"]))
    places = {n: 0 if n in deck.colours else 14 for n in range(1, 61)}
    for i, known in enumerate(from_seat(view.known, table)):
        places.update(dict.fromkeys(known, 1 + i))
    assert view.hand is not None
    places.update({card.number: 1 for card in view.hand})
    for i, piles in enumerate(from_seat(view.collections, table)):
        places.update({card.number: 7 + i for pile in piles for card in pile})
    places.update({card.number: 13 for card in view.row})
    lying = [[pile[0].colour for pile in piles] for piles in view.collections]
    colours = [[piles.index(name) + 1 if name in piles else 0 for name in COLOUR_NAMES] for piles in lying]
    goals = dict.fromkeys(GOAL_NAMES, -1)
    if options.get("goals", "off") != "off":
        goals.update({GOAL_NAMES[goal]: 0 for goal in deck.goals})
    goals.update({goal.name: 1 for goal in view.goals})
    goals.update({goal.name: 2 for goal in view.discarded})
    return {
        "cards": list(places.values()),
        "row": [*(card.number for card in view.row), *[0] * (6 - len(view.row))],
        "order": [*view.order, *[0] * (5 - len(view.order))],
        "places": [place for seat in [*from_seat(colours, table), *[[0] * 5] * 6][:6] for place in seat],
        "held": by_seat(view.held, table),
        "chosen": by_seat([int(seat in view.chosen) for seat in range(view.players)], table),
        "points": by_seat([points[-1] for points in view.points], table),
        "totals": by_seat(view.totals, table),
        "bonuses": by_seat(view.bonuses, table),
        "goals": list(goals.values()),
        "choice": [view.choice or 0],
        "stack": [view.stack],
        "rounds": [view.rounds - view.round],
        "layer": [table.places_after(view.layer)],
        "phase": [next(number for number, name in PHASES.items() if name == view.phase)],
    }
