"""The arena on a real Ray on this machine."""

import json
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from koloda.arena import runner
from koloda.arena.batch_job import play_batch
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import Plan

PLAN = Plan.of("no_thanks", ["2", "1", "0"], 200, seed=5)

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # Ray's own
    pytest.mark.xdist_group("ray"),
]


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    found = pytest.importorskip("ray", reason="Ray is not installed (extra: ray)")
    found.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield found
    found.shutdown()


def test_the_bytes_are_the_same_on_ray(ray: Any, tmp_path: Path) -> None:
    here = runner.run(PLAN, resume=tmp_path / "here.jsonl")
    there = runner.run(PLAN, ray=True, resume=tmp_path / "there.jsonl")
    told = [json.dumps(MatchResult.of(PLAN, results).report()) for results in (here, there)]
    assert told[0] == told[1]


def test_a_killed_worker_loses_nothing_and_doubles_nothing(
    ray: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    marker = str(tmp_path / "killed")

    def killed_once(plan: Plan, number: int) -> Any:
        if number == 2 and not os.path.exists(marker):
            open(marker, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return play_batch(plan, number)

    monkeypatch.setattr(runner, "play_batch", killed_once)
    played: list[int] = []
    results = runner.run(PLAN, ray=True, resume=tmp_path / "match.jsonl", progress=played.append)
    assert os.path.exists(marker)
    assert sum(played) == PLAN.deals
    assert len((tmp_path / "match.jsonl").read_text("utf-8").splitlines()) == 1 + PLAN.batches
    monkeypatch.undo()
    usual = runner.run(PLAN, resume=tmp_path / "usual.jsonl")
    told = [json.dumps(MatchResult.of(PLAN, found).report()) for found in (results, usual)]
    assert told[0] == told[1]
