"""The score sheet of No Thanks!: a line for every player, `3 7-9 25 / 8` (cards, then chips)."""

from collections.abc import Sequence
from typing import Any

from koloda.core.errors import NotUnderstood
from koloda.core.options import FLAG
from koloda.core.score_sheet import Entry, Sheet, everyone
from koloda.core.typed_lines import aligned, players_named
from koloda.games.no_thanks import GAME
from koloda.games.no_thanks.notation import read_runs, write_runs
from koloda.games.no_thanks.scorekeeping import Count, Hand, count
from koloda.games.no_thanks.state import State

LONE_TABLE = 5
"""A hand that is counted alone may be from any table: this one has the most chips in the box."""


class NoThanksSheet(Sheet):
    game = GAME
    accepts = ("player",)
    own_options = ("unfinished",)

    table: State

    def begin(self, players: int) -> None:
        self.unfinished = self.own.get("unfinished") == FLAG[1]
        self.hands: dict[int, Hand] = {}
        self.table = GAME.new(LONE_TABLE if players == 1 else players, **self.options)

    @property
    def waiting(self) -> list[int]:
        return [seat for seat in range(self.players) if seat not in self.hands]

    def due(self) -> str | None:
        return self.t("ask", player=self.waiting[0]) if self.waiting else None

    def write(self, line: str) -> None:
        seat, text = self.addressed(line, self.waiting)
        self.hands[seat] = self._hand(text)
        self._count()

    def _hand(self, text: str) -> Hand:
        cards, slash, chips = text.replace("–", "-").partition("/")
        if slash and not (chips.strip().isdecimal() and len(chips.strip()) <= 4):
            raise NotUnderstood.of("no_thanks.score_chips", text=chips.strip())
        taken = 0 if cards.strip() == "-" else read_runs(cards, self.table.highest)
        return Hand(taken, int(chips) if slash else None)

    def _count(self) -> Count:
        """Seats that have not told their cards yet count as empty-handed."""
        hands = [self.hands.get(seat, Hand(0)) for seat in range(self.players)]
        return count(self.table, hands, self.unfinished or bool(self.waiting))

    def news(self) -> list[str]:
        if not self.hands:
            return []
        seat = list(self.hands)[-1]
        return [self.t("counted", player=seat, points=self._count().scores[seat])]

    def show(self) -> list[str]:
        result = self._count()
        rows = [[self.t("player"), self.t("cards"), self.t("chips_column"), self.t("points")]]
        for seat, hand in sorted(self.hands.items()):
            cards = write_runs(hand.taken).replace(",", " ") or "-"
            chips = "?" if hand.chips is None else str(hand.chips)
            rows.append([self.shown[seat], cards, chips, str(result.scores[seat])])
        return [*aligned(rows, words=(0, 1)), *self._outcome(result)]

    def _outcome(self, result: Count) -> list[str]:
        """NT-9."""
        if result.finished:
            if len(result.leaders) == 1:
                return [self.t("wins", player=result.leaders[0], points=min(result.scores))]
            return [self.t("share", players=everyone(result.leaders), points=min(result.scores))]
        if self.players == 1 or self.waiting:
            return []
        uncounted = [seat for seat, hand in self.hands.items() if hand.chips is None]
        told = [self.t("uncounted")] if uncounted else []
        if result.cards_left:
            told.append(self.t("to_come", cards=result.cards_left))
        return [*told, self.t("so_far", players=everyone(result.leaders), points=min(result.scores))]

    def report(self) -> dict[str, Any]:
        result = self._count()
        scores = [None if seat in self.waiting else points for seat, points in enumerate(result.scores)]
        winners = result.leaders if result.finished else []
        return {"scores": scores, "finished": result.finished, "winners": winners, "cards_left": result.cards_left}

    @classmethod
    def players_in(cls, entries: Sequence[Entry]) -> str | None:
        return players_named([text for _, text in entries])


SHEET = NoThanksSheet
