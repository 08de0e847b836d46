"""The server as an ASGI application: security, rate limits, routing, errors and the request log."""

import asyncio
import time
from collections.abc import Coroutine, Sequence
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection, Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koloda.core.facts import fact
from koloda.server.gc_tuning import collect_now_and_then
from koloda.server.logs import log
from koloda.server.messages import Failure
from koloda.server.metrics import Metrics
from koloda.server.storage.store import StorageError
from koloda.server.tables.bans import LOOPBACK, Bans
from koloda.server.tables.refusals import Refused
from koloda.server.tables.registry import TableRegistry
from koloda.server.web import client_address
from koloda.server.web.access import Access, AccessMiddleware
from koloda.server.web.admission import Admission
from koloda.server.web.documentation import Documentation
from koloda.server.web.endpoints import Endpoints
from koloda.server.web.openapi import encoded_document
from koloda.server.web.pages import Pages
from koloda.server.web.rate_limits import RateLimits, too_fast
from koloda.server.web.responses import refusal
from koloda.server.web.routes import DOCUMENTATION, MONITORING, PAGES, SOCKET, api_routes
from koloda.server.web.security import SecurityMiddleware
from koloda.server.web.settings import Settings
from koloda.server.web.shared_limits import SharedLimits
from koloda.server.web.websocket import WebSockets

CLIENT_GONE = 499
"""The status of a request whose client hung up, as nginx counts it."""


def make_app(
    registry: TableRegistry,
    settings: Settings,
    pages: Pages | None = None,
    metrics: Metrics | None = None,
    documentation: Path | None = None,
) -> "App":
    """Without pages only the API is served. `documentation` is the folder of the built documentation."""
    return App(registry, settings, pages, metrics or Metrics(), Documentation(documentation))


class App:
    def __init__(
        self,
        registry: TableRegistry,
        settings: Settings,
        pages: Pages | None,
        metrics: Metrics,
        documentation: Documentation,
    ) -> None:
        self.settings = settings
        self.limits = limits = RateLimits(settings.limits)
        self._registry = registry
        self.metrics = metrics
        metrics.tables.set_function(lambda: registry.tables_in_memory)
        access = Access(settings)
        self._shared_limits = SharedLimits(limits, access.attempts, registry.services.node)
        registry.membership.on_limits = self._shared_limits.take_note
        metrics.overload.tables = lambda: registry.tables_in_memory
        admission = Admission(limits, metrics)
        bans = registry.bans
        bans.protected = (*LOOPBACK, *settings.proxies)
        self._websockets = WebSockets(registry, settings, limits, metrics, admission)
        bans.on_ban = self._websockets.cut_banned
        self._endpoints = Endpoints(
            registry, settings, limits, metrics, access, admission, encoded_document(), documentation.built
        )
        self._pages = pages
        self._documentation = documentation
        self._background: list[asyncio.Task[None]] = []
        handlers = {HTTPException: self._not_there, Refused: self._refused, StorageError: self._not_stored}
        registry.services.on_failure = lambda: metrics.refuse("failed")
        registry.services.on_storage_failure = metrics.storage_failures.inc
        registry.notices.counted = lambda outcome: metrics.pushes.labels(outcome).inc()

        def routed(routes: Sequence[Route | WebSocketRoute]) -> ASGIApp:
            router = Starlette(routes=routes, exception_handlers={**handlers, Exception: self._failed})
            router.router.redirect_slashes = False
            return RequestMiddleware(AccessMiddleware(router, access), settings, limits, metrics, bans)

        self._metrics_port = settings.metrics_port
        self._base = settings.base
        self._public = routed(self._routes())
        self._asgi: ASGIApp = SecurityMiddleware(self._below_base, settings)
        self._monitoring: ASGIApp = routed(list(api_routes(self._endpoints, MONITORING)))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        for_monitoring = self._metrics_port is not None and scope["server"][1] == self._metrics_port
        await (self._monitoring if for_monitoring else self._asgi)(scope, receive, send)

    async def _below_base(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Remove the path under which the server is, unless a proxy has done so."""
        path: str = scope["path"]
        if self._base and path == self._base and scope["type"] == "http":
            await RedirectResponse(f"{self._base}/", 308)(scope, receive, send)
            return
        if self._base and path.startswith(f"{self._base}/"):
            scope = {**scope, "path": path.removeprefix(self._base)}
        await self._public(scope, receive, send)

    def start(self) -> None:
        """Start the background tasks: heartbeats, the lag measurement and garbage collection."""
        work = (
            self._websockets.beat_forever(),
            self.metrics.measure_lag(),
            collect_now_and_then(self.metrics.connections),
            self._shared_limits.share_forever(),
        )
        self._background = [asyncio.create_task(each) for each in work]

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something in the background."""
        self._registry.services.begin(work)

    async def close(self) -> None:
        """Stop the clocks and the background tasks, and answer all long polls."""
        for task in self._background:
            task.cancel()
        await self._registry.stop()
        self._endpoints.close()

    def _routes(self) -> list[Route | WebSocketRoute]:
        return [
            WebSocketRoute(SOCKET, self._websockets),
            *api_routes(self._endpoints),
            *(Route(path, self._page) for path in PAGES if self._pages is not None),
            *(Route(path, self._documentation.answer) for path in DOCUMENTATION),
        ]

    async def _page(self, request: Request) -> Response:
        assert self._pages is not None
        return self._pages.page(request)

    async def _not_there(self, request: Request, error: Exception) -> Response:
        """Serve a file of the pages if no route matches, or answer that there is no such page: people by a page."""
        assert isinstance(error, HTTPException)
        if error.status_code == 405:
            allowed = (error.headers or {}).get("Allow", "")
            answer = refusal(Failure(code="bad_method", detail=fact("http.bad_method", allowed=allowed)))
            answer.headers["allow"] = allowed
            return answer
        if self._pages is not None and request.method in ("GET", "HEAD"):
            found = self._pages.file(request)
            if found is not None:
                return found
            if not request.url.path.startswith("/api/") and "text/html" in request.headers.get("accept", ""):
                return self._pages.page(request, 404)
        return refusal(Failure(code="no_page", detail=fact("http.no_page")))

    async def _refused(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, Refused)
        self.metrics.refuse(error.failure.code)
        return refusal(error.failure)

    async def _not_stored(self, request: Request, error: Exception) -> Response:
        log.error("storage", exc_info=error)
        return refusal(Failure(code="storage", detail=fact("http.storage"), retry_after=5))

    async def _failed(self, request: Request, error: Exception) -> Response:
        """Starlette raises the error again once this is sent; the middleware logs it."""
        return refusal(Failure(code="failed", detail=fact("http.failed")))


class ClientGone(Exception):
    """The client has hung up before it got an answer. ASGI says so by an OSError."""


class RequestMiddleware:
    """Refuses who is banned, enforces the request rate, answers every error, and logs every request."""

    def __init__(self, app: ASGIApp, settings: Settings, limits: RateLimits, metrics: Metrics, bans: Bans) -> None:
        self._app = app
        self._bans = bans
        self._settings = settings
        self._limits = limits
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        before = time.perf_counter()
        status = 0

        async def send_noted(message: Message) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
            elif message["type"] == "websocket.accept":
                status = 101
            try:
                await send(message)
            except OSError:
                raise ClientGone from None

        try:
            problem = self._refused(scope)
            if problem is None:
                await self._app(scope, receive, send_noted)
            else:
                self._metrics.refuse(problem.code)
                await refusal(problem)(scope, receive, send_noted)
        except ClientGone:
            status = CLIENT_GONE
        except Exception as error:
            self._metrics.refuse("failed")
            log.error("failed", exc_info=error, extra={"more": {"path": _pattern(scope)}})
        self._metrics.requests.labels(str(status)).inc()
        spent = round((time.perf_counter() - before) * 1000, 1)
        how = scope.get("method", "SOCKET")
        log.info("asked", extra={"more": {"method": how, "path": _pattern(scope), "status": status, "ms": spent}})

    def _refused(self, scope: Scope) -> Failure | None:
        """Pages and the like cost less than requests of the API, and a page needs many."""
        household = client_address.household(HTTPConnection(scope), self._settings)
        if (banned := self._bans.failure(household)) is not None:
            return banned
        buckets = self._limits.requests if scope["path"].startswith("/api/") else self._limits.pages
        wait = buckets.take(household)
        return too_fast(wait) if wait else None


def _pattern(scope: Scope) -> str:
    """The path with placeholders, because table ids and the like must not be logged."""
    if "endpoint" not in scope:
        return "(none)"
    path: str = scope["path"]
    for name, value in scope.get("path_params", {}).items():
        path = path.replace(str(value), f"{{{name}}}") if value else path
    return path
