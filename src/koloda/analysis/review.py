"""The review of a finished game: everybody's chances, how the score came about, and all decisions judged."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil
from typing import Any, NamedTuple

from koloda.analysis.account import Account, Progress, ReferencePlayer, account
from koloda.analysis.judge import USUAL, Effort, Judgement, check_judge, judge
from koloda.analysis.reasons import NO_REASON, Reason, reason_of
from koloda.analysis.reference import Reference, check_reference
from koloda.analysis.value import check_accuracy
from koloda.bots.knowledge import Knowledge, knowledge_of
from koloda.core.errors import BadRecord
from koloda.core.events import Told
from koloda.core.game import Act, Game
from koloda.table.match import Match, Undo, narrate

ACCURACY = 0.025
"""The standard error of a win share at the start of the game, unless you ask for another."""
MATTERED = 3
"""How many decisions a review shows."""


class Moment(NamedTuple):
    """A decision of a game: what the seat knew, and what it did. `played` is None if a bystander did nothing."""

    step: int
    knowledge: Knowledge
    played: int | None


@dataclass(frozen=True)
class Decision:
    """A judged decision of a game."""

    step: int
    """The number of the match's step. One that a bystander let pass has the number of what happened instead."""
    entry: int
    """The number of the record's entry, from 1."""
    position: str
    """In notation, with all cards face up."""
    judged: Judgement
    reason: Reason = NO_REASON
    """Why it was a mistake or a great move; of any other decision, without words."""

    @property
    def weight(self) -> float:
        """How much it mattered: what a mistake lost or a great move gained; less if it was neither."""
        judged = self.judged
        return judged.difference.mean if judged.verdict != "fine" else judged.loss / 1000


@dataclass(frozen=True)
class Review:
    """All that is known about a finished game."""

    game: Game
    account: Account
    decisions: tuple[Decision, ...]
    """Those where there was something to choose, in order."""
    accuracy: float

    @property
    def players(self) -> int:
        return len(self.account.seats)

    def of(self, seat: int) -> list[Decision]:
        """The decisions of a seat."""
        return [each for each in self.decisions if each.judged.seat == seat]

    def lost(self, seat: int) -> float:
        """What a seat's decisions lost against the best moves, of the win."""
        return sum(each.judged.loss for each in self.of(seat))

    def count(self, seat: int, verdict: str) -> int:
        return sum(each.judged.verdict == verdict for each in self.of(seat))

    def mattered(self, seat: int | None = None) -> list[Decision]:
        """The decisions that mattered most, of a seat or of all, in the order of the game."""
        among = self.decisions if seat is None else self.of(seat)
        heaviest = sorted((each for each in among if each.weight > 0), key=lambda each: -each.weight)[:MATTERED]
        return sorted(heaviest, key=lambda each: each.step)


def playouts_for(accuracy: float, players: int) -> int:
    """How many playouts give a win share that accuracy, if all seats have the same chances."""
    return ceil((1 / players) * (1 - 1 / players) / accuracy**2)


def review(
    match: Match,
    *,
    accuracy: float = ACCURACY,
    seed: int = 0,
    reference: Reference | None = None,
    progress: Progress = lambda done, of: None,
) -> Review:
    """Review a finished match that has its history. The same seed gives the same review."""
    check_accuracy(accuracy)
    check_reference(match.game)
    check_judge(match.game)
    if not match.over:
        raise BadRecord.of("errors.not_over")
    found = list(moments(match))
    steps, of = len(match.steps), len(match.steps) + len(found)
    made = account(
        match,
        playouts_for(accuracy, match.state.players),
        seed=seed,
        reference=reference,
        progress=lambda done, _: progress(done, of),
    )
    effort = USUAL.times((ACCURACY / accuracy) ** 2)
    entries = entry_numbers(match)
    decisions = []
    for number, moment in enumerate(found, 1):
        decisions.append(_decision(match, moment, entries[moment.step], effort))
        progress(steps + number, of)
    return Review(match.game, made, tuple(decisions), accuracy)


def _decision(match: Match, moment: Moment, entry: int, effort: Effort) -> Decision:
    position = match.game.notation.write_position(match.steps[moment.step].before)
    judged = judge(moment.knowledge, moment.played, effort)
    return Decision(moment.step, entry, position, judged, reason_of(moment.knowledge, judged))


def moments(match: Match) -> Iterator[Moment]:
    """The decisions of a match in which there was something to choose.

    That a bystander did nothing is one of them only where the reference would have acted: nearly always it would not,
    and nobody thinks about it.
    """
    game, players = match.game, match.state.players
    told: list[list[Told]] = [[] for _ in range(players)]
    reference = ReferencePlayer(game, players)
    for number, step in enumerate(match.steps):
        ply, before = step.ply, step.before
        if isinstance(ply, Act):
            must = bool(game.rules.actors(before) >> ply.seat & 1)
            if must:
                for seat in reference.bystanders(before):
                    yield Moment(number, _knowledge(game, before, seat, told), None)
            if not must and not game.steps_in:
                pass  # takes a choice back: the one that stays is judged
            elif not must or len(game.legal(before, ply.seat)) > 1:
                yield Moment(number, _knowledge(game, before, ply.seat, told), ply.action)
        if game.remember is not None:
            for seat in range(players):
                told[seat] += narrate(game, [step], seat)


def _knowledge(game: Game, s: Any, seat: int, told: Sequence[list[Told]]) -> Knowledge:
    return knowledge_of(game, s, seat, told[seat][:].copy)


def entry_numbers(match: Match) -> list[int]:
    """By step, the number of the record's entry, from 1. They differ once something was undone."""
    numbers: list[int] = []
    for number, entry in enumerate(match.entries, 1):
        if not isinstance(entry, Undo):
            numbers.append(number)
            continue
        while len(numbers) > 0:
            undone = match.entries[numbers.pop() - 1]
            if isinstance(undone, Act) and undone.seat == entry.seat:
                break
    return numbers
