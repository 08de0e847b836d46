"""The state of one table, and `evolve`, the only way in which it changes: live and when a log is replayed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from koloda.core.facts import Fact, fact
from koloda.core.game import Act, Draw, Game, Ply
from koloda.core.options import Value
from koloda.games import find
from koloda.server.messages import Status
from koloda.server.tables.clocks import Clocks
from koloda.server.tables.events import (
    AnyEvent,
    Begun,
    BotSat,
    Changed,
    Closed,
    Entry,
    Followed,
    Freed,
    Hidden,
    Led,
    Left,
    MovePlayed,
    Opened,
    Paused,
    Renamed,
    Returned,
    Sat,
    TakenBack,
)
from koloda.server.tables.legal_moves import MovesBySeat, legal_moves
from koloda.server.tables.reconsidered import BySeat, Reconsidered, decided, undone
from koloda.server.tables.seats import Occupant, Seats
from koloda.table.dealer import Dealer, commitment
from koloda.table.match import Match, Step, Undo

MOST_LOST = 32
"""How many people without a seat a table remembers."""


class TableState(msgspec.Struct, frozen=True, kw_only=True, eq=False):
    """All that a table's events say. A state never changes: whoever holds one can look at it at any time.

    It is small: `match` keeps only the steps that can still be undone, and the events themselves are kept elsewhere
    (`history.py`), so `evolve` copies little.
    """

    id: str
    opened: Opened
    """What was agreed on when the table was opened, and has been changed since."""
    game: Game
    values: Mapping[str, Value]
    """The number of players and the options."""
    secret: bytes
    """The dealer's."""
    commitment: str
    seats: Seats
    clocks: Clocks
    legal_moves: MovesBySeat
    seq: int
    """The number of the last event."""
    at: int
    """When it happened."""
    arranged: int
    """The number of the last event that was no decision."""
    status: Status = "waiting"
    due: Sequence[int] = ()
    """The seats that have to decide."""
    match: Match | None = None
    """The game so far, from the last draw on; None before it begins."""
    dealer: Dealer | None = None
    """Deals from the secret and the nonces; None before the game begins."""
    draws: int = 0
    """How many draws there were."""
    reconsidered: BySeat = ()
    """By seat: how often it has changed its mind."""
    steps: Sequence[Step] = ()
    """What the last event did in the game."""
    next: str | None = None
    """The table of the rematch."""
    lost: Mapping[str, Fact] = MappingProxyType({})
    """By the hash of a token: why it opens no seat any more. Only the latest."""
    changes: int = 0
    """How often the host has changed the table."""
    hidden: bool = False
    """Has the operator taken it out of the lobby?"""
    closed: str = ""
    """Why the operator has closed it; may be "" for a closed table, too."""

    @classmethod
    def open(cls, table_id: str, opened: Opened) -> "TableState":
        """The state after a table's first event."""
        game = find(opened.game)
        secret = bytes.fromhex(opened.secret)
        return cls(
            id=table_id,
            opened=opened,
            game=game,
            values=game.set_up.settle(opened.players, **opened.options),
            secret=secret,
            commitment=commitment(secret),
            seats=Seats([Occupant()] * opened.players, opened.language),
            clocks=Clocks(opened.players, opened.clock),
            legal_moves=(None,) * opened.players,
            seq=1,
            at=opened.at,
            arranged=1,
            reconsidered=(Reconsidered(),) * opened.players,
        )

    def __repr__(self) -> str:
        """Without the secret and the cards."""
        return f"<TableState of {self.opened.game}, event {self.seq}>"

    def can_undo(self, seat: int) -> bool:
        """May the person in a seat take the last decision back?"""
        match = self.match
        if match is None or not match.steps or seat not in self.seats.deciding or self.reconsidered[seat].exhausted:
            return False
        return match.can_undo(seat, self.seats.played)

    def takes_back(self, seat: int) -> bool:
        """Would a move of this seat take its choice back? It has chosen, and others still think."""
        assert self.match is not None
        return not self.game.steps_in and not self.match.mask >> seat & 1

    @property
    def bystanders(self) -> bool:
        """Do the rules and the options let seats act whose turn it is not?"""
        in_turn = {name: self.opened.options.get(name) for name in self.game.in_turn}
        return self.game.steps_in and (not in_turn or in_turn != self.game.in_turn)

    def time(self, now: int) -> int:
        """When an event happens that is decided now: never before the last one, whatever the clock says."""
        return max(now, self.at)


def evolve(table: TableState, event: AnyEvent) -> TableState:
    """The state that an event leads to. `decide` has checked the event before it was stored."""
    clocks = table.clocks.copy()
    changed: Collection[int] = ()
    match event:
        case MovePlayed():  # first, for it is the most frequent one
            after = _play(table, event, clocks)
            changed = (event.entries[0][0],)
        case Sat() | BotSat() | Freed() | Renamed() | Led():
            after = replace(table, seats=table.seats.after(event), lost=_lost(table, event), steps=())
        case Changed():
            after = _change(table, event)
            clocks = after.clocks
        case Begun():
            after = _begin(table, event)
        case TakenBack():
            after = _take_back(table, event, clocks)
            changed = range(table.opened.players)
        case Left() | Returned():
            clocks.stop(event.seat, event.at)
            after = replace(table, seats=table.seats.after(event), lost=_lost(table, event), steps=())
            if event.seat not in table.seats.offered or event.seat not in after.seats.offered:
                changed = (event.seat,)
        case Paused():
            clocks.pause(event.milliseconds)
            after = replace(table, steps=())
        case Followed():
            after = replace(table, next=event.table, steps=())
        case Hidden():
            after = replace(table, hidden=True, steps=())
        case Closed():
            return _close(table, event, clocks)
        case Opened():
            raise ValueError("a table is opened once")
    number = table.seq + 1
    arranged = table.arranged if isinstance(event, MovePlayed | TakenBack) else number
    if after.match is None:
        return replace(after, clocks=clocks, seq=number, at=event.at, arranged=arranged)
    playing, people = after.match, after.seats.deciding
    due = playing.actors
    clocks.run_for([seat for seat in due if seat in people], event.at)
    return replace(
        after,
        clocks=clocks,
        legal_moves=legal_moves(
            playing, number, after.seats.offered, table.legal_moves, changed, _chose_secretly(table.game, after.steps)
        ),
        seq=number,
        at=event.at,
        arranged=arranged,
        status="over" if playing.over else "playing",
        due=due,
    )


def _chose_secretly(game: Game, steps: Sequence[Step]) -> int | None:
    """The seat of a simultaneous choice that shows nothing, if that is all that has happened."""
    if game.simultaneous and len(steps) == 1:
        before, ply, _ = steps[0]
        if isinstance(ply, Act) and not game.narration.reveals(before, ply.action):
            return ply.seat
    return None


def _change(table: TableState, event: Changed) -> TableState:
    """Before the game everything may be different afterwards; later only what is no part of the game."""
    opened = replace(
        table.opened,
        players=event.players,
        options=event.options,
        public=event.public,
        clock=event.clock,
        patience=event.patience,
        idle=event.idle,
        chat=event.chat,
    )
    changed = replace(table, opened=opened, changes=table.changes + 1, steps=())
    if table.match is not None:
        return replace(changed, clocks=table.clocks.copy())
    return replace(
        changed,
        values=table.game.set_up.settle(opened.players, **opened.options),
        seats=table.seats.resized(opened.players),
        clocks=Clocks(opened.players, opened.clock),
        legal_moves=(None,) * opened.players,
        reconsidered=(Reconsidered(),) * opened.players,
    )


def _lost(table: TableState, event: AnyEvent) -> Mapping[str, Fact]:
    """With the person who has just lost a seat. Whoever freed it themselves knows why."""
    match event:
        case Freed(by=int(host)) if token := table.seats.by_seat[event.seat].token:
            why = fact("server.removed", name=table.seats.by_seat[host].name)
        case Left(why="removed", by=int(host)):
            token = table.seats.by_seat[event.seat].token
            why = fact("server.removed_playing", name=table.seats.by_seat[host].name)
        case Left(why="for_good"):
            token, why = table.seats.by_seat[event.seat].token, fact("server.left_seat")
        case _:
            return table.lost
    kept = list(table.lost.items())[1 - MOST_LOST :]
    return MappingProxyType(dict([*kept, (token, why)]))


def _begin(table: TableState, event: Begun) -> TableState:
    match = Match(table.game, table.game.start(table.values), history=True)
    match.apply(*_plies(event.entries))
    steps = match.steps
    match.forget_history()
    return replace(
        table,
        match=match,
        dealer=Dealer(table.secret, [bytes.fromhex(nonce) for nonce in event.nonces]),
        draws=len(event.entries),
        steps=steps,
    )


def _play(table: TableState, event: MovePlayed, clocks: Clocks) -> TableState:
    """The stored draws are the truth. What lies before a draw cannot be undone, so its steps are not kept."""
    assert table.match is not None
    known = len(table.match.steps)
    match = table.match.after(_plies(event.entries))
    steps = match.steps[known:]
    seat = event.entries[0][0]
    takes_back = table.takes_back(seat)
    if not takes_back:
        clocks.decided(seat, event.used)
    elif seat in table.seats.deciding:
        clocks.take_back(seat, event.at)
    draws = len(event.entries) - 1
    if draws:
        match.forget_history()
    reconsidered = decided(table.reconsidered, seat, takes_back)
    return replace(table, match=match, draws=table.draws + draws, steps=steps, reconsidered=reconsidered)


def _take_back(table: TableState, event: TakenBack, clocks: Clocks) -> TableState:
    assert table.match is not None
    match = table.match.copy()
    match.apply(Undo(event.seat))
    clocks.take_back(event.seat, event.at)
    decisions = [
        (step.ply.seat, not table.game.steps_in and not table.game.rules.actors(step.before) >> step.ply.seat & 1)
        for step in table.match.steps[len(match.steps) :]
        if isinstance(step.ply, Act)
    ]
    return replace(table, match=match, steps=(), reconsidered=undone(table.reconsidered, event.seat, decisions))


def _close(table: TableState, event: Closed, clocks: Clocks) -> TableState:
    """Nobody decides any more, and all clocks stop."""
    clocks.run_for((), event.at)
    return replace(
        table,
        status="closed",
        closed=event.why,
        clocks=clocks,
        legal_moves=(None,) * table.opened.players,
        due=(),
        steps=(),
        seq=table.seq + 1,
        at=event.at,
        arranged=table.seq + 1,
    )


def _plies(entries: Iterable[Entry]) -> list[Ply]:
    return [Draw(what) if who < 0 else Act(who, what) for who, what in entries]


class Transition(NamedTuple):
    before: TableState
    event: AnyEvent
    after: TableState


def transitions(table: TableState, events: Iterable[AnyEvent]) -> list[Transition]:
    """What events bring, one after another."""
    found: list[Transition] = []
    for event in events:
        after = evolve(table, event)
        found.append(Transition(table, event, after))
        table = after
    return found
