"""What the seats of a table can do now, and since which event that is so."""

from collections.abc import Collection
from typing import Any, NamedTuple

import msgspec

from koloda.core.game import Game
from koloda.server.messages import Move, Offer

_encode = msgspec.json.Encoder().encode


class Standing(NamedTuple):
    """What a seat can do. `moves` are those of an offer, encoded; a bot's seat needs none."""

    number: int
    must: bool
    legal: list[int]
    moves: bytes | None
    attempts: dict[str, str]

    def offer(self) -> Offer | None:
        if self.moves is None:
            return None
        moves = msgspec.Raw(self.moves)
        return Offer(number=self.number, must=self.must, moves=moves, attempts=self.attempts)  # type: ignore[arg-type]


class Standings:
    """By seat; None where nothing can be done."""

    def __init__(self, game: Game, seats: int) -> None:
        self._game = game
        self.by_seat: list[Standing | None] = [None] * seats

    def update(self, s: Any, number: int, people: Collection[int], changed: Collection[int]) -> None:
        """Event `number` has led to state `s`. Seats in `changed` get a new number whatever they can do now."""
        game = self._game
        actors = game.rules.actors(s)
        for seat, old in enumerate(self.by_seat):
            legal = game.legal(s, seat)
            if not legal:
                self.by_seat[seat] = None
                continue
            must = bool(actors >> seat & 1)
            moves = self._moves(s, seat, legal) if seat in people else None
            attempts = game.moves.attempts(s, seat) if seat in people else {}
            same = old is not None and (old.must, old.legal, old.moves) == (must, legal, moves)
            kept = old.number if old is not None and same and seat not in changed else number
            self.by_seat[seat] = Standing(kept, must, legal, moves, attempts)

    def _moves(self, s: Any, seat: int, legal: list[int]) -> bytes:
        write, describe, info = self._game.notation.write_action, self._game.narration.describe, self._game.moves.info
        return _encode([Move(write(s, action), describe(s, seat, action), info(s, seat, action)) for action in legal])
