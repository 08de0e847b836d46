"""`koloda serve`: run the server and open the browser."""

import os
import sys
from argparse import Namespace
from importlib.metadata import version
from pathlib import Path
from typing import Any

from koloda.cli.arguments import CommandParser
from koloda.core.database import PostgresAddress, read_database
from koloda.core.errors import UnknownOption
from koloda.core.facts import fact
from koloda.core.text import Language, say

SHORTEST_HOURS, LONGEST_HOURS = 0.1, 8760
LIMITS = ("commands", "requests", "tables", "sockets")


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("--host", default="0.0.0.0", metavar="HOST", help=parser.text("serve_host"))
    parser.add_argument("--port", type=int, metavar="PORT", help=parser.text("serve_port"))
    parser.add_argument("--database", type=read_database, metavar="FILE", help=parser.text("serve_database"))
    parser.add_argument("--workers", type=int, default=1, metavar="N", help=parser.text("serve_workers"))
    parser.add_argument("--node", metavar="NAME", help=parser.text("serve_node"))
    parser.add_argument("--no-browser", action="store_true", help=parser.text("serve_no_browser"))
    parser.add_argument("--bot", action="append", default=[], metavar="NAME=BOT", help=parser.text("serve_bot"))
    parser.add_argument("--pace", type=int, default=900, metavar="MS", help=parser.text("serve_pace"))
    parser.add_argument("--public-url", metavar="URL", help=parser.text("serve_public_url"))
    parser.add_argument(
        "--allow-host", action="append", default=[], metavar="NAME", help=parser.text("serve_allow_host")
    )
    parser.add_argument(
        "--trust-proxy", action="append", default=[], metavar="ADDRESS", help=parser.text("serve_trust_proxy")
    )
    parser.add_argument("--log", choices=("plain", "json"), default="plain", help=parser.text("serve_log"))
    parser.add_argument("--metrics-port", type=int, metavar="PORT", help=parser.text("serve_metrics_port"))
    parser.add_argument("--metrics-host", default="127.0.0.1", metavar="HOST", help=parser.text("serve_metrics_host"))
    parser.add_argument("--certificate", type=Path, metavar="FILE", help=parser.text("serve_certificate"))
    parser.add_argument("--key", type=Path, metavar="FILE", help=parser.text("serve_key"))
    passwords = parser.add_mutually_exclusive_group()
    passwords.add_argument("--password-file", type=Path, metavar="FILE", help=parser.text("serve_password_file"))
    passwords.add_argument("--password", metavar="TEXT", help=parser.text("serve_password"))
    parser.add_argument("--invite-only", action="store_true", help=parser.text("serve_invite_only"))
    for limit in LIMITS:
        parser.add_argument(f"--limit-{limit}", type=int, metavar="N", help=parser.text(f"serve_limit_{limit}"))
    parser.add_argument("--keep-days", type=int, default=0, metavar="N", help=parser.text("serve_keep_days"))
    parser.add_argument(
        "--keep-unstarted-days", type=int, default=7, metavar="N", help=parser.text("serve_keep_unstarted_days")
    )
    parser.add_argument("--backup-to", type=Path, metavar="FOLDER", help=parser.text("serve_backup_to"))
    parser.add_argument("--backup-every", type=float, metavar="HOURS", help=parser.text("serve_backup_every"))
    parser.add_argument("--backup-keep", type=int, metavar="N", help=parser.text("serve_backup_keep"))
    parser.add_argument("--pages", type=Path, metavar="FOLDER", help=parser.text("serve_pages"))


def run(options: Namespace, language: Language) -> int:
    try:
        from koloda.server import serve
        from koloda.server.certificate import Certificate
        from koloda.server.housekeeping import Upkeep
        from koloda.server.web.settings import Limits
    except ImportError as unfit:
        if unfit.name != "uvicorn":
            raise
        raise UnknownOption.of("cli.serve_incompatible", module=unfit.name, version=version(unfit.name)) from None
    password = options.password if options.password_file is None else serve.read_password(options.password_file)
    if "password" in options.typed:
        print(say(fact("cli.serve_password_typed"), language), file=sys.stderr)
    if options.key is not None and options.certificate is None:
        raise UnknownOption.of("cli.serve_key_alone")
    certificate = None if options.certificate is None else Certificate(options.certificate, options.key)
    chosen = serve.ServeOptions(
        host=options.host,
        port=options.port,
        database=options.database,
        workers=_workers(options.workers),
        node=options.node,
        pages=options.pages,
        public_url=options.public_url,
        allow_host=options.allow_host,
        trust_proxy=options.trust_proxy,
        bots=serve.named_bots(options.bot),
        pace=options.pace,
        limits=Limits(**_limits(options)),
        upkeep=Upkeep(**_upkeep(options)),
        browser=not options.no_browser,
        log=options.log,
        certificate=certificate,
        password=password or None,
        invite_only=options.invite_only,
        metrics_port=options.metrics_port,
        metrics_host=options.metrics_host,
    )
    return serve.start(chosen, language)


def _workers(given: int) -> int:
    if given < 1:
        raise UnknownOption.of("errors.at_least", option="--workers", given=str(given), least=1)
    if given > 1 and not hasattr(os, "fork"):
        raise UnknownOption.of("cli.serve_no_workers")
    return given


def _limits(options: Namespace) -> dict[str, int]:
    """The limits that were given; the others keep their defaults."""
    given = {name: getattr(options, f"limit_{name}") for name in LIMITS}
    for name, value in given.items():
        if value is not None and value < 1:
            raise UnknownOption.of("errors.at_least", option=f"--limit-{name}", given=str(value), least=1)
    return {name: value for name, value in given.items() if value is not None}


def _upkeep(options: Namespace) -> dict[str, Any]:
    """How long tables are kept, and the copies that were asked for."""
    for name, least in (("keep_days", 0), ("keep_unstarted_days", 0), ("backup_keep", 1)):
        value = getattr(options, name)
        if value is not None and value < least:
            option = f"--{name.replace('_', '-')}"
            raise UnknownOption.of("errors.at_least", option=option, given=str(value), least=least)
    if options.backup_every is not None and not SHORTEST_HOURS <= options.backup_every <= LONGEST_HOURS:
        given = {"option": "--backup-every", "given": f"{options.backup_every:g}"}
        raise UnknownOption.of("admin.hours", **given, least=f"{SHORTEST_HOURS}", most=LONGEST_HOURS)
    copies = {name: getattr(options, name) for name in ("backup_every", "backup_keep")}
    chosen = {name: value for name, value in copies.items() if value is not None}
    if chosen and options.backup_to is None:
        raise UnknownOption.of("cli.serve_backup_alone")
    if options.backup_to is not None and isinstance(options.database, PostgresAddress):
        raise UnknownOption.of("cli.serve_backup_postgres")
    kept = {"keep_days": options.keep_days, "keep_unstarted_days": options.keep_unstarted_days}
    return {**kept, **chosen, "backup_to": options.backup_to}
