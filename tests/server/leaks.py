"""The swap law on the wire: swap cards that somebody cannot see, and every byte that they receive stays the same."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import msgspec
from msgspec.structs import replace

from koloda.compiled.generator import stream
from koloda.core.errors import KolodaError
from koloda.core.game import Act
from koloda.games import GAMES
from koloda.server import messages
from koloda.server.messages import Clock, Failure
from koloda.server.tables.commands import begun, decide
from koloda.server.tables.events import MovePlayed, Opened, Sat
from koloda.server.tables.history import TableHistory
from koloda.server.tables.idle import Idle
from koloda.server.tables.legal_moves import legal_moves
from koloda.server.tables.news import NewsEncoder, Waiting
from koloda.server.tables.refusals import Refused, failure_of
from koloda.server.tables.state import TableState
from koloda.server.tables.subscribers import Presence
from koloda.table.match import Match
from tests.laws import choose_event
from tests.referees import REFEREES

NOW = 1_700_000_000_000
NONSENSE = (
    "",
    "1",
    "take",
    "J",
    "R1",
    "joker",
    "-",
    "1: pass",
    "undo",
    "карта 7",
    "17 18",
    "99",
    "\x00",
    "pay",
    "call",
)


def new_table(game: str, players: int, seed: int) -> TableHistory:
    """People in all seats, and a game that has begun."""
    opened = Opened(
        at=NOW,
        game=game,
        players=players,
        options={},
        public=True,
        language="en",
        clock=Clock(move=30, game=600),
        patience=60,
        secret=f"{seed:064x}",
        idle=60,
    )
    history = TableHistory.create("2" * 8, [opened])
    history.advance(
        Sat(at=NOW, seat=seat, name=f"Person {seat}", nonce=f"{seat:032x}", token=f"{seat + 1:064x}")
        for seat in range(players)
    )
    history.advance([begun(history.state, NOW)])
    return history


def play(history: TableHistory, act: Act, by: str = "person", now: int = NOW) -> MovePlayed:
    """A person's move as it would be stored; `by` attributes it to somebody else."""
    table = history.state
    assert table.match is not None
    moves = table.legal_moves[act.seat]
    assert moves is not None
    text = table.game.notation.write_action(table.match.state, act.action)
    (event,) = decide(table, act.seat, messages.PlayMove(id="1", offer=moves.number, move=text), now)
    assert isinstance(event, MovePlayed)
    history.advance([msgspec.structs.replace(event, by=by)])
    return event


def chosen(table: TableState, deal: Any) -> Act:
    """A random decision."""
    assert table.match is not None
    act = choose_event(table.game, table.match.state, deal)
    assert isinstance(act, Act)
    return act


def positions(game: str, seed: int, every: int) -> Iterator[TableHistory]:
    """A random game, checked now and then."""
    deal = stream(seed)
    least, most = GAMES[game].set_up.players[0], GAMES[game].set_up.players[-1]
    history = new_table(game, least + deal(most - least + 1), seed)
    for number in range(REFEREES[game].LONGEST):
        if history.state.status == "over":
            yield history
            return
        if number % every == 0:
            yield history
        play(history, chosen(history.state, deal), now=NOW + 1000 * number)


def stored(history: TableHistory) -> TableHistory:
    """The table as it is read from its log, with everybody's feed from the start."""
    table = history.state
    return TableHistory(table.id, history.log, (None, *range(table.opened.players)))


def swapped(table: TableState, s: Any) -> TableState:
    """The same table, with the cards in these places."""
    assert table.match is not None
    match = Match(table.game, s, history=True)
    match.steps.extend(table.match.steps)
    moves = legal_moves(match, table.seq, table.seats.deciding, table.legal_moves, ())
    return replace(table, match=match, legal_moves=moves)


def otherwise(history: TableHistory, s: Any) -> TableHistory:
    """The same table, with the cards in these places. It continues independently."""
    other = deepcopy(history, {id(each): each for each in (history.state, *history.log)})
    other.state = swapped(history.state, s)
    return other


def told(history: TableHistory, seat: int | None, since: int = 0) -> bytes:
    players = history.state.opened.players
    presence = Presence((True,) * players, (None,) * players, 1, 1)
    now = history.state.at + 500
    waiting = Waiting(Idle().waits(history.state, dict.fromkeys(range(players), NOW), now))
    return NewsEncoder("http://koloda.test/t/2").news(history, seat, since, now, presence, waiting)


def refusal(table: TableState, seat: int, text: str) -> bytes:
    """The answer to the seat; b"" for a legal move (which is not carried out)."""
    assert table.match is not None
    moves = table.legal_moves[seat]
    try:
        action = table.game.notation.read_action(table.match.state, text)
        if action in table.game.legal(table.match.state, seat):
            return b""
    except KolodaError:
        pass
    number = 0 if moves is None else moves.number
    failure: Failure | None = None
    try:
        decide(table, seat, messages.PlayMove(id="1", offer=number, move=text), table.at, {"rule": "rule"})
    except Refused as problem:
        failure = problem.failure
    except KolodaError as problem:
        failure = failure_of(problem)
    assert failure is not None
    return msgspec.json.encode(failure)


def view(history: TableHistory, seat: int | None) -> bytes:
    table = history.state
    assert table.match is not None
    return msgspec.json.encode(table.game.view(table.match.state, seat))


def same_news_afterwards(history: TableHistory, other: TableHistory, seat: int | None, deal: Any) -> bool:
    """Play the same decision in both tables.

    If the seat cannot tell the views apart, those who listen from now on get the same bytes.
    """
    table, there = history.state, other.state
    assert table.match is not None
    assert there.match is not None
    if table.status == "over":
        return False
    act = chosen(table, deal)
    legal = table.game.legal(there.match.state, act.seat)
    if act.action not in legal or REFEREES[table.game.name].shown(act, seat):
        return False
    same = otherwise(history, table.match.state)
    since = table.seq
    for each in (same, other):
        each.forget_feeds(())
        each.feed(seat, since)
        play(each, act)
    if view(same, seat) != view(other, seat):
        return False
    assert told(same, seat, since) == told(other, seat, since)
    return True


def check(history: TableHistory, deal: Any) -> int:
    table = history.state
    assert table.match is not None
    again = stored(history)
    referee, game, s = REFEREES[table.game.name], table.game, table.match.state
    compared = 0
    for seat in (None, *range(table.opened.players)):
        hidden = referee.hidden(s, seat)
        if len(hidden) < 2:
            continue
        other = otherwise(again, referee.swap(s, hidden[deal(len(hidden))], hidden[deal(len(hidden))]))
        assert told(history, seat) == told(other, seat), game.notation.write_position(s)
        compared += 1
        if seat is not None and table.status == "playing":
            texts = [*NONSENSE, *(game.notation.write_action(s, deal(game.actions)) for _ in range(12))]
            for text in texts:
                assert refusal(table, seat, text) == refusal(other.state, seat, text), (seat, text)
        compared += same_news_afterwards(again, other, seat, deal)
    return compared


def compare_game(game: str, seed: int) -> int:
    """How many times the bytes of a random game were compared."""
    return sum(
        check(each, stream(seed, number)) for number, each in enumerate(positions(game, seed, REFEREES[game].APART), 1)
    )
