"""What a seat may know of No Thanks! (NT-10, NT-11)."""

from msgspec.structs import replace

from koloda.core.game import seats_of
from koloda.core.view import Seat, View
from koloda.games.no_thanks import rules
from koloda.games.no_thanks.state import DECIDE, FIRST, HIGHEST, LOWEST, OVER, REVEAL, SEATS, State

PHASES = {FIRST: "first", REVEAL: "reveal", DECIDE: "decide", OVER: "over"}


class NoThanksView(View, frozen=True, kw_only=True):
    phase: str
    turn: Seat | None
    """Whose turn it is; None until the first player is drawn."""
    card: int | None
    pot: int
    """Chips on the card."""
    left: int
    """Cards still to be turned up."""
    chips: list[int | None]
    """By seat; None where they are hidden."""
    taken: list[list[int]]
    points: list[int]
    """Penalty points of the taken cards, chips aside."""
    removed: list[int] | None
    """The cards that were out of the game, once it is over."""


def view(s: State, seat: int | None) -> NoThanksView:
    over = s.phase == OVER
    scores = [0] * SEATS
    rules.scores(s, scores)
    final = scores[: s.players]
    chips: list[int | None] = [*s.chips[: s.players]] if s.open_chips or over else [None] * s.players
    public = NoThanksView(
        game="no_thanks",
        seat=None,
        players=s.players,
        actors=seats_of(rules.actors(s)),
        over=over,
        phase=PHASES[s.phase],
        turn=None if s.phase == FIRST else s.turn,
        card=s.card or None,
        pot=s.pot,
        left=s.left,
        chips=chips,
        taken=[cards(s.taken[p]) for p in range(s.players)],
        points=[final[p] + s.chips[p] for p in range(s.players)],
        removed=cards(removed(s)) if over else None,
    )
    return public if seat is None else seat_view(s, seat, public)


def seat_view(s: State, seat: int, public: NoThanksView) -> NoThanksView:
    """What a seat may know, from what everybody may: its own chips in addition."""
    chips = [s.chips[p] if p == seat else shown for p, shown in enumerate(public.chips)]
    return replace(public, seat=seat, chips=chips)


def cards(taken: int) -> list[int]:
    """A set of cards as ascending numbers."""
    return [n for n in range(LOWEST, HIGHEST + 1) if taken >> n & 1]


def removed(s: State) -> int:
    """When the game is over, all that nobody took."""
    deck = rules.DECK & ((2 << s.highest) - 1)
    for p in range(s.players):
        deck &= ~s.taken[p]
    return deck
