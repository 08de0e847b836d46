"""What the moves of Tugriki are done with: the card and its place, a colour, tugriks, another player."""

from koloda.core.moves import MoveInfo
from koloda.games.tugriki.cards import NAMES, PALETTE, cards_of, colours_of
from koloda.games.tugriki.notation import write_action
from koloda.games.tugriki.rules import card_of
from koloda.games.tugriki.state import (
    AS_CHOICE,
    AS_GENIE,
    CALL,
    CARDS,
    CHALLENGE,
    CHOICE,
    DRAW,
    GENIE,
    LEND,
    NAMING,
    PAY,
    RANKS,
    SILENT,
    State,
)

_KINDS = {DRAW: "draw", SILENT: "silent", CHALLENGE: "challenge", CALL: "call"}


class TugrikiMove(MoveInfo, frozen=True, kw_only=True):
    """Kinds: `lay` (the target is the place, named by the card that belongs there), `name` (the target is the colour),
    `draw`, `pay`, `silent`, `challenge`, `call`, `lend`, `refuse`."""

    tugriks: int | None = None
    """How many one pays or lends."""
    other: int | None = None
    """The player who is challenged or called, or who asks for a loan."""


def info(s: State, seat: int, action: int) -> TugrikiMove:
    if action < NAMING:
        return TugrikiMove(kind="lay", cards=[NAMES[card_of(action)]], target=NAMES[action % CARDS])
    if action < DRAW:
        return TugrikiMove(kind="name", target=PALETTE[action - NAMING])
    if action == PAY:
        return TugrikiMove(kind="pay", tugriks=min(1, s.money[seat]))
    if action >= LEND:
        kind = "refuse" if action == LEND else "lend"
        return TugrikiMove(kind=kind, tugriks=action - LEND, other=s.target)
    other = s.suspect if action in (CHALLENGE, CALL) else None
    return TugrikiMove(kind=_KINDS[action], other=other)


def attempts(s: State, seat: int) -> dict[str, str]:
    """A wild card is tried beside the 5 of the row that binds, or of the first one."""
    found = {NAMES[kind]: NAMES[kind] for kind in cards_of(s.hand[seat])}
    beside = (s.bound if s.bound >= 0 else colours_of(s)[0]) * RANKS + 4
    if s.genies[seat]:
        found[NAMES[GENIE]] = write_action(s, AS_GENIE + beside)
    if s.choices[seat]:
        found[NAMES[CHOICE]] = write_action(s, AS_CHOICE + beside)
    return found
