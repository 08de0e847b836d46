"""The event feed of one viewer (a seat, or the spectators), encoded as it leaves the server."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import chain

import msgspec

from koloda.core.events import EventReader, Told
from koloda.core.facts import Fact

_facts = msgspec.json.Decoder(list[Fact])
_encode = msgspec.json.Encoder().encode


def pack(facts: Sequence[Fact]) -> bytes:
    """Facts as JSON, without the brackets."""
    return _encode(facts)[1:-1] if facts else b""


def _joined(pieces: Sequence[bytes]) -> bytes:
    return b"[" + b",".join(piece for piece in pieces if piece) + b"]"


class EventFeed:
    """The facts after event number `begins`."""

    def __init__(self, begins: int) -> None:
        self.begins = begins
        self._numbers: list[int] = []
        self._pieces: list[bytes] = []
        self._counted: list[bytes] = []
        """What the game has told and was not taken back, one piece for each decision and its draws."""
        self._read: list[list[Told]] = []
        """The same as events, as far as a bot has asked for them."""

    def tell(self, number: int, announced: bytes, narrated: bytes | None = None) -> None:
        """Add the announcements of event `number` and, unless None, what the game tells this viewer."""
        piece = announced + b"," + narrated if announced and narrated else announced or narrated
        if piece:
            self._numbers.append(number)
            self._pieces.append(piece)
        if narrated is not None:
            self._counted.append(narrated)

    def take_back(self, decisions: int) -> None:
        """Drop the last decisions from the story. The facts stay in the feed."""
        if decisions:
            del self._counted[-decisions:]
            del self._read[len(self._counted) :]

    def since(self, number: int) -> bytes:
        """A JSON list of the facts after an event."""
        numbers = self._numbers
        if len(numbers) > 1 and numbers[-2] <= number < numbers[-1]:  # most often: what has just happened
            return b"[" + self._pieces[-1] + b"]"
        return _joined(self._pieces[bisect_right(numbers, number) :])

    def events(self, reader: EventReader) -> list[Told]:
        """What the game has told and was not taken back: for bots. Each piece is read once."""
        for piece in self._counted[len(self._read) :]:
            self._read.append(reader.read(_facts.decode(_joined([piece]))))
        return list(chain.from_iterable(self._read))
