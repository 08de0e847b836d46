"""Completion scripts for shells, made from the outline of the command line. They start no program of their own."""

from koloda.cli.outline import outline
from koloda.cli.shells import bash, fish, zsh
from koloda.cli.shells.words import Words
from koloda.core.text import Language

SCRIPTS = {"bash": bash.script, "zsh": zsh.script, "fish": fish.script}


def script(shell: str, language: Language) -> str:
    return SCRIPTS[shell](outline(language), Words.known())
