"""The process that starts workers: it replaces one that has died, ends them together, and none outlives it."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from koloda.server.supervisor import MOST_SHORT
from tests.timeouts import HANG

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked")

PROGRAM = """
import os, sys
from koloda.server import supervisor

supervisor.PAUSE = 0.0
doomed = sys.argv[1]

def say(*words):
    os.write(1, (" ".join(map(str, words)) + chr(10)).encode())

def work(index, alive, first):
    say("worker", index, "first" if first else "again", os.getpid())
    if doomed == "all" or (doomed == "one" and index == 1 and first):
        return 3
    os.read(alive, 1)
    say("left alone", index)
    return 0

sys.exit(supervisor.Supervisor(2, work).run())
"""


@contextmanager
def supervised(doomed: str) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "-c", PROGRAM, doomed]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            yield process
        finally:
            process.kill()


def lines(process: "subprocess.Popen[str]", count: int) -> list[str]:
    assert process.stdout is not None
    return [process.stdout.readline().rpartition(" ")[0] for _ in range(count)]


def test_a_worker_that_dies_is_started_again_and_all_end_together() -> None:
    with supervised("one") as process:
        assert sorted(lines(process, 3)) == ["worker 0 first", "worker 1 again", "worker 1 first"]
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=HANG)
        assert (process.returncode, out) == (0, "")
        assert "a worker has died and is started again" in err


def test_workers_that_die_again_and_again_are_given_up() -> None:
    with supervised("all") as process:
        out, err = process.communicate(timeout=HANG)
        assert process.returncode == 3
        assert MOST_SHORT <= out.count("worker") <= MOST_SHORT + 1, "the last one may have been ended before it began"
        assert "workers die again and again: giving up" in err


def test_no_worker_outlives_a_supervisor_that_is_killed() -> None:
    with supervised("none") as process:
        assert sorted(lines(process, 2)) == ["worker 0 first", "worker 1 first"]
        process.kill()
        assert process.stdout is not None
        assert sorted(process.stdout.read().split("\n")) == ["", "left alone 0", "left alone 1"]
