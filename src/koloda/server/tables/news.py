"""The news encoder: everything about a table that leaves the server. Equal views and lists are encoded once."""

from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec

from koloda.core.facts import Fact
from koloda.core.view import View
from koloda.server.messages import ChatLine, News, Seat, Status, TableInfo
from koloda.server.tables.history import TableHistory
from koloda.server.tables.idle import Waits
from koloda.server.tables.settings import idle_seconds
from koloda.server.tables.state import TableState
from koloda.server.tables.subscribers import Presence
from koloda.server.tables.talk import can_write

_encode = msgspec.json.Encoder().encode


class Waiting(NamedTuple):
    """For whom the people who are connected wait."""

    waits: Waits = ()
    lead_at: int | None = None


NOBODY = Waiting()


class NewsEncoder:
    """Encodes the news of one table. `link` is the table's address for others."""

    def __init__(self, link: str) -> None:
        self._link = link
        self._views: dict[int | None, Any] = {}
        self._public: View | None = None
        """What everybody may see of this state: views of seats are made from it."""
        self._state: Any = None  # of the state that the views belong to
        self._info: tuple[tuple[Presence, int, Status], Any] | None = None
        self._waits: tuple[Waits, Any] = ((), _raw(b"[]"))
        self._clocks: tuple[TableState, int, list[int | None], list[int | None]] | None = None

    def news(
        self,
        history: TableHistory,
        seat: int | None,
        since: int,
        now: int,
        presence: Presence,
        waiting: Waiting = NOBODY,
        lost: Fact | None = None,
        chat: Iterable[ChatLine] | None = None,
    ) -> bytes:
        """The encoded `News` for a seat, for all spectators, or for somebody who has lost a seat."""
        table = history.state
        since = since if 0 <= since <= table.seq else 0
        deadlines, left = self._times(table, now)
        moves = None if seat is None else table.legal_moves[seat]
        return _encode(
            News(
                seq=table.seq,
                since=since,
                now=now,
                seat=seat,
                table=self._encoded_info(table, presence),
                view=self._view(table, seat),
                offer=None if moves is None else moves.offer(),
                undo=seat is not None and table.can_undo(seat),
                facts=_raw(history.feed(seat, since).since(since)),
                deadlines=deadlines,
                left=left,
                waits=self._encoded_waits(waiting.waits),
                lead_at=waiting.lead_at,
                lost=lost,
                chat=None if chat is None or seat is None else list(chat),
            )
        )

    def _times(self, table: TableState, now: int) -> tuple[list[int | None], list[int | None]]:
        """By seat: the deadline of a decision, and the time left for the game."""
        known = self._clocks
        if known is None or known[0] is not table or known[1] != now:
            seats = range(table.opened.players)
            deadlines = [table.clocks.deadline(seat) for seat in seats]
            known = self._clocks = (table, now, deadlines, [table.clocks.left(seat, now) for seat in seats])
        return known[2], known[3]

    def _view(self, table: TableState, seat: int | None) -> Any:
        if table.match is None:
            return None
        if self._state is not table.match.state:
            self._state = table.match.state
            self._public = table.match.view(None)
            self._views.clear()
        if seat not in self._views:
            self._views[seat] = _raw(_encode(table.match.view(seat, self._public)))
        return self._views[seat]

    def _encoded_waits(self, waits: Waits) -> Any:
        if self._waits[0] is not waits:
            self._waits = (waits, _raw(_encode(waits)))
        return self._waits[1]

    def _encoded_info(self, table: TableState, presence: Presence) -> Any:
        known = (presence, table.arranged, table.status)
        if self._info is None or self._info[0] != known:
            self._info = (known, _raw(_encode(self.info(table, presence))))
        return self._info[1]

    def info(self, table: TableState, presence: Presence) -> TableInfo:
        options = {option.name: option for option in table.game.set_up.options}
        return TableInfo(
            id=table.id,
            game=table.game.name,
            lowest_wins=table.game.lowest_wins,
            simultaneous=table.game.simultaneous,
            players=table.opened.players,
            options={name: options[name].write(value) for name, value in table.values.items() if name in options},
            public=table.opened.public,
            language=table.opened.language,
            status=table.status,
            seats=[
                Seat(
                    who=each.who,
                    name=each.name,
                    bot=each.bot,
                    here=here,
                    away=each.away is not None,
                    gone=each.gone,
                    bot_at=bot_at,
                )
                for each, here, bot_at in zip(table.seats.by_seat, presence.here, presence.bot_at, strict=True)
            ],
            host=table.seats.host,
            host_because=table.seats.host_because,
            clock=table.opened.clock,
            patience=table.opened.patience,
            idle=idle_seconds(table.opened),
            chat=can_write(table),
            commitment=table.commitment,
            nonces=[] if table.dealer is None else [nonce.hex() for nonce in table.dealer.nonces],
            link=self._link,
            next=table.next,
            screens=presence.screens,
            watching=presence.watching,
            pass_and_play=table.opened.pass_and_play,
            bystanders=table.bystanders,
        )


def _raw(encoded: bytes) -> Any:
    """Bytes that are already encoded, in place of the value."""
    return msgspec.Raw(encoded)
