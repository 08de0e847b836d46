"""What the moves of Tugriki are done with: the card and its place, a colour, tugriks, another player."""

from koloda.core.facts import Fact, fact
from koloda.core.moves import MoveInfo
from koloda.games.tugriki.cards import CARRIED, NAMES, PALETTE, cards_of, colours_of
from koloda.games.tugriki.notation import write_action
from koloda.games.tugriki.rows import can_lay
from koloda.games.tugriki.rules import card_of
from koloda.games.tugriki.state import (
    AS_CHOICE,
    AS_GENIE,
    CALL,
    CARDS,
    CHALLENGE,
    CHOICE,
    DECK,
    DRAW,
    DRAWN,
    GENIE,
    LEND,
    NAMING,
    PAY,
    PENALTY,
    PLAIN,
    RANKS,
    ROBBERY,
    SILENT,
    State,
)
from koloda.games.tugriki.turns import following

_KINDS = {DRAW: "draw", SILENT: "silent", CHALLENGE: "challenge", CALL: "call"}


class TugrikiMove(MoveInfo, frozen=True, kw_only=True):
    """Kinds: `lay` (the target is the place, named by the card that belongs there), `name` (the target is the colour),
    `draw`, `pay`, `silent`, `challenge`, `call`, `lend`, `refuse`."""

    tugriks: int | None = None
    """How many one pays or lends."""
    other: int | None = None
    """The player who is challenged or called, or who asks for a loan."""


def info(s: State, seat: int, action: int) -> TugrikiMove:
    told = consequence(s, seat, action)
    if action < NAMING:
        cards = [NAMES[card_of(action)]]
        return TugrikiMove(kind="lay", cards=cards, target=NAMES[action % CARDS], consequence=told)
    if action < DRAW:
        return TugrikiMove(kind="name", target=PALETTE[action - NAMING])
    if action == PAY:
        return TugrikiMove(kind="pay", tugriks=min(1, s.money[seat]), consequence=told)
    if action >= LEND:
        kind = "refuse" if action == LEND else "lend"
        return TugrikiMove(kind=kind, tugriks=action - LEND, other=s.target, consequence=told)
    other = s.suspect if action in (CHALLENGE, CALL) else None
    return TugrikiMove(kind=_KINDS[action], other=other, consequence=told)


def consequence(s: State, seat: int, action: int) -> Fact | None:
    """What a move brings or risks, from what its seat knows."""
    if action < NAMING:
        return _laying(s, seat, card_of(action))
    if action == DRAW:
        return fact("tugriki.risks_bluff") if can_lay(s, seat) else fact("tugriki.risks_fee", tugriks=1)
    if action == PAY:
        if s.phase == DRAWN and s.challenges and can_lay(s, seat):
            return fact("tugriki.risks_bluff")
        return fact("tugriki.costs_left", left=s.money[seat] - min(1, s.money[seat]))
    if action == SILENT:
        return fact("tugriki.risks_noticed", tugriks=2)
    if action == CHALLENGE:
        return fact("tugriki.risks_challenge" if s.held[DECK] else "tugriki.risks_challenge_deck_empty")
    if action == CALL:
        return fact("tugriki.brings_fine", tugriks=min(2, s.money[s.suspect]))
    if action == LEND:
        return fact("tugriki.brings_no_loan")
    return fact("tugriki.costs_left", left=s.money[seat] - (action - LEND)) if action > LEND else None


def _laying(s: State, seat: int, kind: int) -> Fact | None:
    """TG-2, TG-14, TG-29."""
    if s.held[seat] == 1:
        return fact("tugriki.brings_bank", tugriks=s.bank)
    if kind >= CARDS:
        return fact("tugriki.brings_row") if kind == CHOICE and not s.named else None
    carried = s.carries[kind]
    if carried == ROBBERY:
        return fact("tugriki.brings_robbery", tugriks=min(s.bank, s.playing.bit_count()))
    if carried == PENALTY:
        return fact("tugriki.brings_penalty", tugriks=min(2, s.money[following(s, seat)]))
    return None if carried == PLAIN else fact(f"tugriki.brings_{CARRIED[carried]}")


def attempts(s: State, seat: int) -> dict[str, str]:
    """A wild card is tried beside the 5 of the row that binds, or of the first one."""
    found = {NAMES[kind]: NAMES[kind] for kind in cards_of(s.hand[seat])}
    beside = (s.bound if s.bound >= 0 else colours_of(s)[0]) * RANKS + 4
    if s.genies[seat]:
        found[NAMES[GENIE]] = write_action(s, AS_GENIE + beside)
    if s.choices[seat]:
        found[NAMES[CHOICE]] = write_action(s, AS_CHOICE + beside)
    return found
