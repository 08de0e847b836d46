"""The score sheet of No Thanks!: a line for every player, `3 7-9 25 / 8` (cards, then chips)."""

from collections.abc import Sequence
from typing import Any

import msgspec

from koloda.core.errors import KolodaError, NotUnderstood
from koloda.core.facts import Fact
from koloda.core.options import FLAG
from koloda.core.ranking import best
from koloda.core.score_sheet import (
    Entry,
    Form,
    FormField,
    Sheet,
    Standing,
    Values,
    everyone,
    number_in,
    numbers_in,
    places_of,
    seat_in,
)
from koloda.core.typed_lines import aligned, players_named
from koloda.games.no_thanks import GAME
from koloda.games.no_thanks.notation import read_runs, write_runs
from koloda.games.no_thanks.scorekeeping import Count, Hand, cards_in_play, chips_in_play, count, scores_of, table_with
from koloda.games.no_thanks.state import LOWEST, State

LONE_TABLE = 5
"""A hand that is counted alone may be from any table: this one has the most chips in the box."""


class NoThanksStanding(Standing, frozen=True, kw_only=True):
    """What the pad of No Thanks! draws."""

    cards: list[int]
    """The cards that can be in the game."""
    counting: list[list[int]]
    """By seat: the cards that count, the lowest of each run (NT-8)."""
    of_cards: int
    """So many cards are in the game (NT-1)."""
    of_chips: int
    """So many chips (NT-2)."""


class NoThanksSheet(Sheet):
    game = GAME
    accepts = ("player",)
    standing_type = NoThanksStanding
    own_options = ("unfinished",)

    table: State

    def begin(self, players: int) -> None:
        self.unfinished = self.own.get("unfinished") == FLAG[1]
        self.hands: dict[int, Hand] = {}
        self.table = GAME.new(LONE_TABLE if players == 1 else players, **self.options)

    @property
    def waiting(self) -> list[int]:
        return [seat for seat in range(self.players) if seat not in self.hands]

    def due(self) -> Fact | None:
        return self.fact("ask", player=self.waiting[0]) if self.waiting else None

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

    def form(self) -> Form | None:
        if not self.waiting:
            return None
        names = FormField(
            name="seat",
            kind="choice",
            title=self.fact("player"),
            values=[str(seat) for seat in self.waiting],
            titles=everyone(self.waiting),
        )
        cards = FormField(
            name="cards",
            kind="cards",
            title=self.fact("cards"),
            values=[str(card) for card in cards_of(self.table.unseen)],
        )
        chips = FormField(name="chips", kind="number", title=self.fact("chips_column"), high=chips_in_play(self.table))
        return Form(title=self.fact("ask", player=self.waiting[0]), fields=[names, cards, chips])

    def line_of(self, values: Values) -> str:
        """`{"seat": 0, "cards": [3, 7, 8], "chips": 8}`; without chips they are not counted."""
        seat, hand = self._drafted(values)
        cards = write_runs(hand.taken).replace(",", " ") or "-"
        return f"{seat + 1}: {cards}" + ("" if hand.chips is None else f" / {hand.chips}")

    def _drafted(self, values: Values) -> tuple[int, Hand]:
        seat = seat_in(values, self.players)
        taken = 0
        for card in numbers_in(values, "cards"):
            if not 0 <= card <= self.table.highest:
                raise NotUnderstood.of("no_thanks.no_card", text=str(card), low=LOWEST, high=self.table.highest)
            taken |= 1 << card
        chips = number_in(values, "chips") if "chips" in values else None
        if chips is not None and chips < 0:
            raise NotUnderstood.of("no_thanks.score_chips", text=str(chips))
        return seat, Hand(taken, chips)

    def counted(self) -> Standing:
        return self._standing(self.hands, over=not self.waiting and self._count().finished)

    def standing(self, draft: Sequence[Values] = ()) -> Standing:
        """Everybody's cards may still change, so nothing has to add up yet."""
        if not draft:
            return self.counted()
        try:
            hands = {**self.hands, **dict(map(self._drafted, draft))}
        except KolodaError as error:
            return msgspec.structs.replace(self.counted(), problem=error.detail)
        return self._standing(hands, over=False)

    def _standing(self, hands: dict[int, Hand], over: bool) -> Standing:
        table = self.table
        everybody = [hands.get(seat, Hand(0)) for seat in range(self.players)]
        check, problem, complete = None, None, False
        try:
            left = count(table, everybody, unfinished=True).cards_left
            chips = chips_in_play(table) - sum(hand.chips or 0 for hand in everybody)
            check = self._check(left, chips) if self.players > 1 else None
            complete = not over and len(hands) == self.players > 1 and left == chips == 0
        except KolodaError as error:
            problem = error.detail
        scores = scores_of(table, everybody)
        ranked = iter(places_of([scores[seat] for seat in sorted(hands)], lowest=True))
        return NoThanksStanding(
            names=list(self.shown),
            totals=[scores[seat] if seat in hands else None for seat in range(self.players)],
            lowest_wins=True,
            places=[next(ranked) if seat in hands else 0 for seat in range(self.players)] if hands else [],
            check=check,
            complete=complete,
            problem=problem,
            over=over,
            winners=best(range(self.players), scores, lowest=True) if over else [],
            ranking=GAME.ranking(table_with(table, everybody)) if over else None,
            form=self.form(),
            cards=cards_of(table.unseen),
            counting=[cards_of(hand.taken & ~(hand.taken << 1)) for hand in everybody],
            of_cards=cards_in_play(table),
            of_chips=chips_in_play(table),
        )

    def _check(self, cards: int, chips: int) -> Fact:
        """NT-2, NT-7."""
        if cards == chips == 0:
            return self.fact("all_there", cards=cards_in_play(self.table), chips=chips_in_play(self.table))
        return self.fact("missing", cards=cards, chips=chips)

    def report(self) -> dict[str, Any]:
        result = self._count()
        scores = [None if seat in self.waiting else points for seat, points in enumerate(result.scores)]
        winners = result.leaders if result.finished else []
        return {"scores": scores, "finished": result.finished, "winners": winners, "cards_left": result.cards_left}

    @classmethod
    def players_in(cls, entries: Sequence[Entry]) -> str | None:
        return players_named([text for _, text in entries])


def cards_of(cards: int) -> list[int]:
    return [card for card in range(cards.bit_length()) if cards >> card & 1]


SHEET = NoThanksSheet
