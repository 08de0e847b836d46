"""The parser of one command, in the reader's language, and arguments that several commands take."""

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from koloda.cli.settings import CommandLine
from koloda.core.errors import UnknownOption
from koloda.core.facts import fact
from koloda.core.text import LANGUAGES, Language, say
from koloda.games import GAMES


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
        self.add_argument("-h", "--help", action="help", help=self.text("help"))
        self.add_argument("--lang", choices=LANGUAGES, help=self.text("lang"))
        config = self.add_argument(
            "--config", type=Path, default=argparse.SUPPRESS, metavar="FILE", help=self.text("config_file")
        )
        self.typed_only(config)

    def text(self, key: str) -> str:
        return say(fact(f"cli.{key}"), self.language)

    def add_game(self, *, optional: bool = False) -> None:
        self.add_argument("game", nargs="?" if optional else None, metavar="GAME", help=", ".join(GAMES))

    def add_players(self) -> None:
        self.add_argument("--players", type=int, metavar="N", help=self.text("players"))

    def add_options(self) -> None:
        self.add_argument("-o", "--option", action="append", default=[], metavar="NAME=VALUE", help=self.text("option"))

    def add_seed(self) -> None:
        seed = self.add_argument("--seed", type=int, default=0, metavar="S", help=self.text("simulate_seed"))
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
