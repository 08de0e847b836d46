"""What the moves of Dobro are done with: the cards, what they count as, and the good number that comes of it."""

from koloda.core.facts import fact
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
        told = fact("dobro.brings_full_hand")
        return DobroMove(kind="draw", count=rules.owed(s, seat), consequence=told)
    if action == END_TURN:
        return DobroMove(kind="end", consequence=fact("dobro.risks_forgetful"))
    if action == TAKE:
        taken = count(s.on_table)
        told = fact("dobro.brings_pile", cards=count(s.pile[seat]) + taken)
        return DobroMove(kind="take", count=taken, consequence=told)
    cards = _CARDS[action]
    last = s.held[seat] == len(cards)
    if action >= PLAY_SKIP:
        same = fact("dobro.brings_same", good=s.good) if s.good else fact("dobro.brings_none")
        told = fact("dobro.brings_end") if last else same
        return DobroMove(kind="skip" if action == PLAY_SKIP else "reverse", cards=cards, consequence=told)
    good = rules.raised(s, action)
    return DobroMove(
        kind="play",
        cards=cards,
        number=FIGURE[action],
        good=good,
        doubles=good > VALUE[action],
        consequence=fact("dobro.brings_end") if last else fact("dobro.brings_number", good=good),
    )


def attempts(s: State, seat: int) -> dict[str, str]:
    return {name: _ALONE[name] for name in names(s.hand[seat])}
