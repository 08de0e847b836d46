"""The packages are built, put where Python finds them, and used like any other game."""

import json
import os
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from tests.compiled.test_loader import CUDA
from tests.example_games import FOLDER, PACKAGES, declared

ROOT = FOLDER.parents[1]
GAMES = {name: package for package in PACKAGES for name in declared(package)}
every_game = pytest.mark.parametrize("game", GAMES)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the packages in it, as pip would unpack them."""
    built, site = tmp_path_factory.mktemp("built"), tmp_path_factory.mktemp("site")
    for package in PACKAGES:
        build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(built)]
        subprocess.run(build, cwd=package, check=True, capture_output=True)
    for wheel in built.iterdir():
        ZipFile(wheel).extractall(site)
    return site


def run(site: Path, *words: str, **settings: str) -> str:
    """What Python prints with these arguments, where the packages are installed."""
    path = os.pathsep.join([str(site), str(ROOT / "src"), str(ROOT)])
    environment = {**os.environ, "PYTHONPATH": path, **settings}
    done = subprocess.run([sys.executable, *words], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_they_are_listed(site: Path) -> None:
    listed = json.loads(run(site, "-m", "koloda", "games", "--json"))
    assert listed["left_out"] == []
    assert {game["name"]: game["package"] for game in listed["games"] if game["name"] in GAMES} == {
        name: f"koloda-{package.name.replace('_', '-')}" for name, package in GAMES.items()
    }


@every_game
def test_commands(site: Path, game: str) -> None:
    simulated = json.loads(run(site, "-m", "koloda", "simulate", game, "--games", "2000", "--json"))
    assert simulated["games"] == 2000
    assert "**" in run(site, "-m", "koloda", "rules", game)


@every_game
def test_environments_batches_and_records(site: Path, game: str, tmp_path: Path) -> None:
    kept = str(tmp_path / "game.koloda")
    run(site, "-m", "tests.example_games.installed", game, kept)
    run(site, "-m", "koloda", "verify", kept)


@every_game
def test_device_functions_do_the_same_in_the_cuda_simulator(site: Path, game: str) -> None:
    assert int(run(site, "-c", CUDA, game, "{'players': 3}", NUMBA_ENABLE_CUDASIM="1")) > 5


@every_game
def test_batches_and_playouts_do_the_same_in_the_cuda_simulator(site: Path, game: str) -> None:
    assert run(site, "-m", "tests.envs.against_replica", game, "25", NUMBA_ENABLE_CUDASIM="1") == "equal\n"


def test_the_exact_value_of_leduc_poker(site: Path) -> None:
    """The same as that of OpenSpiel's own: see `leduc/test_leduc.py`."""
    assert float(run(site, "-m", "tests.example_games.leduc.equilibrium")) == pytest.approx(-0.0856064, abs=1e-7)
