"""The endpoints of the HTTP API. `routes.py` says where each is served."""

import asyncio
import re
from collections.abc import Callable
from functools import partial
from importlib.metadata import version
from typing import Any

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from koloda.core.advisor import advisor_of
from koloda.core.errors import KolodaError
from koloda.core.facts import fact
from koloda.core.score_sheet import Sheet, Standing, count, sheet_of
from koloda.core.text import LANGUAGES, Language, texts_of
from koloda.games import GAMES
from koloda.server import lessons, puzzles
from koloda.server.messages import (
    MAX_MESSAGE_BYTES,
    MAX_SCORE_BYTES,
    AnyCommand,
    Failure,
    ForgetPush,
    ForgetSeats,
    LinkSeats,
    LogIn,
    MoveSeats,
    NewTable,
    OwnGames,
    PushKey,
    PushSubscription,
    RealTable,
    ReclaimSeat,
    ScoreSheet,
    Seated,
    SeatLink,
    SitDown,
)
from koloda.server.metrics import CONTENT_TYPE, Metrics
from koloda.server.tables.identifiers import is_id
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import TableRegistry
from koloda.server.tables.seats import OwnSeats
from koloda.server.web import access, client_address, qr, rulebook
from koloda.server.web.access import Access
from koloda.server.web.admission import Admission
from koloda.server.web.rate_limits import RateLimits, too_fast
from koloda.server.web.readiness import Readiness
from koloda.server.web.responses import UNREADABLE, bad_message, body, document, json, packed, whole_number
from koloda.server.web.seat_codes import VALID, SeatCodes
from koloda.server.web.settings import Settings

VERSION = version("koloda")
LONGEST_WAIT = 25
"""Seconds that a long poll waits."""
COOKIE_AGE = 365 * 24 * 3600
"""Seconds."""
TEXTS_AGE = 600
"""Seconds that a browser keeps the texts of a game."""
LARGEST_NUMBER = 2**53 - 1
"""The largest integer that every JSON parser reads exactly."""
MOST_TABLES = 20
"""About this many tables a client may ask at once."""
MOST_SEATS = 60
"""This many seats can be taken to another device at once: so many cookies fit into the header of a request."""
MOST_LUGGAGE = 128 * 1024
"""The largest list of games that goes along, in bytes."""
WHOLE = re.compile(r"[0-9]{1,6}")
"""The number of a puzzle."""
COOKIE = "koloda_"
"""How the names of our cookies begin."""


def cookie(table: str) -> str:
    return f"{COOKIE}{table}"


BETWEEN_TOKENS = "."
"""In the cookie of a device that several people share, between their tokens."""


async def posted(request: Request, kind: Any, most: int = MAX_MESSAGE_BYTES) -> Any:
    try:
        return msgspec.json.decode(await body(request, most), type=kind)
    except UNREADABLE as error:
        raise Refused(bad_message(error)) from None


class Endpoints:
    """One method for each request. The token of a seat comes as a cookie."""

    def __init__(
        self,
        registry: TableRegistry,
        settings: Settings,
        limits: RateLimits,
        metrics: Metrics,
        access: Access,
        admission: Admission,
        openapi: bytes,
        documentation: bool = False,
    ) -> None:
        """`openapi` is the encoded OpenAPI document; `documentation` says whether there is one under /docs."""
        self._registry = registry
        self._settings = settings
        self._limits = limits
        self._metrics = metrics
        self._access = access
        self._admission = admission
        self._openapi = openapi
        self._documentation = documentation
        self._codes = SeatCodes(registry.services.store, registry.services.entropy, registry.now)
        self._readiness = Readiness(registry, metrics)
        self._polls: set[asyncio.Task[bytes]] = set()

    async def lobby(self, request: Request) -> Response:
        lobby = msgspec.structs.replace(await self._registry.lobby(), docs=self._documentation)
        if not self._access.may_open_tables(request):
            has_password = self._settings.password is not None
            lobby = msgspec.structs.replace(lobby, tables=[], entry="password" if has_password else "invitation")
        return json(lobby)

    async def log_in(self, request: Request) -> Response:
        wanted: LogIn = await posted(request, LogIn)
        cookie_or_failure = self._access.log_in(request, wanted.password)
        if isinstance(cookie_or_failure, Failure):
            raise Refused(cookie_or_failure)
        answer = json({"status": "in"})
        if cookie_or_failure is not None:
            self._set_cookie(request, answer, access.COOKIE, cookie_or_failure, access.COOKIE_AGE)
        return answer

    async def open(self, request: Request) -> Response:
        wanted: NewTable = await posted(request, NewTable)
        self._admission.table(client_address.household(request, self._settings))
        return self._seated(request, await self._registry.open(wanted), fresh=True)

    async def sit(self, request: Request) -> Response:
        table, token = whose(request)
        wanted: SitDown = await posted(request, SitDown)
        seated = await self._registry.sit(table, wanted, token)
        return self._seated(request, seated, fresh=seated.token != token)

    async def own_seat(self, request: Request) -> Response:
        """Your seat, by its cookie; all seats of your device, if you share it."""
        table, tokens = request.path_params["table"], device(request)
        if not tokens:
            raise Refused(Failure(code="no_seat", detail=fact("http.no_cookie")))
        return self._seated(request, await self._registry.come_back(table, *tokens))

    async def take_seat(self, request: Request) -> Response:
        """Your seat, by the code in a link, or by the cookie of the table before a rematch."""
        table, _ = whose(request)
        back: ReclaimSeat = await posted(request, ReclaimSeat)
        if back.played_at:
            tokens = _tokens(request, back.played_at)
        else:
            luggage = await self._codes.redeem(back.code, table)
            tokens = (back.code if luggage is None else luggage.tokens[table]).split(BETWEEN_TOKENS)
        return self._seated(request, await self._registry.come_back(table, *tokens))

    async def own_games(self, request: Request) -> Response:
        """The tables at which you have a seat, by their cookies. Each counts as a request of its own."""
        seats = seats_of(request)
        asked = request.query_params.get("tables")
        tables = list(dict.fromkeys(asked.split(","))) if asked else list(seats)
        household = client_address.household(request, self._settings)
        games, gone = [], []
        for number, table in enumerate(tables[:MOST_TABLES]):
            if number and (wait := self._limits.requests.take(household)):
                raise Refused(too_fast(wait))
            if table not in seats:
                gone.append(table[:32])
                continue
            try:
                games.append(await self._registry.own_game(table, *seats[table].split(BETWEEN_TOKENS)))
            except Refused as refused:
                if refused.failure.code not in ("no_table", "no_seat", "closed"):
                    raise
                gone.append(table)
        return json(OwnGames(games=games, gone=gone))

    async def link_seats(self, request: Request) -> Response:
        """A link that takes your seats, and the games that you have played, to another device."""
        wanted: LinkSeats = await posted(request, LinkSeats, MOST_LUGGAGE)
        if wait := self._limits.codes.take(client_address.household(request, self._settings)):
            raise Refused(too_fast(wait))
        seats = seats_of(request)
        tables = [game.table for game in wanted.games if game.table in seats][:MOST_SEATS]
        if not wanted.games:
            raise Refused(Failure(code="no_seat", detail=fact("http.no_luggage")))
        code = await self._codes.issue({table: seats[table] for table in tables}, msgspec.json.encode(wanted.games))
        place = self._settings.link(tables[0]) if len(wanted.games) == 1 and tables else f"{self._settings.address}/"
        link = f"{place}#{code}"
        return json(SeatLink(link=link, qr=qr.drawn(link).decode(), seconds=VALID))

    async def move_seats(self, request: Request) -> Response:
        """Everything that the code in a link brings to this device: cookies for the seats, and a list of the games."""
        wanted: MoveSeats = await posted(request, MoveSeats)
        luggage = await self._codes.redeem(wanted.code)
        if luggage is None:
            raise Refused(Failure(code="no_seat", detail=fact("http.code_used")))
        answer = json({"games": msgspec.Raw(luggage.games), "gone": []})
        for table, token in luggage.tokens.items():
            self._set_cookie(request, answer, cookie(table), token, COOKIE_AGE)
        return answer

    async def forget_seats(self, request: Request) -> Response:
        """Take back cookies that scripts cannot read, so that this browser has these seats no more."""
        wanted: ForgetSeats = await posted(request, ForgetSeats, MOST_LUGGAGE)
        names = None if wanted.tables is None else {cookie(table) for table in wanted.tables}
        answer = json({"status": "forgotten"})
        for name in request.cookies:
            if name.startswith(COOKIE) and (names is None or name in names):
                self._set_cookie(request, answer, name, "", 0)
        return answer

    async def push_key(self, request: Request) -> Response:
        return json(PushKey(key=await self._registry.notice_key()))

    async def push(self, request: Request) -> Response:
        """Tell this browser of your turns."""
        table, token = whose(request)
        await self._registry.notify(table, token, await posted(request, PushSubscription))
        return json({"status": "on"})

    async def forget_push(self, request: Request) -> Response:
        wanted: ForgetPush = await posted(request, ForgetPush)
        await self._registry.stop_notices(wanted.endpoint)
        return json({"status": "off"})

    async def do(self, request: Request) -> Response:
        table, token = whose(request)
        command: AnyCommand = await posted(request, AnyCommand)
        seat = await self._registry.seat_of(table, token)
        household = client_address.household(request, self._settings)
        if wait := self._limits.commands.take((table, household if seat is None else seat)):
            raise Refused(too_fast(wait))
        answer = await self._registry.do(table, token, command, partial(self._admission.table, household))
        self._metrics.note(command, answer)
        return json(answer)

    async def hint(self, request: Request) -> Response:
        """What the strongest bot would do in your place."""
        household = client_address.household(request, self._settings)
        answer = await self._registry.hint(*whose(request), partial(self._admission.hint, household))
        return json(answer)

    async def news(self, request: Request) -> Response:
        since = whole_number(request, "since", 0, LARGEST_NUMBER) or 0
        wait = whole_number(request, "wait", 0, 3600) or 0
        if not since and await is_spectator(self._registry, request):  # whoever knows something watches already
            self._admission.spectator()
        if wait:
            news = await self._poll(request, since, min(wait, LONGEST_WAIT))
        else:
            news = await self._registry.news(*whose(request), since)
        return Response(news, headers={"cache-control": "no-store"}, media_type="application/json")

    async def _poll(self, request: Request, since: int, seconds: float) -> bytes:
        """Wait for news. A long poll counts as a connection; if the server stops, it is answered at once."""
        address = client_address.household(request, self._settings)
        if not self._limits.sockets.begin(address):
            raise Refused(too_fast(seconds))
        poll = asyncio.ensure_future(
            self._registry.wait(*whose(request), since, seconds, is_screen(request), address, device(request))
        )
        self._polls.add(poll)
        try:
            await asyncio.wait({poll})
            if poll.cancelled():
                raise Refused(Failure(code="unavailable", detail=fact("http.restarting"), retry_after=1))
            return poll.result()
        finally:
            poll.cancel()
            self._polls.discard(poll)
            self._limits.sockets.end(address)

    def close(self) -> None:
        """Answer all long polls, and be ready no more."""
        self._readiness.stopping = True
        for poll in self._polls:
            poll.cancel()

    async def record(self, request: Request) -> Response:
        table: str = request.path_params["table"]
        answer = document(await self._registry.record(table, self._admit(request)), request, "text/plain")
        answer.headers["content-disposition"] = f'attachment; filename="{table}.koloda"'
        return answer

    async def replay(self, request: Request) -> Response:
        seat = whole_number(request, "seat", 0, LARGEST_NUMBER)
        found = await self._registry.replay(request.path_params["table"], seat, self._admit(request))
        return document(found, request, "application/json")

    async def course(self, request: Request) -> Response:
        found = await self._registry.course(request.path_params["table"], self._admit(request))
        return document(found, request, "application/json")

    async def begin_review(self, request: Request) -> Response:
        household = client_address.household(request, self._settings)
        admit = partial(self._admission.review, household)
        return json(await self._registry.begin_review(request.path_params["table"], admit))

    async def review(self, request: Request) -> Response:
        return document(await self._registry.review(request.path_params["table"]), request, "application/json")

    async def deal(self, request: Request) -> Response:
        found = await self._registry.deal(request.path_params["table"], self._admit(request))
        return document(found, request, "application/json")

    def _admit(self, request: Request) -> Callable[[], None]:
        """Bounds how much an address can have computed."""

        def admit() -> None:
            if wait := self._limits.documents.take(client_address.household(request, self._settings)):
                raise Refused(too_fast(wait))

        return admit

    async def qr(self, request: Request) -> Response:
        """The table's link as a QR code."""
        table, _ = whose(request)
        await self._registry.seat_of(table, None)  # refuses a table that does not exist
        picture = qr.picture(self._settings.link(table))
        return Response(picture, headers={"cache-control": "no-cache"}, media_type="image/svg+xml")

    async def rules(self, request: Request) -> Response:
        game, language = game_and_language(request)
        page = Response(rulebook.page(game, language), headers={"cache-control": "no-cache"}, media_type="text/html")
        return await packed(page, request)

    async def texts(self, request: Request) -> Response:
        """The texts of a game. The built pages contain only those of the games that come with Koloda."""
        found = json(texts_of(*game_and_language(request)))
        found.headers["cache-control"] = f"max-age={TEXTS_AGE}"
        return await packed(found, request)

    async def lesson(self, request: Request) -> Response:
        """The lesson of a game. The built pages contain those of the games that come with Koloda."""
        game = request.path_params["game"]
        made = lessons.document(game) if game in GAMES else None
        if made is None:
            raise Refused(Failure(code="no_page", detail=fact("http.no_page")))
        headers = {"cache-control": "no-cache"}
        return await packed(Response(made, headers=headers, media_type="application/json"), request)

    async def puzzles(self, request: Request) -> Response:
        return await packed(json(puzzles.listing(self._registry.now())), request)

    async def puzzle(self, request: Request) -> Response:
        number = request.path_params["number"]
        found = puzzles.document(request.path_params["game"], int(number)) if WHOLE.fullmatch(number) else None
        if found is None:
            raise Refused(Failure(code="no_page", detail=fact("http.no_page")))
        headers = {"cache-control": "no-cache"}
        return await packed(Response(found, headers=headers, media_type="application/json"), request)

    async def score(self, request: Request) -> Response:
        """A score sheet, counted off the event loop."""
        game: str = request.path_params["game"]
        sheet = sheet_of(GAMES[game]) if game in GAMES else None
        if sheet is None:
            raise Refused(Failure(code="no_page", detail=fact("http.no_page")))
        if wait := self._limits.scores.take(client_address.household(request, self._settings)):
            raise Refused(too_fast(wait))
        given: ScoreSheet = await posted(request, ScoreSheet, MAX_SCORE_BYTES)
        try:
            return await packed(json(await asyncio.to_thread(counted, sheet, given)), request)
        except KolodaError as error:
            raise Refused(Failure(code=error.code, detail=error.detail)) from None

    async def advise(self, request: Request) -> Response:
        """A real table, followed off the event loop. Advice counts like a hint, everything else like a score sheet."""
        game: str = request.path_params["game"]
        if game not in GAMES or advisor_of(GAMES[game]) is None:
            raise Refused(Failure(code="no_page", detail=fact("http.no_page")))
        household = client_address.household(request, self._settings)
        if wait := self._limits.scores.take(household):
            raise Refused(too_fast(wait))
        given: RealTable = await posted(request, RealTable, MAX_SCORE_BYTES)
        admit = partial(self._admission.hint, household)
        return await packed(json(await self._registry.advise(GAMES[game], given, household, admit)), request)

    async def openapi(self, request: Request) -> Response:
        return await packed(Response(self._openapi, media_type="application/json"), request)

    async def health(self, request: Request) -> Response:
        """Alive: the event loop answers."""
        return json({"status": "well", "version": VERSION})

    async def ready(self, request: Request) -> Response:
        """Ready for players: the store answers, and the server is neither stopping nor overloaded."""
        problem = await self._readiness.problem()
        if problem is not None:
            raise Refused(problem)
        return json({"status": "ready"})

    async def metrics(self, request: Request) -> Response:
        on_their_port = request.scope["server"][1] == self._settings.metrics_port
        if not on_their_port and (self._settings.metrics_port is not None or not client_address.local(request)):
            raise Refused(Failure(code="no_page", detail=fact("http.no_page")))
        headers = {"cache-control": "no-store", "content-type": CONTENT_TYPE}
        return Response(self._metrics.text(), headers=headers)

    def _seated(self, request: Request, own: OwnSeats, *, fresh: bool = False) -> Response:
        """The answer, with the cookie. Only who gets a `fresh` seat learns its token."""
        kept = BETWEEN_TOKENS.join(own.tokens)
        token = kept if fresh else ""
        seated = Seated(table=own.table, seat=own.seat, seats=list(own.seats), token=token, commitment=own.commitment)
        answer = json(seated)
        self._set_cookie(request, answer, cookie(own.table), kept, COOKIE_AGE)
        return answer

    def _set_cookie(self, request: Request, answer: Response, name: str, value: str, age: int) -> None:
        """Give the browser a cookie that its scripts cannot read."""
        answer.set_cookie(
            name,
            value,
            max_age=age,
            path=self._settings.base or "/",
            secure=client_address.secure(request, self._settings),
            httponly=True,
            samesite="lax",
        )


def counted(sheet: type[Sheet], given: ScoreSheet) -> Standing:
    return count(sheet(given.options, given.language), given.names, given.entries, given.draft)


def game_and_language(request: Request) -> tuple[str, Language]:
    """The language and the game in a path."""
    language, game = request.path_params["language"], request.path_params["game"]
    if language not in LANGUAGES or game not in GAMES:
        raise Refused(Failure(code="no_page", detail=fact("http.no_page")))
    return game, language


def is_screen(connection: HTTPConnection) -> bool:
    """Does the request come from a shared screen?"""
    return connection.query_params.get("screen") == "1"


def seats_of(request: Request) -> dict[str, str]:
    """By table: the token of the client's seat, or those of all people who share the device, as in the cookie."""
    found = {name.removeprefix(COOKIE): token for name, token in request.cookies.items() if name.startswith(COOKIE)}
    return {table: token for table, token in found.items() if is_id(table)}


def whose(connection: HTTPConnection) -> tuple[str, str | None]:
    """The table, and the token of the client's seat there.

    A shared screen has none, in any browser: everybody in the room sees it, so it shows only what a spectator may see.
    Where several people share the device, `person` (0, 1, ...) says who looks; without it, nobody does.
    """
    table: str = connection.path_params["table"]
    tokens = device(connection)
    if len(tokens) < 2:
        return table, next(iter(tokens), None)
    person = connection.query_params.get("person", "")
    known = person.isascii() and person.isdecimal() and len(person) < 3 and int(person) < len(tokens)
    return table, tokens[int(person)] if known else None


def device(connection: HTTPConnection) -> list[str]:
    """The tokens of all people who play on this device; none for a shared screen."""
    return [] if is_screen(connection) else _tokens(connection, connection.path_params["table"])


def _tokens(connection: HTTPConnection, table: str) -> list[str]:
    return [token for token in connection.cookies.get(cookie(table), "").split(BETWEEN_TOKENS) if token]


async def is_spectator(registry: TableRegistry, connection: HTTPConnection) -> bool:
    """Does a client only watch? Who shares a device plays, even while nobody there looks at a hand."""
    return await registry.is_spectator(connection.path_params["table"], next(iter(device(connection)), None))
