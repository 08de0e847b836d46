"""Where `koloda` starts: choose the language, parse the arguments, run the command."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from koloda.cli.language import argparse_in, chosen_language
from koloda.cli.parser import Parser
from koloda.cli.settings import Settings
from koloda.core.errors import KolodaError
from koloda.core.text import say
from koloda.games import GAMES

HELP = {"-h", "--help", "--version"}
"""What is answered even if the file of settings cannot be read."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = chosen_language(given)
    try:
        settings = Settings(os.environ, Path()) if HELP.intersection(given) else Settings.load(given, os.environ)
        language = chosen_language(given, settings.language)
        with argparse_in(language):
            parser = Parser(language)
            options = settings.parse(parser, parser.by_name, given)
        options.settings = settings
        for problem in GAMES.problems:
            print(say(problem.told, language), file=sys.stderr)
        status: int = options.run(options, language)
        return status
    except KolodaError as error:
        print(error.text(language), file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of a pipe has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
