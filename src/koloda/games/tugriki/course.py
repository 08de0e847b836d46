"""The course of the money: round by round."""

from koloda.games.tugriki.state import OVER, State


def point(before: State, after: State) -> list[int] | None:
    """TG-5, TG-31: what everybody had before the next round was paid for; at the end, after loans were paid back."""
    if after.phase == OVER and before.phase != OVER:
        return list(after.money[: after.players])
    if after.round_no == before.round_no:
        return None
    return [
        after.money[seat] + (after.playing >> seat & int(before.money[seat] + after.money[seat] > 0))
        for seat in range(after.players)
    ]
