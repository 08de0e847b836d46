"""`koloda serve` as a separate process."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import uvicorn

from koloda.cli.main import main
from koloda.cli.parser import Parser
from koloda.server import network, serve
from koloda.server.web.settings import Limits
from tests.server.in_process_server import new_table
from tests.test_docs import table as rows_of
from tests.test_docs import text as text_of
from tests.timeouts import HANG


class Process:
    def __init__(self, folder: Path, *more: str) -> None:
        pages = folder / "pages"
        pages.mkdir(exist_ok=True)
        (pages / "index.html").write_text("<!doctype html><title>Koloda</title>")
        command = [sys.executable, "-m", "koloda", "serve", "--database", str(folder / "tables.db"), "--lang", "en"]
        self.process = subprocess.Popen(
            [*command, "--pages", str(pages), *more],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "CI": "true"},
        )

    def first_line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def end(self, sign: int = signal.SIGTERM) -> tuple[int, str, str]:
        self.process.send_signal(sign)
        out, err = self.process.communicate(timeout=HANG)
        return self.process.returncode, out, err


@contextlib.contextmanager
def started(folder: Path, *more: str) -> Iterator[tuple[Process, str]]:
    process = Process(folder, *more)
    try:
        found = re.fullmatch(r"Koloda is open: (http://localhost:\d+)", process.first_line())
        assert found, process.end()
        yield process, found[1]
    finally:
        if process.process.poll() is None:
            process.process.kill()
        process.process.communicate()


def browser(address: str) -> httpx.Client:
    """Without certificates, which take long to load."""
    return httpx.Client(base_url=address, timeout=HANG, verify=False, trust_env=False)


def test_it_starts_serves_and_ends_in_order(tmp_path: Path) -> None:
    arguments = ["--port", "0", "--host", "127.0.0.1", "--log", "json", "--pace", "0", "--metrics-port", "0"]
    with started(tmp_path, *arguments) as (process, address):
        metrics = process.first_line().removeprefix("Metrics: ")
        with browser(address) as client:
            assert "koloda_sockets 0.0" in client.get(metrics).text
            assert client.get("/metrics").status_code == 404
            assert client.get("/ready").json()["status"] == "ready"
            assert client.get("/health").json()["status"] == "well"
            assert "Koloda" in client.get("/").text
            opened = client.post("/api/tables", json=new_table(start=True))
            table, token = opened.json()["table"], opened.json()["token"]
            assert client.get(f"/api/tables/{table}/news").json()["table"]["link"] == f"{address}/t/{table}"
            assert main(["admin", "backup", str(tmp_path / "copy.db"), "--database", str(tmp_path / "tables.db")]) == 0
            assert process.process.stderr is not None
        status, out, log = process.end()
        assert status == 0
        assert out.endswith("Stopped. All tables are saved.\n")
        lines = [json.loads(line) for line in log.splitlines()]
        assert {"event", "method", "path", "status", "ms"} <= set(lines[0])
        assert table not in log
        assert token not in log
        assert "Anna" not in log
    with started(tmp_path, "--port", "0", "--host", "127.0.0.1", "--database", str(tmp_path / "copy.db")) as (_, again):
        cookie = {"cookie": f"koloda_{table}={token}"}
        with browser(again) as client:
            assert client.get(f"/api/tables/{table}/news", headers=cookie).json()["seat"] == 0


def two_ports() -> int:
    """The first of two free ports in a row: below those that the system gives to anybody."""
    for port in range(20_000 + os.getpid() * 2 % 12_000, 32_700, 2):
        with contextlib.suppress(OSError), contextlib.ExitStack() as stack:
            for each in (port, port + 1):
                stack.enter_context(socket.create_server(("127.0.0.1", each)))
            return port
    raise AssertionError("no free ports")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked")
def test_workers_have_names_in_metrics_and_logs_and_end_together(tmp_path: Path) -> None:
    port = two_ports()
    arguments = ["--port", "0", "--host", "127.0.0.1", "--log", "json", "--workers", "2", "--node", "cards"]
    with started(tmp_path, *arguments, "--metrics-port", str(port)) as (process, address):
        for number in (1, 2):
            with browser(f"http://127.0.0.1:{port + number - 1}") as client:
                metrics = ""
                while not metrics:
                    with contextlib.suppress(httpx.ConnectError):  # the second worker may start a moment later
                        metrics = client.get("/metrics").text
                samples = [line for line in metrics.splitlines() if line[0] != "#"]
                assert samples
                assert [line for line in samples if f'node="cards/{number}"' not in line] == []
                assert client.get("/ready").json() == {"status": "ready"}
        for _ in range(4):
            with browser(address) as client:
                assert client.get("/api/lobby").status_code == 200
        status, out, log = process.end()
        assert (status, out.count("Stopped. All tables are saved.\n")) == (0, 1)
        lines = [json.loads(line) for line in log.splitlines()]
        assert {line["node"] for line in lines} == {"cards/1", "cards/2"}


def test_a_port_for_the_metrics_of_a_worker_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    port = two_ports()
    (tmp_path / "index.html").write_text("x")
    arguments = ["--host", "127.0.0.1", "--port", "0", "--pages", str(tmp_path), "--lang", "en", "--workers", "2"]
    arguments += ["--database", str(tmp_path / "tables.db"), "--metrics-port", str(port)]
    with socket.create_server(("127.0.0.1", port + 1)):
        assert main(["serve", *arguments]) == 2
    assert f"Cannot listen on 127.0.0.1, port {port + 1}" in capsys.readouterr().err


def test_ctrl_c_is_an_end_in_order(tmp_path: Path) -> None:
    with started(tmp_path, "--port", "0", "--host", "127.0.0.1") as (process, _):
        status, out, err = process.end(signal.SIGINT)
        assert (status, err) == (0, "")
        assert out.endswith("Stopped. All tables are saved.\n")


def test_a_port_that_is_taken(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        (tmp_path / "index.html").write_text("x")
        arguments = ["--host", "127.0.0.1", "--port", str(port), "--pages", str(tmp_path), "--lang", "en"]
        assert main(["serve", *arguments]) == 2
        assert capsys.readouterr().err.startswith(f"Cannot listen on 127.0.0.1, port {port}: Address already in use.")
        with contextlib.closing(network.listen("127.0.0.1", port, chosen=False)) as other:
            assert other.getsockname()[1] != port, "the usual port may give way to the next one"


def test_one_server_for_one_database(tmp_path: Path) -> None:
    with started(tmp_path, "--port", "0", "--host", "127.0.0.1"):
        second = Process(tmp_path, "--port", "0", "--host", "127.0.0.1")
        _, err = second.process.communicate(timeout=HANG)
        assert second.process.returncode == 2
        assert "is in use by another server" in err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--pages", "nowhere"], "There are no pages in nowhere: it has no index.html."),
        (["--public-url", "cards.example.org"], "should read https://name"),
        (["--public-url", "https://x.example/path?x=1"], "should read https://name"),
        (["--public-url", "https://x.example/../x"], "should read https://name"),
        (["--public-url", "https://x.example/a b"], "should read https://name"),
        (["--public-url", "https://x.example/api/koloda"], "should not begin with /api"),
        (["--password-file", "nowhere"], "Cannot read the password in nowhere"),
        (["--trust-proxy", "proxy"], "should be an address"),
        (["--bot", "Thrifty"], "should read NAME=BOT"),
        (["--bot", "a=greedy", "--bot", "a=rule"], "should read NAME=BOT"),
        (["--database", "/dev/null/tables.db"], "The tables cannot be stored"),
        (["--keep-days", "-1"], "--keep-days should be a whole number, at least 0, not -1."),
        (["--keep-unstarted-days", "-1"], "--keep-unstarted-days should be a whole number, at least 0, not -1."),
        (["--backup-every", "12"], "--backup-every and --backup-keep need a folder"),
        (["--backup-to", "copies", "--backup-every", "0"], "--backup-every should be a number of hours from 0.1"),
        (["--backup-to", "copies", "--database", "postgresql://db/koloda"], "--backup-to copies a file only"),
        (["--backup-to", "copies", "--backup-keep", "0"], "--backup-keep should be a whole number, at least 1"),
    ],
)
def test_what_is_wrong_is_said_before_anything_starts(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "index.html").write_text("x")
    usual = [] if "--pages" in arguments else ["--pages", str(tmp_path)]
    assert main(["serve", "--port", "0", "--host", "127.0.0.1", "--lang", "en", *usual, *arguments]) == 2
    captured = capsys.readouterr()
    assert said in captured.err
    assert captured.out == ""


@pytest.mark.parametrize(("language", "said"), [("en", "install Koloda again"), ("ru", "установите «Колоду» заново")])
def test_a_package_without_pages_says_how_to_get_them(
    language: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("koloda.server.web.pages.files", lambda package: tmp_path)
    assert main(["serve", "--lang", language]) == 2
    told = capsys.readouterr().err
    assert f"{said}: pip install --force-reinstall --no-deps koloda." in told
    assert "make web" in told


def test_an_unfit_uvicorn_is_named(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Its WebSocket protocol is private, and an installed version may lack it."""
    for name in ("serve", "web.websocket_protocol", "web.websocket", "web.app"):
        package, _, module = f"koloda.server.{name}".rpartition(".")
        monkeypatch.delattr(sys.modules[package], module)
        monkeypatch.delitem(sys.modules, f"{package}.{module}")
    monkeypatch.setitem(sys.modules, "uvicorn.protocols.websockets.websockets_sansio_impl", None)
    assert main(["serve", "--lang", "en"]) == 2
    assert f"cannot run with uvicorn {uvicorn.__version__}" in capsys.readouterr().err


def test_where_others_reach_the_server() -> None:
    home = serve.make_settings(serve.ServeOptions(host="192.0.2.5"), 8080)
    assert (home.address, home.public, home.https) == ("http://192.0.2.5:8080", False, False)
    near = serve.make_settings(serve.ServeOptions(host="127.0.0.1"), 80)
    assert near.address == "http://localhost"
    options = serve.ServeOptions(
        public_url="https://Cards.Example.org/", allow_host=["Other.example"], trust_proxy=["10.0.0.0/8"]
    )
    public = serve.make_settings(options, 8080)
    assert (public.address, public.public, public.https) == ("https://cards.example.org", True, True)
    assert {"cards.example.org", "other.example", "localhost"} <= public.hosts
    below = serve.make_settings(serve.ServeOptions(public_url="https://Cards.Example.org/Koloda/two/"), 8080)
    assert (below.address, below.origin) == ("https://cards.example.org/Koloda/two", "https://cards.example.org")
    assert (below.base, below.link("x")) == ("/Koloda/two", "https://cards.example.org/Koloda/two/t/x")
    assert "cards.example.org" in below.hosts


@pytest.mark.parametrize(
    ("environment", "opened"),
    [({"DISPLAY": ":0"}, True), ({}, False), ({"DISPLAY": ":0", "CI": "true"}, False)],
)
def test_a_browser_is_opened_where_there_is_one(
    environment: dict[str, str], opened: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert serve.has_browser(environment) is opened
    assert not serve.has_browser({**environment, "SSH_CONNECTION": "x"})


def test_every_option_is_documented() -> None:
    parser = Parser("en").commands.choices["serve"]
    known = {word for action in parser._actions for word in action.option_strings if word.startswith("--")}
    told = [row[0].strip("`").split(" ")[0] for row in rows_of(text_of("docs/operations.md"), "options")]
    assert set(told) == known - {"--help"}
    assert len(told) == len(set(told))
    limits = {row[0].strip("`").split(" ")[0]: row[1] for row in rows_of(text_of("docs/operations.md"), "options")}
    for name, value in vars(Limits()).items():
        assert limits[f"--limit-{name}"] == str(value)
    assert (limits["--port"], limits["--pace"], limits["--host"]) == ("8080", "900", "`0.0.0.0`")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_server_whose_output_cannot_be_written_ends_with_one_line(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!doctype html>")
    command = [sys.executable, "-m", "koloda", "serve", "--port", "0", "--no-browser", "--lang", "en"]
    files = ["--pages", str(tmp_path), "--database", str(tmp_path / "tables.db")]
    with open("/dev/full", "w") as full:
        ended = subprocess.run([*command, *files], stdout=full, stderr=subprocess.PIPE, text=True, timeout=HANG)
    assert (ended.returncode, ended.stderr) == (3, "Cannot write the output: No space left on device.\n")
