"""The sessions in the READMEs: `python -m tests.sessions` plays them again and rewrites them.

A session is a block of `console`: the command after `$`, its output, and answers after prompts. It ends with a prompt.
"""

import builtins
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from contextlib import redirect_stdout, suppress
from pathlib import Path
from unittest.mock import patch

from koloda.cli.main import main

ROOT = Path(__file__).parent.parent
PAGES = ("README.md", "README.ru.md")
BLOCK = re.compile(r"(?<=^```console\n).*?(?=^```$)", re.MULTILINE | re.DOTALL)
PROMPTS = ("Your move: ", "Ваш ход: ")


class Ended(Exception):
    """The session is long enough."""


def played(session: str) -> str:
    """Play the session with today's program."""
    command, *lines = session.splitlines()
    typed = iter([line.partition(": ")[2] for line in lines if line.startswith(PROMPTS)])
    shown = io.StringIO()

    def answer(prompt: str) -> str:
        shown.write(prompt)
        for line in typed:
            if line:
                return line  # what does not come from a keyboard is shown by the program
        raise Ended

    with (
        tempfile.TemporaryDirectory() as folder,
        patch.dict(os.environ, {"KOLODA_CACHE": folder, "XDG_DATA_HOME": folder}),
        patch.object(sys, "stdin", io.StringIO()),
        patch.object(builtins, "input", answer),
        redirect_stdout(shown),
        suppress(Ended),
    ):
        main(shlex.split(command.removeprefix("$ koloda ")))
    return "\n".join(line.rstrip() for line in [command, *shown.getvalue().splitlines()]) + "\n"


def sessions(page: str) -> Iterator[str]:
    for found in BLOCK.finditer((ROOT / page).read_text("utf-8")):
        yield found[0]


if __name__ == "__main__":
    for page in PAGES:
        file = ROOT / page
        file.write_text(BLOCK.sub(lambda found: played(found[0]), file.read_text("utf-8")), "utf-8")
        print(page)
