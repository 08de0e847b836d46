"""What a seat may know of Tugriki: all but the others' hands and the deck."""

import msgspec
from msgspec.structs import replace

from koloda.core.game import seats_of
from koloda.core.view import Seat, View
from koloda.games.tugriki import rules
from koloda.games.tugriki.cards import CARRIED, NAMES, PALETTE, WILDS, colours_of, hand_of, in_deck
from koloda.games.tugriki.rows import unfinished
from koloda.games.tugriki.state import (
    CAUGHT,
    CHOICE,
    DEAL,
    DECK,
    DRAWING,
    DRAWN,
    EXCHANGING,
    FIRST,
    FORCED,
    GENIE,
    LOAN,
    MOVE,
    NAME,
    OVER,
    PER_WORD,
    PLAIN,
    RANKS,
    REDEAL,
    WILD_USES,
    State,
)

PHASES = {
    MOVE: "move",
    DRAWN: "drawn",
    NAME: "name",
    LOAN: "loan",
    OVER: "over",
    FIRST: "first",
    EXCHANGING: "exchange",
    DEAL: "deal",
    DRAWING: "drawing",
    FORCED: "forced",
    CAUGHT: "caught",
    REDEAL: "redeal",
}


class Row(msgspec.Struct, frozen=True):
    colour: str
    places: dict[str, list[str]]
    """What lies in each place that is not empty, by the name of the card that belongs there; the top card last."""
    finished: bool


class Loan(msgspec.Struct, frozen=True):
    lender: Seat
    borrower: Seat
    tugriks: int


class TugrikiView(View, frozen=True, kw_only=True):
    phase: str
    round: int
    rounds: int | None
    """None: a knockout."""
    challenges: bool
    attention: bool
    turn: Seat | None
    """Whose turn it is; the winner's while lenders are asked. None until the first player is drawn."""
    clockwise: bool
    miss: bool
    """The next player will miss the turn."""
    tugriks: list[int]
    bank: int
    loans: list[Loan]
    """Oldest first."""
    out: list[Seat]
    """The seats that are out of the game."""
    deck: int
    cards: list[int]
    """How many cards each seat holds."""
    hand: list[str] | None
    """The own cards."""
    drawn: str | None
    """The own card just drawn, while its fate is open; it is in the hand as well."""
    rows: list[Row]
    bound: str | None
    """The colour that binds."""
    named: int
    """Cards still to be laid of a named colour; 0 where a Row choice binds."""
    pledge: bool
    """A Row choice will bind the named colour's row."""
    challengeable: Seat | None
    """The seat that the player to move may challenge."""
    callable: Seat | None
    """The seat that anybody else may call."""
    borrower: Seat | None
    actions: dict[str, str]
    """What the cards of this edition carry."""
    wilds: str
    """Which cards a wild may stand for: "any", which is left out where views are sent, or "plain"."""
    stalled: int
    """In a knockout: rounds in a row without a winner; 0 is left out where views are sent."""


def view(s: State, seat: int | None) -> TugrikiView:
    over = s.phase == OVER
    money = s.money[: s.players]
    started = s.phase != FIRST
    public = TugrikiView(
        game="tugriki",
        seat=None,
        players=s.players,
        actors=seats_of(rules.actors(s)),
        over=over,
        phase=PHASES[s.phase],
        round=s.round_no,
        rounds=s.rounds or None,
        challenges=bool(s.challenges),
        attention=bool(s.attention),
        turn=s.turn if started else None,
        clockwise=s.step > 0,
        miss=bool(s.miss),
        tugriks=money,
        bank=s.bank,
        loans=loans(s),
        out=[p for p in range(s.players) if not s.playing >> p & 1],
        deck=s.held[DECK],
        cards=s.held[: s.players],
        hand=None,
        drawn=None,
        rows=[row(s, colour) for colour in colours_of(s)],
        bound=PALETTE[s.bound] if s.bound >= 0 else None,
        named=s.named,
        pledge=bool(s.pledge),
        challengeable=s.suspect if s.suspect >= 0 and not s.silent and s.suspect != s.turn else None,
        callable=s.suspect if s.silent else None,
        borrower=s.target if s.phase == LOAN else None,
        actions={NAMES[kind]: CARRIED[a] for kind, a in enumerate(s.carries) if a != PLAIN and in_deck(s, kind)},
        wilds=WILD_USES[s.plain_wilds],
        stalled=s.stalled,
    )
    return public if seat is None else seat_view(s, seat, public)


def seat_view(s: State, seat: int, public: TugrikiView) -> TugrikiView:
    """What a seat may know, from what everybody may: its own hand, and the card it has drawn, in addition."""
    drawn = NAMES[s.drawn] if s.drawn >= 0 and seat == s.turn else None
    return replace(public, seat=seat, hand=[NAMES[kind] for kind in hand_of(s, seat)], drawn=drawn)


def row(s: State, colour: int) -> Row:
    places = {}
    taken = [genie | choice | own for genie, choice, own in zip(s.genie_at, s.choice_at, s.laid, strict=True)]
    for kind in range(colour * RANKS, colour * RANKS + RANKS):
        if taken[kind // PER_WORD] >> kind % PER_WORD & 1:
            places[NAMES[kind]] = lying(s, kind)
    return Row(PALETTE[colour], places, not unfinished(s, colour))


def lying(s: State, kind: int) -> list[str]:
    """What lies in the place of a card, the top card last."""
    word, bit = kind // PER_WORD, 1 << kind % PER_WORD
    return [
        name
        for name, places in ((WILDS[GENIE], s.genie_at), (WILDS[CHOICE], s.choice_at), (NAMES[kind], s.laid))
        if places[word] & bit
    ]


def loans(s: State) -> list[Loan]:
    return [Loan(loan >> 6, loan >> 3 & 7, loan & 7) for loan in s.loan[: s.lent]]
