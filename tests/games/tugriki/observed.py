"""The observation of Tugriki, worked out from the view alone (and the length of the rows)."""

from koloda.games.tugriki.cards import NAMES, PALETTE
from koloda.games.tugriki.view import PHASES, TugrikiView
from tests.observed import Options, Table, by_seat

COUNTS = {"bank", "cards", "deck", "named", "round", "rounds", "stalled", "tugriks"}
"""Numbers in the view that are no seats."""


def parts(view: TugrikiView, options: Options, table: Table) -> dict[str, list[int]]:
    assert view.hand is not None
    reach = options.get("reach", 5)
    rows = {row.colour: row for row in view.rows}
    cards, wilds = [], []
    for kind, name in enumerate(NAMES[:66]):
        row = rows.get(PALETTE[kind // 11])
        lying = row.places.get(name, []) if row else []
        in_deck = row is not None and abs(kind % 11 - 5) <= reach
        cards.append(3 if not in_deck else 2 if name in lying else 1 if name in view.hand else 0)
        wilds.append(1 if "genie" in lying else 2 if "row" in lying else 0)
    loans = [0] * view.players
    for loan in view.loans:
        loans[loan.lender] += loan.tugriks
        loans[loan.borrower] -= loan.tugriks
    lending = view.phase == "loan"
    return {
        "cards": cards,
        "wilds": wilds,
        "held": by_seat(view.cards, table),
        "playing": by_seat([int(seat not in view.out) for seat in range(view.players)], table),
        "tugriks": by_seat(view.tugriks, table),
        "loans": by_seat(loans, table),
        "bank": [view.bank],
        "genies": [view.hand.count("genie")],
        "choices": [view.hand.count("row")],
        "deck": [view.deck],
        "rounds": [-1 - view.stalled if view.rounds is None else view.rounds - view.round],
        "turn": [table.places_after(view.turn)],
        "direction": [1 if view.clockwise else -1],
        "miss": [int(view.miss)],
        "drawn": [NAMES.index(view.drawn) if view.drawn else -1],
        "bound": [PALETTE.index(view.bound) if view.bound else -1],
        "named": [view.named],
        "pledge": [int(view.pledge)],
        "challengeable": [table.places_after(view.challengeable)],
        "callable": [table.places_after(view.callable)],
        "borrower": [table.places_after(view.borrower)],
        "asked": [table.places_after(view.actors[0]) if lending else -1],
        "phase": [next(number for number, name in PHASES.items() if name == view.phase)],
    }
