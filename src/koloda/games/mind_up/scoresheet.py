"""The score sheet of Mind Up!: a line for every round, `2-4-1-5-3 A1 B2` (values, goals), and one for every player in
it, `46 53 60 / 37 / -` (the cards on each collection card from left to right) or, where only colours were counted,
`purple 2 / blue 1 marks +2 -1`."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from koloda.core.errors import KolodaError, NotUnderstood
from koloda.core.facts import Fact
from koloda.core.numbers import signed
from koloda.core.score_sheet import (
    Entry,
    Sheet,
    Standing,
    Values,
    everyone,
    numbers_in,
    places_of,
    seat_in,
    words_in,
)
from koloda.core.typed_lines import aligned, players_named, read_numbers
from koloda.games.mind_up import GAME
from koloda.games.mind_up.cards import COLOUR_NAMES, GOAL_NAMES, numbers
from koloda.games.mind_up.collecting import total
from koloda.games.mind_up.scorekeeping import MOST_GOALS, Collection, Line, Pad, Tally, named
from koloda.games.mind_up.state import FIXED, NEVER

COLOUR_WORDS = {
    "orange": ("orange", "оранж"),
    "pink": ("pink", "роз"),
    "blue": ("blue", "син"),
    "green": ("green", "зел"),
    "purple": ("purple", "фиол"),
}
"""What the words for a colour begin with."""
COUNTED = re.compile(r"(?P<colour>[^\W\d]+)\s*(?P<cards>\d{1,2})")
MARKS = re.compile(r"\b(?:marks|отметки|знаки)\b[\s:]*(?P<marks>[-+−\d\s,]*)$", re.IGNORECASE)
MARK = re.compile(r"[-+−]?\d")
ORDER = re.compile(r"\d(?:[-–\s]*\d)*")
CYRILLIC = str.maketrans("АВСЕ", "ABCE")  # letters that look alike on the keyboard


class Laid(msgspec.Struct, frozen=True):
    """A collection of the round that is being entered, which may still be unfinished."""

    values: list[int]
    """What each pile brings, from left to right (MU-13)."""
    marks: int
    goals: dict[str, int]
    """Those that apply, once everybody's cards lie there."""
    cards: int
    points: int


class MindUpStanding(Standing, frozen=True, kw_only=True):
    """What the pad of Mind Up! draws."""

    order: list[int]
    """The values of the collection cards from left to right, once they are laid out."""
    values: list[int]
    """All values."""
    goals: list[str]
    """The open ones."""
    all_goals: list[str]
    """Those to choose from; [] where none are to be opened in this round."""
    of_goals: int
    """So many are to be opened in this round."""
    of_cards: int
    """So many cards has a collection in this round."""
    colours: dict[str, int]
    """How many cards of each colour there are."""
    marks: list[int]
    """The marks that cards have."""
    laid: list[Laid | None]
    """By seat."""


class MindUpSheet(Sheet):
    game = GAME
    accepts = ("round", "player")
    standing_type = MindUpStanding

    def begin(self, players: int) -> None:
        self.pad = Pad(GAME.new(max(players, 2), **self.options))  # one collection alone is counted without goals

    def due(self) -> Fact | None:
        pad = self.pad
        if self.players == 1 and pad.entered():
            return None
        if pad.open:
            return self.fact("ask", player=pad.waiting[0], cards=pad.cards)
        if pad.s.scored < pad.s.rounds:
            return self.fact("ask_order", number=pad.s.scored + 1)
        return None

    def write(self, line: str) -> None:
        if self.pad.open:
            seat, text = self.addressed(line, self.pad.waiting)
            if text.strip()[:1].isalpha():
                self.pad.lay_counted(seat, *self._counted(text))
                return
            piles = [[] if pile.strip() in ("", "-", "–") else read_numbers(pile) for pile in text.split("/")]
            self.pad.lay(seat, piles)
        else:
            self.pad.open_round(*self._round(line))

    def _counted(self, text: str) -> tuple[list[tuple[int, int]], list[int]]:
        """`purple 2 / blue 1 marks +2 -1`"""
        marks = MARKS.search(text)
        piles = []
        for pile in text[: marks.start() if marks else None].split("/"):
            found = COUNTED.fullmatch(pile.strip())
            colour = found and next((n for n, c in enumerate(COLOUR_NAMES) if _is_colour(found["colour"], c)), None)
            if found is None or colour is None:
                raise NotUnderstood.of("mind_up.score_pile", text=pile.strip())
            piles.append((colour, int(found["cards"])))
        signed = MARK.findall(marks["marks"].replace("−", "-")) if marks else []
        return piles, [int(mark) for mark in signed if int(mark)]

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
            return [self.t("counted", player=seat, points=line.points, values=line.values, marks=signed(line.marks))]
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
            goals = " ".join(f"{goal} {signed(worth)}" for goal, worth in line.goals.items()) or "-"
            cells = [str(line.values), signed(line.marks), goals, str(line.points), str(totals[seat])]
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

    def line_of(self, values: Values) -> str:
        """`{"order": [2, 4, 1, 5, 3], "goals": ["A1"]}`, then for each player
        `{"seat": 0, "colours": ["purple", "blue"], "counts": [2, 1], "marks": [2, -1]}`; or a line of text."""
        if "order" in values:
            return " ".join(["-".join(map(str, numbers_in(values, "order"))), *words_in(values, "goals")])
        if "seat" not in values:
            return super().line_of(values)
        seat, piles, marks = self._values(values)
        counted = " / ".join(f"{COLOUR_NAMES[colour]} {cards}" for colour, cards in piles)
        return f"{seat + 1}: {counted}" + (" marks " + " ".join(f"{mark:+}" for mark in marks) if marks else "")

    def _values(self, values: Values) -> tuple[int, list[tuple[int, int]], list[int]]:
        seat = seat_in(values, self.players)
        names, counts = words_in(values, "colours"), numbers_in(values, "counts")
        marks = numbers_in(values, "marks") if "marks" in values else []
        for name in names:
            if name not in COLOUR_NAMES:
                raise NotUnderstood.of("mind_up.score_pile", text=name)
        if len(names) != len(counts):
            raise NotUnderstood.of("mind_up.score_pile", text=" ".join(names))
        return seat, [(COLOUR_NAMES.index(name), n) for name, n in zip(names, counts, strict=True)], marks

    def counted(self) -> Standing:
        return self._standing({}, None)

    def standing(self, draft: Sequence[Values] = ()) -> Standing:
        """The round that is being entered: its order, and collections that may still be unfinished."""
        drafts: dict[int, tuple[Values, Collection]] = {}
        try:
            for values in draft:
                if "order" in values:
                    if _is_part(numbers_in(values, "order"), self._all_values):
                        return msgspec.structs.replace(self._standing({}, None), check=self.fact("arrange"))
                    self.take(self.line_of(values))
                elif not self.pad.open:
                    raise NotUnderstood.of("mind_up.order", text="")
                else:
                    seat, piles, marks = self._values(values)
                    drafts[seat] = (values, self.pad.collection(piles, marks))
        except KolodaError as error:
            return self._standing({seat: laid for seat, (_, laid) in drafts.items()}, error.detail)
        return self._close_draft(drafts)

    def _close_draft(self, drafts: dict[int, tuple[Values, Collection]]) -> Standing:
        """Count the draft of a round; when everybody's cards lie there, with the goals."""
        laid = {seat: each for seat, (_, each) in drafts.items()}
        found = self._standing(laid, None)
        if not drafts or any(seat not in laid or laid[seat].size != self.pad.cards for seat in self.pad.waiting):
            return found
        try:
            for values, _ in drafts.values():
                self.take(self.line_of(values))
        except KolodaError as error:
            return msgspec.structs.replace(found, problem=error.detail)
        after = self.pad.tally()
        lines = [
            msgspec.structs.replace(each, goals=line.goals, points=line.points) if each else None
            for each, line in zip(found.laid, after.rounds[-1], strict=False)
        ]
        totals = after.totals[: self.players]
        return msgspec.structs.replace(
            found,
            totals=totals,
            places=places_of(totals, lowest=False),
            rounds=[row[: self.players] for row in after.points],
            drafted=1,
            complete=True,
            notes=self._notes(after),
            laid=lines,
        )

    @property
    def _all_values(self) -> list[int]:
        return numbers(self.pad.s.collection_cards)

    def _standing(self, drafts: dict[int, Collection], problem: Fact | None) -> "MindUpStanding":
        pad, s = self.pad, self.pad.s
        lines: dict[int, Laid] = {}
        for seat, collection in drafts.items():
            line = pad.preview(seat, collection)
            values = [value * cards for value, (_, cards) in zip(s.order, collection.piles, strict=False)]
            lines[seat] = Laid(values, line.marks, {}, collection.size, line.points)
        result = pad.tally()
        over = result.decided != "open"
        known = s.goal_mode == NEVER or (s.goal_mode == FIXED and s.scored > 0)
        of_goals = 0 if known else min(s.goal_count, MOST_GOALS)
        totals = [total(s, seat) + (lines[seat].points if seat in lines else 0) for seat in range(self.players)]
        return MindUpStanding(
            names=list(self.shown),
            totals=list(totals),
            places=(GAME.places(s) if over else places_of(totals, lowest=False)) if s.scored or lines else [],
            rounds=[row[: self.players] for row in result.points],
            round_no=min(s.scored + 1, s.rounds),
            of_rounds=s.rounds,
            check=self._check(drafts) if pad.open else None,
            problem=problem,
            notes=self._notes(result),
            over=over,
            winners=result.winners,
            ranking=GAME.ranking(s) if over else None,
            form=self.form(),
            order=s.order[: len(self._all_values)] if pad.open else [],
            values=self._all_values,
            goals=named(s.open_goals) if pad.open else [],
            all_goals=[name for goal, name in enumerate(GOAL_NAMES) if s.worth[goal]] if of_goals else [],
            of_goals=of_goals,
            of_cards=pad.cards,
            colours={name: pad.cards_of(colour) for colour, name in enumerate(COLOUR_NAMES) if pad.cards_of(colour)},
            marks=pad.marks,
            laid=[lines.get(seat) for seat in range(self.players)],
        )

    def _check(self, drafts: dict[int, Collection]) -> Fact:
        """MU-7, MU-15"""
        waiting = [seat for seat in self.pad.waiting if seat not in drafts or drafts[seat].size != self.pad.cards]
        if not waiting:
            return self.fact("all_laid", cards=self.pad.cards)
        found = {seat: drafts[seat].size if seat in drafts else 0 for seat in waiting}
        short = [self.fact("so_many", player=seat, cards=cards, of=self.pad.cards) for seat, cards in found.items()]
        return self.fact("not_laid", players=short)

    def _notes(self, result: Tally) -> list[Fact]:
        """MU-15"""
        if result.lays_out is None or self.players == 1:
            return []
        return [self.fact("lays_out", number=self.pad.s.scored + 1, player=result.lays_out)]

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


def _is_colour(word: str, colour: str) -> bool:
    return word.casefold().startswith(COLOUR_WORDS[colour])


def _is_part(order: Sequence[int], values: Sequence[int]) -> bool:
    """Are some values still to be laid out, and those that are in the box?"""
    return len(order) < len(values) and len(set(order)) == len(order) and set(order) <= set(values)


SHEET = MindUpSheet
