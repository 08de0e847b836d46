"""The score sheet of Mind Up!: a line for every round, `2-4-1-5-3 A1 B2` (values, goals), and one for every player in
it, `46 53 60 / 37 / -` (the cards on each collection card from left to right)."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from koloda.core.errors import NotUnderstood
from koloda.core.facts import Fact
from koloda.core.score_sheet import Entry, Sheet, everyone
from koloda.core.typed_lines import aligned, players_named, read_numbers
from koloda.games.mind_up import GAME
from koloda.games.mind_up.cards import GOAL_NAMES
from koloda.games.mind_up.scorekeeping import Line, Pad, Tally

ORDER = re.compile(r"\d(?:[-–\s]*\d)*")
CYRILLIC = str.maketrans("АВСЕ", "ABCE")  # letters that look alike on the keyboard


class MindUpSheet(Sheet):
    game = GAME
    accepts = ("round", "player")

    def begin(self, players: int) -> None:
        self.pad = Pad(GAME.new(max(players, 2), **self.options))  # one collection alone is counted without goals

    def due(self) -> str | None:
        pad = self.pad
        if self.players == 1 and pad.entered():
            return None
        if pad.open:
            return self.t("ask", player=pad.waiting[0], cards=pad.cards)
        if pad.s.scored < pad.s.rounds:
            return self.t("ask_order", number=pad.s.scored + 1)
        return None

    def write(self, line: str) -> None:
        if self.pad.open:
            seat, text = self.addressed(line, self.pad.waiting)
            piles = [[] if pile.strip() in ("", "-", "–") else read_numbers(pile) for pile in text.split("/")]
            self.pad.lay(seat, piles)
        else:
            self.pad.open_round(*self._round(line))

    def _round(self, line: str) -> tuple[list[int], list[int]]:
        found = ORDER.match(line.strip())
        if found is None:
            raise NotUnderstood.of("mind_up.order", text=line)
        goals = []
        for word in line.strip()[found.end() :].replace(",", " ").split():
            name = word.upper().translate(CYRILLIC)
            if name not in GOAL_NAMES:
                raise NotUnderstood.of("mind_up.score_no_goal", text=word)
            goals.append(GOAL_NAMES.index(name))
        return [int(digit) for digit in found[0] if digit.isdecimal()], goals

    def news(self) -> list[str]:
        entered = self.pad.entered()
        if entered:
            seat, line = list(entered.items())[-1]
            return [self.t("counted", player=seat, points=line.points, values=line.values, marks=f"{line.marks:+}")]
        return self.show() if self.pad.rounds and not self.pad.open else []

    def show(self) -> list[str]:
        result, entered = self.pad.tally(), self.pad.entered()
        told = []
        totals = [0] * self.players
        for number, lines in enumerate(result.rounds, 1):
            told += self._table(number, dict(enumerate(lines)), totals)
        if entered:
            told += [*self._table(len(result.rounds) + 1, entered, totals), self.t("entered")]
        return told + self._outcome(result)

    def _table(self, number: int, lines: dict[int, Line], totals: list[int]) -> list[str]:
        """A round; adds to the totals."""
        rows = [[self.t(key) for key in ("player", "values", "marks", "goals", "points", "total")]]
        for seat, line in sorted(lines.items()):
            totals[seat] += line.points
            goals = " ".join(f"{goal} {worth:+}" for goal, worth in line.goals.items()) or "-"
            cells = [str(line.values), f"{line.marks:+}", goals, str(line.points), str(totals[seat])]
            rows.append([self.shown[seat], *cells])
        return [self.t("round", number=number), *aligned(rows)]

    def _outcome(self, result: Tally) -> list[str]:
        """MU-15, MU-16."""
        if result.decided == "open":
            if result.lays_out is None:
                return []
            return [self.t("next", player=result.lays_out, left=result.left)]
        winner = result.winners[0]
        args: dict[str, int | list[Fact]] = {"player": winner, "players": everyone(result.winners)}
        bonuses = ", ".join(f"{name} {points}" for name, points in zip(self.shown, result.bonuses, strict=True))
        told = [self.t(f"decided_{result.decided}", **args, bonuses=bonuses)]
        return [*told, self.t("wins", player=winner)] if len(result.winners) == 1 else told

    def report(self) -> dict[str, Any]:
        entered = {self.shown[seat]: line.points for seat, line in self.pad.entered().items()}
        tally = msgspec.to_builtins(self.pad.tally()) if self.players > 1 else {}
        return {**tally, "entered": entered}

    @classmethod
    def players_in(cls, entries: Sequence[Entry]) -> str | None:
        """Those of the first round."""
        lines: list[str] = []
        for i, (kind, text) in enumerate(entries):
            if kind == "player":
                lines.append(text)
            elif i:
                break
        return players_named(lines)


SHEET = MindUpSheet
