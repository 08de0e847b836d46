"""Containerfile and compose.yaml agree with the code and with each other."""

import asyncio
import json
import re
import shlex
from collections.abc import Mapping
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

from koloda.cli.parser import Parser
from koloda.server import health_check, serve
from tests.server.in_process_server import go, served
from tests.shell import ROOT

OWN = {"KOLODA_CACHE"}
"""The variables that are no setting of `koloda serve`."""
UNPACKED = "/opt/koloda"


class Stage:
    """One stage of the Containerfile: its instructions in order."""

    def __init__(self, text: str) -> None:
        joined = re.sub(r"\\\n\s*", "", re.sub(r"^#.*\n", "", text, flags=re.MULTILINE))
        lines = [line.partition(" ") for line in joined.splitlines() if line]
        self.instructions = [(kind, rest) for kind, _, rest in lines]

    def all(self, kind: str) -> list[str]:
        return [rest for each, rest in self.instructions if each == kind]

    def one(self, kind: str) -> str:
        (found,) = self.all(kind)
        return found

    def words(self, kind: str) -> list[str]:
        """The exec form of an instruction."""
        found = json.loads(self.one(kind))
        assert isinstance(found, list)
        return [str(word) for word in found]

    @property
    def variables(self) -> dict[str, str]:
        pairs = (word.partition("=") for line in self.all("ENV") for word in shlex.split(line))
        return {name: value for name, _, value in pairs}


def containerfile() -> list[Stage]:
    head, *stages = re.split(r"^(?=FROM )", (ROOT / "Containerfile").read_text("utf-8"), flags=re.MULTILINE)
    assert Stage(head).all("ARG"), "the base image can be chosen"
    return [Stage(stage) for stage in stages]


def composed() -> Mapping[str, Any]:
    document = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
    (service,) = document["services"].values()
    assert [volume.partition(":")[0] for volume in service["volumes"]] == [*document["volumes"]]
    found: Mapping[str, Any] = service
    return found


def health_command(stage: Stage) -> list[str]:
    found = json.loads(stage.one("HEALTHCHECK").partition("CMD ")[2])
    assert isinstance(found, list)
    return found


def settings() -> set[str]:
    """The variables of all options of `koloda serve`."""
    options = [word for action in Parser("en").commands.choices["serve"]._actions for word in action.option_strings]
    return {f"KOLODA_{word.removeprefix('--').replace('-', '_').upper()}" for word in options if word.startswith("--")}


def test_both_stages_have_the_same_base_so_that_the_environment_finds_its_interpreter() -> None:
    build, final = containerfile()
    assert build.one("FROM") == "${BASE} AS build"
    assert final.one("FROM") == "${BASE}"
    assert final.one("COPY") == f"--from=build {UNPACKED} {UNPACKED}"


def test_everything_that_is_copied_is_there_and_not_ignored() -> None:
    build, _ = containerfile()
    files = [line.split()[0] for line in build.all("COPY") if line != ". ."]
    files += ["LICENSE", "README.md", "hatch_build.py", "pyproject.toml", "src/koloda/__init__.py", "web/package.json"]
    for name in files:
        assert (ROOT / name).is_file()
        assert not ignored(name), name
    for name in (".git/config", ".venv/bin/python", "web/node_modules/x", "src/koloda/server/static/index.html"):
        assert ignored(name), name


def ignored(name: str) -> bool:
    """Does .dockerignore leave it out? The last line that fits a path or a folder above it decides."""
    places = [name, *(str(parent) for parent in Path(name).parents if str(parent) != ".")]
    left_out = False
    for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines():
        pattern = line.removeprefix("!").removeprefix("**/")
        if line and not line.startswith("#") and any(fnmatch(place, pattern) for place in places):
            left_out = not line.startswith("!")
    return left_out


def test_the_server_starts_without_root_and_listens_on_the_port_that_is_exposed() -> None:
    _, final = containerfile()
    program, *arguments = [*final.words("ENTRYPOINT"), *final.words("CMD")]
    assert program == f"{UNPACKED}/bin/koloda"
    assert arguments == ["serve"]
    Parser("en").parse_args(arguments)
    user, group = final.one("USER").split(":")
    assert int(user) > 0
    assert f"--uid {user} --gid {group}" in final.one("RUN")
    assert final.variables["KOLODA_PORT"] == final.one("EXPOSE") == str(serve.PORT)
    assert final.variables["KOLODA_HOST"] == serve.HOST
    assert final.one("STOPSIGNAL") == "SIGTERM"


def test_everything_that_is_written_lies_on_the_volume() -> None:
    _, final = containerfile()
    volume = final.one("VOLUME")
    for name in ("KOLODA_DATABASE", "KOLODA_CACHE"):
        assert final.variables[name].startswith(f"{volume}/")
    assert final.one("RUN").endswith(f" {volume}")
    assert final.one("WORKDIR") == volume


@pytest.mark.parametrize("where", ["Containerfile", "compose.yaml"])
def test_variables_are_settings_of_the_server(where: str) -> None:
    given = containerfile()[1].variables if where == "Containerfile" else composed()["environment"]
    assert {name for name in given if name.startswith("KOLODA_")} <= settings() | OWN


def test_compose_runs_it_as_it_was_built() -> None:
    _, final = containerfile()
    service = composed()
    assert service["build"]["dockerfile"] == "Containerfile"
    assert [port.rpartition(":")[2] for port in service["ports"]] == [final.one("EXPOSE")]
    assert [volume.partition(":")[2] for volume in service["volumes"]] == [final.one("VOLUME")]
    assert service["healthcheck"]["test"] == ["CMD", *health_command(final)]
    for option in ("interval", "timeout", "start_period", "retries"):
        assert f"--{option.replace('_', '-')}={service['healthcheck'][option]} " in final.one("HEALTHCHECK")


def test_compose_gives_it_no_rights() -> None:
    service = composed()
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert not {"privileged", "cap_add", "user", "network_mode"} & {*service}


def test_the_health_check_asks_the_server(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    _, final = containerfile()
    assert health_command(final) == [f"{UNPACKED}/bin/python", "-m", health_check.__name__]
    assert health_check.address(final.variables) == "http://localhost:8080/health"
    assert health_check.address({"KOLODA_PORT": "443", "KOLODA_CERTIFICATE": "x"}) == "https://localhost:443/health"

    async def ask() -> None:
        async with served() as (host, _):
            monkeypatch.setenv("KOLODA_PORT", host.rpartition(":")[2])
            assert await asyncio.to_thread(health_check.main) == 0
        assert await asyncio.to_thread(health_check.main) == 1

    go(ask)
    assert "refused" in capsys.readouterr().err
