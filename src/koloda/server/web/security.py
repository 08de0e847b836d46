"""Checks of the Host and Origin headers, and the security headers of every response.

A page of another site must not act in a visitor's name (Origin), nor reach a server in the home network under its own
host name (Host: DNS rebinding). Headers say what our pages may load, and forbid framing them.
"""

from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from koloda.core.facts import fact
from koloda.server.messages import Failure
from koloda.server.web import client_address
from koloda.server.web.responses import refusal
from koloda.server.web.settings import Settings

CONTENT = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "manifest-src 'self'; worker-src 'self'; font-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": CONTENT,
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
}
ONE_YEAR = 365 * 24 * 3600


class SecurityMiddleware:
    """Refuses requests with a foreign Host or Origin, and adds the headers to every response."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        secure = client_address.secure(connection, self._settings)
        local = _is_near(host_name(connection.headers.get("host", "")))

        async def send_guarded(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers[name] = value
                if secure:  # browsers warn about both without encryption
                    headers["cross-origin-opener-policy"] = "same-origin"
                    if not local:  # other servers on this machine may speak http
                        headers["strict-transport-security"] = f"max-age={ONE_YEAR}"
            await send(message)

        problem = self._problem(connection)
        if problem is None:
            await self._app(scope, receive, send_guarded)
        else:
            await refusal(problem)(scope, receive, send_guarded)

    def _problem(self, connection: HTTPConnection) -> Failure | None:
        hosts = connection.headers.getlist("host")
        if len(hosts) != 1 or not host_allowed(hosts[0], self._settings):
            return Failure(code="forbidden", detail=fact("http.host", option="--allow-host"))
        asks = connection.scope["type"] == "websocket" or connection.scope["method"] not in ("GET", "HEAD", "OPTIONS")
        if asks and not all(
            origin_allowed(origin, hosts[0], self._settings) for origin in connection.headers.getlist("origin")
        ):
            return Failure(code="forbidden", detail=fact("http.origin"))
        return None


@lru_cache(maxsize=256)
def host_allowed(host: str, settings: Settings) -> bool:
    """Numeric addresses are safe in the home network: DNS rebinding needs a name."""
    name = host_name(host)
    if name is None:
        return False
    try:
        numeric = ip_address(name)
    except ValueError:
        return name in settings.hosts or name.endswith(".localhost")
    return numeric.is_loopback or not settings.public or name in settings.hosts


def origin_allowed(origin: str, host: str, settings: Settings) -> bool:
    """A page may talk only to the server that it came from. Programs other than browsers send no Origin."""
    if origin == settings.origin:
        return True
    try:
        found = urlsplit(origin)
    except ValueError:
        return False
    usual = {"http": "80", "https": "443"}.get(found.scheme)
    if usual is None or (settings.https and found.scheme != "https" and not _is_near(found.hostname)):
        return False
    return found.netloc.lower().removesuffix(f":{usual}") == host.lower().removesuffix(f":{usual}")


def host_name(host: str) -> str | None:
    """The name in a Host header, without the port."""
    try:
        found = urlsplit(f"//{host}")
        port = found.port
    except ValueError:
        return None
    del port
    if not found.hostname or found.username is not None or found.path or found.query or found.fragment:
        return None
    return found.hostname.rstrip(".")


def _is_near(name: str | None) -> bool:
    try:
        return ip_address(name or "").is_loopback
    except ValueError:
        return name == "localhost"
