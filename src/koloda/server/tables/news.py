"""What of a table leaves the server: the same view, list or story is encoded once, however many ask for it."""

from typing import Any, NamedTuple

import msgspec

from koloda.server.messages import News, Seat, Status, TableInfo
from koloda.server.tables.state import Room

_encode = msgspec.json.Encoder().encode


class Presence(NamedTuple):
    """What is not stored: who is connected, by seat, and when a bot will play for those who are not."""

    here: tuple[bool, ...]
    bot_at: tuple[int | None, ...]
    screens: int
    watching: int


class Bulletin:
    def __init__(self, room: Room, link: str) -> None:
        self.room = room
        self._link = link
        self._views: dict[int | None, bytes] = {}
        self._state: Any = None  # that the views are of
        self._info: tuple[tuple[Presence, int, Status], bytes] | None = None

    def news(self, seat: int | None, since: int, now: int, presence: Presence) -> bytes:
        """The encoded `News` for a seat, or for all spectators."""
        room = self.room
        since = since if 0 <= since <= room.seq else 0
        seats = range(room.opened.players)
        standing = None if seat is None else room.standings.by_seat[seat]
        return _encode(
            News(
                seq=room.seq,
                since=since,
                now=now,
                seat=seat,
                table=self._encoded_info(presence),
                view=self._view(seat),
                offer=None if standing is None else standing.offer(),
                undo=seat is not None and room.can_undo(seat),
                facts=_raw(room.story(seat, since).since(since)),
                deadlines=[room.clocks.deadline(each) for each in seats],
                left=[room.clocks.left(each, now) for each in seats],
            )
        )

    def _view(self, seat: int | None) -> Any:
        table = self.room.table
        if table is None:
            return None
        if self._state is not table.state:
            self._state = table.state
            self._views.clear()
        if seat not in self._views:
            self._views[seat] = _encode(table.view(seat))
        return _raw(self._views[seat])

    def _encoded_info(self, presence: Presence) -> Any:
        known = (presence, self.room.arranged, self.room.status)
        if self._info is None or self._info[0] != known:
            self._info = (known, _encode(self.info(presence)))
        return _raw(self._info[1])

    def info(self, presence: Presence) -> TableInfo:
        room = self.room
        options = {option.name: option for option in room.game.set_up.options}
        return TableInfo(
            id=room.id,
            game=room.game.name,
            players=room.opened.players,
            options={name: options[name].write(value) for name, value in room.values.items() if name in options},
            public=room.opened.public,
            language=room.opened.language,
            status=room.status,
            seats=[
                Seat(
                    who=place.who, name=place.name, bot=place.bot, here=here, away=place.away is not None, bot_at=bot_at
                )
                for place, here, bot_at in zip(room.places.by_seat, presence.here, presence.bot_at, strict=True)
            ],
            clock=room.opened.clock,
            patience=room.opened.patience,
            commitment=room.commitment,
            nonces=[] if room.table is None else [nonce.hex() for nonce in room.table.dealer.nonces],
            link=self._link,
            next=room.next,
            screens=presence.screens,
            watching=presence.watching,
        )


def _raw(encoded: bytes) -> Any:
    """What is encoded already, in place of what it stands for."""
    return msgspec.Raw(encoded)
