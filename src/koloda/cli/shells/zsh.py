"""Completion for zsh."""

import re
import shlex

from koloda.cli.outline import Argument, Command
from koloda.cli.shells.words import Words

HEAD = """\
#compdef koloda
# Completion of koloda for zsh. Load it with: source <(koloda completion zsh), or keep it as _koloda on your $fpath.
"""

TAIL = """\
if [[ $funcstack[1] == _koloda ]]; then
    _koloda "$@"
else
    compdef _koloda koloda
fi
"""


def script(root: Command, words: Words) -> str:
    """The script: a function for each command."""
    games = "|".join(words.games)
    by_game = {"option": words.options, "rule": words.rules}
    return "".join(
        [
            HEAD,
            *(_values(kind, games, found) for kind, found in by_game.items()),
            *(_function(command, root, words) for command in [*root.all(), root]),
            TAIL,
        ]
    )


def _values(kind: str, games: str, found: dict[str, tuple[str, ...]]) -> str:
    """A function for values that depend on the game typed so far. After `name=` no space follows."""
    lines = [f"_koloda_values_of_{kind}() {{", f"    case ${{words[(r)({games})]}} in"]
    for game, each in found.items():
        whole = [word for word in each if not word.endswith("=")]
        begun = [word for word in each if word.endswith("=")]
        commands = [f"compadd -- {shlex.join(whole)}"] if whole else []
        commands += [f"compadd -S '' -- {shlex.join(begun)}"] if begun else []
        lines.append(f"        {game}) {'; '.join(commands) or ':'} ;;")
    return "\n".join([*lines, "    esac", "}", ""])


def _name(command: Command) -> str:
    return "_".join(["_koloda", *command.path]).replace("-", "_")


def _function(command: Command, root: Command, words: Words) -> str:
    specs = [_option(option, flag, root, words) for option in command.options for flag in option.flags]
    lines = [f"{_name(command)}() {{"]
    if not command.commands:
        places = [_place(number, each, root, words) for number, each in enumerate(command.positionals, 1)]
        lines.append(f"    _arguments {' '.join(map(shlex.quote, [*specs, *places]))}")
        return "\n".join([*lines, "}", ""])
    described = [f"{_escaped(below.name)}:{below.short}" for below in command.commands]
    lines += [
        "    local curcontext=$curcontext state line",
        "    typeset -A opt_args",
        f"    _arguments -C {' '.join(map(shlex.quote, specs))} '1: :->command' '*:: :->rest'",
        "    case $state in",
        "        command)",
        f"            local -a commands=({' '.join(map(shlex.quote, described))})",
        "            _describe -t commands command commands ;;",
        "        rest)",
        "            case $words[1] in",
        *(f"                {below.name}) {_name(below)} ;;" for below in command.commands),
        "            esac ;;",
        "    esac",
    ]
    return "\n".join([*lines, "}", ""])


def _option(option: Argument, flag: str, root: Command, words: Words) -> str:
    """A specification for `_arguments`: `*--flag[help]:value:action`."""
    others = [] if option.repeated else [other for other in option.flags if other != flag]
    start = "*" if option.repeated else f"({' '.join(others)})" if others else ""
    spec = f"{start}{flag}[{_escaped(option.help)}]"
    if not option.value:
        return spec
    return f"{spec}{'::' if option.optional else ':'}{_escaped(option.value)}:{_action(option, root, words)}"


def _place(number: int, argument: Argument, root: Command, words: Words) -> str:
    place = "*:" if argument.repeated else f"{number}{'::' if argument.optional else ':'}"
    return f"{place}{_escaped(argument.value)}:{_action(argument, root, words)}"


def _action(argument: Argument, root: Command, words: Words) -> str:
    if argument.kind in ("file", "folder"):
        return "_files" if argument.kind == "file" else "_files -/"
    if words.by_game(argument):
        return f"_koloda_values_of_{argument.kind}"
    found = words.of(argument, root)
    return f"({' '.join(found)})" if found else " "


def _escaped(text: str) -> str:
    return re.sub(r"([\[\]:\\])", r"\\\1", text.replace("\n", " "))
