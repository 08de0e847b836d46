"""What every view has: whose view it is, who must act, and how the game ended."""

import msgspec


class Criterion(msgspec.Struct, frozen=True, kw_only=True):
    """One column of the final ranking: the score, or a tie-break."""

    name: str
    """The key of its name."""
    values: list[int]
    """By seat."""
    lowest: bool
    """Is the lower number better?"""
    compared: list[int]
    """The seats that were level for the first place, and whose numbers were therefore compared; [] where there was no
    need to."""
    decided: bool
    """Did it break the tie for the first place?"""


class Ranking(msgspec.Struct, frozen=True, kw_only=True):
    """How the places came about."""

    criteria: list[Criterion]
    """The score first, then the tie-breaks in the order in which they count."""
    rule: str
    """The rule that says what becomes of equal scores; "" where none does."""


class View(msgspec.Struct, frozen=True, kw_only=True):
    """A position as one seat may know it (`seat` None: a spectator). Games add their own fields. Seats count from 0.

    The core fills in the result: see `Game.view`.
    """

    game: str
    seat: int | None
    players: int
    actors: list[int]
    """The seats that must act now."""
    over: bool
    scores: list[int] | None = None
    """Final scores by seat, once the game is over."""
    winners: list[int] | None = None
    """The seats that share the first place."""
    places: list[int] | None = None
    """By seat, from 1; equals share a place, and the places after them stay empty: 1, 2, 2, 4."""
    ranking: Ranking | None = None


def encode(thing: object) -> bytes:
    """The bytes that leave for a seat: canonical JSON."""
    return msgspec.json.encode(thing)
