"""A review that nobody had to compute: the first seat makes two mistakes and a great move in a game that was played."""

from typing import Any

import msgspec

from koloda.analysis.judge import Difference, Judgement, Verdict
from koloda.bots.hint import HintMove
from koloda.core.facts import fact
from koloda.core.game import Act
from koloda.server.messages import Review, ReviewAmount, ReviewSeat
from koloda.server.tables.replay import decisive
from koloda.server.tables.reviews import judged_decision
from koloda.table.record import read

VERDICTS: tuple[Verdict, ...] = ("mistake", "great", "mistake")


def made_up(text: str) -> Any:
    """The `Review` of a record, as JSON. The second mistake is that of a bystander, who could have done nothing."""
    record = read(text)
    game, steps = record.game, record.match.steps
    begins = decisive(steps)
    own = [
        (number, step.before, step.ply.action)
        for number, step in enumerate(steps)
        if isinstance(step.ply, Act) and step.ply.seat == 0 and len(game.legal(step.before, 0)) > 1
    ]
    decisions = []
    for verdict, (number, before, played) in zip(VERDICTS, own, strict=False):
        others = [action for action in game.legal(before, 0) if action != played]
        best, worse = (others[0], played) if verdict == "mistake" else (played, others[0])
        moves = (HintMove(best, 0.0, 0.0), HintMove(worse, 0.12, 0.02))
        found = Judgement(0, played, best, worse, Difference(0.12, 0.02), True, verdict, moves)
        amount = fact(f"{game.name}.reason_amount", number=fact("reason.decimal", whole=2, part="3"), n=2)
        tone = "cost" if verdict == "mistake" else "would_cost"
        reason = fact(
            "reason.because_1", what=fact(f"reason.{tone}", amount=amount), clause=fact("reason.helped", player=1)
        )
        decisions.append(judged_decision(game, before, begins.index(number), found, [reason]))
    amounts = [ReviewAmount(wins=0.0, points=points) for points in (-30.0, 8.0, -3.5, 1.5, -24.0)]
    even_share, cards, own_moves, others_moves, result = amounts
    seat = ReviewSeat(
        even_share=even_share,
        cards=cards,
        own=own_moves,
        others=others_moves,
        result=result,
        judged=9,
        mistakes=2,
        great=1,
        lost=0.24,
    )
    players = record.match.state.players
    chances = [[(step % 7) / 10, *[0.1] * (players - 1)] for step in range(len(begins))]
    review = Review(chances=chances, seats=[seat] * players, decisions=decisions, worth=0.02)
    answer = msgspec.to_builtins(review)
    answer["decisions"][-1]["offer"]["must"] = False
    return answer
