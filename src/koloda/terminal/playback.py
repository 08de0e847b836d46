"""A record that can be looked at after any of its entries."""

from bisect import bisect_left, bisect_right

from koloda.core.game import Draw
from koloda.table.record import Record

SPACING = 64
"""Entries between two positions that are remembered, so that a step back does not play the game from its start."""


class Playback:
    """Stands at one entry of a record; `match` is the game up to there."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.entries = record.match.entries
        self.at = 0
        self.match = record.begin()
        self._remembered = [self.match.copy()]
        self.stops = self._stops()
        """The entries after which somebody is to decide, and the end."""
        self.rounds = self._rounds()
        """The stops at which a round begins; in a game without rounds, every tenth stop."""

    def _stops(self) -> list[int]:
        last = len(self.entries)
        return [at for at, entry in enumerate(self.entries) if not isinstance(entry, Draw)] + [last]

    def _rounds(self) -> list[int]:
        found: list[int] = []
        before = None
        for at, (state, entry) in enumerate(self.record.replay()):
            if not isinstance(entry, Draw):
                round = getattr(self.record.game.view(state, None), "round", None)
                if round != before:
                    found.append(at)
                before = round
        return found or self.stops[:-1:10]

    def go_to(self, at: int) -> None:
        """Stand after that many entries; beyond the start and the end there is nothing."""
        at = max(0, min(at, len(self.entries)))
        if at < self.at:
            nearest = min(at // SPACING, len(self._remembered) - 1)
            self.at, self.match = nearest * SPACING, self._remembered[nearest].copy()
        for entry in self.entries[self.at : at]:
            self.match.apply(entry)
            self.at += 1
            if self.at % SPACING == 0 and self.at // SPACING == len(self._remembered):
                self._remembered.append(self.match.copy())

    def step(self, by: int) -> None:
        """Go to the next stop (1) or the one before (-1)."""
        self._go_along(self.stops, by)

    def step_round(self, by: int) -> None:
        """Go to the start of the next round or of this one; then of the one before."""
        self._go_along([0, *self.rounds, len(self.entries)], by)

    def _go_along(self, places: list[int], by: int) -> None:
        number = bisect_right(places, self.at) if by > 0 else bisect_left(places, self.at) - 1
        if 0 <= number < len(places):
            self.go_to(places[number])
        elif by < 0:
            self.go_to(0)

    @property
    def stop_before(self) -> int:
        """The last stop before this entry; 0 if there is none."""
        number = bisect_left(self.stops, self.at) - 1
        return self.stops[number] if number >= 0 else 0

    def stop_after(self, entry: int) -> int:
        """Where one sees what an entry (from 1) has brought."""
        return self.stops[bisect_left(self.stops, entry)]

    @property
    def at_end(self) -> bool:
        return self.at == len(self.entries)
