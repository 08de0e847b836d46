"""Trainings: they can be repeated and resumed, and what they leave in their folder."""

import csv
import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from koloda.bots.network import read_network
from koloda.cli.main import main
from koloda.core.exit_codes import DONE, FILE, USAGE
from koloda.games import GAMES, find
from koloda.learn import checkpoint
from koloda.learn.checkpoint import LARGEST
from koloda.learn.evaluation import shares
from koloda.learn.export import main as export
from koloda.learn.model import Model
from koloda.learn.opponents import League
from koloda.learn.recipe import Recipe, usual_recipe, widest
from koloda.learn.tables import MakeBatch
from koloda.learn.torch_extra import torch
from koloda.learn.trainer import Trainer
from tests.bots.networks import random_network
from tests.learn.small import SMALL, small


def trainer_of(recipe: Recipe) -> Trainer:
    return Trainer(recipe, "cpu", League(find(recipe.game), recipe, "cpu"), MakeBatch())


def weights(trainer: Trainer) -> dict[str, Any]:
    found: dict[str, Any] = trainer.model.arrays()
    return found


def same(one: dict[str, Any], other: dict[str, Any]) -> bool:
    return all(np.array_equal(array, other[name]) for name, array in one.items())


def test_the_same_recipe_gives_the_same_network_and_a_resumed_training_goes_on_alike(tmp_path: Path) -> None:
    recipe = small(past=0.3)
    whole, first = trainer_of(recipe), trainer_of(recipe)
    while not whole.spent():
        whole.run_stage()
    assert whole.stage == 3
    first.run_stage()
    first.run_stage()
    file = tmp_path / "checkpoint.pt"
    checkpoint.save(file, first, [])
    first.run_stage()
    kept = checkpoint.read(file)
    resumed = checkpoint.resume(kept, "cpu", Recipe.read(kept["recipe"]))
    resumed.run_stage()
    assert resumed.spent()
    assert (resumed.decisions, resumed.learnt) == (whole.decisions, whole.learnt)
    assert same(weights(whole), weights(first))
    assert same(weights(whole), weights(resumed))
    other = trainer_of(small(past=0.3, seed=2))
    other.run_stage()
    assert not same(weights(whole), weights(other))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("imitate", [0, 1])
def test_one_update_changes_the_network_of_every_game(game: str, imitate: int) -> None:
    trainer = trainer_of(small(game, stage=1, imitate=imitate))
    before = weights(trainer)
    stage = trainer.run_stage()
    assert 0 < stage.learnt < stage.decisions == 24 * 24
    assert all(np.isfinite(figure) for figure in stage.figures.values())
    assert not any(np.array_equal(before[name], array) for name, array in weights(trainer).items() if "input" in name)


def test_a_training_begins_with_lessons_in_which_it_learns_what_the_rule_does() -> None:
    trainer = trainer_of(small(games=64, steps=64, imitate=12, stage=4, decisions=64 * 64 * 13))
    stages = []
    while not trainer.spent():
        stages.append(trainer.run_stage())
    assert [stage.decisions // (64 * 64) for stage in stages] == [4, 8, 12, 13]
    agreements = [stage.figures["agreement"] for stage in stages if "agreement" in stage.figures]
    assert len(agreements) == 3
    assert agreements == sorted(agreements)
    assert agreements[-1] > 0.75
    assert "divergence" in stages[-1].figures


def test_a_bot_that_does_as_the_others_wins_a_fair_share() -> None:
    """The same network in every seat: of all games together, each deal gives away exactly one win."""
    game = find("no_thanks")
    model = Model.of(random_network(game))
    found = shares(game, model, [model], (3, 4), 8, "cpu", MakeBatch())
    assert found[0, 3].mean == pytest.approx(1 / 3)
    assert found[0, 4].mean == pytest.approx(1 / 4)


def test_a_random_network_loses_to_the_rule() -> None:
    game = find("no_thanks")
    found = shares(game, Model.of(random_network(game)), [0, 2], (3,), 32, "cpu", MakeBatch())
    assert found[1, 3].mean < 0.1 < found[0, 3].mean


def settings(**changes: Any) -> list[str]:
    values = {name: value for name, value in {**SMALL, **changes}.items() if name not in ("players", "decisions")}
    return [word for name, value in values.items() for word in ("--set", f"{name}={value}")]


def test_the_command_trains_pauses_and_resumes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "made" / "training"
    command = ["train", "no_thanks", "--out", str(out), "--players", "3,4", *settings()]
    assert main([*command, "--decisions", str(24 * 24 * 4), "--minutes", "0.00001", "--lang", "en"]) == DONE
    assert "Paused" in capsys.readouterr().out
    assert main([*command, "--decisions", "3456"]) == USAGE
    assert "--resume" in capsys.readouterr().err
    assert main([*command, "--resume", "--json", "--lang", "en"]) == DONE
    shown = capsys.readouterr()
    told = json.loads(shown.out)
    assert told["over"] is True
    assert told["last"]["decisions"] == 24 * 24 * 4
    rows = list(csv.DictReader((out / "curves.csv").read_text("utf-8").splitlines()))
    assert [row["stage"] for row in rows] == ["1", "2"]
    assert 0 <= float(rows[1]["rule_3"]) <= 1
    assert "polyline" in (out / "curves.svg").read_text("utf-8")
    assert (out / "checkpoint.pt").stat().st_size < LARGEST
    game = find("no_thanks")
    network = read_network(game, (out / "network.npz").read_bytes(), "network.npz")
    assert network.recipe["trained"] == 24 * 24 * 4
    export([str(out / "checkpoint.pt"), str(tmp_path / "again.npz")])
    assert (tmp_path / "again.npz").read_bytes() == (out / "network.npz").read_bytes()


def test_a_training_begins_with_the_network_that_is_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    start = tmp_path / "start.npz"
    random_network(find("no_thanks"), width=16, layers=1).save(start)
    begin = ["train", "no_thanks", "--players", "3", "--start", str(start), "--lang", "en"]
    out = tmp_path / "made"
    command = [*begin, "--out", str(out), *settings(rate=0, last_rate=0, imitate=5), "--decisions", str(24 * 24)]
    assert main(command) == DONE
    made = read_network(find("no_thanks"), (out / "network.npz").read_bytes(), "network.npz")
    expected = read_network(find("no_thanks"), start.read_bytes(), "start.npz")
    assert same(made.arrays(), expected.arrays())  # with a rate of 0 nothing was learnt
    assert made.recipe["imitate"] == 0
    assert made.recipe["start"] == sha256(start.read_bytes()).hexdigest()[:16]
    assert main([*begin, "--out", str(tmp_path / "other"), *settings(hidden=32)]) == USAGE
    assert "hidden 16, not 32" in capsys.readouterr().err
    assert main([*begin, "--out", str(out), "--resume"]) == USAGE
    assert "leave out --start" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--players", "2,x"], "separated by commas"),
        (["--players", "2,9"], "2-7 players"),
        (["--set", "hiden=3"], "hidden"),
        (["--set", "rate=fast"], "number"),
        (["--set", "games"], "name=value"),
        (["--set", "past=2"], "from 0 to 1"),
        (["--set", "games=0"], "at least"),
        (["--minutes", "0"], "greater than 0"),
        (["--attacker", "missing.npz"], "missing.npz"),
        (["--resume"], "checkpoint.pt"),
    ],
)
def test_wrong_input_is_refused(
    words: list[str], message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["train", "no_thanks", "--out", str(tmp_path / "out"), "--lang", "en", *words]) in (USAGE, FILE)
    assert message in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_another_recipe_or_another_file_is_not_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    trainer = trainer_of(small())
    checkpoint.save(tmp_path / "checkpoint.pt", trainer, [])
    assert main(["train", "no_thanks", "--out", str(tmp_path), "--resume", "--seed", "5", "--lang", "en"]) == USAGE
    assert "seed 0, not 5" in capsys.readouterr().err
    (tmp_path / "checkpoint.pt").write_bytes(b"something else")
    assert main(["train", "no_thanks", "--out", str(tmp_path), "--resume", "--lang", "en"]) == USAGE
    assert "not a training checkpoint" in capsys.readouterr().err


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("device", ["cpu", "cuda"])
def test_usual_networks_and_checkpoints_fit_into_their_files(game: str, device: str, tmp_path: Path) -> None:
    recipe = usual_recipe(find(game), device, {})
    assert recipe.players == tuple(find(game).set_up.players)
    assert recipe.hidden == widest(find(game), recipe.layers, recipe.hidden)
    torch.manual_seed(1)
    trainer = trainer_of(recipe.changed(threads=1))
    trainer.to_network().save(tmp_path / "network.npz")  # refuses a large one
    if device == "cuda":
        for parameter in trainer.model.parameters():
            parameter.grad = torch.ones_like(parameter)
        trainer.learner.optimizer.step()
        for stage in (1, 2, 4, 8):
            trainer.opponents.meet(trainer.model, stage)
        checkpoint.save(tmp_path / "checkpoint.pt", trainer, [])
        assert (tmp_path / "checkpoint.pt").stat().st_size > 1_000_000
