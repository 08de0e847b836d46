"""The recipes of examples/train learn for a moment, with the libraries of .venv-trainers: `make test-trainers`."""

import csv
import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

RECIPES = Path(__file__).parents[2] / "examples" / "train"
TABLE: dict[str, Any] = {"players": 3, "bots": "greedy", "games": 8, "test_games": 50}
LIBRARIES = {
    "rllib_ppo": "ray.rllib",
    "sb3_maskable_ppo": "sb3_contrib",
    "tianshou_ppo": "tianshou",
    "torchrl_ppo": "torchrl",
}
# Of what libraries say about themselves and each other
pytestmark = pytest.mark.filterwarnings("ignore")


def test_every_recipe_is_tried() -> None:
    assert {path.stem for path in RECIPES.glob("*.py")} == {*LIBRARIES, "cleanrl_ppo"}


@pytest.mark.parametrize("game", ["no_thanks", "dobro"])
@pytest.mark.parametrize("name", LIBRARIES)
def test_a_recipe(name: str, game: str) -> None:
    """It learns without playing anything illegal, which would be an error, and its policy plays whole games."""
    pytest.importorskip(LIBRARIES[name])
    share = runpy.run_path(str(RECIPES / f"{name}.py"))["train"](game, steps=5000, **TABLE)
    assert share.games == 50
    assert 0 <= share.mean <= 1
    assert share.half >= 0


def test_the_recipe_in_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same seed learns the same: the budget is in steps."""
    pytest.importorskip("torch")
    wanted = {"players": 3, "envs": 16, "rollout": 32, "steps": 2048, "test-every": 2, "test-games": 50}
    small = [f"--{name}={value}" for name, value in wanted.items()]
    curves = []
    for name in ("one.csv", "other.csv"):
        monkeypatch.setattr(sys, "argv", ["cleanrl_ppo.py", *small, f"--out={tmp_path / name}"])
        runpy.run_path(str(RECIPES / "cleanrl_ppo.py"), run_name="__main__")
        with (tmp_path / name).open(encoding="utf-8") as file:
            curves.append([(row["steps"], row["share"], row["half"]) for row in csv.DictReader(file)])
    assert [steps for steps, _, _ in curves[0]] == ["0", "1024", "2048"]
    assert curves[0] == curves[1]
