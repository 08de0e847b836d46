"""What every view has: whose view it is, who must act, and the end of the game."""

import msgspec


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A position as one seat may know it (`seat` None: a spectator). Games add their own fields. Seats count from 0."""

    game: str
    seat: int | None
    players: int
    actors: list[int]
    """The seats that must act now."""
    over: bool
    scores: list[int] | None
    """Final scores by seat, once the game is over."""
    winners: list[int] | None


def encode(thing: object) -> bytes:
    """The bytes that leave for a seat: canonical JSON."""
    return msgspec.json.encode(thing)
