"""Shell completion, in the shells themselves as far as they are installed."""

import shutil
import subprocess
from pathlib import Path

import pytest

from koloda.bots.levels import LEVELS
from koloda.cli.completion import SHELLS
from koloda.cli.outline import Argument, Command, outline
from koloda.cli.parser import COMMANDS
from koloda.cli.shells import bash, fish, script, zsh
from koloda.cli.shells.words import Words
from koloda.core.text import LANGUAGES
from koloda.games import GAMES

TYPED = {
    "koloda ": set(COMMANDS),
    "koloda pl": {"play"},
    "koloda --lang ": set(LANGUAGES),
    "koloda --lang ru sc": {"score"},
    "koloda play ": set(GAMES),
    "koloda play --players 3 no": {"no_thanks"},
    "koloda play dobro --lev": {"--level"},
    "koloda play dobro --level ": set(LEVELS),
    "koloda play dobro -o pair": {"pair_doubling=good-number", "pair_doubling=top-card"},
    "koloda simulate no_thanks --option rem": {"removed="},
    "koloda rules no_thanks NT-1": {"NT-1", "NT-10", "NT-11", "NT-12"},
    "koloda completion ": set(SHELLS),
    "koloda help are": {"arena"},
    "koloda verify FOLDER/ga": {"FOLDER/game.koloda"},
    "koloda arena dobro --html FOLDER/ga": {"FOLDER/game.koloda"},
}
BASH = """
compopt() { :; }
COMP_WORDBREAKS=$' \\t\\n"><=;|&(:'
while IFS= read -r COMP_LINE; do
    COMP_POINT=${#COMP_LINE}
    _koloda
    echo "${COMPREPLY[*]}"
done
"""
FISH = 'while read -l line; echo (complete -C"$line" | string split -f1 \\t); end'


def answers(shell: str, program: str, typed: list[str], tmp_path: Path) -> list[set[str]]:
    """What a shell offers for each of the lines typed."""
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "game.koloda").touch()
    lines = "".join(f"{line}\n" for line in typed).replace("FOLDER", str(tmp_path))
    (tmp_path / "script").write_text(program, "utf-8")
    done = subprocess.run(
        [shell, str(tmp_path / "script")],
        input=lines,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
        capture_output=True,
        text=True,
    )
    assert done.stderr == ""
    return [set(line.replace(str(tmp_path), "FOLDER").split()) for line in done.stdout.splitlines()]


@pytest.mark.parametrize(("shell", "program"), [("bash", BASH), ("fish", FISH)])
def test_a_shell_offers_what_can_follow(shell: str, program: str, tmp_path: Path) -> None:
    offered = answers(shell, script(shell, "en") + program, list(TYPED), tmp_path)
    assert dict(zip(TYPED, offered, strict=True)) == TYPED


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("shell", SHELLS)
def test_scripts_are_well_formed(shell: str, language: str, tmp_path: Path) -> None:
    """In Russian, too, with its quotation marks."""
    text = script(shell, "ru" if language == "ru" else "en")
    for command in COMMANDS:
        assert command in text
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    (tmp_path / "script").write_text(text, "utf-8")
    done = subprocess.run([shell, "-n", str(tmp_path / "script")], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")


def test_functions_of_zsh_have_different_names() -> None:
    names = [line for line in script("zsh", "en").splitlines() if line.endswith("() {")]
    assert len(set(names)) == len(names)


def test_the_outline_has_every_command_and_option() -> None:
    root = outline()
    assert [command.name for command in root.commands] == list(COMMANDS)
    play = next(command for command in root.commands if command.name == "play")
    assert [argument.kind for argument in play.positionals] == ["game"]
    assert {flag for option in play.options for flag in option.flags} >= {"-h", "--help", "--level", "-o", "--option"}


def test_commands_of_commands(tmp_path: Path) -> None:
    """`koloda admin backup FILE`, in a command line of which only that is true."""
    lang = Argument(("--lang",), "{en,ru}", False, False, "word", ("en", "ru"), "the language")
    file = Argument((), "FILE", False, False, "file", (), "where to")
    force = Argument(("--force",), "", False, False, "word", (), "don't ask")
    below = (
        Command(("admin", "backup"), "copy", "", "", (lang, force, file)),
        Command(("admin", "list"), "list", "", "", (lang,)),
    )
    root = Command((), "", "", "", (lang,), (Command(("admin",), "manage", "", "", (lang,), below),))
    typed = {
        "koloda ": {"admin"},
        "koloda admin ": {"backup", "list"},
        "koloda --lang en admin ba": {"backup"},
        "koloda admin backup --f": {"--force"},
        "koloda admin --lang ": {"en", "ru"},
    }
    words = Words((), (), {}, {})
    for shell, make, program in (("bash", bash.script, BASH), ("fish", fish.script, FISH)):
        offered = answers(shell, make(root, words) + program, list(typed), tmp_path)
        assert dict(zip(typed, offered, strict=True)) == typed
    assert "_koloda_admin_backup()" in zsh.script(root, words)
