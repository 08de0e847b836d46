"""docs/new_game.md: the files on the page are a game, and its commands run."""

import re
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.shell import installed_in, run_commands

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "new_game.md").read_text("utf-8")
FILES = dict(re.findall(r"^<!-- file: (\S+) -->\n```\w+\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))
COMMANDS = [
    line
    for block in re.findall(r"^<!-- commands -->\n```sh\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]
RUN = [command for command in COMMANDS[1:] if command != "koloda serve"]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package of the page in it, as pip would unpack it."""
    folder, site = tmp_path_factory.mktemp("pig"), tmp_path_factory.mktemp("site")
    for name, content in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(content, "utf-8")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(site)]
    subprocess.run(build, cwd=folder, check=True, capture_output=True)
    (wheel,) = site.glob("*.whl")
    ZipFile(wheel).extractall(site)
    return site


def test_the_page_has_commands() -> None:
    assert COMMANDS[0] == "pip install --editable ."
    assert all(command.startswith("koloda ") for command in COMMANDS[1:])


def test_commands_run(site: Path, tmp_path: Path) -> None:
    """Whoever plays takes the first move again and again."""
    typed = {f"{command} --lang en": "#1\n" * 1000 if command.startswith("koloda play") else "" for command in RUN}
    for command, printed in run_commands(site, tmp_path, typed).items():
        assert printed.status == 0, (command, printed)
        assert printed.err == "", command
        assert "Pig" in printed.out, command


def test_snippets_run(site: Path) -> None:
    snippets = re.findall(r"^<!-- snippet -->\n```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(snippets) == 2
    command = [sys.executable, "-c", "\n".join(snippets)]
    done = subprocess.run(command, env=installed_in(site), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
