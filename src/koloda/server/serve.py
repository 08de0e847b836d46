"""`koloda serve`: starts a server, runs it and shuts it down."""

import asyncio
import contextlib
import ipaddress
import os
import re
import secrets
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

import uvicorn

from koloda.bots.bot import Budget
from koloda.core.errors import UnknownOption
from koloda.core.facts import Arg, fact
from koloda.core.folders import data_folder
from koloda.core.text import Language, say
from koloda.server import gc_tuning, logs, network
from koloda.server.bots.pool import THINKING
from koloda.server.compose import make_registry
from koloda.server.control import ControlServer
from koloda.server.housekeeping import Housekeeping, Upkeep
from koloda.server.messages import MAX_MESSAGE_BYTES
from koloda.server.metrics import Metrics
from koloda.server.storage import sqlite
from koloda.server.storage.measured import MeasuredStore
from koloda.server.storage.store import StorageError, problem_with
from koloda.server.tables.identifiers import Entropy
from koloda.server.tables.registry import TableRegistry
from koloda.server.web import qr
from koloda.server.web.app import App, make_app
from koloda.server.web.pages import NoPages, Pages
from koloda.server.web.settings import Limits, Settings
from koloda.server.web.websocket_protocol import WebSocketProtocol

HOST, PORT, PACE = "0.0.0.0", 8080, 900
SWITCH = 0.0005
"""Seconds after which Python switches threads: the writer thread must not wait for a busy event loop."""
PING = 30.0
"""After this many seconds of silence the server pings a connection, which must answer within the same time."""
SHUTDOWN_TIMEOUT = 5
"""Seconds in which open requests must end when the server stops."""


@dataclass(frozen=True)
class ServeOptions:
    """The options of `koloda serve`."""

    host: str = HOST
    port: int | None = None
    database: Path | None = None
    pages: Path | None = None
    public_url: str | None = None
    allow_host: Sequence[str] = ()
    trust_proxy: Sequence[str] = ()
    bots: Mapping[str, str] = field(default_factory=dict)
    pace: int = PACE
    limits: Limits = field(default_factory=Limits)
    upkeep: Upkeep = field(default_factory=Upkeep)
    browser: bool = True
    log: logs.Form = "plain"


def usual_database() -> Path:
    """The default database: in the user's data folder."""
    return data_folder() / "tables.db"


def start(
    options: ServeOptions, language: Language, *, entropy: Entropy = secrets.token_bytes, thinking: Budget = THINKING
) -> int:
    """Serve until a signal comes. Tests pass a reproducible `entropy` and `thinking`; neither the command line nor the
    environment can set them.
    """
    try:
        pages = Pages(options.pages)
    except NoPages as error:
        raise UnknownOption.of("cli.serve_no_pages", folder=str(error)) from None
    try:
        listening = network.listen(
            options.host, PORT if options.port is None else options.port, options.port is not None
        )
    except OSError as error:
        port = PORT if options.port is None else options.port
        raise UnknownOption.of("cli.serve_no_port", host=options.host, port=port, problem=str(error.strerror)) from None
    with contextlib.closing(listening):
        settings = make_settings(options, listening.getsockname()[1])
        database = options.database or usual_database()
        logs.set_up(options.log)
        _lift_limit()
        open_registry = partial(make_registry, pace=options.pace, bots=options.bots, entropy=entropy, thinking=thinking)
        return asyncio.run(_serve(options, settings, database, pages, listening, open_registry, language))


def make_settings(options: ServeOptions, port: int) -> Settings:
    """The settings for these options; addresses and names default to those of this machine."""
    hosts = {*network.host_names(), *map(str.lower, options.allow_host)}
    if options.public_url is not None:
        address = checked_url(options.public_url)
        hosts.add(urlsplit(address).hostname or "")
    else:
        address = network.as_url(network.lan_address(options.host) or network.local_name(options.host), port)
    return Settings(
        address=address,
        hosts=frozenset(hosts),
        public=options.public_url is not None,
        proxies=tuple(map(checked_network, options.trust_proxy)),
        limits=options.limits,
    )


def checked_url(given: str) -> str:
    """`https://name[:port]`, without a path."""
    try:
        found = urlsplit(given)
        found.port  # noqa: B018 (reading it checks it)
    except ValueError:
        raise UnknownOption.of("cli.serve_bad_url", given=given) from None
    if found.scheme not in ("http", "https") or not found.hostname or found.path.strip("/") or found.query:
        raise UnknownOption.of("cli.serve_bad_url", given=given)
    return f"{found.scheme}://{found.netloc.lower()}"


def checked_network(given: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    try:
        return ipaddress.ip_network(given, strict=False)
    except ValueError:
        raise UnknownOption.of("cli.serve_bad_proxy", given=given) from None


def named_bots(given: Sequence[str]) -> dict[str, str]:
    """Read the values of --bot: NAME=SPEC."""
    found: dict[str, str] = {}
    for each in given:
        name, equals, spec = each.partition("=")
        if not equals or not re.fullmatch(r"[\w .-]{1,24}", name) or not spec.strip() or name in found:
            raise UnknownOption.of("cli.serve_bad_bot", given=each)
        found[name] = spec.strip()
    return found


async def _serve(
    options: ServeOptions,
    settings: Settings,
    database: Path,
    pages: Pages,
    listening: socket.socket,
    open_registry: Callable[..., TableRegistry],
    language: Language,
) -> int:
    metrics = Metrics()
    try:
        database.parent.mkdir(parents=True, exist_ok=True)
        store = sqlite.SqliteStore(database)
    except (OSError, StorageError) as error:
        raise UnknownOption.of("cli.serve_storage", problem=problem_with(error, language)) from None
    if store.kept is not None:
        _tell(language, "migrated", file=str(store.kept))
    try:
        registry = open_registry(MeasuredStore(store, metrics), address=settings.address)
        await registry.start()
        try:
            app = make_app(registry, settings, pages, metrics)
            housekeeping = Housekeeping(registry, options.upkeep, metrics)
            control = ControlServer(database, registry)
            await control.start()
            port = listening.getsockname()[1]
            server = Server(app, lambda: _greet(options, settings, port, database, language))
            gc_tuning.postpone()
            sys.setswitchinterval(SWITCH)
            app.start()
            housekeeping.start()
            try:
                await server.serve([listening])
            finally:
                housekeeping.close()
                control.close()
        finally:
            await registry.close()
    finally:
        await store.close()
    _tell(language, "stopped")
    return 0


class Server(uvicorn.Server):
    """uvicorn with our settings. On a signal it shuts down gracefully: it asks clients to reconnect, answers open
    requests, and exits with status 0.
    """

    def __init__(self, app: App, started: Callable[[], None]) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http="h11",
                ws=WebSocketProtocol,
                ws_max_size=MAX_MESSAGE_BYTES,
                ws_ping_interval=PING,
                ws_ping_timeout=PING,
                ws_per_message_deflate=False,
                lifespan="off",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
            )
        )
        self._app = app
        self._greet = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._greet()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._app.close()
        await super().shutdown(sockets)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit
        self.should_exit = True


def _lift_limit() -> None:
    """Raise the limit of open files: every connection is one, and the default is low."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _greet(options: ServeOptions, settings: Settings, port: int, database: Path, language: Language) -> None:
    here = network.as_url(network.local_name(options.host), port)
    _tell(language, "open", address=here)
    home = network.lan_address(options.host)
    if options.public_url is not None:
        _tell(language, "public", address=settings.address)
    elif home is not None:
        _tell(language, "home", address=settings.address)
        if sys.stdout.isatty():
            print(qr.blocks(settings.address))
        if options.host in network.ALL_INTERFACES:
            _tell(language, "everybody")
    _tell(language, "kept", file=str(database))
    sys.stdout.flush()
    if options.browser and has_browser(os.environ):
        threading.Thread(target=webbrowser.open, args=(here,), daemon=True).start()


def has_browser(environment: Mapping[str, str]) -> bool:
    """Is there a desktop on which to open a browser?"""
    if environment.get("CI") or environment.get("SSH_CONNECTION") or not sys.stdout.isatty():
        return False
    return sys.platform in ("darwin", "win32") or bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def _tell(language: Language, key: str, **args: Arg) -> None:
    print(say(fact(f"cli.serve_{key}", **args), language))
