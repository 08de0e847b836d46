"""The event feed of one viewer (a seat, or the spectators), encoded as it leaves the server."""

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


class EventFeed:
    """The facts after event number `begins`."""

    def __init__(self, begins: int) -> None:
        self.begins = begins
        self._numbers: list[int] = []
        self._pieces: list[bytes] = []
        self._counted: list[bytes] = []

    def tell(self, number: int, announced: bytes, narrated: bytes | None = None) -> None:
        """Add the announcements of event `number` and, unless None, what the game tells this viewer."""
        piece = b",".join(filter(None, (announced, narrated)))
        if piece:
            self._numbers.append(number)
            self._pieces.append(piece)
        if narrated is not None:
            self._counted.append(narrated)

    def take_back(self, decisions: int) -> None:
        """Drop the last decisions from the story. The facts stay in the feed."""
        if decisions:
            del self._counted[-decisions:]

    def since(self, number: int) -> bytes:
        """A JSON list of the facts after an event."""
        return _joined(self._pieces[bisect_right(self._numbers, number) :])

    @property
    def counted(self) -> tuple[bytes, ...]:
        """What the game has told and was not taken back: for bots. One piece for each decision and its draws."""
        return tuple(self._counted)
