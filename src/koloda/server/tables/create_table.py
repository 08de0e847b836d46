"""New tables: by a person's wish, and for a rematch."""

import re
from base64 import urlsafe_b64encode
from collections.abc import Callable, Collection, Mapping

from koloda.core.edition import DEFAULT
from koloda.core.errors import KolodaError, UnknownOption
from koloda.core.game import Game
from koloda.games import find
from koloda.server.messages import NewTable
from koloda.server.tables.events import BotSat, Left, Opened, Sat
from koloda.server.tables.listing import offered
from koloda.server.tables.refusals import Refused, failure_of, refused
from koloda.server.tables.seats import hashed
from koloda.server.tables.state import Room
from koloda.table.dealer import BYTES, derived
from koloda.table.record import checked_name

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""Of table ids: nothing that looks like something else."""
ID_LENGTH = 8
NAME_LENGTH = 24
DAY = 24 * 60 * 60
LONGEST_MOVE, LONGEST_GAME, LONGEST_PATIENCE = 30 * DAY, 365 * DAY, 30 * DAY

Entropy = Callable[[int], bytes]
"""That many bytes that nobody can guess: table ids, tokens and the dealers' secrets are made of them."""

_ID = re.compile(rf"[{ALPHABET}]{{{ID_LENGTH}}}")
_NONCE = re.compile(r"[0-9a-f]{32}")


def is_id(text: str) -> bool:
    return bool(_ID.fullmatch(text))


def new_id(entropy: Entropy) -> str:
    number = int.from_bytes(entropy(16), "big")  # so large that no letter is likelier than another
    return "".join(ALPHABET[number // len(ALPHABET) ** at % len(ALPHABET)] for at in range(ID_LENGTH))


def new_token(entropy: Entropy) -> str:
    return urlsafe_b64encode(entropy(32)).rstrip(b"=").decode()


def dealers_nonce(secret: bytes, seat: int) -> str:
    """For a seat whose player brings none. The dealer is bound to it by the commitment, as to everything derived."""
    return derived(secret, f"nonce {seat}")[:16].hex()


def read_name(given: str) -> str:
    try:
        name = checked_name(given)
    except KolodaError:
        name = ""
    if not 1 <= len(name) <= NAME_LENGTH:
        raise refused("unknown_option", "name", most=NAME_LENGTH)
    return name


def read_nonce(given: str) -> str:
    if not _NONCE.fullmatch(given.lower()):
        raise refused("unknown_option", "nonce")
    return given.lower()


def read_bot(given: str, bots: Collection[str]) -> str:
    if given not in bots:
        raise refused("unknown_option", "no_bot", given=given[:NAME_LENGTH], bots=", ".join(bots))
    return given


def _read_seconds(what: str, given: int | None, most: int) -> None:
    if given is not None and not 1 <= given <= most:
        raise refused("unknown_option", "seconds", what=what, low=1, high=most, given=given)


def _check_names(game: Game, options: Mapping[str, str]) -> None:
    """Only what stands in the lobby: an edition would be read from a file of the server's."""
    known = [option.name for option in offered(game)]
    for name, value in options.items():
        if name not in known and value != DEFAULT:
            raise UnknownOption.of("errors.option_name", option=name[:NAME_LENGTH], allowed=", ".join(known) or "-")


def new_table(wish: NewTable, token: str, now: int, bots: Collection[str], entropy: Entropy) -> Room:
    """The table of a wish, with its host in seat 0."""
    try:
        game = find(wish.game)
        _check_names(game, wish.options)
        values = game.set_up.settle(wish.players, **wish.options)
        game.start(values)
    except KolodaError as error:
        raise Refused(failure_of(error)) from None
    if len(wish.seats) >= wish.players:
        raise refused("unknown_option", "too_many_seats", players=wish.players, given=len(wish.seats))
    _read_seconds("clock.move", wish.clock.move, LONGEST_MOVE)
    _read_seconds("clock.game", wish.clock.game, LONGEST_GAME)
    _read_seconds("patience", wish.patience, LONGEST_PATIENCE)
    seated = {seat: read_bot(bot, bots) for seat, bot in enumerate(wish.seats, 1) if bot}
    if wish.start and (empty := wish.players - 1 - len(seated)):
        raise refused("not_legal", "open_seats", count=empty)
    options = game.set_up.options  # all of them are stored: other defaults of another version change no table
    host = Sat(at=now, seat=0, name=read_name(wish.name), nonce=read_nonce(wish.nonce), token=hashed(token))
    room = Room(
        new_id(entropy),
        Opened(
            at=now,
            game=game.name,
            players=wish.players,
            options={option.name: option.write(values[option.name]) for option in options if option.name in values},
            public=wish.public,
            language=wish.language,
            clock=wish.clock,
            patience=wish.patience,
            secret=entropy(BYTES).hex(),
        ),
    )
    room.apply(host)
    for seat, bot in seated.items():
        room.apply(BotSat(at=now, seat=seat, bot=bot))
    if wish.start:
        begin(room, now)
    return room


def begin(room: Room, now: int, brought: Mapping[int, str] | None = None) -> None:
    """Everybody is there: deal. Bots bring no nonces of their own; `brought` are newer ones of people."""
    newer = brought or {}
    places = enumerate(room.places.by_seat)
    room.begin([newer.get(seat) or place.nonce or dealers_nonce(room.secret, seat) for seat, place in places], now)


def rematch(room: Room, asker: int, now: int, entropy: Entropy) -> Room:
    """The same game for the same people and bots; everybody moves on by one seat, and it begins at once. For those who
    were away a bot goes on playing until they come, but not for the one who asks.

    There is a fresh secret, and the nonces follow from it: the players are not asked for theirs again. So the deal can
    be verified as ever, but the players have to trust that the server drew the secret without looking at the cards.
    """
    opened = room.opened
    again = Room(
        new_id(entropy),
        Opened(
            at=now,
            game=opened.game,
            players=opened.players,
            options=opened.options,
            public=opened.public,
            language=opened.language,
            clock=opened.clock,
            patience=opened.patience,
            secret=entropy(BYTES).hex(),
        ),
    )
    places = room.places.by_seat[1:] + room.places.by_seat[:1]
    for seat, place in enumerate(places):
        if place.bot:
            again.apply(BotSat(at=now, seat=seat, bot=place.bot))
        else:
            again.apply(
                Sat(at=now, seat=seat, name=place.name, nonce=dealers_nonce(again.secret, seat), token=place.token)
            )
    begin(again, now)
    for seat, place in enumerate(places):
        if place.away is not None and place is not room.places.by_seat[asker]:
            again.apply(Left(at=now, seat=seat, why="absent"))
    return again
