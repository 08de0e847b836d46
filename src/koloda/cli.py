"""The command `koloda`."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import version
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

from koloda.core.errors import KolodaError, UnknownOption
from koloda.core.facts import fact
from koloda.core.text import LANGUAGES, Language, first_text, say
from koloda.games import GAMES, find

if TYPE_CHECKING:
    from koloda.arena.plan import Plan


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = chosen_language(given)
    parser = Parser(language)
    try:
        options = parser.parse(given)
        command: Callable[[argparse.Namespace, Language], int] = options.command
        for problem in GAMES.problems:
            print(say(problem.told, language), file=sys.stderr)
        return command(options, language)
    except KolodaError as error:
        print(error.text(language), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def chosen_language(given: Sequence[str]) -> Language:
    """`--lang`, else the language of the environment."""
    for word, following in pairwise([*given, ""]):
        wanted = following if word == "--lang" else word.removeprefix("--lang=") if word.startswith("--lang=") else ""
        if wanted in LANGUAGES:
            return wanted
    locale = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or ""
    return "ru" if locale.startswith("ru") else "en"


class Parser:
    """The command line, explained in the reader's language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.main = self._styled(argparse.ArgumentParser, prog="koloda", about="about")
        self.main.add_argument(
            "--version", action="version", version=f"koloda {version('koloda')}", help=self.t("version")
        )
        self.commands = self.main.add_subparsers(required=True, metavar=self.t("command"), title=self.t("commands"))
        self._games()
        self._play()
        self._serve()
        self._replay()
        self._verify()
        self._simulate()
        self._arena()
        self._balance()
        self._rules()
        self._score()

    def t(self, key: str) -> str:
        return say(fact(f"cli.{key}"), self.language)

    def parse(self, given: Sequence[str]) -> argparse.Namespace:
        return self.main.parse_args(given)

    def _styled(self, make: Callable[..., argparse.ArgumentParser], about: str, **more: str) -> argparse.ArgumentParser:
        parser = make(
            description=self.t(about),
            epilog=self.t(f"{about}_examples"),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            add_help=False,
            **more,
        )
        parser.add_argument("-h", "--help", action="help", help=self.t("help"))
        parser.add_argument("--lang", choices=LANGUAGES, help=self.t("lang"))
        return parser

    def _command(self, name: str, run: Callable[[argparse.Namespace, Language], int]) -> argparse.ArgumentParser:
        def make(**more: Any) -> argparse.ArgumentParser:
            return self.commands.add_parser(name, help=self.t(f"{name}_short"), **more)

        parser = self._styled(make, about=name)
        parser.set_defaults(command=run)
        return parser

    def _game_options(self, parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--players", type=int, metavar="N", help=self.t("players"))
        parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help=self.t("option"))

    def _games(self) -> None:
        parser = self._command("games", _games)
        parser.add_argument("--json", action="store_true", help=self.t("json"))

    def _play(self) -> None:
        parser = self._command("play", _play)
        parser.add_argument("game", nargs="?", metavar="GAME", help=", ".join(GAMES))
        self._game_options(parser)
        parser.add_argument("--name", metavar="NAME", help=self.t("play_name"))
        parser.add_argument("--seed", metavar="S", help=self.t("play_seed"))
        parser.add_argument("--bot", action="append", default=[], metavar="BOT", help=self.t("play_bot"))
        parser.add_argument("--bots", type=_list, dest="bot", metavar="A,B,...", help=self.t("play_bots"))
        parser.add_argument("--level", metavar="LEVEL", help=self.t("play_level"))
        parser.add_argument("--resume", nargs="?", const="", metavar="FILE", help=self.t("play_resume"))
        parser.add_argument("--record", type=Path, metavar="FILE", help=self.t("play_record"))
        parser.add_argument("--plain", action="store_true", help=self.t("play_plain"))
        parser.add_argument("--pause", metavar="SECONDS", help=self.t("play_pause"))

    def _serve(self) -> None:
        parser = self._command("serve", _serve)
        parser.add_argument("--host", default="0.0.0.0", metavar="HOST", help=self.t("serve_host"))
        parser.add_argument("--port", type=int, metavar="PORT", help=self.t("serve_port"))
        parser.add_argument("--database", type=Path, metavar="FILE", help=self.t("serve_database"))
        parser.add_argument("--backup", type=Path, metavar="FILE", help=self.t("serve_backup"))
        parser.add_argument("--no-browser", action="store_true", help=self.t("serve_no_browser"))
        parser.add_argument("--bot", action="append", default=[], metavar="NAME=BOT", help=self.t("serve_bot"))
        parser.add_argument("--pace", type=int, default=900, metavar="MS", help=self.t("serve_pace"))
        parser.add_argument("--public-url", metavar="URL", help=self.t("serve_public_url"))
        parser.add_argument(
            "--allow-host", action="append", default=[], metavar="NAME", help=self.t("serve_allow_host")
        )
        parser.add_argument(
            "--trust-proxy", action="append", default=[], metavar="ADDRESS", help=self.t("serve_trust_proxy")
        )
        parser.add_argument("--log", choices=("plain", "json"), default="plain", help=self.t("serve_log"))
        for limit in ("commands", "requests", "tables", "sockets"):
            parser.add_argument(f"--limit-{limit}", type=_positive, metavar="N", help=self.t(f"serve_limit_{limit}"))
        parser.add_argument("--pages", type=Path, metavar="FOLDER", help=self.t("serve_pages"))

    def _replay(self) -> None:
        parser = self._command("replay", _replay)
        parser.add_argument("record", type=Path, metavar="RECORD", help=self.t("record"))
        parser.add_argument("--to", type=int, metavar="N", help=self.t("replay_to"))
        parser.add_argument("--seat", type=int, metavar="S", help=self.t("replay_seat"))
        parser.add_argument("--json", action="store_true", help=self.t("json"))

    def _verify(self) -> None:
        parser = self._command("verify", _verify)
        parser.add_argument("record", type=Path, metavar="RECORD", help=self.t("record"))
        parser.add_argument("--json", action="store_true", help=self.t("json"))

    def _simulate(self) -> None:
        parser = self._command("simulate", _simulate)
        parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
        self._game_options(parser)
        parser.add_argument("--games", type=int, default=100_000, metavar="M", help=self.t("simulate_games"))
        parser.add_argument("--seed", type=int, default=0, metavar="S", help=self.t("simulate_seed"))
        parser.add_argument("--jobs", type=int, default=1, metavar="K", help=self.t("simulate_jobs"))
        parser.add_argument("--json", action="store_true", help=self.t("json"))

    def _arena(self) -> None:
        parser = self._command("arena", _arena)
        parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
        parser.add_argument("--bots", required=True, metavar="A,B,C", help=self.t("arena_bots"))
        parser.add_argument("--deals", type=int, default=1000, metavar="N", help=self.t("arena_deals"))
        self._game_options(parser)
        parser.add_argument("--seed", type=int, default=0, metavar="S", help=self.t("simulate_seed"))
        parser.add_argument("--budget", default="500", metavar="B", help=self.t("arena_budget"))
        parser.add_argument("--jobs", type=int, default=1, metavar="J", help=self.t("arena_jobs"))
        parser.add_argument("--ray", action="store_true", help=self.t("arena_ray"))
        parser.add_argument("--resume", type=Path, metavar="FILE", help=self.t("arena_resume"))
        parser.add_argument("--records", type=Path, metavar="FOLDER", help=self.t("arena_records"))
        parser.add_argument("--html", type=Path, metavar="FILE", help=self.t("arena_html"))
        written = parser.add_mutually_exclusive_group()
        written.add_argument("--json", action="store_true", help=self.t("json"))
        written.add_argument("--csv", action="store_true", help=self.t("arena_csv"))

    def _balance(self) -> None:
        parser = self._command("balance", _balance)
        parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
        parser.add_argument("--bots", metavar="A,B,C", help=self.t("balance_bots"))
        parser.add_argument("--deals", type=int, default=1000, metavar="N", help=self.t("balance_deals"))
        self._game_options(parser)
        parser.add_argument(
            "--compare", action="append", default=[], metavar="NAME=VALUE", help=self.t("balance_compare")
        )
        parser.add_argument("--seed", type=int, default=0, metavar="S", help=self.t("simulate_seed"))
        parser.add_argument("--budget", default="500", metavar="B", help=self.t("arena_budget"))
        parser.add_argument("--jobs", type=int, default=1, metavar="J", help=self.t("arena_jobs"))
        parser.add_argument("--html", type=Path, metavar="FILE", help=self.t("arena_html"))
        parser.add_argument("--json", action="store_true", help=self.t("json"))

    def _rules(self) -> None:
        parser = self._command("rules", _rules)
        parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
        parser.add_argument("rule", nargs="?", metavar="ID", help=self.t("rules_id"))

    def _score(self) -> None:
        parser = self._command("score", _score)
        of_games = (first_text(self.language, f"{name}.score_examples") for name in GAMES)
        parser.epilog = "\n\n".join([self.t("score_examples"), *filter(None, of_games)])
        parser.add_argument("game", metavar="GAME", help=", ".join(GAMES))
        parser.add_argument("--players", metavar="N", help=self.t("score_players"))
        for kind, flag in (("player", "--player"), ("round", "--round"), ("sums", "--last-sums"), ("event", "--event")):
            parser.add_argument(
                flag,
                dest="entries",
                action="append",
                default=[],
                type=_entry(kind),
                metavar="…",
                help=self.t(f"score_{kind}"),
            )
        parser.add_argument("--unfinished", action="store_true", help=self.t("score_unfinished"))
        parser.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help=self.t("option"))
        parser.add_argument("--lines", metavar="FILE", help=self.t("score_lines"))
        parser.add_argument("--save", type=Path, metavar="FILE", help=self.t("score_save"))
        parser.add_argument("--resume", type=Path, metavar="FILE", help=self.t("score_resume"))
        parser.add_argument("--json", action="store_true", help=self.t("json"))


def _entry(kind: str) -> Callable[[str], tuple[str, str]]:
    """Arguments that are lines of a score sheet keep their order, whatever their kind."""
    return lambda text: (kind, text)


def _positive(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text)):
        raise argparse.ArgumentTypeError(text)
    return int(text)


def _list(text: str) -> list[str]:
    return [part.strip() for part in text.split(",") if part.strip()]


def game_options(given: Sequence[str]) -> dict[str, str]:
    """`name=value` pairs."""
    chosen: dict[str, str] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise UnknownOption.of("errors.option_form", given=pair)
        chosen[name.strip().replace("-", "_")] = value.strip()
    return chosen


def _play(options: argparse.Namespace, language: Language) -> int:
    from koloda.terminal import play

    wish = play.Wish(
        game=None if options.game is None else find(options.game).name,
        players=options.players,
        options=game_options(options.option),
        bots=tuple(options.bot),
        level=options.level,
        name=options.name,
        seed=options.seed,
        record=options.record,
        pause=play.read_pause(options.pause),
    )
    return play.start(wish, options.resume, options.plain, language)


def _serve(options: argparse.Namespace, language: Language) -> int:
    try:
        from koloda.server import serve
        from koloda.server.web.settings import Limits
    except ModuleNotFoundError as missing:
        raise UnknownOption.of("cli.serve_extra", module=str(missing.name)) from None
    except ImportError as unfit:
        if unfit.name != "uvicorn":
            raise
        raise UnknownOption.of("cli.serve_incompatible", module=unfit.name, version=version(unfit.name)) from None
    if options.backup is not None:
        return serve.backup(options.database, options.backup, language)
    limits = {
        name: given
        for name in ("commands", "requests", "tables", "sockets")
        if (given := getattr(options, f"limit_{name}")) is not None
    }
    wish = serve.ServeOptions(
        host=options.host,
        port=options.port,
        database=options.database,
        pages=options.pages,
        public_url=options.public_url,
        allow_host=options.allow_host,
        trust_proxy=options.trust_proxy,
        bots=serve.named_bots(options.bot),
        pace=options.pace,
        limits=Limits(**limits),
        browser=not options.no_browser,
        log=options.log,
    )
    return serve.start(wish, language)


def _replay(options: argparse.Namespace, language: Language) -> int:
    from koloda.terminal.replay import replay

    return replay(options.record, options.to, options.seat, options.json, language)


def _verify(options: argparse.Namespace, language: Language) -> int:
    from koloda.terminal.replay import check

    return check(options.record, options.json, language)


def _simulate(options: argparse.Namespace, language: Language) -> int:
    from koloda.arena import simulation_report

    chosen = game_options(options.option)
    return simulation_report.run(
        options.game, options.players, options.games, options.seed, options.jobs, options.json, language, **chosen
    )


def _plan(options: argparse.Namespace, *keep: str) -> "Plan":
    from koloda.arena.plan import Plan, read_budget
    from koloda.bots.levels import usual_level

    bots = str(usual_level(find(options.game))) if options.bots is None else options.bots
    return Plan.of(
        options.game,
        bots.split(","),
        options.deals,
        options.players,
        options.seed,
        read_budget(options.budget),
        keep,
        **game_options(options.option),
    )


def _arena(options: argparse.Namespace, language: Language) -> int:
    from koloda.arena.match_report import MatchOptions, run

    plan = _plan(options, "record") if options.records else _plan(options)
    given = MatchOptions(
        options.jobs, options.ray, options.resume, options.records, options.json, options.csv, options.html
    )
    return run(plan, given, language)


def _balance(options: argparse.Namespace, language: Language) -> int:
    from koloda.arena.balance_report import BalanceOptions, run

    compare = tuple(game_options(changes.split(",")) for changes in options.compare)
    return run(_plan(options), BalanceOptions(options.jobs, compare, options.json, options.html), language)


def _games(options: argparse.Namespace, language: Language) -> int:
    from koloda.terminal.games import run

    return run(options.json, language)


def _rules(options: argparse.Namespace, language: Language) -> int:
    from koloda.core import rulebook
    from koloda.terminal.markdown import show

    game = find(options.game)
    if options.rule is None:
        return show(rulebook.page(game, language))
    text = rulebook.rule(game, language, options.rule)
    if text is None:
        known = rulebook.ids(game)
        raise UnknownOption.of("errors.rule_id", given=options.rule, first=known[0], last=known[-1])
    return show(text)


def _score(options: argparse.Namespace, language: Language) -> int:
    from koloda.terminal import score

    chosen = game_options(options.option)
    if options.unfinished:
        chosen["unfinished"] = "on"
    given = score.Given(
        options.game,
        chosen,
        options.players,
        options.entries,
        options.lines,
        options.resume,
        options.save,
        options.json,
    )
    return score.run(given, language)
