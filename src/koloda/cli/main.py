"""Where `koloda` starts: choose the language, parse the arguments, run the command, report what goes wrong."""

import os
import sys
import warnings
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple, TextIO

from koloda.cli.arguments import UsageError
from koloda.cli.language import argparse_in, chosen_language
from koloda.cli.parser import Parser
from koloda.cli.settings import Settings
from koloda.core import output
from koloda.core.errors import FileError, KolodaError
from koloda.core.exit_codes import DONE, FILE, INTERRUPTED, USAGE
from koloda.core.facts import Fact, fact
from koloda.core.files import reason
from koloda.core.folders import NoCache
from koloda.core.text import Language, say
from koloda.games import GAMES

HELP = {"-h", "--help", "--version"}
"""What is answered even if the file of settings cannot be read."""


class Failure(NamedTuple):
    """Why a command was not carried out."""

    status: int
    code: str
    message: str
    usage: str = ""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Like argparse, raise SystemExit after `--help` and for wrong usage."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    language = chosen_language(given)
    as_json = "--json" in given
    output.prepare()
    try:
        help_only = HELP.intersection(given)
        settings = Settings(os.environ, Path()) if help_only else Settings.load(given, os.environ)
        language = chosen_language(given, settings.language)
        with _warnings_in(language):
            options = _parsed(given, settings, language)
            as_json = getattr(options, "json", False)
            for problem in GAMES.problems:
                print(say(problem.told, language), file=sys.stderr)
            status: int = options.run(options, language)
        sys.stdout.flush()
        return status
    except UsageError as error:
        message = say(fact("cli.error"), language) % {"prog": error.prog, "message": error.message}
        _report(Failure(USAGE, "usage", message, error.usage), as_json)
        raise
    except KolodaError as error:
        status = FILE if isinstance(error, FileError) else USAGE
        return _report(Failure(status, error.code, error.text(language)), as_json)
    except BrokenPipeError:  # the reader of a pipe has seen enough
        output.abandon(sys.stdout)
        return DONE
    except OSError as problem:
        output.abandon(sys.stdout)
        return _report(Failure(FILE, FileError.code, say(_unwritten(problem), language)), as_json)
    except KeyboardInterrupt as interruption:  # a command may say what becomes of its work
        message = str(interruption) or say(fact("cli.interrupted"), language)
        return _report(Failure(INTERRUPTED, "interrupted", message), as_json)


def _parsed(given: Sequence[str], settings: Settings, language: Language) -> Namespace:
    try:
        with argparse_in(language):
            parser = Parser(language)
            options = settings.parse(parser, parser.by_name, given)
            options.settings = settings
            return options
    except SystemExit:  # --help and --version, too
        sys.stdout.flush()
        raise


def _unwritten(problem: OSError) -> Fact:
    if problem.filename is None:
        return fact("errors.output", problem=reason(problem))
    return fact("errors.file_or_folder", file=str(problem.filename), problem=reason(problem))


def _report(failure: Failure, as_json: bool) -> int:
    """Say what went wrong: with `--json` as JSON on standard output, else on standard error."""
    if as_json:
        try:
            output.print_json({"error": {"code": failure.code, "message": failure.message}})
            sys.stdout.flush()
            return failure.status
        except OSError:
            output.abandon(sys.stdout)
    try:
        print(f"{failure.usage}{failure.message}", file=sys.stderr, flush=True)
    except OSError:  # then the exit code alone has to tell it
        output.abandon(sys.stderr)
    return failure.status


@contextmanager
def _warnings_in(language: Language) -> Iterator[None]:
    """Show warnings of ours as one line in the reader's language."""
    with warnings.catch_warnings():
        others = warnings.showwarning

        def show(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            if isinstance(message, NoCache):
                print(say(message.told, language), file=sys.stderr)
            else:
                others(message, category, filename, lineno, file, line)

        warnings.showwarning = show
        warnings.simplefilter("always", NoCache)
        yield
