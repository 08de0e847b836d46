"""What a seat may know of Mind Up!: all but others' hands and choices, the deck and the stack of goals."""

import msgspec
from msgspec.structs import replace

from koloda.core.game import seats_of
from koloda.core.view import Seat, View
from koloda.games.mind_up import rules
from koloda.games.mind_up.cards import COLOUR_NAMES, GOAL_NAMES, numbers
from koloda.games.mind_up.collecting import total
from koloda.games.mind_up.goals import met
from koloda.games.mind_up.state import (
    ANY,
    CHOOSE,
    CHOOSE_ANEW,
    DEAL,
    DEAL_ANEW,
    GOALS,
    LAY_OUT,
    OPEN_GOALS,
    OVER,
    TURN_UP,
    State,
)

PHASES = {
    TURN_UP: "turn-up",
    LAY_OUT: "lay-out",
    DEAL: "deal",
    OPEN_GOALS: "open-goals",
    CHOOSE: "choose",
    OVER: "over",
    DEAL_ANEW: "deal-anew",
    CHOOSE_ANEW: "choose-anew",
}


class Card(msgspec.Struct, frozen=True):
    """A number card as it looks."""

    number: int
    colour: str
    mark: int


class Goal(msgspec.Struct, frozen=True):
    name: str
    worth: int


class MindUpView(View, frozen=True, kw_only=True):
    phase: str
    round: int
    """The round that is played, from 1; after the last, the last."""
    rounds: int
    row: list[Card]
    """Ascending."""
    order: list[int]
    """The values of the collection cards from left to right, as far as they are laid out."""
    layer: Seat | None
    """Who lays them out; None until everyone has turned up a card."""
    hand: list[Card] | None
    """One's own, the chosen card included; None for a spectator."""
    choice: int | None
    """The number of the card that one has chosen."""
    chosen: list[Seat]
    """The seats that have chosen."""
    held: list[int]
    """Cards in hand, by seat."""
    known: list[list[int]]
    """Numbers of the cards in hand that have lain face up for all, by seat."""
    collections: list[list[list[Card]]]
    """By seat: what lies on each collection card, in the order of the values."""
    points: list[list[int]]
    """By seat and round; in the round that is played, goals aside."""
    totals: list[int]
    bonuses: list[int]
    """Positive marks and goals of all rounds, by seat (they break ties)."""
    stack: int
    """Cards left in the deck."""
    goals: list[Goal]
    """The open ones."""
    meeting: list[list[Seat]]
    """By open goal: the seats whose collections meet it as they are."""
    discarded: list[Goal]


def view(s: State, seat: int | None) -> MindUpView:
    seats = range(s.players)
    over = s.phase == OVER
    totals = [total(s, p) for p in seats]
    shown = min(s.scored + 1, s.rounds)
    public = MindUpView(
        game="mind_up",
        seat=None,
        players=s.players,
        actors=seats_of(rules.actors(s)),
        over=over,
        phase=PHASES[s.phase],
        round=shown,
        rounds=s.rounds,
        row=[card(s, n) for n in s.row if n],
        order=[value for value in s.order if value],
        layer=None if s.phase == TURN_UP else s.layer,
        hand=None,
        choice=None,
        chosen=[p for p in seats if s.choice[p]],
        held=[s.hand[p].bit_count() for p in seats],
        known=[numbers(s.hand[p] & s.seen) for p in seats],
        collections=[[[card(s, n) for n in pile] for pile in piles(s, p)] for p in seats],
        points=[s.points[p][:shown] for p in seats],
        totals=totals,
        bonuses=s.bonus[: s.players],
        stack=s.stack.bit_count(),
        goals=goals(s, s.open_goals),
        meeting=[[p for p in seats if met(s, p, goal)] for goal in range(GOALS) if s.open_goals >> goal & 1],
        discarded=goals(s, s.discarded),
    )
    return public if seat is None else seat_view(s, seat, public)


def seat_view(s: State, seat: int, public: MindUpView) -> MindUpView:
    """What a seat may know, from what everybody may: its own hand and choice in addition."""
    choice = s.choice[seat]
    hand = [card(s, n) for n in numbers(s.hand[seat])]
    return replace(public, seat=seat, hand=hand, choice=None if choice in (0, ANY) else choice)


def card(s: State, number: int) -> Card:
    return Card(number, COLOUR_NAMES[s.colour[number]], s.mark[number])


def goals(s: State, found: int) -> list[Goal]:
    return [Goal(GOAL_NAMES[goal], s.worth[goal]) for goal in range(GOALS) if found >> goal & 1]


def piles(s: State, seat: int) -> list[list[int]]:
    """The numbers on each collection card, from left to right; those without cards left out."""
    place, colour = s.place[seat], s.colour
    found: list[list[int]] = [[] for _ in range(max(place))]
    for n in numbers(s.collection[seat]):
        found[place[colour[n]] - 1].append(n)
    return found
