"""docs/new_game.md: the files on the page are a game, and its commands run."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "new_game.md").read_text("utf-8")
FILES = dict(re.findall(r"^<!-- file: (\S+) -->\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
COMMANDS = [
    line
    for block in re.findall(r"^<!-- commands -->\n```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]
INTERACTIVE = ("koloda play", "koloda serve")


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Where the package of the page is installed."""
    folder, site = tmp_path_factory.mktemp("pig"), tmp_path_factory.mktemp("site")
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, "utf-8")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(site)]
    subprocess.run(build, cwd=folder, check=True, capture_output=True)
    (wheel,) = site.glob("*.whl")
    ZipFile(wheel).extractall(site)
    return {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), str(ROOT / "src"), str(ROOT)])}


def run(environment: dict[str, str], *words: str) -> str:
    done = subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_page_has_commands() -> None:
    assert COMMANDS[0] == "pip install --editable ."
    assert all(command.startswith("koloda ") for command in COMMANDS[1:])


@pytest.mark.parametrize("command", [line for line in COMMANDS[1:] if not line.startswith(INTERACTIVE)])
def test_commands_run(environment: dict[str, str], command: str) -> None:
    assert "Pig" in run(environment, "-m", "koloda", *shlex.split(command)[1:], "--lang", "en")


def test_snippets_run(environment: dict[str, str]) -> None:
    snippets = re.findall(r"^<!-- snippet -->\n```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(snippets) == 2
    run(environment, "-c", "\n".join(snippets))
