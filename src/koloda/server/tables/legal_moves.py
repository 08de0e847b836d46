"""The legal moves of a table's seats, and since which event they are the same."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec

from koloda.core.game import Game
from koloda.server.messages import LegalMove, Offer
from koloda.table.match import Match

_encode = msgspec.json.Encoder().encode


class LegalMoves(NamedTuple):
    """The legal moves of one seat. `moves` are the encoded moves of its offer; a bot's seat needs none."""

    number: int
    """The event since which they are the same."""
    must: bool
    legal: list[int]
    moves: bytes | None
    attempts: dict[str, str]
    """By card, the move that plays it alone, legal or not."""

    def offer(self) -> Offer | None:
        if self.moves is None:
            return None
        moves = msgspec.Raw(self.moves)
        return Offer(number=self.number, must=self.must, moves=moves, attempts=self.attempts)  # type: ignore[arg-type]


MovesBySeat = tuple[LegalMoves | None, ...]
"""None for a seat without legal moves."""


def legal_moves(
    match: Match,
    number: int,
    people: Collection[int],
    before: Sequence[LegalMoves | None],
    changed: Collection[int],
    only_for: int | None = None,
) -> MovesBySeat:
    """The legal moves in a match that event `number` has brought this far.

    A seat that has the same moves as `before` keeps its number, unless it is in `changed`. If they can be other ones
    for one seat only, that is `only_for`.
    """
    game, s = match.game, match.state
    found: list[LegalMoves | None] = []
    for seat, old in enumerate(before):
        if only_for is not None and seat != only_for:
            found.append(old)
            continue
        legal = game.legal(s, seat)
        if not legal:
            found.append(None)
            continue
        must = bool(match.mask >> seat & 1)
        moves = _encoded(game, s, seat, legal) if seat in people else None
        attempts = game.moves.attempts(s, seat) if seat in people else {}
        same = old is not None and (old.must, old.legal, old.moves) == (must, legal, moves)
        kept = old.number if old is not None and same and seat not in changed else number
        found.append(LegalMoves(kept, must, legal, moves, attempts))
    return tuple(found)


def _encoded(game: Game, s: Any, seat: int, legal: list[int]) -> bytes:
    write, describe, info = game.notation.write_action, game.narration.describe, game.moves.info
    return _encode([LegalMove(write(s, action), describe(s, seat, action), info(s, seat, action)) for action in legal])
