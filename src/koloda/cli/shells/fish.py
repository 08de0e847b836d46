"""Completion for fish."""

from koloda.cli.outline import Argument, Command
from koloda.cli.shells.words import Words

HEAD = """\
# Completion of koloda for fish. Load it with: koloda completion fish | source
function __koloda_at
    set -l path
    set -l value no
    for word in (commandline -opc)[2..-1]
        if test $value = yes
            set value no
        else if string match -q -- '-*' $word
            contains -- $word {valued}; and test -z "$path"; and set value yes
        else
            set -a path $word
            contains -- (string join / $path) {above}; or break
        end
    end
    set -l joined (string join / $path)
    test "$joined" = "$argv[1]"
end
"""


def script(root: Command, words: Words) -> str:
    """The script: a line for each argument of each command."""
    valued = " ".join(flag for option in root.options if option.value for flag in option.flags)
    above = " ".join("/".join(command.path) for command in root.all() if command.commands) or "''"
    lines = [HEAD.format(valued=valued, above=above).rstrip()]
    for kind, found in (("option", words.options), ("rule", words.rules)):
        lines += [f"function __koloda_{kind}s", "    set -l words (commandline -opc)"]
        for game, each in found.items():
            lines.append(f"    contains {game} $words; and printf '%s\\n' {' '.join(map(_quoted, each))}")
        lines += ["    return 0", "end"]
    lines.append("complete -c koloda -f")
    for command in [root, *root.all()]:
        here = f"__koloda_at {_quoted('/'.join(command.path))}"
        start = f"complete -c koloda -n {_quoted(here)}"
        lines += [f"{start} -a {below.name} -d {_quoted(below.short)}" for below in command.commands]
        lines += [f"{start} {_flags(option)} {_value(option, root, words)}".rstrip() for option in command.options]
        lines += [f"{start} {_value(argument, root, words, place=True)}" for argument in command.positionals]
    return "\n".join(lines) + "\n"


def _flags(option: Argument) -> str:
    short = [f"-s {flag[1:]}" for flag in option.flags if not flag.startswith("--")]
    long = [f"-l {flag[2:]}" for flag in option.flags if flag.startswith("--")]
    return " ".join([*short, *long, f"-d {_quoted(option.help)}"])


def _value(argument: Argument, root: Command, words: Words, place: bool = False) -> str:
    """What can follow: files, words, or words that depend on the game."""
    if not argument.value and not place:
        return ""
    if argument.kind == "file":
        return "-F" if place or argument.optional else "-r -F"
    needed = "" if place or argument.optional else "-x "
    if argument.kind == "folder":
        return f"{needed}-a '(__fish_complete_directories)'"
    if words.by_game(argument):
        return f"{needed}-a '(__koloda_{argument.kind}s)'"
    found = words.of(argument, root)
    return f"{needed}-a {_quoted(' '.join(found))}" if found else needed.rstrip()


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace("'", "\\'").replace("\n", " ")
    return f"'{escaped}'"
