"""The route table: every address of the server, once. Routing, OpenAPI and docs/protocol.md come from it.

`python -m koloda.server.web.routes` prints the table of docs/protocol.md.
"""

from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from koloda.core.score_sheet import Standing
from koloda.server import messages
from koloda.server.web.endpoints import LARGEST_NUMBER, LONGEST_WAIT, MOST_TABLES, Endpoints

Endpoint = Callable[[Endpoints, Request], Awaitable[Response]]

NUMBER = {"type": "integer", "minimum": 0, "maximum": LARGEST_NUMBER}
WAIT = {"type": "integer", "minimum": 0, "maximum": LONGEST_WAIT}
PERSON = {"type": "integer", "minimum": 0, "maximum": 99}
SCREEN = {"type": "string", "enum": ["1"]}
TEXT = {"type": "string"}
OBJECT = {"type": "object"}
TEXTS = {"type": "object", "additionalProperties": TEXT}

SOCKET = "/api/tables/{table}/socket"
"""The WebSocket of a table."""
PAGES = (
    *("/", "/games", "/pass", "/t/{table}", "/tv/{table}", "/replay/{table}"),
    *("/rules/{game}", "/learn", "/learn/{game}", "/score", "/score/{game}"),
    *("/puzzles", "/puzzles/{game}", "/puzzles/{game}/{number}"),
    *("/advisor", "/advisor/{game}"),
)
"""The addresses at which the browser's page is served."""
DOCUMENTATION = ("/docs", "/docs/{path:path}")
"""Where the documentation is served, if it was built."""


@dataclass(frozen=True)
class ApiRoute:
    """One request that the server answers.

    `body` and `answer` are message types; if the answer is not a message, `answer` is a JSON schema, and `content_type`
    its type. `query` contains the JSON schemas of optional parameters.
    """

    method: Literal["GET", "POST"]
    path: str
    endpoint: Endpoint
    summary: str
    answer: Any
    body: Any = None
    details: str = ""
    content_type: str = "application/json"
    query: Mapping[str, Any] = field(default_factory=dict)


ROUTES: tuple[ApiRoute, ...] = (
    ApiRoute("GET", "/api/lobby", Endpoints.lobby, "Games with their bots and options, public tables", messages.Lobby),
    ApiRoute(
        "POST",
        "/api/login",
        Endpoints.log_in,
        "Log in, where the server asks for a password",
        OBJECT,
        body=messages.LogIn,
        details="Sets a cookie.",
    ),
    ApiRoute(
        "POST",
        "/api/tables",
        Endpoints.open,
        "Open a table",
        messages.Seated,
        body=messages.NewTable,
        details="Sets the cookie of your seat.",
    ),
    ApiRoute(
        "POST",
        "/api/tables/{table}/sit",
        Endpoints.sit,
        "Sit down in an open seat",
        messages.Seated,
        body=messages.SitDown,
        details="Sets the cookie of your seat.",
    ),
    ApiRoute(
        "GET",
        "/api/tables/{table}/seat",
        Endpoints.own_seat,
        "Your seat",
        messages.Seated,
    ),
    ApiRoute(
        "POST",
        "/api/tables/{table}/seat",
        Endpoints.take_seat,
        "Take your seat on another device, or at the table of a rematch",
        messages.Seated,
        body=messages.ReclaimSeat,
        details="Sets the cookie of your seat.",
    ),
    ApiRoute(
        "GET",
        "/api/seats",
        Endpoints.own_games,
        "The games in which you have a seat",
        messages.OwnGames,
        details=f"`tables` names up to {MOST_TABLES} of them, separated by commas.",
        query={"tables": TEXT},
    ),
    ApiRoute(
        "POST",
        "/api/seats",
        Endpoints.move_seats,
        "Take all your seats on another device",
        messages.OwnGames,
        body=messages.MoveSeats,
        details="Sets the cookies of the seats.",
    ),
    ApiRoute(
        "POST",
        "/api/seats/link",
        Endpoints.link_seats,
        "A link to your seats for another device",
        messages.SeatLink,
        body=messages.LinkSeats,
        details="It contains a code that works once, and for ten minutes.",
    ),
    ApiRoute(
        "POST",
        "/api/seats/forget",
        Endpoints.forget_seats,
        "Give up your seats on this device",
        OBJECT,
        body=messages.ForgetSeats,
        details="Removes their cookies.",
    ),
    ApiRoute(
        "POST",
        "/api/tables/{table}/do",
        Endpoints.do,
        "Any command",
        messages.Answer,
        body=messages.AnyCommand,
        query={"person": PERSON},
    ),
    ApiRoute(
        "POST",
        "/api/tables/{table}/hint",
        Endpoints.hint,
        "What the strongest bot would do in your place, and how much worse the other moves are",
        messages.Hint,
        details="Only where you alone play against bots.",
    ),
    ApiRoute(
        "GET",
        "/api/tables/{table}/news",
        Endpoints.news,
        "The table, and what has happened there",
        messages.News,
        details=f"`since` is the last event that you have, `wait` the seconds ({LONGEST_WAIT} at most) to wait for "
        "another one; with `screen=1` you get what a spectator may see.",
        query={"since": NUMBER, "wait": WAIT, "screen": SCREEN, "person": PERSON},
    ),
    ApiRoute(
        "GET",
        "/api/tables/{table}/record",
        Endpoints.record,
        "The [record](records.md), once the game is over",
        TEXT,
        content_type="text/plain",
    ),
    ApiRoute(
        "GET",
        "/api/tables/{table}/replay",
        Endpoints.replay,
        "The game step by step, once it is over",
        messages.Replay,
        details="As `seat` saw it, or without `seat` as a spectator did.",
        query={"seat": NUMBER},
    ),
    ApiRoute(
        "GET",
        "/api/tables/{table}/course",
        Endpoints.course,
        "The course of the scores, once the game is over",
        messages.ScoreCourse,
    ),
    ApiRoute(
        "POST",
        "/api/tables/{table}/review",
        Endpoints.begin_review,
        "Have the game reviewed, once it is over, and learn how far that is",
        messages.ReviewProgress,
        details="Ask again until it is `ready`.",
    ),
    ApiRoute(
        "GET",
        "/api/tables/{table}/review",
        Endpoints.review,
        "Everybody's chances, how the score came about, and judged decisions",
        messages.Review,
        details="Once it is ready.",
    ),
    ApiRoute(
        "GET",
        "/api/tables/{table}/deal",
        Endpoints.deal,
        "All draws and the dealer's secret, once the game is over",
        messages.DealProof,
    ),
    ApiRoute(
        "GET",
        "/api/tables/{table}/qr.svg",
        Endpoints.qr,
        "The table's link as a QR code",
        TEXT,
        content_type="image/svg+xml",
    ),
    ApiRoute(
        "POST",
        "/api/tables/{table}/push",
        Endpoints.push,
        "Tell this browser of your turns by Web Push, while you are not connected",
        OBJECT,
        body=messages.PushSubscription,
    ),
    ApiRoute("GET", "/api/push", Endpoints.push_key, "The server's key for Web Push", messages.PushKey),
    ApiRoute(
        "POST",
        "/api/push/forget",
        Endpoints.forget_push,
        "Tell a browser of no more turns, at any table",
        OBJECT,
        body=messages.ForgetPush,
    ),
    ApiRoute(
        "GET",
        "/api/rules/{language}/{game}",
        Endpoints.rules,
        "The rules as HTML",
        TEXT,
        details="Every rule is an element with the rule's id.",
        content_type="text/html",
    ),
    ApiRoute(
        "GET",
        "/api/texts/{language}/{game}",
        Endpoints.texts,
        "The texts of a game by key",
        TEXTS,
        details="In the other language if the game has no texts in this one.",
    ),
    ApiRoute(
        "GET",
        "/api/lessons/{game}",
        Endpoints.lesson,
        "The lesson of a game, played by its rules",
        messages.Lesson,
        details="`404` if the game has none.",
    ),
    ApiRoute(
        "GET", "/api/puzzles", Endpoints.puzzles, "The puzzles of all games, and those of the day", messages.PuzzleList
    ),
    ApiRoute(
        "GET",
        "/api/puzzles/{game}/{number}",
        Endpoints.puzzle,
        "A puzzle: what the seat sees, its moves, and how much worse than the best each of them is",
        messages.Puzzle,
        details="`404` if there is none of that number.",
    ),
    ApiRoute(
        "POST",
        "/api/score/{game}",
        Endpoints.score,
        "Count the score sheet of a real table",
        Standing,
        body=messages.ScoreSheet,
        details="The server keeps nothing. See [Score sheets](#score-sheets).",
    ),
    ApiRoute(
        "POST",
        "/api/advisor/{game}",
        Endpoints.advise,
        "Follow a real table from one seat, with advice",
        messages.FollowedTable,
        body=messages.RealTable,
        details="The server keeps nothing. See [The advisor](#the-advisor).",
    ),
    ApiRoute("GET", "/api/openapi.json", Endpoints.openapi, "This table as an OpenAPI document", OBJECT),
    ApiRoute("GET", "/health", Endpoints.health, "Is the server alive?", OBJECT),
    ApiRoute(
        "GET",
        "/ready",
        Endpoints.ready,
        "Can it take players?",
        OBJECT,
        details="If not (it stops, is overloaded, or its disk fails), the answer is `503`.",
    ),
    ApiRoute(
        "GET",
        "/metrics",
        Endpoints.metrics,
        "Metrics for Prometheus",
        TEXT,
        details="Only from the machine itself, or on a port of their own.",
        content_type="text/plain",
    ),
)
MONITORING = ("/health", "/ready", "/metrics")
"""What is served on the port of the metrics, too."""


def api_routes(endpoints: Endpoints, only: Collection[str] = ()) -> Iterator[Route]:
    """The routes for Starlette: one for each path, so that the answer to a wrong method lists all right ones."""
    for path in dict.fromkeys(route.path for route in ROUTES if not only or route.path in only):
        by_method = {route.method: route.endpoint for route in ROUTES if route.path == path}
        yield Route(path, _dispatched(endpoints, by_method), methods=list(by_method))


def _dispatched(
    endpoints: Endpoints, by_method: Mapping[Literal["GET", "POST"], Endpoint]
) -> Callable[[Request], Awaitable[Response]]:
    async def answer(request: Request) -> Response:
        return await by_method["POST" if request.method == "POST" else "GET"](endpoints, request)

    return answer


def markdown() -> str:
    """The route table, as printed in docs/protocol.md."""
    rows = [["request", "what for"], ["---", "---"]]
    rows += [[f"`{route.method} {route.path}`", " ".join(_about(route))] for route in ROUTES]
    return "".join(f"| {request} | {about} |\n" for request, about in rows)


def _about(route: ApiRoute) -> Sequence[str]:
    sentence = route.summary
    if isinstance(route.body, type):
        sentence += f" (`{route.body.__name__}`)"
    if isinstance(route.answer, type):
        sentence += f"; the answer is `{route.answer.__name__}`"
    sentence += "" if sentence.endswith("?") else "."
    return [sentence, route.details] if route.details else [sentence]


if __name__ == "__main__":
    print(markdown(), end="")
