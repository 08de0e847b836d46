"""The score sheet of Dobro: a line for every round, `18 12 12 8 forgot 2` (pile sizes, and the forgetful card)."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from koloda.core.errors import NotUnderstood
from koloda.core.facts import Fact
from koloda.core.ranking import Column, compare
from koloda.core.score_sheet import (
    Entry,
    Form,
    FormField,
    Sheet,
    Standing,
    Values,
    everyone,
    numbers_in,
    places_of,
    seat_in,
)
from koloda.core.typed_lines import aligned, read_numbers
from koloda.core.view import Ranking, Seat
from koloda.games.dobro import GAME
from koloda.games.dobro.ranking import TIE_RULE
from koloda.games.dobro.scorekeeping import Round, Tally, most_in_piles, possible_sums, tally
from koloda.games.dobro.state import State

LINE = re.compile(r"(?P<piles>[\d\s,/]*?)\s*(?:(?:forgot|забыл\w*|забывашка)\b[\s:]*(?P<who>.*))?", re.IGNORECASE)


class DobroStanding(Standing, frozen=True, kw_only=True):
    """What the pad of Dobro draws."""

    forgot: list[Seat | None]
    """By round: who held the forgetful card at its end."""
    attention: bool
    """There is a forgetful card at this table."""
    most: int
    """So many cards can lie in all piles together."""
    tied: list[Seat]
    """Whose piles of the last round have to be added up (DB-27)."""


class DobroSheet(Sheet):
    game = GAME
    accepts = ("round", "sums")
    standing_type = DobroStanding

    table: State

    def begin(self, players: int) -> None:
        self.table = GAME.new(players, **self.options)
        self.rounds: list[Round] = []
        self.sums: dict[int, int] | None = None

    def due(self) -> Fact | None:
        result = self._tally()
        if result.decided == "open":
            return self.fact("ask", number=len(self.rounds) + 1)
        if result.decided == "sums_needed":
            return self.fact("ask_sums", players=everyone(result.tied))
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

    def form(self) -> Form | None:
        result = self._tally()
        if result.decided == "open":
            everybody = list(range(self.players))
            piles = FormField(
                name="piles",
                kind="number",
                title=self.fact("piles_title"),
                seats=everybody,
                high=most_in_piles(self.table),
            )
            forgot = FormField(
                name="forgot",
                kind="choice",
                title=self.fact("forgot_title"),
                values=[str(seat) for seat in everybody],
                titles=everyone(everybody),
                optional=True,
            )
            title = self.fact("round_title", number=len(self.rounds) + 1)
            return Form(title=title, fields=[piles, forgot] if self.table.attention else [piles])
        if result.decided == "sums_needed":
            high = max(possible_sums(self.table, self.rounds[-1].piles[seat])[1] for seat in result.tied)
            sums = FormField(
                name="sums", kind="number", title=self.fact("sums_title"), seats=list(result.tied), high=high
            )
            return Form(title=self.fact("sums_title"), fields=[sums])
        return None

    def line_of(self, values: Values) -> str:
        """`{"piles": [18, 12, 12, 8], "forgot": 1}`, or `{"sums": [51, 48]}` for those who are tied."""
        if "sums" in values:
            return " ".join(map(str, numbers_in(values, "sums")))
        piles = " ".join(map(str, numbers_in(values, "piles")))
        return f"{piles} forgot {seat_in(values, self.players, 'forgot') + 1}" if "forgot" in values else piles

    def counted(self) -> Standing:
        result = self._tally()
        over = result.decided not in ("open", "sums_needed")
        return DobroStanding(
            names=list(self.shown),
            totals=list(result.totals),
            places=self._places(result),
            rounds=result.rounds,
            round_no=min(len(self.rounds) + 1, self.table.rounds),
            of_rounds=self.table.rounds,
            notes=self._notes(result),
            over=over,
            winners=result.winners,
            ranking=self._ranking(result) if over else None,
            form=self.form(),
            forgot=[played.forgetful for played in self.rounds],
            attention=bool(self.table.attention),
            most=most_in_piles(self.table),
            tied=result.tied if result.decided == "sums_needed" else [],
        )

    def standing(self, draft: Sequence[Values] = ()) -> Standing:
        written = len(self.rounds)
        found = super().standing(draft)
        drafted = len(found.rounds) - written
        number = min(written + 1, self.table.rounds)
        return msgspec.structs.replace(found, drafted=drafted, round_no=number)

    def _places(self, result: Tally) -> list[int]:
        """DB-27, as far as the sheet tells."""
        if not self.rounds:
            return []
        if result.decided == "open":
            return places_of(result.totals, lowest=False)
        last = result.rounds[-1]
        sums = [-(self.sums or {}).get(seat, 0) if seat in result.tied else 0 for seat in range(self.players)]
        ranks = list(zip(result.totals, last, sums, strict=True))
        return [1 + sum(other > own for other in ranks) for own in ranks]

    def _ranking(self, result: Tally) -> Ranking:
        sums = [(self.sums or {}).get(seat, 0) for seat in range(self.players)]
        columns = [
            Column("dobro.by_score", result.totals),
            Column("dobro.by_last_round", result.rounds[-1]),
            Column("dobro.by_pile_sum", sums, lowest=True),
        ]
        return Ranking(criteria=compare(columns), rule=TIE_RULE)

    def _notes(self, result: Tally) -> list[Fact]:
        """DB-25, DB-27."""
        if result.decided == "sums_needed":
            return [self.fact("add_up", players=everyone(result.tied))]
        number = len(self.rounds) + 1
        if len(result.leads_next) == 1:
            return [self.fact("next_leads", number=number, player=result.leads_next[0])]
        if result.leads_next:
            return [self.fact("next_leads_among", number=number, players=everyone(result.leads_next))]
        return []

    def report(self) -> dict[str, Any]:
        result: dict[str, Any] = msgspec.to_builtins(self._tally())
        return result

    @classmethod
    def players_in(cls, entries: Sequence[Entry]) -> str | None:
        rounds = [text for kind, text in entries if kind == "round"]
        return str(len(cls._parts(rounds[0])[0])) if rounds else None


SHEET = DobroSheet
