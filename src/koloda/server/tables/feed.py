"""What one seat, or the spectators, were told at a table: encoded as it leaves, one piece an event."""

from bisect import bisect_right
from collections.abc import Sequence

import msgspec

from koloda.core.facts import Fact

_facts = msgspec.json.Decoder(list[Fact])
_encode = msgspec.json.Encoder().encode


def pack(facts: Sequence[Fact]) -> bytes:
    """Facts as JSON, without the brackets."""
    return _encode(facts)[1:-1]


def unpack(pieces: Sequence[bytes]) -> list[Fact]:
    return _facts.decode(_joined(pieces))


def _joined(pieces: Sequence[bytes]) -> bytes:
    return b"[" + b",".join(piece for piece in pieces if piece) + b"]"


class Story:
    """Holds what was told after event number `begins`."""

    def __init__(self, begins: int) -> None:
        self.begins = begins
        self._numbers: list[int] = []
        self._pieces: list[bytes] = []
        self.counted: list[bytes] = []
        """What the game has told and was not taken back: for bots. One piece for each decision and its draws."""

    def tell(self, number: int, piece: bytes) -> None:
        """Event `number` has brought this."""
        if piece:
            self._numbers.append(number)
            self._pieces.append(piece)

    def since(self, number: int) -> bytes:
        """A JSON list of the facts after an event."""
        return _joined(self._pieces[bisect_right(self._numbers, number) :])
