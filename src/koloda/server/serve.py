"""`koloda serve`: starts a server, runs it and shuts it down."""

import asyncio
import contextlib
import ipaddress
import os
import re
import secrets
import socket
import sys
import tempfile
import threading
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from types import FrameType
from urllib.parse import urlsplit

import uvicorn

from koloda.bots.bot import Budget
from koloda.core.database import Database, PostgresAddress, shown
from koloda.core.errors import UnknownOption
from koloda.core.facts import Arg, fact
from koloda.core.folders import data_folder
from koloda.core.text import Language, say
from koloda.server import gc_tuning, logs, network
from koloda.server.bots.pool import THINKING
from koloda.server.certificate import Certificate, Renewal
from koloda.server.compose import make_registry
from koloda.server.control import ControlServer
from koloda.server.databases import OpenDatabase, open_database, prepared
from koloda.server.housekeeping import Housekeeping, Upkeep
from koloda.server.messages import MAX_MESSAGE_BYTES
from koloda.server.metrics import Metrics
from koloda.server.storage.measured import MeasuredStore
from koloda.server.storage.store import StorageError, problem_with
from koloda.server.supervisor import Supervisor
from koloda.server.tables.background import one_process
from koloda.server.tables.clocks import Time
from koloda.server.tables.identifiers import Entropy
from koloda.server.tables.registry import TableRegistry
from koloda.server.web import qr
from koloda.server.web.app import App, make_app
from koloda.server.web.documentation import built_documentation
from koloda.server.web.handover import Handover
from koloda.server.web.http_protocol import HttpProtocol
from koloda.server.web.pages import NoPages, Pages
from koloda.server.web.settings import Limits, Settings
from koloda.server.web.websocket_protocol import WebSocketProtocol

HOST, PORT, PACE = "0.0.0.0", 8080, 900
METRICS_HOST = "127.0.0.1"
OWN_FOLDERS = ("api", "assets", "docs", "replay", "rules", "t", "tv")
"""What addresses of the server itself begin with. A path in its address that did so, too, could not be told apart."""
SWITCH = 0.0005
"""Seconds after which Python switches threads: the writer thread must not wait for a busy event loop."""
PING = 30.0
"""After this many seconds of silence the server pings a connection, which must answer within the same time."""
SHUTDOWN_TIMEOUT = 5
"""Seconds in which open requests must end when the server stops."""
ACCEPTED = 32
"""How many new connections to accept before everybody else has a turn."""
BACKLOG = 2048
"""How many new connections may wait for that."""
RESERVED = 64
"""Open files that are not for connections: the database, bots, replays."""


@dataclass(frozen=True)
class ServeOptions:
    """The options of `koloda serve`."""

    host: str = HOST
    port: int | None = None
    database: Database | None = None
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
    certificate: Certificate | None = None
    password: str | None = field(default=None, repr=False)
    invite_only: bool = False
    metrics_port: int | None = None
    metrics_host: str = METRICS_HOST
    workers: int = 1
    node: str | None = None

    @property
    def scheme(self) -> str:
        return "http" if self.certificate is None else "https"


def usual_database() -> Path:
    """The default database: in the user's data folder."""
    return data_folder() / "tables.db"


def start(
    options: ServeOptions,
    language: Language,
    *,
    entropy: Entropy = secrets.token_bytes,
    thinking: Budget = THINKING,
    time: Time | None = None,
) -> int:
    """Serve until a signal comes. Tests pass a reproducible `entropy`, `thinking` and `time`; neither the command line
    nor the environment can set them.
    """
    try:
        pages = Pages(
            options.pages, "" if options.public_url is None else urlsplit(checked_url(options.public_url)).path
        )
    except NoPages as error:
        key = "cli.serve_not_built" if options.pages is None else "cli.serve_no_pages"
        raise UnknownOption.of(key, folder=str(error)) from None
    if options.certificate is not None:
        options.certificate.check()
    with contextlib.ExitStack() as listeners:
        listening = listeners.enter_context(
            contextlib.closing(_listen(options.host, PORT if options.port is None else options.port, options.port))
        )
        settings = make_settings(options, listening.getsockname()[1])
        monitoring = None
        if options.metrics_port is not None:
            monitoring = listeners.enter_context(
                contextlib.closing(_listen(options.metrics_host, options.metrics_port, options.metrics_port))
            )
            settings = replace(settings, metrics_port=monitoring.getsockname()[1])
        database = options.database or usual_database()
        node = options.node or socket.gethostname()
        logs.set_up(options.log, node if is_cluster(options, database) else "")
        _lift_limit()
        open_registry = partial(
            make_registry,
            pace=options.pace,
            bots=options.bots,
            entropy=entropy,
            thinking=thinking,
            time=time,
            executor=one_process,
        )
        run = Run(options, settings, database, pages, listening, monitoring, open_registry, language, node)
        if options.workers > 1:
            return _serve_with_workers(run)
        return asyncio.run(_serve(run, partial(open_database, database)))


def _listen(host: str, port: int, chosen: int | None) -> socket.socket:
    try:
        return network.listen(host, port, chosen is not None)
    except (OSError, OverflowError) as error:
        problem = str(getattr(error, "strerror", None) or error)
        raise UnknownOption.of("cli.serve_no_port", host=host, port=port, problem=problem) from None


def make_settings(options: ServeOptions, port: int) -> Settings:
    """The settings for these options; addresses and names default to those of this machine."""
    hosts = {*network.host_names(), *map(str.lower, options.allow_host)}
    if options.public_url is not None:
        address = checked_url(options.public_url)
        hosts.add(urlsplit(address).hostname or "")
    else:
        name = network.lan_address(options.host) or network.local_name(options.host)
        address = network.as_url(name, port, options.scheme)
    return Settings(
        address=address,
        hosts=frozenset(hosts),
        public=options.public_url is not None,
        proxies=tuple(map(checked_network, options.trust_proxy)),
        limits=options.limits,
        password=options.password,
        invite_only=options.invite_only,
    )


def read_password(file: Path) -> str:
    """The first line of a file."""
    try:
        found = file.read_text("utf-8").partition("\n")[0].rstrip("\r")
    except (OSError, UnicodeError) as error:
        problem = str(getattr(error, "strerror", None) or error)
        raise UnknownOption.of("cli.serve_password_unreadable", file=str(file), problem=problem) from None
    if not found:
        raise UnknownOption.of("cli.serve_password_empty", file=str(file))
    return found


def checked_url(given: str) -> str:
    """`https://name[:port][/path]`, without a slash at its end."""
    try:
        found = urlsplit(given)
        found.port  # noqa: B018 (reading it checks it)
    except ValueError:
        raise UnknownOption.of("cli.serve_bad_url", given=given) from None
    path = found.path.rstrip("/")
    fits = found.scheme in ("http", "https") and found.hostname and not found.query and not found.fragment
    if not fits or not re.fullmatch(r"(/[\w~-][\w.~-]*)*", path, re.ASCII):
        raise UnknownOption.of("cli.serve_bad_url", given=given)
    if path.split("/")[1:2] and path.split("/")[1] in OWN_FOLDERS:
        raise UnknownOption.of("cli.serve_own_folder", given=given, folder=path.split("/")[1])
    return f"{found.scheme}://{found.netloc.lower()}{path}"


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


@dataclass(frozen=True)
class Run:
    """What a server needs to run."""

    options: ServeOptions
    settings: Settings
    database: Database
    pages: Pages
    listening: socket.socket
    monitoring: socket.socket | None
    open_registry: Callable[..., TableRegistry]
    language: Language
    node: str
    index: int = 0
    """Of the worker. The first one does what only one process of a machine should."""
    greets: bool = True
    handover: Handover | None = None
    """Passes connections on to other workers, if there are any."""


def is_cluster(options: ServeOptions, database: Database) -> bool:
    """May several processes serve the same tables?"""
    return options.workers > 1 or isinstance(database, PostgresAddress)


@contextlib.contextmanager
def _opening(language: Language) -> Iterator[None]:
    try:
        yield
    except (OSError, StorageError) as error:
        raise UnknownOption.of("cli.serve_storage", problem=problem_with(error, language)) from None


def _serve_with_workers(run: Run) -> int:
    """Prepare the database, then let several processes serve it."""
    with contextlib.ExitStack() as stack:
        with _opening(run.language):
            opened = stack.enter_context(prepared(run.database))
        if opened.kept is not None:
            _tell(run.language, "migrated", file=str(opened.kept))
        network.share(run.listening)
        meeting = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="koloda-")))
        monitored = [run, *(stack.enter_context(_monitored(run, index)) for index in range(1, run.options.workers))]

        def work(index: int, alive: int, first: bool) -> int:
            own = replace(monitored[index], node=f"{run.node}/{index + 1}", index=index, greets=first and index == 0)
            handover = Handover(meeting, index, run.options.workers)
            own = replace(own, listening=network.reopened(run.listening), handover=handover)
            logs.set_up(run.options.log, own.node)
            return asyncio.run(_serve(own, opened.open, alive))

        return Supervisor(run.options.workers, work).run()


@contextlib.contextmanager
def _monitored(run: Run, index: int) -> Iterator[Run]:
    """Every worker has its own metrics, on the ports after the first one."""
    if run.monitoring is None:
        yield run
        return
    port = run.monitoring.getsockname()[1] + index
    with contextlib.closing(_listen(run.options.metrics_host, port, port)) as monitoring:
        yield replace(run, monitoring=monitoring, settings=replace(run.settings, metrics_port=port))


async def _serve(run: Run, open_store: OpenDatabase, alive: int | None = None) -> int:
    options, settings, language = run.options, run.settings, run.language
    with _opening(language):
        opened = await open_store()
    store, cluster = opened.store, is_cluster(options, run.database)
    metrics = Metrics(run.node if cluster else "")
    if opened.kept is not None:
        _tell(language, "migrated", file=str(opened.kept))
    try:
        registry = run.open_registry(
            MeasuredStore(store, metrics),
            address=settings.address,
            bus=opened.bus,
            name=run.node,
            is_home=(lambda table: True) if run.handover is None else run.handover.is_home,
        )
        await registry.start()
        try:
            app = make_app(registry, settings, run.pages, metrics, built_documentation())
            first = run.index == 0
            housekeeping = Housekeeping(registry, options.upkeep, metrics) if first else None
            control = ControlServer(run.database, registry) if first and isinstance(run.database, Path) else None
            if control is not None:
                await control.start()
            port = run.listening.getsockname()[1]
            server = Server(
                app,
                lambda: _greet(options, settings, port, run.database, language) if run.greets else None,
                run.monitoring,
                options.certificate,
                run.handover,
            )
            gc_tuning.postpone()
            sys.setswitchinterval(SWITCH)
            app.start()
            if housekeeping is not None:
                housekeeping.start()
            try:
                with server.ends_with(alive):
                    await server.serve([run.listening])
            finally:
                if housekeeping is not None:
                    housekeeping.close()
                if control is not None:
                    control.close()
        finally:
            await registry.close()
    finally:
        await store.close()
    if run.index == 0:
        _tell(language, "stopped")
    return 0


class Server(uvicorn.Server):
    """uvicorn with our settings. On a signal it shuts down gracefully: it asks clients to reconnect, answers open
    requests, and exits with status 0.
    """

    def __init__(
        self,
        app: App,
        started: Callable[[], None],
        monitoring: socket.socket | None = None,
        certificate: Certificate | None = None,
        handover: Handover | None = None,
    ) -> None:
        super().__init__(
            uvicorn.Config(
                app,
                http=partial(  # type: ignore[arg-type]
                    HttpProtocol,
                    limits=app.limits,
                    settings=app.settings,
                    room=room_for_connections,
                    handover=handover,
                ),
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
                backlog=ACCEPTED,
                timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
                ssl_certfile=None if certificate is None else certificate.chain,
                ssl_keyfile=None if certificate is None else certificate.key,
            )
        )
        self._app = app
        self._greet = started
        self._monitoring_socket = monitoring
        self._certificate = certificate
        self._handover = handover
        self._watch: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for each in sockets or ():
            each.listen(BACKLOG)  # asyncio uses one number for this and for how many to accept at once
        if self._monitoring_socket is not None:
            await self._listen_for_monitoring(self._monitoring_socket)
        if self._handover is not None:
            self._handover.start(self._take_over)
        if self._certificate is not None and self.config.ssl is not None:
            renewal = Renewal(self._certificate, self.config.ssl)
            self._watch = asyncio.create_task(renewal.watch())
        self._greet()

    async def _listen_for_monitoring(self, listening: socket.socket) -> None:
        """Listen on the port of the metrics, always without TLS: it is for programs on this machine or nearby."""
        self.servers.append(await asyncio.get_running_loop().create_server(self._connected, sock=listening))

    def _connected(self) -> HttpProtocol:
        protocol: Callable[..., HttpProtocol] = self.config.http_protocol_class  # type: ignore[assignment]
        return protocol(config=self.config, server_state=self.server_state, app_state=self.lifespan.state)

    def _take_over(self, connection: socket.socket, request: bytes) -> None:
        """Serve a connection that another worker has passed on, with the request that it has read."""

        async def serve() -> None:
            protocol = self._connected()
            protocol.handed_over = True
            try:
                transport, _ = await asyncio.get_running_loop().connect_accepted_socket(lambda: protocol, connection)
            except OSError:  # its client has gone
                connection.close()
                return
            if not transport.is_closing():
                protocol.data_received(request)

        self._app.begin(serve())

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._handover is not None:
            self._handover.close()
        await self._app.close()
        if self._watch is not None:
            self._watch.cancel()
        await super().shutdown(sockets)

    @contextlib.contextmanager
    def ends_with(self, alive: int | None) -> Iterator[None]:
        """Stop when the other end of a pipe is closed."""
        if alive is None:
            yield
            return
        loop = asyncio.get_running_loop()

        def stop() -> None:
            loop.remove_reader(alive)
            self.should_exit = True

        loop.add_reader(alive, stop)
        try:
            yield
        finally:
            loop.remove_reader(alive)

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.force_exit = self.should_exit
        self.should_exit = True


def room_for_connections() -> int:
    """How many connections the limit of open files allows."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return sys.maxsize
    most, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if most == resource.RLIM_INFINITY else max(1, most - RESERVED)


def _lift_limit() -> None:
    """Raise the limit of open files: every connection is one, and the default is low."""
    try:
        import resource
    except ImportError:  # Windows has no such limit
        return
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def _greet(options: ServeOptions, settings: Settings, port: int, database: Database, language: Language) -> None:
    here = network.as_url(network.local_name(options.host), port, options.scheme)
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
    if settings.invite_only and settings.password is None:
        _tell(language, "by_invitation", address=here)
    if settings.metrics_port is not None:
        metrics = network.as_url(network.local_name(options.metrics_host), settings.metrics_port)
        _tell(language, "metrics", address=f"{metrics}/metrics")
    _tell(language, "kept", file=shown(database))
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
