"""The score sheet of Dobro: a line for every round, `18 12 12 8 forgot 2` (pile sizes, and the forgetful card)."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from koloda.core.errors import NotUnderstood
from koloda.core.score_sheet import Entry, Sheet, everyone
from koloda.core.typed_lines import aligned, read_numbers
from koloda.games.dobro import GAME
from koloda.games.dobro.scorekeeping import Round, Tally, tally
from koloda.games.dobro.state import State

LINE = re.compile(r"(?P<piles>[\d\s,/]*?)\s*(?:(?:forgot|забыл\w*|забывашка)\b[\s:]*(?P<who>.*))?", re.IGNORECASE)


class DobroSheet(Sheet):
    game = GAME
    accepts = ("round", "sums")

    table: State

    def begin(self, players: int) -> None:
        self.table = GAME.new(players, **self.options)
        self.rounds: list[Round] = []
        self.sums: dict[int, int] | None = None

    def due(self) -> str | None:
        result = self._tally()
        if result.decided == "open":
            return self.t("ask", number=len(self.rounds) + 1)
        if result.decided == "sums_needed":
            return self.t("ask_sums", players=everyone(result.tied))
        return None

    def write(self, line: str) -> None:
        if self._tally().decided == "sums_needed":
            self.sums = self._read_sums(line)
        else:
            self.rounds.append(self._read_round(line))
        self._tally()

    def _read_round(self, line: str) -> Round:
        piles, who = self._parts(line)
        return Round(piles, None if who is None else self.seat(who))

    @staticmethod
    def _parts(line: str) -> tuple[tuple[int, ...], str | None]:
        """The sizes of the piles, and who forgot."""
        found = LINE.fullmatch(line.strip())
        if found is None:
            raise NotUnderstood.of("dobro.score_line", text=line)
        return tuple(read_numbers(found["piles"].replace("/", " "))), found["who"]

    def _read_sums(self, line: str) -> dict[int, int]:
        """One number for each player who is tied, or for everybody."""
        tied, numbers = self._tally().tied, read_numbers(line)
        if len(numbers) == len(tied):
            return dict(zip(tied, numbers, strict=True))
        if len(numbers) == self.players:
            return dict(enumerate(numbers))
        raise NotUnderstood.of("dobro.score_sums_count", given=len(numbers), players=everyone(tied))

    def _tally(self) -> Tally:
        return tally(self.table, self.rounds, self.sums)

    def news(self) -> list[str]:
        return self.show() if self.rounds else []

    def show(self) -> list[str]:
        result = self._tally()
        rows = [[self.t("round"), *self.shown]]
        for number, (played, points) in enumerate(zip(self.rounds, result.rounds, strict=True), 1):
            forgot = ["*" if seat == played.forgetful else "" for seat in range(self.players)]
            rows.append([str(number), *(f"{star}{won}" for star, won in zip(forgot, points, strict=True))])
        rows.append([self.t("total"), *map(str, result.totals)])
        starred = any(played.forgetful is not None for played in self.rounds)
        legend = [self.t("forgetful")] if starred else []
        return [*aligned(rows), *legend, *self._outcome(result)]

    def _outcome(self, result: Tally) -> list[str]:
        """DB-25, DB-27."""
        if result.decided == "open":
            if len(result.leads_next) == 1:
                return [self.t("leads", player=result.leads_next[0], left=result.left)]
            return [self.t("leads_among", players=everyone(result.leads_next), left=result.left)] if self.rounds else []
        if result.decided == "sums_needed":
            return [self.t("sums_needed", players=everyone(result.tied))]
        winner = result.winners[0]
        told = [self.t(f"decided_{result.decided}", player=winner, players=everyone(result.winners))]
        return [*told, self.t("wins", player=winner)] if len(result.winners) == 1 else told

    def report(self) -> dict[str, Any]:
        result: dict[str, Any] = msgspec.to_builtins(self._tally())
        return result

    @classmethod
    def players_in(cls, entries: Sequence[Entry]) -> str | None:
        rounds = [text for kind, text in entries if kind == "round"]
        return str(len(cls._parts(rounds[0])[0])) if rounds else None


SHEET = DobroSheet
