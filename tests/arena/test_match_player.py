"""Matches: the same bytes for any number of jobs, after an interruption, and on Ray; games that follow the rules."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from koloda.arena import plan as plan_module
from koloda.arena import runner
from koloda.arena.batch_job import play_batch
from koloda.arena.checkpoint import Checkpoint
from koloda.arena.match_player import MatchPlayer
from koloda.arena.match_result import MatchResult
from koloda.arena.plan import Plan, source_hash
from koloda.bots.bot import Bot, Budget
from koloda.bots.knowledge import Knowledge
from koloda.core.errors import UnknownOption
from koloda.core.game import Act
from koloda.games import GAMES
from koloda.table import record
from koloda.table.match import Match
from tests.bots.choices import policy_of
from tests.timeouts import HANG


def nobody(spec: str, seed: str) -> Bot:
    raise AssertionError(f"{spec} is compiled")


def report(plan: Plan, **how: Any) -> str:
    return json.dumps(MatchResult.of(plan, runner.run(plan, **how)).report())


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keep running matches in a temporary folder, and the compiled code where it is."""
    monkeypatch.setattr(runner, "default_file", lambda plan: tmp_path / f"{plan.digest()}.jsonl")


PLAN = Plan.of("no_thanks", ["2", "1", "0"], 200, seed=5)


@pytest.mark.parametrize("name", GAMES)
def test_games_follow_the_rules_and_end_with_the_scores_told(name: str) -> None:
    plan = Plan.of(name, ["2", "1", "0"], 3)
    for game in MatchPlayer(plan, nobody).play(range(3)):
        match = Match(plan.rules, plan.rules.start(plan.values), history=True)
        for event in game.plies():
            match.apply(event)
        assert plan.rules.rules.over(match.state)
        assert plan.rules.scores(match.state) == game.scores
        first = [seat for seat, standing in enumerate(game.standings) if standing == max(game.standings)]
        assert plan.rules.winners(match.state) == first
        assert game.decisions <= sum(isinstance(event, Act) for event in game.plies())


@pytest.mark.parametrize("name", GAMES)
def test_the_same_cards_come_whoever_sits_where(name: str) -> None:
    plan = Plan.of(name, ["2", "1", "0"], 2)
    first: dict[int, Any] = {}
    for game in MatchPlayer(plan, nobody).play(range(2)):
        dealt = []
        for event in game.plies():
            if isinstance(event, Act):
                break
            dealt.append(event)
        assert first.setdefault(game.deal, dealt) == dealt
    assert first[0] != first[1]


class Greedy:
    """The greedy rule as an external bot; it looks at everything that it gets."""

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        assert knowledge.view.seat == knowledge.seat
        assert isinstance(knowledge.story, list)
        policy, legal = policy_of(knowledge.game), knowledge.legal
        if not knowledge.must:
            action = int(policy.step_in(knowledge.partial_state, knowledge.seat, legal, len(legal)))
            return action if action >= 0 else None
        return (
            legal[0]
            if len(legal) == 1
            else int(policy.greedy(knowledge.partial_state, knowledge.seat, legal, len(legal)))
        )


@pytest.mark.parametrize("name", GAMES)
def test_a_bot_that_is_asked_plays_the_same_games_as_when_it_is_compiled(name: str) -> None:
    compiled = Plan.of(name, ["2", "1", "1"], 2)
    asked = Plan.of(name, ["2", "guest", "guest"], 2)
    inside = [(g.scores, g.plies()) for g in MatchPlayer(compiled, nobody).play(range(2))]
    outside = [(g.scores, g.plies()) for g in MatchPlayer(asked, lambda spec, seed: Greedy()).play(range(2))]
    if GAMES[name].simultaneous:  # who is asked last is written down last
        assert [scores for scores, _ in inside] == [scores for scores, _ in outside]
    else:
        assert inside == outside


def test_the_bytes_do_not_depend_on_the_number_of_jobs() -> None:
    assert report(PLAN, jobs=1) == report(PLAN, jobs=2)


def test_an_interrupted_match_goes_on_to_the_same_bytes(tmp_path: Path) -> None:
    whole = report(PLAN)
    file = tmp_path / "match.jsonl"
    checkpoint = Checkpoint(PLAN, file)
    checkpoint.add(play_batch(PLAN, 2))
    checkpoint.close()
    with file.open("a") as cut:
        cut.write(json.dumps(play_batch(PLAN, 0))[:100])  # the power went off here
    played: list[int] = []
    assert report(PLAN, resume=file, progress=played.append) == whole
    assert sum(played) == PLAN.deals
    lines = file.read_text("utf-8").splitlines()
    batches = [json.loads(line)["chunk"] for line in lines[1:] if not line.endswith(tuple("0123456789,["))]
    assert sorted(batches) == [0, 1, 2, 3]
    again = file.read_bytes()
    assert report(PLAN, resume=file) == whole
    assert file.read_bytes() == again  # nothing was left to play


@pytest.mark.parametrize("file", ["bots/levels.py", "games/x/bots/policy.toml", "compiled/x.py", "analysis/luck.py"])
def test_a_checkpoint_notices_every_change_that_results_depend_on(file: str, tmp_path: Path) -> None:
    for name in (file, "core/game.py"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("one", "utf-8")
    (tmp_path / "terminal").mkdir()
    before = source_hash(tmp_path)
    (tmp_path / "terminal" / "review.py").write_text("other", "utf-8")
    assert source_hash(tmp_path) == before
    (tmp_path / file).write_text("other", "utf-8")
    assert source_hash(tmp_path) != before


def test_the_packages_that_results_depend_on_are_there() -> None:
    package = Path(plan_module.__file__).parents[1]
    assert all((package / area / "__init__.py").exists() for area in plan_module.AREAS)


def test_an_interruption_keeps_what_is_finished(tmp_path: Path) -> None:
    done: list[int] = []

    def stop(deals: int) -> None:
        done.append(deals)
        if len(done) == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        runner.run(PLAN, progress=stop)
    (kept,) = tmp_path.glob("*.jsonl")
    assert len(kept.read_text("utf-8").splitlines()) == 3
    assert report(PLAN) == report(PLAN, jobs=2)
    assert not list(tmp_path.glob("*.jsonl"))


def test_a_file_of_another_match_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "match.jsonl"
    Checkpoint(PLAN, file).close()
    with pytest.raises(UnknownOption, match="another match"):
        Checkpoint(Plan.of("no_thanks", ["2", "1", "0"], 201, seed=5), file)
    file.write_text("Dear diary,\n")
    with pytest.raises(UnknownOption, match="was not written by the arena"):
        Checkpoint(PLAN, file)
    assert file.read_text() == "Dear diary,\n"


def killed_once(plan: Plan, number: int) -> Any:
    """Plays a batch, but the first worker that gets number 2 dies."""
    marker = Path(os.environ["KOLODA_TEST_MARKER"])
    if number == 2 and not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return play_batch(plan, number)


def test_a_killed_worker_loses_nothing_and_doubles_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOLODA_TEST_MARKER", str(tmp_path / "killed"))
    monkeypatch.setattr(runner, "play_batch", killed_once)
    results = list(runner.in_processes(PLAN, [0, 1, 2, 3], jobs=2))
    assert (tmp_path / "killed").exists()
    assert sorted(result["chunk"] for result in results) == [0, 1, 2, 3]


WORKERS = """
import os, sys, time
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from koloda.arena.runner import end_with_parent
if __name__ == "__main__":
    with ProcessPoolExecutor(1, get_context("spawn"), end_with_parent) as pool:
        print(pool.submit(os.getpid).result(), flush=True)
        sys.stdin.read()
"""


def test_workers_end_when_the_arena_is_killed(tmp_path: Path) -> None:
    """A worker that is left alone would keep its external bots alive."""
    script = tmp_path / "arena.py"
    script.write_text(WORKERS, "utf-8")
    with subprocess.Popen([sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as arena:
        assert arena.stdout is not None
        assert int(arena.stdout.readline()) != arena.pid
        arena.kill()
        assert arena.communicate(timeout=HANG)[0] == b"", (
            "it ends when no process has it open any more, the worker included"
        )


def test_records_are_kept_on_request_and_can_be_read(tmp_path: Path) -> None:
    plan = Plan.of("no_thanks", ["2", "1", "0"], 2, keep=["record"])
    results = runner.run(plan, records=tmp_path / "games")
    files = sorted((tmp_path / "games").iterdir())
    assert [file.name for file in files] == [f"deal-00000{d}-0{g}.koloda" for d in (1, 2) for g in (1, 2, 3)]
    rows = [row for result in results for row in result["games"]]
    for file, row in zip(files, rows, strict=True):
        found = record.read(file.read_text("utf-8"))
        assert found.over
        assert found.game.scores(found.match.state) == row[:3]
        assert sorted(found.bots.values()) == ["0", "1", "2"]
