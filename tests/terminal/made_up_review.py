"""A review that nobody had to compute: the first seat makes a mistake, then a great move, then another mistake."""

from fractions import Fraction

from koloda.analysis.account import NO_ERROR, Account, Amount, SeatAccount
from koloda.analysis.judge import NO_DIFFERENCE, Difference, Judgement, Verdict
from koloda.analysis.reasons import NO_REASON
from koloda.analysis.review import ACCURACY, Decision, Review, entry_numbers
from koloda.bots.hint import HintMove
from koloda.core.estimate import Estimate
from koloda.core.game import Act, Game
from koloda.table.match import Step
from koloda.table.record import Record

VERDICTS: tuple[Verdict, ...] = ("mistake", "great", "mistake")
LOSS, ERROR = 0.12, 0.01
"""Of every move that is not the best."""


def made_up(record: Record) -> Review:
    """Decisions of the first seat that have a choice get the verdicts in turn; all others are fine."""
    match, game = record.match, record.game
    players, entries = match.state.players, entry_numbers(match)
    verdicts = iter(VERDICTS)
    decisions = []
    for number, step in enumerate(match.steps):
        if isinstance(step.ply, Act) and len(game.legal(step.before, step.ply.seat)) > 1:
            verdict: Verdict = next(verdicts, "fine") if step.ply.seat == 0 else "fine"
            position = game.notation.write_position(step.before)
            judged = _judged(game, step, step.ply, verdict)
            decisions.append(Decision(number, entries[number], position, judged, NO_REASON))
    course = [
        tuple(Estimate((number + seat) % 10 / 10, 0.0) for seat in range(players))
        for number in range(len(match.steps) + 1)
    ]
    even, luck, own, others, result = (Amount(Fraction(0), Fraction(points)) for points in (-30, 8, -3, 1, -24))
    seat = SeatAccount(even, luck, own, others, result, NO_ERROR, NO_ERROR, NO_ERROR)
    return Review(game, Account((), (seat,) * players, tuple(course), 1), tuple(decisions), ACCURACY)


def _judged(game: Game, step: Step, act: Act, verdict: Verdict) -> Judgement:
    seat, played = act
    others = [action for action in game.legal(step.before, seat) if action != played]
    best, other = (others[0], others[0]) if verdict == "mistake" else (played, others[0])
    worse = [action for action in (played, *others) if action != best]
    moves = (HintMove(best, 0.0, 0.0), *(HintMove(action, LOSS, ERROR) for action in worse))
    found = NO_DIFFERENCE if verdict == "fine" else Difference(LOSS, ERROR)
    return Judgement(seat, played, best, other, found, verdict != "fine", verdict, moves)
