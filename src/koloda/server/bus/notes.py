"""What nodes tell each other. Every note may be lost, doubled or late: nothing that is stored depends on one."""

import msgspec

from koloda.server.messages import ChatLine, EmoteName


class Note(msgspec.Struct, frozen=True, kw_only=True, tag_field="note"):
    pass


class Appended(Note, frozen=True, kw_only=True, tag="appended"):
    """A table has new events."""

    table: str
    seq: int
    """The number of the last one."""


class Client(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A connection, as other nodes need to know it."""

    device: list[str] = []
    """The hashed tokens of all people who share the device."""
    since: int
    """When the connection began."""
    screen: bool = False
    pace: float = 1.0


class Attending(Note, frozen=True, kw_only=True, tag="attending"):
    """Who is connected to a table at the node that tells it: all of them."""

    table: str
    clients: list[Client]


class Reacted(Note, frozen=True, kw_only=True, tag="reacted"):
    """Somebody has shown a reaction or a phrase."""

    table: str
    seat: int
    emote: EmoteName
    key: tuple[str, str]
    """Whose command it was, and its id: so that a repeated one does nothing at other nodes, too."""


class Wrote(Note, frozen=True, kw_only=True, tag="wrote"):
    """Somebody has written a line."""

    table: str
    line: ChatLine
    key: tuple[str, str]


class Nudged(Note, frozen=True, kw_only=True, tag="nudged"):
    table: str
    seat: int
    by: int
    pending: int
    """Since when the decision is pending that the nudge is about."""
    at: int
    key: tuple[str, str]


class Voted(Note, frozen=True, kw_only=True, tag="voted"):
    """Somebody wants a bot to play for a seat, or no longer does."""

    table: str
    seat: int
    voter: str
    """The hashed token."""
    bot: bool
    pending: int


class Reviewing(Note, frozen=True, kw_only=True, tag="reviewing"):
    """The node that tells it reviews a finished game: others need not."""

    table: str
    made: str
    """What the review is made by and from."""
    done: int
    of: int
    ahead: int
    """How far it is, as in `messages.ReviewProgress`."""


class Spent(Note, frozen=True, kw_only=True, tag="spent"):
    """What addresses have used of their limits at the node that tells it, since it told it last."""

    tokens: dict[str, dict[str, float]]
    """By limit and address."""


class Holding(Note, frozen=True, kw_only=True, tag="holding"):
    """How many connections addresses hold at the node that tells it: some of them, and all that have changed."""

    sockets: dict[str, int] = {}
    plain: dict[str, int] = {}
    """Those that are no WebSockets, of addresses that hold many."""


class Removed(Note, frozen=True, kw_only=True, tag="removed"):
    """A table was deleted."""

    table: str


class BansChanged(Note, frozen=True, kw_only=True, tag="bans_changed"):
    pass


class Locating(Note, frozen=True, kw_only=True, tag="locating"):
    """The operator wants to ban the person in a seat: from where are they connected? Everybody answers."""

    question: str
    table: str
    seat: int


class Located(Note, frozen=True, kw_only=True, tag="located"):
    """The answer."""

    question: str
    households: list[str]


class NoticesChanged(Note, frozen=True, kw_only=True, tag="notices_changed"):
    """Somebody wants to be told of their turns at a table; or, without a table, there is another key for notices."""

    table: str = ""


class Arrived(Note, frozen=True, kw_only=True, tag="arrived"):
    """A node has joined and wants to know who is connected."""


class Left(Note, frozen=True, kw_only=True, tag="left"):
    """A node has stopped."""


AnyNote = (
    Appended
    | Attending
    | Reacted
    | Wrote
    | Nudged
    | Voted
    | Reviewing
    | Spent
    | Holding
    | Removed
    | BansChanged
    | Locating
    | Located
    | NoticesChanged
    | Arrived
    | Left
)


class Envelope(msgspec.Struct, frozen=True):
    """Notes of one node, as they travel."""

    sender: int
    """The number of the node."""
    notes: list[msgspec.Raw]
    """Each is decoded by itself: a node of another version may send one that we do not know."""


_encode = msgspec.json.Encoder().encode
_envelope = msgspec.json.Decoder(Envelope)
_note: msgspec.json.Decoder[AnyNote] = msgspec.json.Decoder(AnyNote)


def packed(sender: int, notes: list[AnyNote], most: int) -> list[bytes]:
    """Encode notes into as few messages as possible of at most so many bytes. Larger notes are left out."""
    room = most - len(_encode(Envelope(sender, [])))
    found: list[bytes] = []
    batch: list[msgspec.Raw] = []
    size = 0
    for line in map(_encode, notes):
        if len(line) + 1 > room:
            continue
        if size + len(line) + 1 > room:
            found.append(_encode(Envelope(sender, batch)))
            batch, size = [], 0
        batch.append(msgspec.Raw(line))
        size += len(line) + 1
    if batch:
        found.append(_encode(Envelope(sender, batch)))
    return found


def unpacked(message: bytes | str) -> tuple[int, list[AnyNote]]:
    """The sender and its notes. What cannot be read is left out: it comes from a node of another version."""
    try:
        envelope = _envelope.decode(message)
    except (msgspec.MsgspecError, UnicodeError):
        return 0, []
    notes: list[AnyNote] = []
    for line in envelope.notes:
        try:
            notes.append(_note.decode(line))
        except (msgspec.MsgspecError, UnicodeError):
            continue
    return envelope.sender, notes
