"""`koloda config`: show the settings in effect, and where each comes from."""

import json
from argparse import Namespace
from pathlib import Path
from typing import Any

from koloda.cli.arguments import CommandParser
from koloda.cli.settings import Found, Setting, Settings, settings_of
from koloda.core.errors import UnknownOption
from koloda.core.facts import fact
from koloda.core.text import Language, say


def add_arguments(parser: CommandParser) -> None:
    parser.add_argument("about", nargs="?", metavar="COMMAND", help=parser.text("config_about"))
    parser.add_json()


def run(options: Namespace, language: Language) -> int:
    from koloda.cli.parser import Parser

    settings: Settings = options.settings
    by_command = settings_of(Parser(language).by_name)
    if options.about is not None and options.about not in by_command:
        raise UnknownOption.of("cli.config_no_command", given=options.about, known=list(by_command))
    commands = list(by_command) if options.about is None else [options.about]
    shared = {setting.key: setting for setting in by_command["config"] if not setting.command}
    shown = [*shared.values(), *(each for name in commands for each in by_command[name] if each.command)]
    found = [(setting, settings.find(setting)) for setting in shown]
    print(_as_json(settings, found) if options.json else _as_toml(settings, found, language))
    return 0


def _as_json(settings: Settings, found: list[tuple[Setting, Found]]) -> str:
    rows = [
        {
            "command": setting.command or None,
            "key": setting.key,
            "option": setting.option,
            "variable": setting.variable,
            "value": "***" if setting.secret and value.value is not None else value.value,
            "source": value.source,
        }
        for setting, value in found
    ]
    return json.dumps({"file": str(settings.file), "exists": settings.file.exists(), "settings": rows}, default=str)


def _as_toml(settings: Settings, found: list[tuple[Setting, Found]], language: Language) -> str:
    """A file that would set what is set now. What has its default is commented out."""

    def text(key: str, **args: str) -> str:
        return say(fact(f"cli.config_{key}", **args), language)

    lines = [f"# {text('here' if settings.file.exists() else 'not_here', file=str(settings.file))}"]
    table = ""
    for setting, value in found:
        if setting.command != table:
            table = setting.command
            lines += ["", f"[{table}]"]
        hidden = setting.secret and value.value is not None
        line = f"{setting.key} = {'***' if hidden else _toml(value.value)}".rstrip()
        if hidden or value.source == "default":
            line = f"# {line}"
        lines.append(f"{line:<40}  # {text(f'from_{value.source}', variable=setting.variable)}")
    return "\n".join(lines)


def _toml(value: Any) -> str:
    if isinstance(value, bool | int | float):
        return str(value).lower()
    if isinstance(value, list):
        return f"[{', '.join(map(_toml, value))}]"
    if value is None:
        return ""
    return json.dumps(str(value) if isinstance(value, Path) else value, ensure_ascii=False)
