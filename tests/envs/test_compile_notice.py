"""What takes longer than a second to compile says so on stderr, unless it is told not to."""

from collections.abc import Callable

import pytest

from koloda import envs
from koloda.envs import compile_notice
from koloda.envs.gymnasium import SeatVectorEnv
from koloda.games import find


class LongWait:
    """A timer whose time is up at once."""

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        assert seconds == 1.0
        self.start = call
        self.daemon = False

    def cancel(self) -> None:
        """Too late."""


class NoWait(LongWait):
    """A timer whose time is never up."""

    def __init__(self, seconds: float, call: Callable[[], None]) -> None:
        super().__init__(seconds, lambda: None)


SLOW = (
    "Koloda compiles No Thanks! for this machine. That happens once, and can take a minute ...\n... ready after 0 s.\n"
)


def test_a_long_wait_is_announced(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(compile_notice, "Timer", LongWait)
    with compile_notice.compile_notice(find("no_thanks"), True):
        pass
    assert capsys.readouterr().err == SLOW
    monkeypatch.setattr(compile_notice, "Timer", NoWait)
    with compile_notice.compile_notice(find("no_thanks"), True):
        pass
    assert capsys.readouterr().err == ""


def test_environments_announce_it(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(compile_notice, "Timer", LongWait)
    for progress in (False, True):
        games = SeatVectorEnv("no_thanks", 2, players=4, progress=progress)
        games.reset(seed=1)
        games.close()
        envs.batch("no_thanks", 4, 2, progress=progress).step([1, 1])
        told = capsys.readouterr().err
        assert told.count("Koloda compiles No Thanks!") == (3 if progress else 0)
