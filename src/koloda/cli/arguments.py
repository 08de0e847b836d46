"""The parser of one command, in the reader's language, and arguments that several commands take."""

import argparse
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from koloda.cli.settings import CommandLine
from koloda.core.errors import KolodaError, UnknownOption
from koloda.core.exit_codes import USAGE
from koloda.core.facts import fact
from koloda.core.numbers import whole_number
from koloda.core.similar import closest
from koloda.core.text import LANGUAGES, Language, say, texts
from koloda.games import GAMES

ActionT = TypeVar("ActionT", bound=argparse.Action)


class UsageError(SystemExit):
    """A command line that cannot be parsed. `usage` says how it should read."""

    def __init__(self, prog: str, usage: str, message: str) -> None:
        super().__init__(USAGE)
        self.prog = prog
        self.usage = usage
        self.message = message


class CommandParser(CommandLine):
    """Parses the arguments of one command. Its help ends with examples; every help text has a key in `cli.json`."""

    def __init__(self, language: Language, about: str, **more: Any) -> None:
        self.language = language
        super().__init__(
            description=self.text(about),
            epilog=self.text(f"{about}_examples"),
            formatter_class=argparse.RawDescriptionHelpFormatter,
            add_help=False,
            **more,
        )
        self.add_argument("-h", "--help", action="help", help=self.text("help_option"))
        self.add_argument("--lang", choices=LANGUAGES, help=self.text("lang"))
        config = self.add_argument(
            "--config", type=Path, default=argparse.SUPPRESS, metavar="FILE", help=self.text("config_file")
        )
        self.typed_only(config)

    def text(self, key: str) -> str:
        return say(fact(f"cli.{key}"), self.language)

    def _add_action(self, action: ActionT) -> ActionT:
        """Add an argument. What stands for its value in the usage (FILE) is translated, if there is a text for it."""
        if isinstance(action.metavar, str):
            key = re.sub(r"\W", "_", action.metavar.lower())
            action.metavar = texts(self.language).get(f"cli.value_{key}", action.metavar)
        return super()._add_action(action)

    def error(self, message: str) -> NoReturn:
        raise UsageError(self.prog, self.format_usage(), message)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse a command line. For an unknown option, ask for the one that was probably meant."""
        options, unknown = self.parse_known_args(args, namespace)
        if unknown:
            message = self.text("error_unrecognized") % " ".join(unknown)
            known = self._option_strings(getattr(options, "command", None))
            meant = (closest(word.partition("=")[0], known) for word in unknown if word.startswith("--"))
            if like := next(filter(None, meant), None):
                message = f"{message}. {say(fact('cli.did_you_mean', like=like), self.language)}"
            self.error(message)
        return options

    def _option_strings(self, command: str | None) -> list[str]:
        """The options of this parser, and of one of its commands."""
        found = [name for name in self._option_string_actions if name.startswith("--")]
        return found if command is None else found + self.below()[command]._option_strings(None)

    def below(self) -> dict[str, "CommandParser"]:
        """The commands of this one, by name."""
        found = [action for action in self._actions if isinstance(action, argparse._SubParsersAction)]
        return dict(found[0].choices) if found else {}

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse a value that is not one of the choices; ask for the one that was probably meant."""
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError as error:
            like = closest(str(value), map(str, action.choices or ()))
            if like is None:
                raise
            asked = say(fact("cli.did_you_mean", like=like), self.language)
            raise argparse.ArgumentError(action, f"{error.message}. {asked}") from None

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """Parse the value of one argument. An error of ours explains itself in the reader's language."""
        try:
            return super()._get_value(action, arg_string)
        except KolodaError as error:
            raise argparse.ArgumentError(action, error.text(self.language).rstrip(".")) from None

    def add_game(self, *, optional: bool = False) -> None:
        self.add_argument("game", nargs="?" if optional else None, metavar="GAME", help=", ".join(GAMES))

    def add_players(self) -> None:
        self.add_argument("--players", type=whole_number, metavar="N", help=self.text("players"))

    def add_options(self) -> None:
        self.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help=self.text("option"))

    def add_seed(self) -> None:
        seed = self.add_argument("--seed", type=whole_number, default=0, metavar="S", help=self.text("simulate_seed"))
        self.typed_only(seed)

    def add_json(self, about: str = "json") -> None:
        self.add_argument("--json", action="store_true", help=self.text(about))


def read_options(given: Sequence[str]) -> dict[str, str]:
    """The options of a game, from `name=value` pairs."""
    chosen: dict[str, str] = {}
    for pair in given:
        name, equals, value = pair.partition("=")
        if not equals:
            raise UnknownOption.of("errors.option_form", given=pair)
        chosen[name.strip().replace("-", "_")] = value.strip()
    return chosen
