"""`koloda admin`: look after the tables of a server, whether it runs or not."""

from argparse import Namespace
from pathlib import Path

from koloda.cli.arguments import CommandParser
from koloda.cli.settings import Settings, settings_of
from koloda.core.database import Database, read_database
from koloda.core.errors import UnknownOption
from koloda.core.numbers import whole_number
from koloda.core.text import Language

MOST_DAYS = 36_500
SETTINGS = ("database", "json", "lang")
"""Everything else concerns what is done this time."""
COMMANDS = (
    *("list", "show", "hide", "close", "delete", "purge"),
    *("ban", "unban", "bans"),
    "notices",
    *("backup", "restore", "check", "copy"),
)
STATUSES = ("waiting", "playing", "over", "closed")


def add_arguments(parser: CommandParser) -> None:
    commands = parser.add_subparsers(
        dest="admin",
        required=True,
        metavar=parser.text("command"),
        title=parser.text("commands"),
        parser_class=CommandParser,
    )
    made: dict[str, CommandParser] = {}
    for name in COMMANDS:
        about = f"admin_{name}"
        made[name] = commands.add_parser(
            name, help=parser.text(f"{about}_short"), language=parser.language, about=about
        )
        if name != "copy":
            made[name].add_argument(
                "--database", type=read_database, metavar="FILE", help=parser.text("admin_database")
            )
        if name not in ("backup", "restore"):
            made[name].add_json()
    for name in ("show", "hide", "close", "delete"):
        made[name].add_argument("table", metavar="TABLE", help=parser.text("admin_table"))
    for name in ("delete", "purge", "restore", "notices"):
        made[name].add_argument("--yes", action="store_true", help=parser.text("admin_yes"))
    for name in ("list", "purge"):
        made[name].add_argument("--status", choices=STATUSES, help=parser.text("admin_status"))
    made["list"].add_argument("--game", metavar="GAME", help=parser.text("admin_game"))
    made["list"].add_argument("--name", metavar="TEXT", help=parser.text("admin_name"))
    made["list"].add_argument("--idle", type=float, metavar="DAYS", help=parser.text("admin_idle"))
    made["list"].add_argument("--most", type=whole_number, default=100, metavar="N", help=parser.text("admin_most"))
    made["close"].add_argument("--reason", default="", metavar="TEXT", help=parser.text("admin_reason"))
    made["purge"].add_argument(
        "--older-than", type=float, required=True, metavar="DAYS", help=parser.text("admin_older_than")
    )
    made["purge"].add_argument("--dry-run", action="store_true", help=parser.text("admin_dry_run"))
    made["backup"].add_argument("file", type=Path, metavar="FILE", help=parser.text("admin_backup_file"))
    made["backup"].add_argument("--replace", action="store_true", help=parser.text("admin_replace"))
    made["restore"].add_argument("file", type=Path, metavar="FILE", help=parser.text("admin_restore_file"))
    made["copy"].add_argument("source", type=read_database, metavar="FROM", help=parser.text("admin_copy_from"))
    made["copy"].add_argument("target", type=read_database, metavar="TO", help=parser.text("admin_copy_to"))
    made["ban"].add_argument("who", metavar="WHO", help=parser.text("admin_ban_who"))
    made["ban"].add_argument("--seat", type=whole_number, metavar="N", help=parser.text("admin_seat"))
    made["ban"].add_argument("--days", type=float, default=30, metavar="DAYS", help=parser.text("admin_ban_days"))
    made["ban"].add_argument("--reason", default="", metavar="TEXT", help=parser.text("admin_ban_reason"))
    made["unban"].add_argument("address", metavar="ADDRESS", help=parser.text("admin_unban_address"))
    made["notices"].add_argument("--renew-key", action="store_true", help=parser.text("admin_renew_key"))
    for each in made.values():
        for action in list(each.setting_actions()):
            if action.dest not in SETTINGS:
                each.typed_only(action)


def run(options: Namespace, language: Language) -> int:
    from koloda.server import administration as ask
    from koloda.server.admin import Admin

    given = vars(options)
    for name in ("idle", "older_than", "days"):
        days = given.get(name)
        if days is not None and not 0 < days <= MOST_DAYS:
            option = f"--{name.replace('_', '-')}"
            raise UnknownOption.of("admin.days", option=option, given=f"{days:g}", most=MOST_DAYS)
    if given.get("most", 1) < 1:
        raise UnknownOption.of("errors.at_least", option="--most", given=str(options.most), least=1)
    admin = Admin(
        given.get("database") or _served(options.settings), language, given.get("json", False), given.get("yes", False)
    )
    match options.admin:
        case "list":
            wanted = {"game": options.game, "status": options.status, "idle_days": options.idle, "name": options.name}
            return admin.tables(ask.ListTables(**wanted, most=options.most))
        case "show":
            return admin.tables(ask.ShowTable(table=options.table))
        case "hide":
            return admin.change(ask.HideTable(table=options.table), "hidden")
        case "close":
            return admin.change(ask.CloseTable(table=options.table, why=options.reason.strip()), "closed")
        case "delete":
            return admin.delete(ask.DeleteTable(table=options.table), options.table)
        case "purge":
            wanted = {"days": options.older_than, "status": options.status, "dry_run": options.dry_run}
            return admin.purge(ask.PurgeTables(**wanted))
        case "ban":
            chosen = {"days": options.days, "why": options.reason.strip()}
            if options.seat is None:
                return admin.ban(ask.BanNetwork(network=options.who, **chosen))
            if options.seat < 1:
                raise UnknownOption.of("errors.at_least", option="--seat", given=str(options.seat), least=1)
            return admin.ban(ask.BanSeat(table=options.who, seat=options.seat - 1, **chosen))
        case "unban":
            return admin.unban(options.address)
        case "bans":
            return admin.bans()
        case "notices":
            return admin.notices(ask.ShowNotices(renew_key=options.renew_key))
        case "backup":
            return admin.backup(options.file, options.replace)
        case "restore":
            return admin.restore(options.file)
        case "copy":
            return admin.copy(options.source, options.target)
    return admin.check()


def _served(settings: Settings) -> Database | None:
    """The database that `koloda serve` is set to use."""
    from koloda.cli.parser import Parser

    (database,) = [each for each in settings_of(Parser("en").by_name)["serve"] if each.key == "database"]
    found: Database | None = settings.find(database).value
    return found
