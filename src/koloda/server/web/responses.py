"""HTTP responses: messages as JSON, and failures with the status code that fits them."""

import asyncio
import gzip
import math
from typing import Any

import msgspec
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from koloda.core.facts import fact
from koloda.server.messages import MAX_MESSAGE_BYTES, Failure
from koloda.server.tables.refusals import Refused
from koloda.server.tables.replay import Document

STATUS = {
    "bad_message": 400,
    "not_understood": 400,
    "forbidden": 403,
    "no_seat": 403,
    "not_host": 403,
    "password_needed": 403,
    "wrong_password": 403,
    "by_invitation": 403,
    "banned": 403,
    "no_table": 404,
    "no_page": 404,
    "bad_method": 405,
    "closed": 410,
    "too_slow": 408,
    "too_large": 413,
    "bad_type": 415,
    "unknown_option": 422,
    "bad_bot": 422,
    "too_fast": 429,
    "failed": 500,
    "busy": 503,
    "storage": 503,
    "unavailable": 503,
}
"""By failure code. What is refused only for the moment (not your turn, not over, stale) is a conflict, 409."""

PATIENCE = 10
"""Seconds in which a request's body must arrive."""

UNREADABLE = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""What decoding a message may raise; the last, if it is nested too deeply."""

_encode = msgspec.json.Encoder().encode


def status_of(failure: Failure) -> int:
    return STATUS.get(failure.code, 409)


def json(message: Any, status: int = 200) -> Response:
    return Response(_encode(message), status, {"cache-control": "no-store"}, media_type="application/json")


async def packed(answer: Response, request: Request) -> Response:
    """Compress a large response if the client accepts that, off the event loop."""
    if "gzip" in request.headers.get("accept-encoding", "") and len(answer.body) > 1400:
        answer.body = await asyncio.to_thread(gzip.compress, bytes(answer.body), 5)
        answer.headers.update({"content-encoding": "gzip", "content-length": str(len(answer.body))})
    answer.headers["vary"] = "accept-encoding"
    return answer


def document(found: Document, request: Request, media_type: str) -> Response:
    """A document that has been computed and compressed before."""
    headers = {"cache-control": "no-store", "vary": "accept-encoding"}
    if "gzip" not in request.headers.get("accept-encoding", ""):
        return Response(found.plain, headers=headers, media_type=media_type)
    return Response(found.gzipped, headers={**headers, "content-encoding": "gzip"}, media_type=media_type)


def refusal(failure: Failure) -> Response:
    answer = json(failure, status_of(failure))
    if failure.retry_after is not None:
        answer.headers["retry-after"] = str(max(1, math.ceil(failure.retry_after)))
    return answer


def bad_message(error: Exception) -> Failure:
    """The failure for a message that cannot be decoded; it says what is wrong and where."""
    if isinstance(error, RecursionError):
        return Failure(code="bad_message", detail=fact("http.too_deep"))
    return Failure(code="bad_message", detail=fact("http.bad_message", problem=str(error)))


def too_large(most: int = MAX_MESSAGE_BYTES) -> Failure:
    return Failure(code="too_large", detail=fact("http.too_large", most=most))


async def body(request: Request, most: int = MAX_MESSAGE_BYTES) -> bytes:
    """Read a posted body: JSON, up to a maximum size."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refused(Failure(code="bad_type", detail=fact("http.bad_type")))
    found = bytearray()
    try:
        async with asyncio.timeout(PATIENCE):
            async for part in request.stream():
                found += part
                if len(found) > most:
                    raise Refused(too_large(most))
    except (TimeoutError, ClientDisconnect):
        raise Refused(Failure(code="too_slow", detail=fact("http.too_slow", seconds=PATIENCE))) from None
    return bytes(found)


def whole_number(request: Request, name: str, low: int, high: int, default: int | None = None) -> int | None:
    """Read a number from the query."""
    given = request.query_params.get(name)
    if given is None:
        return default
    if not (given.isascii() and given.isdecimal() and len(given) < 20 and low <= int(given) <= high):
        detail = fact("http.number", name=name, low=low, high=high, given=given)
        raise Refused(Failure(code="bad_message", detail=detail))
    return int(given)
