"""Attacks: how an attacker begins, and what is reported of it."""

import json
from pathlib import Path

import pytest

from koloda.cli.main import main
from koloda.core.exit_codes import DONE
from koloda.games import find
from koloda.learn.attack import Attack, find_target
from koloda.learn.attack_report import AttackOptions, recipe_of
from tests.bots.networks import random_network
from tests.learn.small import SMALL

CHANGES = {name: value for name, value in SMALL.items() if name not in ("players", "decisions", "hidden", "layers")}


def test_an_attacker_of_a_network_begins_as_its_target(tmp_path: Path) -> None:
    game = find("no_thanks")
    file = tmp_path / "network.npz"
    random_network(game).save(file)
    target = find_target(game, str(file), "cpu", {})
    assert target.network is not None
    options = AttackOptions("no_thanks", str(file), 3, decisions=1)
    recipe = recipe_of(game, options, target, target.network)
    assert recipe.imitate == 0
    attack = Attack(recipe, "cpu", target, target.network)
    assert attack.trainer.lessons == 0
    assert attack.share(8).mean == pytest.approx(1 / 3)


@pytest.mark.parametrize("target", ["2", "search:2", "network"])
def test_the_command_says_how_much_an_attacker_wins(
    target: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    if target == "network":
        target = str(tmp_path / "network.npz")
        random_network(find("no_thanks")).save(Path(target))
    out = tmp_path / "attacker.npz"
    words = [word for name, value in CHANGES.items() for word in ("--set", f"{name}={value}")]
    command = ["attack", "no_thanks", "--target", target, "--players", "3", "--decisions", str(24 * 24 * 4)]
    assert main([*command, "--deals", "8", "--out", str(out), "--json", "--lang", "en", *words]) == DONE
    told = json.loads(capsys.readouterr().out)
    assert told["decisions"] == 24 * 24 * 4
    assert 0 < told["learnt"] < told["decisions"]
    assert 0 <= told["share"]["mean"] <= 1
    assert out.exists()
