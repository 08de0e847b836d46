"""The training example, if PyTorch is installed: one update, from the batch to the network and its curve."""

import runpy
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
PPO = Path(__file__).parents[2] / "examples" / "ppo.py"


def test_an_update(tmp_path: Path) -> None:
    ppo = runpy.run_path(str(PPO))
    wanted = ppo["Settings"](games=32, steps=40, decisions=0, minibatch=256, tested_games=8, out=tmp_path)
    trainer = ppo["Trainer"](wanted)
    before = [weights.clone() for weights in trainer.network.parameters()]
    decisions = trainer.play()
    chances, _ = trainer.network(decisions.observations, decisions.masks)
    assert torch.allclose(chances.gather(1, decisions.actions[:, None]).squeeze(1), decisions.chances, atol=1e-4)
    assert decisions.masks.gather(1, decisions.actions[:, None]).all()
    assert 32 * 30 < len(decisions.advantages) <= 32 * 40
    trainer.learn(decisions)
    assert any(not torch.equal(a, b) for a, b in zip(before, trainer.network.parameters(), strict=True))
    (found,) = trainer.run()
    assert 0 <= found.among_bots <= 1
    assert found.among_former is None
    assert 0 <= trainer.share_among_former(trainer.network) <= 1
    assert "polyline" in (tmp_path / "ppo.svg").read_text("utf-8")


def test_a_run_can_be_repeated(tmp_path: Path) -> None:
    """The budget is in decisions, that of the learning rate too: the clock decides nothing."""
    ppo = runpy.run_path(str(PPO))
    small = {"games": 32, "steps": 40, "decisions": 2 * 32 * 40, "minibatch": 256, "tested_games": 8, "tested_every": 1}
    runs = [ppo["Trainer"](ppo["Settings"](out=tmp_path, **small)).run() for _ in range(2)]
    assert [(test.decisions, test.among_bots) for test in runs[0]] == [
        (test.decisions, test.among_bots) for test in runs[1]
    ]
    assert [test.decisions for test in runs[0]] == [0, 1280, 2560]
