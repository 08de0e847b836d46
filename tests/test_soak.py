"""`make test` always draws the same examples, `make soak` new ones; a failure there prints how to repeat it."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from koloda.games import GAMES
from tests.games.test_laws import over_random_games
from tests.timeouts import HANG

ROOT = Path(__file__).parent.parent
FAILING = """
import sys
from pathlib import Path

import pytest

from koloda.games import GAMES
from tests.games.test_laws import over_random_games
from tests.soak import SEED

HERE = Path(__file__).parent


def test_that_imports_a_module_full_of_constants():
    sys.path.insert(0, str(HERE))
    import constants
    assert constants.LARGE


@pytest.mark.parametrize("name", ["a", "b"])
def test_that_fails(name):
    drawn = []
    over_random_games(GAMES["mind_up"], 200, lambda options, key: drawn.append((options, key)))
    file = HERE / f"{name}.drawn"
    with file.open("a") as out:
        out.write(f"{SEED} {drawn}\\n")
    pytest.fail("as it should")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text(
        "[pytest]\naddopts = --import-mode=importlib --disable-plugin-autoload -phypothesispytest -pxdist "
        "-ptests.conftest\n"
    )
    (tmp_path / "test_some.py").write_text(FAILING)
    (tmp_path / "constants.py").write_text(f"LARGE = {[n * 7919 for n in range(1, 1000)]}\n")
    return tmp_path


def run(folder: Path, *arguments: str, **variables: str) -> str:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("KOLODA_", "PYTEST_"))}
    environment |= {"PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path]), **variables}
    command = [sys.executable, "-m", "pytest", *arguments]
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, timeout=HANG)
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def drawn(folder: Path, name: str = "a") -> list[str]:
    """What every run so far has drawn, with its seed."""
    return (folder / f"{name}.drawn").read_text().splitlines()


def test_without_soak_the_examples_are_always_the_same(folder: Path) -> None:
    assert "repeat with" not in run(folder, "-n", "0")
    here: list[tuple[dict[str, Any], int]] = []
    over_random_games(GAMES["mind_up"], 200, lambda options, key: here.append((options, key)))
    assert drawn(folder) == drawn(folder, "b") == [f"2026 {here}"], "whatever else a process has done"


def test_a_failure_in_soak_prints_the_command_that_repeats_it(folder: Path) -> None:
    shown = run(folder, "-n", "2", KOLODA_SOAK="3")
    commands = re.findall(r"^make soak .*$", shown, re.MULTILINE)
    assert len(commands) == 2
    (words,) = (shlex.split(command) for command in commands if "[a]" in command)
    given = dict(word.partition("=")[::2] for word in words[2:])
    assert given["SOAK"] == "3"
    assert f"soak: 3 times as much as usual, seed {given['SEED']}" in shown
    run(folder, *shlex.split(given["ARGS"]), KOLODA_SOAK=given["SOAK"], KOLODA_SEED=given["SEED"])
    first, again = drawn(folder)
    assert first == again, "alone as among others"
    assert first.startswith(f"{given['SEED']} ")
    assert first == drawn(folder, "b")[0], "all processes have one seed"


def test_every_soak_has_a_new_seed() -> None:
    def seed(**variables: str) -> str:
        command = [sys.executable, "-c", "from tests.soak import SEED; print(SEED)"]
        return subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True, check=True).stdout

    assert seed() == seed() == "2026\n"
    assert seed(KOLODA_SOAK="3") != seed(KOLODA_SOAK="3")
    assert seed(KOLODA_SOAK="3", KOLODA_SEED="5") == "5\n"


def test_the_printed_command_runs_that_test_alone() -> None:
    test = "tests/games/test_laws.py::test_interpreted_and_compiled_rules_are_the_same[dobro]"

    def commanded(*arguments: str) -> str:
        make = ["make", "--dry-run", "--no-print-directory", "--assume-old=.venv/.dev", "soak", *arguments]
        own = {"PATH": os.environ["PATH"]}  # a make around the tests says its own variables to this one
        done = subprocess.run(make, cwd=ROOT, env=own, capture_output=True, text=True, check=True)
        return done.stdout.replace("\\\n", "")

    (alone,) = commanded("SOAK=7", "SEED=5", f"ARGS='{test}'").splitlines()
    words = shlex.split(alone)
    assert words[:2] == ["KOLODA_SOAK=7", "KOLODA_SEED=5"]
    assert words[words.index("pytest") + 1 :] == [test]
    assert "KOLODA_SEED" not in commanded()
    assert "tests/server/test_kill.py" in commanded("ARGS=-x")
