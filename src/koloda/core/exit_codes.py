"""The exit codes of `koloda`, the same for every command (docs/commands.md)."""

from typing import Final

DONE: Final = 0
NO: Final = 1
"""The answer is no: a record does not hold, nothing was found."""
USAGE: Final = 2
"""The command or its input is wrong: nothing was done."""
FILE: Final = 3
"""A file or the output cannot be read or written."""
INTERRUPTED: Final = 130
"""Ctrl+C. (A process that is ended by SIGTERM has 143 in a shell.)"""
