"""Completion for bash."""

import shlex
from collections.abc import Iterable

from koloda.cli.outline import Argument, Command
from koloda.cli.shells.words import Words

HEAD = """\
# Completion of koloda for bash. Load it with: source <(koloda completion bash)
"""

BODY = """\
_koloda() {
    local typed=${COMP_LINE:0:COMP_POINT} command="" game="" places=0 each number
    local word=${typed##*[[:space:]]}
    local -a before
    read -r -a before <<< "${typed%"$word"}"
    local previous=${before[${#before[@]} - 1]}
    for (( number = 1; number < ${#before[@]}; number++ )); do
        each=${before[number]}
        if [[ $each == -* ]]; then
            continue
        elif _koloda_takes_value "$command" "${before[number - 1]}"; then
            continue
        elif [[ -z $command || " $_koloda_above " == *" $command "* ]]; then
            command=${command:+$command/}$each
        else
            places=$(( places + 1 ))
            [[ $places == 1 ]] && game=$each
        fi
    done
    local kind="" words=""
    if [[ $previous == -* ]]; then _koloda_value "$command" "$previous" "$game"; fi
    if [[ -z $kind && $word == -* ]]; then kind=words; words=$(_koloda_flags "$command"); fi
    if [[ -z $kind ]]; then _koloda_place "$command" "$places" "$game"; fi
    COMPREPLY=()
    case $kind in
        file) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
        folder) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
        words) mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word") ;;
    esac
    if [[ $word == *=* && $COMP_WORDBREAKS == *=* ]]; then
        COMPREPLY=("${COMPREPLY[@]#"${word%"${word##*=}"}"}")
    fi
    if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
complete -F _koloda koloda
"""


def script(root: Command, words: Words) -> str:
    """The script: what can follow what, as functions of the command, the option and the game typed so far."""
    commands = [root, *root.all()]
    above = [_path(command) for command in commands if command.commands and command.path]
    flags = [(_path(command), " ".join(flag for o in command.options for flag in o.flags)) for command in commands]
    values = [
        (f"{_path(command)} {flag}", _answer(option, root, words))
        for command in commands
        for option in command.options
        if option.value
        for flag in option.flags
    ]
    places = []
    for command in commands:
        if command.commands:
            places.append((f"{_path(command)} 0", _words(below.name for below in command.commands)))
        for number, argument in enumerate(command.positionals):
            place = f"{_path(command)} *" if argument.repeated else f"{_path(command)} {number}"
            places.append((place, _answer(argument, root, words)))
    return "".join(
        [
            HEAD,
            f"_koloda_above={shlex.quote(' '.join(above))}\n",
            _function("_koloda_flags", '"$1"', [(path, f"echo {shlex.quote(said)}") for path, said in flags]),
            _function("_koloda_takes_value", '"$1 $2"', [(key, "return 0") for key, _ in values], "return 1"),
            _function("_koloda_value", '"$1 $2"', values),
            _function("_koloda_place", '"$1 $2"', places),
            BODY,
        ]
    )


def _path(command: Command) -> str:
    return "/".join(command.path)


def _answer(argument: Argument, root: Command, words: Words) -> str:
    """The commands that say what a value can be."""
    if argument.kind in ("file", "folder"):
        return f"kind={argument.kind}"
    if by_game := words.by_game(argument):
        cases = " ".join(f"{game}) {_words(found)} ;;" for game, found in by_game.items())
        return f'kind=words; case "$3" in {cases} esac'
    return _words(words.of(argument, root))


def _words(found: Iterable[str]) -> str:
    return f"kind=words; words={shlex.quote(' '.join(found))}"


def _function(name: str, subject: str, cases: list[tuple[str, str]], otherwise: str = ":") -> str:
    lines = [f"{name}() {{", f"    case {subject} in"]
    lines += [f"        {_pattern(key)}) {said} ;;" for key, said in cases]
    return "\n".join([*lines, f"        *) {otherwise} ;;", "    esac", "}", ""])


def _pattern(key: str) -> str:
    return f'"{key[:-1]}"*' if key.endswith("*") else f'"{key}"'
