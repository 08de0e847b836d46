"""How a result came about, event by event, with all cards face up.

    even share + what the cards brought + how your moves turned out + how others' moves turned out = result

Every position of the game gets a value (`reference.py`), from the same number of playouts. What an event did to a seat
is the value after it less the value before it. The first value is the even share and the last the result, so the sum is
exact whatever the errors of the values are: all of it is whole numbers until the end.

Luck averages to zero over many games, however they are played: a value is an unbiased estimate, the playouts know
nothing of the true draws, and what is to be expected before a draw is the mean of what is after its outcomes. Values
are compared playout by playout (`compiled/position_values.py`): a decision that is the reference's own changes nothing
at all.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from typing import Any, Literal, NamedTuple

from koloda.analysis.reference import EVERYBODY, Reference
from koloda.analysis.value import check_seed, estimates
from koloda.bots.weights import weights
from koloda.core.bits import lowest
from koloda.core.errors import BadRecord
from koloda.core.estimate import Estimate
from koloda.core.game import Act, Draw, Game, seats_of
from koloda.core.schema import Fields
from koloda.table.match import Match, Step

Kind = Literal["seat", "draw", "decision", "omission"]
Progress = Callable[[int, int], None]
"""Is told how many of how many steps are done."""


class Amount(NamedTuple):
    """A part of a result in both measures; plus is good for the seat."""

    wins: Fraction
    """Shares of the win."""
    points: Fraction
    """Points, with the sign turned over where the lowest score wins."""

    def __add__(self, other: object) -> "Amount":
        assert isinstance(other, Amount)
        return Amount(self.wins + other.wins, self.points + other.points)


class Error(NamedTuple):
    """The standard errors of a part of a result in both measures."""

    wins: float
    points: float


NONE = Amount(Fraction(0), Fraction(0))
NO_ERROR = Error(0.0, 0.0)


@dataclass(frozen=True)
class Line:
    """What one event brought every seat."""

    step: int
    """The number of the match's step, of several draws the first one's. An omission belongs to the step that it let
    happen."""
    kind: Kind
    """Draws; a decision; that a bystander did nothing; or, before the first decision of a game that begins without a
    draw, what the seat itself is worth."""
    seat: int | None
    """Who decided; None for draws."""
    amounts: tuple[Amount, ...]
    """By seat."""
    errors: tuple[Error, ...]
    """By seat."""


@dataclass(frozen=True)
class SeatAccount:
    """How the result of a seat came about. The first four add up to the last."""

    even_share: Amount
    luck: Amount
    own: Amount
    """How its moves turned out. That is not skill: it knows the hidden cards (`judge.py` does not)."""
    others: Amount
    """How the others' moves turned out."""
    result: Amount
    luck_error: Error
    own_error: Error
    others_error: Error


@dataclass(frozen=True)
class Account:
    """How the result of a game came about."""

    lines: tuple[Line, ...]
    seats: tuple[SeatAccount, ...]
    course: tuple[tuple[Estimate, ...], ...]
    """The win shares of all seats before the first step and after every step."""
    playouts: int
    """For each position."""

    def luck_by_draw(self, seat: int) -> dict[int, Amount]:
        """What draws brought a seat, by step."""
        return {line.step: line.amounts[seat] for line in self.lines if line.kind == "draw"}


def account(
    match: Match,
    playouts: int,
    *,
    seed: int = 0,
    every_draw: bool = False,
    reference: Reference | None = None,
    progress: Progress = lambda done, of: None,
) -> Account:
    """Account for the result of a finished match that has its history. The same seed gives the same numbers.

    Draws between two decisions make one line; with `every_draw`, each has its own.
    """
    check_seed(seed)
    if not match.over:
        raise BadRecord.of("errors.not_over")
    return _Accountant(match, playouts, _key(seed, match), every_draw, reference, progress).account()


def _key(seed: int, match: Match) -> int:
    """The seed of the playouts. Other games get other playouts, or their errors would not average out."""
    told = f"{seed} {match.game.name} {[tuple(step.ply) for step in match.steps]}"
    return int.from_bytes(sha256(told.encode()).digest()[:7])


class _Accountant:
    """Goes through a match. `self._now` are the results of the playouts of the position that it has come to: a row
    for each playout; the win shares by seat, then the points by seat."""

    def __init__(
        self,
        match: Match,
        playouts: int,
        key: int,
        every_draw: bool,
        reference: Reference | None,
        progress: Progress,
    ) -> None:
        self._game = match.game
        self._steps: Sequence[Step] = match.steps
        self._players = match.state.players
        self._playouts, self._key, self._every_draw, self._progress = playouts, key, every_draw, progress
        self._parts = self._players
        """Points count in so small parts that all seats can share them without a remainder."""
        self._reference = reference or Reference(self._game, self._players)
        self._plays = ReferencePlayer(self._game, self._players)
        self._sign = -1 if self._game.lowest_wins else 1
        self._draws = 0
        self._now: Any = None
        self._lines: list[Line] = []
        self._course: list[tuple[Estimate, ...]] = []
        self._noted: Any = None
        self._shares_now: tuple[Estimate, ...] = ()
        self._sums: dict[str, Any] = {}

    def account(self) -> Account:
        import numpy as np

        start = self._steps[0].before
        self._now = self._results(start)
        even = self._evenly(self._now)
        self._sums = {part: np.zeros_like(even) for part in ("luck", "own")}
        if isinstance(self._steps[0].ply, Draw):
            self._now = even  # seats differ by cards to come only: together they say it more exactly
        else:
            at_first, self._now = self._now, even
            self._add(0, "seat", None, at_first)
        self._note_course()
        at = 0
        while at < len(self._steps):
            done = self._advance(at)
            self._course += [self._course[-1]] * (done - at - 1)  # choices show when all have chosen
            self._note_course()
            at = done
            self._progress(at, len(self._steps))
        result = self._now
        luck, own = self._sums["luck"], self._sums["own"]
        others = result - even - luck - own
        parts = (self._amounts(each) for each in (even, luck, own, others, result))
        errors = (self._errors(each) for each in (luck, own, others))
        seats = tuple(map(SeatAccount, *parts, *errors))
        return Account(tuple(self._lines), seats, tuple(self._course), self._playouts)

    def _advance(self, at: int) -> int:
        """Account for a step, or for several choices that nobody saw before all were made; returns the next one."""
        before, ply, after = self._steps[at]
        if isinstance(ply, Draw):
            return self._deal(at)
        choices = self._simultaneous(at)
        if choices is not None:
            self._choose(before, choices)
            return choices.end
        mask = self._game.rules.actors(before)
        if mask >> ply.seat & 1:
            for seat in self._plays.bystanders(before):
                self._add(at, "omission", seat, self._results(before, asked=seat + 1))
        same = self._plays.next(before) == ply
        self._add(at, "decision", ply.seat, self._now if same else self._results(after))
        return at + 1

    def _deal(self, at: int) -> int:
        """Account for a draw, or for all draws up to the next decision; returns the next step."""
        end, open_draws = at, 0
        while end < len(self._steps) and isinstance(self._steps[end].ply, Draw):
            open_draws += self._game.rules.chance(self._steps[end].before) > 1
            end += 1
            if self._every_draw:
                break
        self._draws += end - at
        results = self._results(self._steps[end - 1].after) if open_draws else self._now
        self._add(at, "draw", None, results)
        return end

    # Simultaneous choices

    def _simultaneous(self, at: int) -> "_Choices | None":
        """The choices of several seats that begin here; None if seats decide one after the other."""
        before = self._steps[at].before
        if not self._game.simultaneous or self._game.rules.actors(before).bit_count() < 2:
            return None
        chosen: dict[int, tuple[int, int]] = {}
        for number, (s, ply, after) in enumerate(self._steps[at:], at):
            if isinstance(ply, Draw):
                return None
            mask = self._game.rules.actors(s)
            if not mask >> ply.seat & 1:  # a choice is taken back
                chosen.pop(ply.seat, None)
                continue
            chosen[ply.seat] = (ply.action, number)
            if mask == 1 << ply.seat:
                found = _Choices(chosen, number + 1)
                return found if self._after(before, found.actions) == after else None
        return None

    def _after(self, s: Fields, actions: Mapping[int, int]) -> Fields:
        """The position once these seats have chosen."""
        made = s.copy()
        for seat, action in actions.items():
            self._game.rules.act(made, seat, action)
        return made

    def _choose(self, before: Fields, choices: "_Choices") -> None:
        """Account for simultaneous choices, alike for all.

        A choice changes the value by an amount that depends on who has chosen before. So all orders count alike in
        which the seats go round the table, from every one of them and in both directions: each in a part of the
        playouts. A seat that chose like the reference changes nothing in any of them.
        """
        import numpy as np

        actions = choices.actions
        others = sorted(seat for seat in actions if self._plays.action(before, seat) != actions[seat])
        changes = {seat: np.zeros_like(self._now) for seat in others}
        orders = list(_rounds(others))
        for number, order in enumerate(orders):
            part = self._part(number, len(orders))
            if not part:
                continue
            results = self._now[part.start : part.stop]
            for count, seat in enumerate(order, 1):
                chosen = {each: actions[each] for each in sorted(order[:count])}
                then = self._results(self._after(before, chosen), part=part)
                changes[seat][part.start : part.stop] = then - results
                results = then
        for seat, (_, step) in sorted(choices.chosen.items(), key=lambda each: each[1][1]):
            self._add(step, "decision", seat, self._now + changes[seat] if seat in changes else self._now)

    def _part(self, number: int, parts: int) -> range:
        """The playouts of one of several parts. It is chance which part has one more than another."""
        turned = (number + self._key + len(self._lines)) % parts
        return range(turned * self._playouts // parts, (turned + 1) * self._playouts // parts)

    # Bookkeeping

    def _results(self, s: Fields, asked: int = EVERYBODY, part: range | None = None) -> Any:
        """The results of the playouts from a position, or of a part of them."""
        import numpy as np

        playouts = range(self._playouts) if part is None else part
        found = self._reference.play(s, len(playouts), self._key, playouts.start, self._draws, asked)
        return np.concatenate([found.wins, self._sign * found.scores], axis=1) * self._parts

    def _evenly(self, results: Any) -> Any:
        """Every seat has what all have on average."""
        import numpy as np

        wins, points = results[:, : self._players], results[:, self._players :]
        shared = [part.sum(axis=1, keepdims=True) // self._players for part in (wins, points)]  # no remainder
        return np.repeat(np.concatenate(shared, axis=1), self._players, axis=1)

    def _add(self, step: int, kind: Kind, seat: int | None, results: Any) -> None:
        """Add a line for an event that led to these results, and go on from them."""
        if results is self._now:
            self._lines.append(Line(step, kind, seat, (NONE,) * self._players, (NO_ERROR,) * self._players))
            return
        change = results - self._now
        if seat is None:
            self._sums["luck"] += change
        else:
            for column in (seat, self._players + seat):
                self._sums["own"][:, column] += change[:, column]
        self._lines.append(Line(step, kind, seat, self._amounts(change), self._errors(change)))
        self._now = results

    def _amounts(self, results: Any) -> tuple[Amount, ...]:
        sums = [int(each) for each in results.sum(axis=0)]
        count = self._playouts * self._parts
        wins = [Fraction(each, count * self._reference.whole) for each in sums[: self._players]]
        points = [Fraction(each, count) for each in sums[self._players :]]
        return tuple(map(Amount, wins, points))

    def _errors(self, results: Any) -> tuple[Error, ...]:
        points = estimates(results[:, self._players :] / self._parts)
        return tuple(Error(a.error, b.error) for a, b in zip(self._shares(results), points, strict=True))

    def _shares(self, results: Any) -> tuple[Estimate, ...]:
        return estimates(results[:, : self._players] / (self._parts * self._reference.whole))

    def _note_course(self) -> None:
        if self._noted is not self._now:
            self._noted = self._now
            self._shares_now = self._shares(self._now)
        self._course.append(self._shares_now)


@dataclass(frozen=True)
class _Choices:
    """Choices that nobody saw before all were made."""

    chosen: Mapping[int, tuple[int, int]]
    """By seat: the action, and the step in which it was chosen."""
    end: int
    """The step after the last of them."""

    @cached_property
    def actions(self) -> dict[int, int]:
        return {seat: action for seat, (action, _) in sorted(self.chosen.items())}


def _rounds(seats: Sequence[int]) -> Iterator[list[int]]:
    """Once round the table, from every seat, in both directions. Of up to three seats these are all orders."""
    for direction in (seats, seats[::-1]):
        for first in range(len(seats)):
            yield [*direction[first:], *direction[:first]]


class ReferencePlayer:
    """What the reference would do in a position."""

    def __init__(self, game: Game, players: int) -> None:
        assert game.policy is not None
        self._game, self._policy = game, game.policy
        self._weights = weights(game, players)

    def next(self, s: Fields) -> Act:
        """The next decision, of those who must decide or of a bystander."""
        for seat in self.bystanders(s):
            return Act(seat, self._step_in(s, seat))
        seat = lowest(self._game.rules.actors(s))
        return Act(seat, self.action(s, seat))

    def action(self, s: Fields, seat: int) -> int:
        """The choice of a seat that must decide."""
        legal = self._game.legal(s, seat)
        return legal[0] if len(legal) == 1 else int(self._policy.rule(s, seat, legal, len(legal), self._weights))

    def bystanders(self, s: Fields) -> list[int]:
        """The seats that would act though they need not."""
        if not self._game.steps_in:
            return []
        idle = [seat for seat in range(s.players) if seat not in seats_of(self._game.rules.actors(s))]
        return [seat for seat in idle if self._step_in(s, seat) >= 0]

    def _step_in(self, s: Fields, seat: int) -> int:
        legal = self._game.legal(s, seat)
        return int(self._policy.step_in(s, seat, legal, len(legal))) if legal else -1
