"""Questions on a terminal, line by line. With JSON on standard output, they go to standard error."""

import sys
from collections.abc import Callable


def asker(as_json: bool) -> Callable[[str], str]:
    """With JSON on standard output, questions go to standard error."""
    if not as_json:
        return input

    def ask(question: str) -> str:
        print(question, end="", file=sys.stderr, flush=True)
        return input()

    return ask


def to_stderr(line: str) -> None:
    print(line, file=sys.stderr)
