"""The score pad of Mind Up!: collections as they lie on a real table, goals, tie-breaks (MU-10 to MU-20)."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from koloda.core.bits import size
from koloda.core.errors import NotLegal
from koloda.core.facts import fact
from koloda.core.ranking import Column, best, compare
from koloda.games.mind_up.cards import COLOUR_NAMES, GOAL_NAMES, numbers
from koloda.games.mind_up.collecting import collect, colours, empty, total
from koloda.games.mind_up.goals import met, score_goals
from koloda.games.mind_up.ranking import TIE_BREAKS
from koloda.games.mind_up.rules import behind, standings
from koloda.games.mind_up.state import FIXED, NEVER, State

Piles = Sequence[Sequence[int]]
MOST_GOALS = 5  # MU-17


class Collection(NamedTuple):
    """What lies before a player at the end of a round."""

    piles: list[tuple[int, int]]
    """From left to right: the colour, and how many cards."""
    marks: list[int]
    """On these cards, without those of 0."""
    cards: list[int]
    """Which they are, in the order in which they could have been collected; [] if they were only counted."""

    @property
    def size(self) -> int:
        return sum(cards for _, cards in self.piles)


class Line(msgspec.Struct, frozen=True):
    """What a collection brought in a round."""

    values: int
    marks: int
    goals: dict[str, int]
    """The goals that applied, with what each was worth."""

    @property
    def points(self) -> int:
        return self.values + self.marks + sum(self.goals.values())


class Tally(msgspec.Struct, frozen=True):
    rounds: list[list[Line]]
    """By round and seat."""
    points: list[list[int]]
    totals: list[int]
    bonuses: list[int]
    """Positive marks and goals (MU-16)."""
    left: int
    lays_out: int | None
    """Who lays out the collection cards of the next round (MU-15)."""
    winners: list[int]
    decided: str
    """What made the winners: "points" or a tie-break; "shared" where nothing told them apart, "open" before the end."""


class Pad:
    """Rounds are entered one by one: first the order of values and the goals, then every player's collection."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.rounds: list[list[Line]] = []
        self.open = False
        self._laid: dict[int, Collection] = {}
        self._met: set[int] = set()  # all cards that were in a collection so far

    @property
    def cards(self) -> int:
        """How many cards a collection has at the end of this round (MU-7, MU-15)."""
        return self.s.first_hand + self.s.scored

    @property
    def waiting(self) -> list[int]:
        """Seats whose collection is still to be entered in this round."""
        return [seat for seat in range(self.s.players) if self.open and seat not in self._laid]

    def open_round(self, order: Sequence[int], goals: Sequence[int] = ()) -> None:
        """MU-6, MU-17. Fixed goals need to be named in the first round only."""
        s = self.s
        if s.scored == s.rounds:
            raise NotLegal.of("mind_up.score_rounds", rounds=s.rounds)
        if sorted(order) != numbers(s.collection_cards):
            raise NotLegal.of("mind_up.order", text="-".join(map(str, order)))
        opened = self._check_goals(goals)
        s.order[: len(order)] = list(order)
        s.open_goals = opened
        self._laid = {}
        self.open = True

    def lay(self, seat: int, piles: Piles) -> None:
        """A player's collection: the cards on each collection card, from left to right."""
        self._check_once(seat)
        self._check_places(piles)
        self._lay(seat, self._check(seat, piles))

    def lay_counted(self, seat: int, piles: Sequence[tuple[int, int]], marks: Sequence[int]) -> None:
        """The same where only colours, numbers of cards and marks are known: points and goals need no more."""
        self._check_once(seat)
        collection = self.collection(piles, marks)
        self._check_size(seat, collection.size)
        self._check_colours(collection)
        self._lay(seat, collection)

    def collection(self, piles: Sequence[tuple[int, int]], marks: Sequence[int]) -> Collection:
        """A collection of counted cards, which may still be unfinished (MU-2, MU-10)."""
        self._check_places(piles)
        for i, (colour, cards) in enumerate(piles):
            name = COLOUR_NAMES[colour]
            if cards < 1 or colour in (other for other, _ in piles[:i]):
                raise NotLegal.of("mind_up.score_colour", colour=fact(f"mind_up.{name}"))
        allowed = self.marks
        for mark in marks:
            if mark not in allowed:
                raise NotLegal.of("mind_up.score_no_mark", given=mark, allowed=", ".join(f"{m:+}" for m in allowed))
        if len(marks) > sum(cards for _, cards in piles):
            raise NotLegal.of("mind_up.score_marks_count", given=len(marks), most=sum(cards for _, cards in piles))
        return Collection(list(piles), list(marks), [])

    @property
    def marks(self) -> list[int]:
        """The marks that cards of this deck have (MU-2)."""
        s = self.s
        return sorted({s.mark[card] for card in range(s.deck.bit_length()) if s.deck >> card & 1} - {0})

    def cards_of(self, colour: int) -> int:
        """How many cards of a colour the deck has (MU-1)."""
        s = self.s
        return sum(s.deck >> card & 1 and s.colour[card] == colour for card in range(s.deck.bit_length()))

    def preview(self, seat: int, collection: Collection) -> Line:
        """What an unfinished collection of the open round brings so far, goals aside."""
        return _collected(self.s.copy(), seat, collection)

    def _lay(self, seat: int, collection: Collection) -> None:
        self._laid[seat] = collection
        if not self.waiting:
            self._close()

    def entered(self) -> dict[int, Line]:
        """The collections of an open round, goals aside: these wait until all collections lie there."""
        s = self.s.copy()
        return {seat: _collected(s, seat, laid) for seat, laid in self._laid.items()} if self.open else {}

    def tally(self) -> Tally:
        s = self.s
        points = [[line.points for line in lines] for lines in self.rounds]
        totals = [total(s, seat) for seat in range(s.players)]
        winners, decided = self._winners()
        lays_out = behind(s) if 0 < s.scored < s.rounds and not self.open else None
        left = s.rounds - s.scored
        return Tally(self.rounds, points, totals, s.bonus[: s.players], left, lays_out, winners, decided)

    def _check_goals(self, goals: Sequence[int]) -> int:
        """MU-17, MU-18. At a table whose mode was not said, any goals may be open."""
        s = self.s
        chosen = 0
        for goal in goals:
            if s.worth[goal] == 0:
                raise NotLegal.of("mind_up.score_no_goal", text=GOAL_NAMES[goal])
            chosen |= 1 << goal
        if len({goal // 2 for goal in goals}) < len(goals):
            raise NotLegal.of("mind_up.same_letter", goals=" ".join(GOAL_NAMES[goal] for goal in goals))
        if s.goal_mode == FIXED and s.scored:
            if chosen not in (0, s.open_goals):
                raise NotLegal.of("mind_up.score_fixed", goals=" ".join(named(s.open_goals)))
            return s.open_goals
        if s.goal_mode != NEVER and len(goals) != s.goal_count:
            raise NotLegal.of("mind_up.open_goals", given=len(goals), right=s.goal_count)
        if len(goals) > MOST_GOALS:
            raise NotLegal.of("mind_up.score_goals_most", given=len(goals), most=MOST_GOALS)
        return chosen

    def _check(self, seat: int, piles: Piles) -> Collection:
        """MU-10, MU-12."""
        s = self.s
        cards = [card for pile in piles for card in pile]
        for i, card in enumerate(cards):
            if not s.deck >> card & 1:
                raise NotLegal.of("mind_up.score_no_card", card=card)
            if card in cards[:i]:
                raise NotLegal.of("mind_up.score_twice", card=card)
            for other, laid in self._laid.items():
                if card in laid.cards:
                    raise NotLegal.of("mind_up.score_taken", card=card, other=other)
        self._check_piles(piles)
        self._check_size(seat, len(cards))
        in_play = s.players * (s.first_hand + 1 + s.scored)  # hands and the row (MU-5, MU-7, MU-15)
        seen = self._met.union(cards, *(laid.cards for laid in self._laid.values()))
        if len(seen) > in_play:
            raise NotLegal.of("mind_up.score_too_many", given=len(seen), most=in_play)
        collection = Collection(
            [(s.colour[pile[0]], len(pile)) for pile in piles if pile],
            [s.mark[card] for card in cards if s.mark[card]],
            cards,
        )
        self._check_colours(collection)
        return collection

    def _check_once(self, seat: int) -> None:
        if seat in self._laid:
            raise NotLegal.of("mind_up.score_again", player=seat)

    def _check_places(self, piles: Sequence[object]) -> None:
        places = size(self.s.collection_cards)
        if len(piles) > places:
            raise NotLegal.of("mind_up.score_places", given=len(piles), places=places)

    def _check_size(self, seat: int, cards: int) -> None:
        """MU-7, MU-15."""
        if cards != self.cards:
            number = self.s.scored + 1
            raise NotLegal.of("mind_up.score_count", player=seat, given=cards, right=self.cards, number=number)

    def _check_colours(self, collection: Collection) -> None:
        """MU-1, MU-2: all collections together have no more cards of a colour, nor more marks, than the deck."""
        s = self.s
        laid = [*self._laid.values(), collection]
        found = Counter(colour for each in laid for colour, cards in each.piles for _ in range(cards))
        for colour, cards in found.items():
            if cards > self.cards_of(colour):
                name = fact(f"mind_up.{COLOUR_NAMES[colour]}")
                raise NotLegal.of("mind_up.score_colour_most", colour=name, given=cards, most=self.cards_of(colour))
        in_deck = Counter(s.mark[card] for card in range(s.deck.bit_length()) if s.deck >> card & 1)
        for mark, times in Counter(mark for each in laid for mark in each.marks).items():
            if times > in_deck[mark]:
                raise NotLegal.of("mind_up.score_marks_most", mark=f"{mark:+}", given=times, most=in_deck[mark])

    def _check_piles(self, piles: Piles) -> None:
        """MU-10: a colour lies on one collection card, alone, and these are filled from the left."""
        s = self.s
        place: dict[int, int] = {}
        for i, pile in enumerate(piles):
            for card in pile:
                if s.colour[card] != s.colour[pile[0]] or place.get(s.colour[card], i) != i:
                    raise NotLegal.of("mind_up.mixed_pile", pile=" ".join(map(str, pile)))
                place[s.colour[card]] = i
            if pile and i and not piles[i - 1]:
                raise NotLegal.of("mind_up.score_gap", pile=" ".join(map(str, pile)), place=i)

    def _close(self) -> None:
        """MU-14, MU-19: everybody's cards lie there, so goals can be compared."""
        s = self.s
        lines = [_collected(s, seat, self._laid[seat]) for seat in range(s.players)]
        for seat, line in enumerate(lines):
            goals = {GOAL_NAMES[goal]: s.worth[goal] for goal in _bits(s.open_goals) if met(s, seat, goal)}
            lines[seat] = msgspec.structs.replace(line, goals=goals)
        self._met.update(*(laid.cards for laid in self._laid.values()))
        score_goals(s)
        s.scored += 1
        empty(s)
        self.rounds.append(lines)
        self.open = False

    def _winners(self) -> tuple[list[int], str]:
        """MU-16."""
        s = self.s
        if s.scored < s.rounds:
            return [], "open"
        out = [0] * s.players
        standings(s, out)
        winners = best(range(s.players), out)
        if len(winners) > 1:
            return winners, "shared"
        totals = Column("points", [total(s, seat) for seat in range(s.players)])
        criteria = compare([totals, *(tie_break.column(s) for tie_break in TIE_BREAKS)])
        return winners, next((criterion.name for criterion in criteria if criterion.decided), totals.name)


def _collected(s: State, seat: int, collection: Collection) -> Line:
    """MU-13, MU-14: lays the cards."""
    for card in collection.cards:
        collect(s, seat, card)
    if not collection.cards:
        for colour, cards in collection.piles:
            s.place[seat][colour] = colours(s, seat) + 1
            s.count[seat][colour] = cards
            s.points[seat][s.scored] += s.order[s.place[seat][colour] - 1] * cards
        s.points[seat][s.scored] += sum(collection.marks)
        s.bonus[seat] += sum(mark for mark in collection.marks if mark > 0)
    marks = sum(collection.marks)
    return Line(s.points[seat][s.scored] - marks, marks, {})


def named(goals: int) -> list[str]:
    return [GOAL_NAMES[goal] for goal in _bits(goals)]


def _bits(goals: int) -> list[int]:
    return [goal for goal in range(len(GOAL_NAMES)) if goals >> goal & 1]
