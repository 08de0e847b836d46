"""The man page, made from the same parser as `--help`: python -m koloda.cli.man > share/man/man1/koloda.1

`python -m koloda.cli.man ru` prints the Russian one (share/man/ru/man1/koloda.1).
"""

import re
import sys
from collections.abc import Iterator
from importlib.metadata import version
from textwrap import wrap

from koloda.cli.outline import Argument, Command, outline
from koloda.core.facts import fact
from koloda.core.text import LANGUAGES, Language, say, texts

DATE = "2026-11-16"
"""When the page was last revised."""
WIDTH = 72
"""Of a line of the source, before its hyphens are escaped."""


def page(language: Language = "en") -> str:
    """The whole page, in roff."""
    root = outline(language)

    def t(key: str) -> str:
        return say(fact(f"cli.{key}"), language)

    lines = [
        '.\\" python -m koloda.cli.man makes this page from the help of the program.',
        f'.TH KOLODA 1 "{DATE}" "Koloda {version("koloda")}"',
        f".SH {_heading(t('man_name'))}",
        f"koloda \\- {_text(t('man_short'))}",
        f".SH {_heading(t('man_synopsis'))}",
        ".B koloda",
        f"[{_text(t('options'))}]",
        f".I {_text(t('command'))}",
        "[...]",
        f".SH {_heading(t('man_description'))}",
        *_paragraphs(t("man_about")),
        f".SH {_heading(t('options'))}",
        *(line for option in root.options for line in _argument(option)),
        f".SH {_heading(t('commands'))}",
        *(line for command in root.all() for line in _command(command)),
        f".SH {_heading(t('man_exit_codes'))}",
        ".nf",
        *map(_text, t("exit_codes").splitlines()),
        ".fi",
        f".SH {_heading(t('man_environment'))}",
        *(line for name in _variables(language) for line in (".TP", f".B {name}", *_filled(t(f"man_{name.lower()}")))),
        f".SH {_heading(t('man_see_also'))}",
        *_paragraphs(t("man_more")),
    ]
    return "\n".join(lines) + "\n"


def _variables(language: Language) -> list[str]:
    """The environment variables that have a text."""
    return [key[8:].upper() for key in texts(language) if re.fullmatch(r"cli\.man_(koloda_\w+|lang|pager)", key)]


def _command(command: Command) -> Iterator[str]:
    yield f".SS {_text('koloda ' + ' '.join([*command.path, *map(_usage, command.positionals)]))}"
    yield from _paragraphs(command.about)
    for argument in command.arguments:
        if "--help" not in argument.flags and "--lang" not in argument.flags:
            yield from _argument(argument)
    heading, _, examples = command.examples.partition("\n")
    if examples:
        yield from (".PP", _text(heading), ".PP", ".nf")
        yield from map(_text, examples.splitlines())
        yield ".fi"


def _usage(argument: Argument) -> str:
    shown = f"{argument.value}{' ...' if argument.repeated else ''}"
    return f"[{shown}]" if argument.optional else shown


def _argument(argument: Argument) -> Iterator[str]:
    yield ".TP"
    value = f"[{argument.value}]" if argument.optional and argument.value else argument.value
    flags = ", ".join(f"\\fB{_text(flag)}\\fR" for flag in argument.flags)
    shown = f"\\fI{_text(value)}\\fR" if value else ""
    yield " ".join(part for part in (flags, shown) if part)
    yield from _filled(argument.help) or ["\\&"]


def _paragraphs(text: str) -> Iterator[str]:
    for number, paragraph in enumerate(text.split("\n\n")):
        if number:
            yield ".PP"
        yield from _filled(paragraph)


def _filled(text: str) -> list[str]:
    return [_text(line) for line in wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)]


def _heading(text: str) -> str:
    return _text(text.upper())


def _text(text: str) -> str:
    """Text for roff: a backslash is one, a hyphen can be copied, and no line begins with a control character."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{escaped}" if escaped.startswith((".", "'")) else escaped


if __name__ == "__main__":
    wanted = sys.argv[1] if len(sys.argv) > 1 else LANGUAGES[0]
    sys.stdout.buffer.write(page(next(language for language in LANGUAGES if language == wanted)).encode())
