"""What people ask of a table: commands, over the WebSocket or posted."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

MAX_MESSAGE_BYTES = 4096
"""The largest frame or request that a client may send."""
EmoteName = Literal["clap", "smile", "wow", "sad", "heart", "yes", "moment", "your_turn", "again", "bye"]
"""Six reactions, then four phrases. Every browser shows them in its reader's language."""


class Command(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="do"):
    """`id` is chosen by the client. A repeat with the same id gets the first answer and does nothing."""

    id: str


class PlayMove(Command, frozen=True, kw_only=True, tag="act"):
    """Play a move, written as in a record. `offer` is the number of the offer that it belongs to."""

    offer: int
    move: str


class UndoMove(Command, frozen=True, kw_only=True, tag="undo"):
    """Take back your last decision."""


class Emote(Command, frozen=True, kw_only=True, tag="emote"):
    """Show a reaction or a phrase to everybody at the table, at most one every two seconds."""

    emote: EmoteName


class Say(Command, frozen=True, kw_only=True, tag="say"):
    """Write a line for the people in the other seats, at a private table where the host lets people talk."""

    text: str


class Nudge(Command, frozen=True, kw_only=True, tag="nudge"):
    """Remind somebody that everybody waits for them: from `Wait.nudge_at` on, then once a minute."""

    seat: int


class Vote(Command, frozen=True, kw_only=True, tag="vote"):
    """From `Wait.vote_at` on: let a bot play for somebody for whom everybody waits."""

    seat: int
    bot: bool = True
    """False takes your vote back."""


class SeatBot(Command, frozen=True, kw_only=True, tag="seat_bot"):
    """As the host, put a bot into an open seat, or another bot into a bot's seat."""

    seat: int
    bot: str


class OpenSeat(Command, frozen=True, kw_only=True, tag="open_seat"):
    """Before the game: free your seat, or as the host any seat. During the game, as the host: remove a person; a bot
    plays to the end. Whoever is removed learns that you did it.
    """

    seat: int


class Rename(Command, frozen=True, kw_only=True, tag="rename"):
    """Change your own name, as long as the game is not over."""

    name: str


class Lead(Command, frozen=True, kw_only=True, tag="lead"):
    """As the host, hand the table on to the person in a seat. From `News.lead_at` on anybody may take the lead: then
    `seat` is your own.
    """

    seat: int


class Start(Command, frozen=True, kw_only=True, tag="start"):
    """As the host, begin the game; bots of this kind take the seats that are still open."""

    bot: str
    nonce: str = ""
    """The host's nonce, made after the commitment was published; "" keeps the one in `NewTable`."""


class Leave(Command, frozen=True, kw_only=True, tag="leave"):
    """Leave the table for good. Once the game has begun, a bot plays to its end, and your token opens nothing."""


class HandOver(Command, frozen=True, kw_only=True, tag="hand_over"):
    """Let a bot play in your place until you take over again."""


class TakeOver(Command, frozen=True, kw_only=True, tag="take_over"):
    """Play yourself again."""


class Rematch(Command, frozen=True, kw_only=True, tag="rematch"):
    """Open a new table for the same people and bots, with seats moved on by one. The first command opens it."""


class Clock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Time limits in seconds; None is no limit."""

    move: int | None = None
    """For one decision."""
    game: int | None = None
    """For all decisions of a player together."""


class Change(Command, frozen=True, kw_only=True, tag="change"):
    """As the host, change the table before the game; what is missing stays. `chat` can be changed later, too."""

    players: int | UnsetType = UNSET
    """With fewer seats, open ones go first, then bots; people are never removed."""
    options: dict[str, str] | UnsetType = UNSET
    """Those to change, written as in a record; "" for what the rules say."""
    public: bool | UnsetType = UNSET
    clock: Clock | UnsetType = UNSET
    patience: int | UnsetType | None = UNSET
    idle: int | UnsetType | None = UNSET
    chat: bool | UnsetType = UNSET


AnyCommand = (
    PlayMove
    | UndoMove
    | Emote
    | Say
    | Nudge
    | Vote
    | SeatBot
    | OpenSeat
    | Change
    | Rename
    | Lead
    | Start
    | HandOver
    | TakeOver
    | Leave
    | Rematch
)
