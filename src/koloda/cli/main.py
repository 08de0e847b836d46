"""Where `koloda` starts: choose the language, parse the arguments, run the command."""

import os
import sys
from collections.abc import Sequence

from koloda.cli.language import argparse_in, chosen_language
from koloda.cli.parser import Parser
from koloda.core.errors import KolodaError
from koloda.core.text import say
from koloda.games import GAMES


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = chosen_language(given)
    try:
        with argparse_in(language):
            options = Parser(language).parse_args(given)
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
