"""The observation of crazy eights, worked out from the view alone."""

from typing import Any

from tests.observed import Options, Table, by_seat, from_seat

NAMES = [rank + suit for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A") for suit in "♣♦♥♠"]
SUITS = ("clubs", "diamonds", "hearts", "spades")


def parts(view: Any, options: Options, table: Table) -> dict[str, list[int]]:
    places = dict.fromkeys(NAMES, 0)
    for place, hand in enumerate(from_seat(view.hands, table), 1):
        places.update(dict.fromkeys(hand or [], place))
    places.update(dict.fromkeys(view.played, 6))
    return {
        "cards": list(places.values()),
        "counts": by_seat(view.cards, table),
        "top": [-1 if view.top is None else NAMES.index(view.top)],
        "suit": [0 if view.suit is None else SUITS.index(view.suit)],
        "deck": [view.deck],
        "drawn": [view.drawn],
        "passes": [view.passes],
        "naming": [int(view.naming)],
        "turn": [table.places_after(view.actors[0]) if view.actors else -1],
    }
