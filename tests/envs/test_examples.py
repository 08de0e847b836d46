"""The examples run, and print what the documentation says. Recipes compile; `make test-trainers` runs them."""

import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples" / "envs"
SAID = {
    "pettingzoo_table": "points: {'seat_0': ",
    "pettingzoo_at_once": "after 21 choices each: {'seat_0': ",
    "gymnasium_seat": "of 20 games",
    "gymnasium_vector": "an equal among four would win 0.250",
    "openspiel_exact": "after 20 iterations both could gain 0.0",
}


def test_every_example_is_run() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(SAID)


@pytest.mark.parametrize("recipe", sorted((EXAMPLES.parent / "train").glob("*.py")), ids=lambda path: path.stem)
def test_recipes_compile_and_are_documented(recipe: Path) -> None:
    compile(recipe.read_text("utf-8"), str(recipe), "exec")
    page = (EXAMPLES.parents[1] / "docs" / "environments.md").read_text("utf-8")
    assert f"`examples/train/{recipe.name}`" in page


@pytest.mark.parametrize("name", SAID)
def test_example(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    if name.startswith("openspiel"):
        pytest.importorskip("pyspiel")
    runpy.run_path(str(EXAMPLES / f"{name}.py"))
    assert SAID[name] in capsys.readouterr().out
