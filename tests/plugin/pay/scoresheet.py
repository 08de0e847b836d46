"""The score sheet of Pay or Take: everybody's points."""

from collections.abc import Sequence
from typing import Any

from koloda.core.facts import Arg, Fact, fact
from koloda.core.ranking import best
from koloda.core.score_sheet import Entry, Form, FormField, Sheet, Standing, Values, number_in
from koloda.core.text import say
from koloda.core.typed_lines import aligned, players_named, read_numbers
from tests.plugin.pay import GAME


class PaySheet(Sheet):
    game = GAME
    accepts = ("player",)

    def begin(self, players: int) -> None:
        self.points: dict[int, int] = {}

    def due(self) -> Fact | None:
        waiting = [seat for seat in range(self.players) if seat not in self.points]
        return fact("pay.score_ask", player=waiting[0]) if waiting else None

    def write(self, line: str) -> None:
        waiting = [seat for seat in range(self.players) if seat not in self.points]
        seat, text = self.addressed(line, waiting)
        self.points[seat] = sum(read_numbers(text))

    def form(self) -> Form | None:
        due = self.due()
        points = FormField(name="points", kind="number", title=fact("pay.seat_points"), high=500)
        return None if due is None else Form(title=due, fields=[points])

    def line_of(self, values: Values) -> str:
        return str(number_in(values, "points")) if "points" in values else super().line_of(values)

    def counted(self) -> Standing:
        totals = [self.points.get(seat) for seat in range(self.players)]
        over = len(self.points) == self.players
        names = list(self.shown)
        return Standing(
            names=names, totals=totals, lowest_wins=True, over=over, winners=self._winners(), form=self.form()
        )

    def show(self) -> list[str]:
        rows = [[self.shown[seat], str(points)] for seat, points in self.points.items()]
        return [*aligned(rows), *(self._own("score_best", player=seat) for seat in self._winners())]

    def report(self) -> dict[str, Any]:
        return {"scores": [self.points.get(seat) for seat in range(self.players)], "winners": self._winners()}

    def _winners(self) -> list[int]:
        return best(self.points, self.points, lowest=True) if len(self.points) == self.players else []

    @classmethod
    def players_in(cls, entries: Sequence[Entry]) -> str | None:
        return players_named([text for _, text in entries])

    def _own(self, key: str, **args: Arg) -> str:
        return say(fact(f"pay.{key}", **args), self.language, self.shown)


SHEET = PaySheet
