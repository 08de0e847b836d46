"""The packages are built, put where Python finds them, and used like any other game.

Next to them lie `pay` (tests/plugin), a small game with a score sheet, and a package whose game cannot be loaded.
"""

import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from tests import plugin
from tests.compiled.test_loader import CUDA
from tests.example_games import PACKAGES, declared
from tests.shell import installed_in, run_commands

GAMES = {name: package for package in PACKAGES for name in declared(package)}
BROKEN = (
    'The game "lost" of the package broken is left out: it cannot be loaded (ModuleNotFoundError: No module '
    "named 'nowhere').",
    "Игра «lost» из пакета broken пропущена: её не удалось загрузить (ModuleNotFoundError: No module named 'nowhere').",
)
CUDA_BATCH = f"{CUDA}\nfrom tests.envs.compare_with_reference import main\nmain(10, *sys.argv[1:])"
LARGEST = "crazy_eights"
"""The one whose bots are compared: what that takes is compiled for ten seconds a game."""
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
    shutil.copytree(plugin.FOLDER / "pay-1.0.dist-info", site / "pay-1.0.dist-info")
    broken = site / "broken-1.0.dist-info"
    broken.mkdir()
    (broken / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", "utf-8")
    (broken / "entry_points.txt").write_text("[koloda.games]\nlost = nowhere:GAME\n", "utf-8")
    return site


def run(site: Path, *words: str, **settings: str) -> str:
    """What Python prints with these arguments, where the packages are installed."""
    command = [sys.executable, *words]
    done = subprocess.run(command, env=installed_in(site, **settings), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


class Shell:
    """What the commands of `koloda` have printed."""

    def __init__(self, site: Path, home: Path) -> None:
        self.record = {game: str(home / f"{game}.koloda") for game in GAMES}
        commands = {"koloda games --json": ""}
        for game, kept in self.record.items():
            commands |= {
                f"koloda play {game} --players 3 --level 0 --seed 5 --lang en --record {kept}": "#1\n" * 300,
                f"koloda play {game} --players 2 --level 0 --seed 5 --lang ru": "help\nlook\nquit\n",
                f"koloda replay {kept} --lang en": "",
                f"koloda verify {kept} --lang en": "",
                f"koloda simulate {game} --games 2000 --json": "",
                f"koloda rules {game}": "",
                f"koloda score {game} --lang en": "",
            }
        balance = f"koloda balance {LARGEST} --bots 0 --deals 2"
        commands |= {f"{balance} --json": "", f"{balance} --html {home / 'balance.html'} --lang en": ""}
        commands[f"koloda arena {LARGEST} --bots 3,0 --players 2 --deals 2 --budget 10 --json"] = ""
        commands["koloda score pay --player Anna:12 --player Boris:7 --lang en"] = ""
        commands["koloda score pay --lang ru --json"] = "Анна, Борис\n12\n7\n\n"
        self._printed = run_commands(site, home, commands)

    def __call__(self, start: str, status: int = 0) -> str:
        """What the first command that starts so has printed on the standard output, or else on the other one."""
        printed = next(each for command, each in self._printed.items() if command.startswith(f"koloda {start}"))
        assert printed.status == status, printed
        broken, *others = printed.err.splitlines()
        assert broken in BROKEN
        return printed.out if status == 0 else "\n".join(others)

    def json(self, start: str) -> Any:
        return json.loads(self(start))


def test_commands(site: Path, tmp_path: Path) -> None:
    """One test, for all commands run in one process."""
    shell = Shell(site, tmp_path)
    they_are_listed(shell)
    for game in GAMES:
        a_game_is_played_line_by_line_and_looked_at_again(shell, game)
        games_are_simulated(shell, game)
        a_game_without_a_score_sheet_says_so_in_one_line(shell, game)
    bots_are_compared(shell)
    a_game_with_a_score_sheet_has_its_scores_counted(shell)


def they_are_listed(shell: Shell) -> None:
    listed = shell.json("games")
    assert [left_out["name"] for left_out in listed["left_out"]] == ["lost"]
    assert {game["name"]: game["package"] for game in listed["games"] if game["name"] in GAMES} == {
        name: f"koloda-{package.name.replace('_', '-')}" for name, package in GAMES.items()
    }


def a_game_is_played_line_by_line_and_looked_at_again(shell: Shell, game: str) -> None:
    played = shell(f"play {game} --players 3")
    assert f"The record is in {shell.record[game]}" in played
    assert "{" not in played
    assert "Ваш ход" in shell(f"play {game} --players 2")
    assert shell(f"replay {shell.record[game]}").count("\n") > 10
    assert "draws are as the dealer's secret says" in shell(f"verify {shell.record[game]}")


def bots_are_compared(shell: Shell) -> None:
    assert [result["bot"] for result in shell.json(f"arena {LARGEST}")["results"]] == ["3", "0"]
    balance = shell.json(f"balance {LARGEST} --bots 0 --deals 2 --json")
    assert (balance["cards_are"], balance["cards"]) == (None, []), "it brings no statistics"
    assert "Win share" in shell(f"balance {LARGEST} --bots 0 --deals 2 --html")


def games_are_simulated(shell: Shell, game: str) -> None:
    assert shell.json(f"simulate {game}")["games"] == 2000
    assert "**" in shell(f"rules {game}")


def a_game_without_a_score_sheet_says_so_in_one_line(shell: Shell, game: str) -> None:
    (line,) = shell(f"score {game}", status=2).splitlines()
    assert line.startswith("There is no score sheet for ")
    assert "pay" in line


def a_game_with_a_score_sheet_has_its_scores_counted(shell: Shell) -> None:
    assert shell("score pay --player") == "Anna   12\nBoris   7\nBoris wins.\n"
    told = shell.json("score pay --lang ru")
    assert (told["names"], told["scores"], told["winners"]) == (["Анна", "Борис"], [12, 7], [1])


@every_game
def test_environments_batches_and_records(site: Path, game: str) -> None:
    run(site, "-m", "tests.example_games.installed", game)


def test_device_functions_and_batches_do_the_same_in_the_cuda_simulator(site: Path) -> None:
    steps, *compared = run(site, "-c", CUDA_BATCH, *GAMES, NUMBA_ENABLE_CUDASIM="1").splitlines()
    assert [int(each) > 5 for each in steps.split()] == [True] * len(GAMES)
    assert compared == ["equal"] * len(GAMES)


def test_the_exact_value_of_leduc_poker(site: Path) -> None:
    """The same as that of OpenSpiel's own: see `leduc/test_leduc.py`."""
    assert float(run(site, "-m", "tests.example_games.leduc.equilibrium")) == pytest.approx(-0.0856064, abs=1e-7)
