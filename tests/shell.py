"""Commands of `koloda`, one after the other in one process, as in a shell: a process for each takes much longer.

The process reads them as JSON: for each the words of the command, and what is typed into it.
"""

import io
import json
import os
import runpy
import shlex
import subprocess
import sys
import traceback
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import NamedTuple

from koloda.core.folders import cache_folder
from koloda.terminal import saved_games

ROOT = Path(__file__).parents[1]


class Printed(NamedTuple):
    """What a command has printed, and its exit status, or else the traceback of what it died of."""

    status: int | str
    out: str
    err: str


def installed_in(site: Path, **settings: str) -> dict[str, str]:
    """The environment of a process that finds the packages in a folder."""
    path = os.pathsep.join([str(site), str(ROOT / "src"), str(ROOT)])
    return {**os.environ, "PYTHONPATH": path, **settings}


def run_commands(site: Path, home: Path, commands: Mapping[str, str]) -> dict[str, Printed]:
    """Run commands (`koloda games`) into which something is typed, where the packages in `site` are installed.

    What they keep goes to the folder `home`, but for compiled code, which all tests share.
    """
    given = [(shlex.split(command)[1:], typed) for command, typed in commands.items()]
    settings = {"HOME": str(home), "XDG_DATA_HOME": str(home), "KOLODA_CACHE": str(cache_folder())}
    done = subprocess.run(
        [sys.executable, "-m", "tests.shell"],
        input=json.dumps(given),
        env=installed_in(site, **settings),
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    return {command: Printed(*told) for command, told in zip(commands, json.loads(done.stdout), strict=True)}


def _koloda(words: list[str], typed: str) -> Printed:
    sys.argv = ["koloda", *words]
    saved_games.old_autosave = lambda: Path("none")  # the cache is everybody's
    sys.stdin = io.StringIO(typed)
    out, err = io.StringIO(), io.StringIO()
    status: int | str = 0
    with redirect_stdout(out), redirect_stderr(err):
        try:
            runpy.run_module("koloda", run_name="__main__")
        except SystemExit as left:
            status = left.code or 0
        except BaseException:
            status = traceback.format_exc()
    return Printed(status, out.getvalue(), err.getvalue())


if __name__ == "__main__":
    print(json.dumps([_koloda(words, typed) for words, typed in json.load(sys.stdin)]))
