"""Creates tables: new ones, and tables for a rematch."""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from koloda.core.errors import KolodaError
from koloda.games import find
from koloda.server.messages import NewTable
from koloda.server.tables.commands import begun
from koloda.server.tables.events import BotSat, Left, Opened, Sat
from koloda.server.tables.history import TableHistory, decode_event
from koloda.server.tables.identifiers import Entropy, dealers_nonce, new_id, read_bot, read_name, read_nonce, rematch_id
from koloda.server.tables.refusals import Refused, failure_of, refused
from koloda.server.tables.seats import STAND_IN, hashed
from koloda.server.tables.settings import check_times, settled
from koloda.server.tables.state import TableState
from koloda.table.dealer import BYTES


def create_table(
    wanted: NewTable,
    tokens: Sequence[str],
    now: int,
    bots: Mapping[str, str],
    entropy: Entropy,
    fits: Callable[[str], bool] = lambda table: True,
) -> TableHistory:
    """Create a table as requested: its host is in seat 0, and those who share the host's device are in the next ones.

    `tokens` are theirs. `fits` says which ids it may have.
    """
    people = len(tokens)
    try:
        game = find(wanted.game)
        options = settled(game, wanted.players, wanted.options)
        seated = {seat: read_bot(bot, bots, game) for seat, bot in enumerate(wanted.seats, people) if bot}
    except KolodaError as error:
        raise Refused(failure_of(error)) from None
    given = len(wanted.people) + len(wanted.seats)
    if given >= wanted.players:
        raise refused("unknown_option", "too_many_seats", players=wanted.players, given=given)
    check_times(wanted.clock, wanted.patience, wanted.idle)
    if (wanted.start or wanted.people) and (empty := wanted.players - people - len(seated)):
        raise refused("not_legal", "open_seats", count=empty)
    host = Sat(at=now, seat=0, name=read_name(wanted.name), nonce=read_nonce(wanted.nonce), token=hashed(tokens[0]))
    table_id = new_id(entropy, fits)
    opened = Opened(
        at=now,
        game=game.name,
        players=wanted.players,
        options=options,
        public=wanted.public,
        language=wanted.language,
        clock=wanted.clock,
        patience=wanted.patience,
        secret=entropy(BYTES).hex(),
        idle=wanted.idle,
        chat=wanted.chat,
        pass_and_play=people > 1,
    )
    history = TableHistory.create(table_id, [opened])
    history.advance([host, *_guests(wanted, tokens, history.state.secret, now)])
    history.advance(BotSat(at=now, seat=seat, bot=bot) for seat, bot in seated.items())
    if wanted.start:
        history.advance([begun(history.state, now)])
    return history


def _guests(wanted: NewTable, tokens: Sequence[str], secret: bytes, now: int) -> list[Sat]:
    """The people who share the host's device. The host's nonce is the whole device's, so theirs are the dealer's."""
    return [
        Sat(at=now, seat=seat, name=read_name(name), nonce=dealers_nonce(secret, seat), token=hashed(tokens[seat]))
        for seat, name in enumerate(wanted.people, 1)
    ]


def create_rematch(table: TableState, asker: int, now: int, entropy: Entropy) -> TableHistory:
    """Create a table with the same game, people and bots.

    Everybody moves on by one seat, and the game begins at once. For people who were away a bot goes on playing until
    they return, except for the one who asked. For people who have left for good a bot plays. The host stays host.

    The secret is new, and the nonces follow from it: the server does not ask the players again. So the deal can still
    be verified, but the players must trust that the server drew the secret without looking at the cards.
    """
    table_id = rematch_id(table.id, table.secret)
    opened = msgspec.structs.replace(table.opened, at=now, secret=entropy(BYTES).hex())
    history = TableHistory.create(table_id, [opened])
    secret, before = history.state.secret, table.seats.by_seat
    host = None if table.seats.host is None else (table.seats.host - 1) % len(before)
    for seat in sorted(range(len(before)), key=lambda seat: seat != host):  # the first to sit down is the host
        occupant = before[(seat + 1) % len(before)]
        if not occupant.token:
            history.advance([BotSat(at=now, seat=seat, bot=occupant.bot or STAND_IN)])
        else:
            nonce = dealers_nonce(secret, seat)
            history.advance([Sat(at=now, seat=seat, name=occupant.name, nonce=nonce, token=occupant.token)])
    history.advance([begun(history.state, now)])
    for seat in range(len(before)):
        old = (seat + 1) % len(before)
        if before[old].token and before[old].away is not None and old != asker:
            history.advance([Left(at=now, seat=seat, why="absent")])
    return history


def is_rematch(history: TableHistory, before: TableState) -> bool:
    """Was this table opened for the rematch of another one? All people of that one have a seat."""
    tokens = {each.token for each in before.seats.by_seat if each.token}
    events = map(decode_event, history.log[: 2 * len(before.seats.by_seat)])
    return tokens <= {event.token for event in events if isinstance(event, Sat)}
