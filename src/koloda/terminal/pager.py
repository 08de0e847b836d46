"""Long texts in a terminal, screen by screen."""

import os
import shlex
import shutil
import subprocess
import sys

LESS = "less -RFX"
"""With colours; a text that fits on the screen is only printed, and the text stays on the screen afterwards."""


def pager() -> list[str] | None:
    """The command of $PAGER, else `less`; None if there is none, or $PAGER says that none is wanted."""
    words = shlex.split(os.environ.get("PAGER", LESS)) or ["cat"]
    if words == ["less"]:
        words = shlex.split(LESS)
    return None if words[0] == "cat" or shutil.which(words[0]) is None else words


def page(text: str, height: int) -> bool:
    """Show a text that is higher than the screen in the user's pager. False if it has to be printed instead."""
    command = pager()
    if command is None or text.count("\n") < height or not sys.stdin.isatty():
        return False
    sys.stdout.flush()
    with subprocess.Popen(command, stdin=subprocess.PIPE, text=True, encoding="utf-8", errors="replace") as reader:
        assert reader.stdin is not None
        try:
            reader.stdin.write(text)
            reader.stdin.close()
        except BrokenPipeError:  # the reader has left before the end
            pass
        while True:
            try:
                return reader.wait() is not None
            except KeyboardInterrupt:  # the pager has got it as well, and decides
                pass
