"""Why one move is better than another, in words, from what was computed.

    found = reason(knowledge, better=take, worse=pass_)
    for fact in found.facts:
        print(say(fact, "en", names))

The hidden cards are dealt anew again and again, as in a search. In each of these deals both moves are played on, with
the same luck, everybody by the reference (`compiled/counterfactuals.py`). What differs is the reason: what the worse
move costs in points, what the game itself has counted (`bots/reasons.py` in its folder), and whom the move helps. Only
what stands out by three standard errors is said. Nothing but the seat's knowledge goes in, so nothing else comes out.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

from koloda.analysis.judge import Judgement
from koloda.analysis.value import estimates
from koloda.bots.comparer import Comparer, Outcomes
from koloda.bots.hint import HintMove, can_hint
from koloda.bots.knowledge import Knowledge
from koloda.core.contrast import Contrast
from koloda.core.estimate import Estimate
from koloda.core.facts import Arg, Fact, fact
from koloda.core.game import Game
from koloda.core.schema import pack

FEWEST, MOST = 256, 2048
"""Deals with which a comparison begins, and with which it ends at the latest."""
EXACT = 0.1
"""The standard error, as a part of the cost, with which nobody needs more deals."""
LITTLE = 0.05
"""Points: less is not worth a word."""
HELPED = 0.01
"""Of the win: a seat is said to gain from a move only if that is at least so much."""
CLAUSES = 2
"""So many clauses a reason has at most; a hint has one."""

Tone = Literal["cost", "would_cost", "costs"]
"""How a reason speaks of the worse move: it was played (a mistake), it was not (a great move), it may be (a hint)."""


@dataclass(frozen=True)
class Reason:
    """Why one move is better than another."""

    facts: tuple[Fact, ...]
    """In words: a sentence, or nothing where nothing stands out."""
    points: Estimate
    """What the worse move costs the seat in points, on average; plus: it costs something."""
    wins: Estimate
    """What it costs of the win."""
    deals: int
    """In so many deals the moves were compared."""
    whole_game: bool
    """Were games played to their end? Else the round, so that `points` are of this round."""


NO_REASON = Reason((), Estimate(0.0, 0.0), Estimate(0.0, 0.0), 0, True)


def can_reason(game: Game) -> bool:
    """Can moves of a game be compared? It needs rules that can sample hidden cards, as a search does."""
    return can_hint(game)


def reason(
    knowledge: Knowledge,
    better: int | None,
    worse: int | None,
    tone: Tone = "costs",
    most: int = MOST,
    clauses: int = CLAUSES,
) -> Reason:
    """Say why a move is better than another, by what a seat knows. A move is None where a bystander does nothing.

    The same knowledge, moves and number of deals (at `most`) always give the same reason. In a game that cannot be
    dealt anew (`can_reason`), there is none. Where a game has no policy, everybody goes on at random, as in a search.
    """
    if not can_reason(knowledge.game) or better == worse:
        return NO_REASON
    comparison = _Comparison(knowledge, better, worse)
    deals = min(FEWEST, most)
    comparison.deal(deals)
    while not _exact(comparison.cost) and deals < most:
        more = min(deals, most - deals)
        comparison.deal(more)
        deals += more
    return Reason(
        facts=tuple(_sentences(knowledge, comparison, tone, clauses)),
        points=comparison.cost,
        wins=-comparison.gains[knowledge.seat],
        deals=deals,
        whole_game=comparison.whole_game,
    )


def _exact(cost: Estimate) -> bool:
    return cost.clear and cost.error <= EXACT * abs(cost.mean)


class _Comparison:
    """Two moves in more and more deals."""

    def __init__(self, knowledge: Knowledge, better: int | None, worse: int | None) -> None:
        self._knowledge = knowledge
        self._seat, self._players = knowledge.seat, knowledge.players
        self._moves = (better, worse)
        self._comparer = knowledge.game.once(Comparer)
        known = pack(knowledge.partial_state) + bytes([knowledge.seat])
        self._key = int.from_bytes(sha256(b"reason" + known).digest()[:7])
        self._found: Outcomes | None = None

    def deal(self, deals: int) -> None:
        """Compare the moves in so many more deals."""
        import numpy as np

        before = self._found
        done = 0 if before is None else len(before.wins)
        more = self._comparer.compare(self._knowledge, self._moves, self._key, done, deals)
        if before is not None:
            more = Outcomes(
                wins=np.concatenate([before.wins, more.wins]),
                points=np.concatenate([before.points, more.points]),
                counted=np.concatenate([before.counted, more.counted]),
                unfinished=before.unfinished + more.unfinished,
            )
        self._found = more

    @property
    def _outcomes(self) -> Outcomes:
        assert self._found is not None
        return self._found

    @property
    def whole_game(self) -> bool:
        return self._outcomes.unfinished == 0

    @property
    def cost(self) -> Estimate:
        """The points that the worse move costs the seat."""
        points = self._outcomes.points
        lost = points[:, 0, self._seat] - points[:, 1, self._seat]
        return estimates((-lost if self._knowledge.game.lowest_wins else lost).reshape(-1, 1))[0]

    @property
    def gains(self) -> tuple[Estimate, ...]:
        """What the worse move brings every seat, of the win."""
        wins = self._outcomes.wins
        return estimates(wins[:, 1] - wins[:, 0])

    def helped(self) -> int | None:
        """The other seat that gains most from the worse move, if it is clear which, and there are several."""
        wins, gains = self._outcomes.wins, self.gains
        others = [seat for seat in range(self._players) if seat != self._seat]
        others.sort(key=lambda seat: -gains[seat].mean)
        if len(others) < 2 or not gains[others[0]].exceeds(HELPED):
            return None
        gained = wins[:, 1] - wins[:, 0]
        ahead = estimates(gained[:, others[:1]] - gained[:, others[1:2]])[0]
        return others[0] if ahead.clear else None

    def contrast(self) -> Contrast:
        counted = self._outcomes.counted
        better, worse = counted[:, 0], counted[:, 1]
        return Contrast(*self._moves, estimates(better), estimates(worse), estimates(worse - better))


def _sentences(knowledge: Knowledge, found: _Comparison, tone: Tone, most: int) -> list[Fact]:
    """The reason in words: what the move costs, then why. Nothing is said unless the deals, too, see it as worse."""
    game, gain = knowledge.game, found.gains[knowledge.seat]
    if gain.exceeds(0) or not ((-gain).exceeds(0) or found.cost.exceeds(LITTLE)):
        return []
    clauses = list(_clauses(knowledge, found))[:most]
    if not clauses and (helped := found.helped()) is not None:
        clauses = [fact("reason.helped", player=helped)]
    amount = _amount(game, found.cost, found.whole_game)
    told: dict[str, Arg] = dict(zip(("clause", "more"), clauses, strict=False))
    if amount is None:
        return [Fact(f"reason.only_{len(clauses)}", told)] if clauses else []
    return [Fact(f"reason.because_{len(clauses)}", {"what": _what(knowledge, found, tone, amount), **told})]


def _clauses(knowledge: Knowledge, found: _Comparison) -> Sequence[Fact]:
    reasons = knowledge.game.reasons
    return () if reasons is None else reasons.clauses(knowledge.determinized, knowledge.seat, found.contrast())


def _what(knowledge: Knowledge, found: _Comparison, tone: Tone, amount: Fact) -> Fact:
    """What the worse move costs. It is named where the game has a name for it."""
    reasons, worse = knowledge.game.reasons, found.contrast().worse
    if reasons is not None and worse is not None:
        move = reasons.move(knowledge.determinized, knowledge.seat, worse)
        if move is not None:
            return fact(f"reason.move_{tone}", move=move, amount=amount)
    return fact(f"reason.{tone}", amount=amount)


def _amount(game: Game, cost: Estimate, whole_game: bool) -> Fact | None:
    """Points in words, with as many digits as the error supports; None where they do not stand out."""
    if not cost.exceeds(LITTLE):
        return None
    return Fact(f"{game.name}.reason_amount{'' if whole_game else '_round'}", {**cost.amount})


def reason_of(knowledge: Knowledge, judged: Judgement) -> Reason:
    """Why a judged decision was a mistake, or a great move. There is no reason for any other."""
    if judged.verdict == "mistake":
        return reason(knowledge, judged.best, judged.played, "cost")
    if judged.verdict == "great":
        return reason(knowledge, judged.played, judged.other, "would_cost")
    return NO_REASON


def hint_reason(knowledge: Knowledge, moves: Sequence[HintMove]) -> Reason:
    """Why the best move of a hint is better than the next one that is surely worse. Moves about equal need none."""
    worse = next((move for move in moves[1:] if not move.equal), None)
    return NO_REASON if worse is None else reason(knowledge, moves[0].action, worse.action, clauses=1)
