"""What the moves of Dobro are done with: the cards, what they count as, and the good number that comes of it."""

from koloda.core.moves import MoveInfo
from koloda.games.dobro import rules
from koloda.games.dobro.cards import count
from koloda.games.dobro.notation import TOKENS
from koloda.games.dobro.plays import FIGURE, LAID, VALUE
from koloda.games.dobro.state import (
    DRAW_UP,
    END_TURN,
    HIGHEST,
    JOKER_AS,
    LOWEST,
    ONE,
    PLAY_REVERSE,
    PLAY_SKIP,
    TAKE,
    WAYS,
    State,
)
from koloda.games.dobro.view import names


class DobroMove(MoveInfo, frozen=True, kw_only=True):
    """Kinds: `play`, `skip`, `reverse`, `take`, `draw`, `end`."""

    number: int | None = None
    """What each card counts as: its number, or what a Joker is named."""
    good: int | None = None
    """The good number afterwards; None where it does not change."""
    doubles: bool = False
    """Does the play double the good number?"""
    count: int | None = None
    """How many cards one takes or draws."""


_CARDS = tuple(names(pile) for pile in LAID)
_ALONE = {
    **{str(number): TOKENS[WAYS * (number - LOWEST) + ONE] for number in range(LOWEST, HIGHEST + 1)},
    "J": TOKENS[WAYS * (HIGHEST - LOWEST) + JOKER_AS],  # the most that a Joker can be
    "S": TOKENS[PLAY_SKIP],
    "R": TOKENS[PLAY_REVERSE],
}


def info(s: State, seat: int, action: int) -> DobroMove:
    if action == DRAW_UP:
        return DobroMove(kind="draw", count=rules.owed(s, seat))
    if action == END_TURN:
        return DobroMove(kind="end")
    if action == TAKE:
        return DobroMove(kind="take", count=count(s.on_table))
    cards = _CARDS[action]
    if action >= PLAY_SKIP:
        return DobroMove(kind="skip" if action == PLAY_SKIP else "reverse", cards=cards)
    good = rules.raised(s, action)
    return DobroMove(kind="play", cards=cards, number=FIGURE[action], good=good, doubles=good > VALUE[action])


def attempts(s: State, seat: int) -> dict[str, str]:
    return {name: _ALONE[name] for name in names(s.hand[seat])}
