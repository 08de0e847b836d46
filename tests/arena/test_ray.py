"""The arena on a real Ray cluster: three nodes on this machine, of which one plays nothing itself."""

import json
import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from koloda.arena import runner
from koloda.arena.batch_job import play_batch
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import Plan

PLAN = Plan.of("no_thanks", ["2", "1", "0"], 200, seed=5)
KILLING = 2
"""The batch during which something is killed."""

pytestmark = [
    pytest.mark.filterwarnings("ignore"),  # Ray's own
    pytest.mark.xdist_group("ray"),
]


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    found = pytest.importorskip("ray", reason="Ray is not installed (extra: ray)")
    from ray.cluster_utils import Cluster

    soon = {"health_check_period_ms": 300}  # then Ray notices within two seconds that a node is gone, not within 15
    head = {"num_cpus": 0, "include_dashboard": False, "_system_config": soon}
    cluster: Any = Cluster(initialize_head=True, head_node_args=head)
    for _ in range(2):
        cluster.add_node(num_cpus=1)
    found.init(cluster.address, log_to_driver=False, configure_logging=False)
    yield found
    found.shutdown()
    cluster.shutdown()


@pytest.fixture(scope="module")
def usual() -> str:
    """What a run in this process reports."""
    return report(runner.run(PLAN))


def report(results: list[Any]) -> str:
    return json.dumps(MatchResult.of(PLAN, results).report())


def play_and_kill(monkeypatch: pytest.MonkeyPatch, folder: Path, *killed: Callable[[], int]) -> list[Any]:
    """Play on Ray; in the middle of a batch some processes are killed. No batch is lost or doubled."""
    marker = str(folder / "killed")

    def killed_once(plan: Plan, number: int) -> Any:
        if number == KILLING and not os.path.exists(marker):
            open(marker, "w").close()
            for process in killed:
                os.kill(process(), signal.SIGKILL)
        return play_batch(plan, number)

    monkeypatch.setattr(runner, "play_batch", killed_once)
    played: list[int] = []
    results = runner.run(PLAN, ray=True, resume=folder / "match.jsonl", progress=played.append)
    assert os.path.exists(marker)
    assert sum(played) == PLAN.deals
    assert len((folder / "match.jsonl").read_text("utf-8").splitlines()) == 1 + PLAN.batches
    return results


def test_the_bytes_are_the_same_on_ray(ray: Any, usual: str) -> None:
    assert report(runner.run(PLAN, ray=True)) == usual


def test_a_killed_worker_loses_nothing_and_doubles_nothing(
    ray: Any, usual: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert report(play_and_kill(monkeypatch, tmp_path, os.getpid)) == usual


def test_a_killed_node_loses_nothing_and_doubles_nothing(
    ray: Any, usual: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A node is a raylet, which starts workers: here one, which dies with it as if the machine's power went."""
    assert report(play_and_kill(monkeypatch, tmp_path, os.getppid, os.getpid)) == usual
