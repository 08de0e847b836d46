"""The observation of Leduc poker, worked out from the view alone."""

from typing import Any

from tests.observed import Options, Table, by_seat, from_seat

NAMES = [rank + suit for rank in ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K") for suit in "♠♥"]


def parts(view: Any, options: Options, table: Table) -> dict[str, list[int]]:
    def number(card: str | None) -> int:
        deck = NAMES[-2 * (table.players + 1) :]
        return -1 if card is None else deck.index(card)

    empty = table.seats - table.players
    return {
        "cards": [*map(number, from_seat(view.cards, table)), *[-1] * empty],
        "stakes": by_seat(view.stakes, table),
        "live": by_seat([int(p not in view.folded) for p in range(table.players)], table),
        "public": [number(view.public)],
        "raises": [view.raises],
        "turn": [table.places_after(view.actors[0]) if view.actors else -1],
    }
