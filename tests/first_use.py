"""What a new user does first with an installed Koloda, however it was installed: one process for each command."""

import json
import os
import pty
import re
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

import httpx

import koloda
from koloda.core.folders import cache_folder
from tests.timeouts import HANG

ALTERNATE_SCREEN = b"\x1b[?1049h"
OWN_VARIABLES = ("CI", "KOLODA", "PYTHON", "VIRTUAL_ENV", "XDG")


class FirstUse:
    """`command` starts Koloda: `["/env/bin/koloda"]`, `["uvx", "--from", wheel, "koloda"]`."""

    def __init__(self, command: Sequence[str], home: Path) -> None:
        self._command = list(command)
        self._home = home
        self._settings = {
            **{name: value for name, value in os.environ.items() if not name.startswith(OWN_VARIABLES)},
            "HOME": str(home),
            "XDG_DATA_HOME": str(home / "data"),
            "TERM": "xterm-256color",
            "CI": "true",
            "KOLODA_CACHE": str(cache_folder()),
        }

    def everything(self) -> None:
        self.tells_its_version()
        self.plays_in_full_screen()
        self.plays_a_whole_game()
        self.counts_scores()
        self.compares_bots()
        self.serves_its_pages()

    def run(self, *arguments: str, typed: str = "") -> str:
        done = subprocess.run(
            [*self._command, *arguments],
            input=typed,
            cwd=self._home,
            env=self._settings,
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=HANG,
        )
        assert done.returncode == 0, (arguments, done.stdout, done.stderr)
        return done.stdout

    def tells_its_version(self) -> None:
        assert koloda.__version__ in self.run("--version")

    def plays_in_full_screen(self) -> None:
        """Start it in a terminal, see that it takes the whole screen, and end it."""
        ours, theirs = pty.openpty()
        command = [*self._command, "play", "no_thanks", "--seed", "5", "--level", "0"]
        playing = subprocess.Popen(
            command, stdin=theirs, stdout=theirs, stderr=theirs, cwd=self._home, env=self._settings
        )
        os.close(theirs)
        shown = b""
        try:
            while ALTERNATE_SCREEN not in shown:
                shown += os.read(ours, 65536)
        finally:
            playing.terminate()
            _read_to_the_end(ours)
            playing.wait(HANG)

    def plays_a_whole_game(self) -> None:
        game = ["play", "no_thanks", "--players", "3", "--level", "0", "--seed", "5", "--plain", "--lang", "en"]
        assert "The record is in game.koloda" in self.run(*game, "--record", "game.koloda", typed="#1\n" * 300)
        assert "draws are as the dealer's secret says" in self.run("verify", "game.koloda", "--lang", "en")

    def counts_scores(self) -> None:
        assert "51" in self.run("score", "no_thanks", "--player", "3 7 8 10 14-16 25 / 8", "--lang", "en")

    def compares_bots(self) -> None:
        told = json.loads(self.run("arena", "no_thanks", "--bots", "0,0,0", "--players", "3", "--deals", "2", "--json"))
        assert told["games"] == 2

    def serves_its_pages(self) -> None:
        address = ["--host", "127.0.0.1", "--port", "0"]
        serving = subprocess.Popen(
            [*self._command, "serve", "--no-browser", "--lang", "en", *address],
            stdout=subprocess.PIPE,
            cwd=self._home,
            env=self._settings,
            text=True,
        )
        try:
            assert serving.stdout is not None
            found = re.search(r"http://localhost:\d+", serving.stdout.readline())
            assert found, "the server did not start"
            with httpx.Client(base_url=found[0].replace("localhost", "127.0.0.1"), timeout=HANG) as client:
                page = client.get("/")
                assert page.status_code == 200
                asset = re.search(r'"(/assets/[^"]+\.js)"', page.text)
                assert asset, page.text[:500]
                assert client.get(asset[1]).headers["content-type"] == "text/javascript; charset=utf-8"
                assert client.get("/health").status_code == 200
        finally:
            serving.send_signal(signal.SIGTERM)
            serving.communicate(timeout=HANG)
        assert serving.returncode == 0
        assert (self._home / "data" / "koloda" / "tables.db").exists()


def _read_to_the_end(terminal: int) -> None:
    """A process that ends waits until what it has written to its terminal is read."""
    try:
        while os.read(terminal, 65536):
            pass
    except OSError:  # nobody has the other end any more
        pass
    finally:
        os.close(terminal)
