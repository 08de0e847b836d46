"""Containerfile, compose.yaml and compose.cluster.yaml agree with the code and with each other."""

import asyncio
import json
import os
import re
import shlex
from collections.abc import Mapping
from fnmatch import fnmatch
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
import yaml

from koloda.cli.parser import Parser
from koloda.core.database import PostgresAddress, read_database
from koloda.server import health_check, serve
from koloda.server.storage.postgres import PostgresStore
from tests.nginx import adapted, free_port, running
from tests.server.in_process_server import go, served
from tests.server.postgres import Postgres
from tests.server.processes import Life, Servers
from tests.server.stored_commands import check
from tests.server.test_kill import catch_up, sit_down, some_commands
from tests.server.test_kill_nodes import pages_in
from tests.shell import ROOT
from tests.soak import SEED

OWN = {"KOLODA_CACHE"}
"""The variables that are no setting of `koloda serve`."""
UNPACKED = "/opt/koloda"
NGINX = (ROOT / "compose.cluster.nginx.conf").read_text("utf-8")


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


def cluster() -> Mapping[str, Any]:
    found: Mapping[str, Any] = yaml.safe_load((ROOT / "compose.cluster.yaml").read_text("utf-8"))
    return found


def nodes() -> dict[str, Mapping[str, Any]]:
    return {name: service for name, service in cluster()["services"].items() if service["image"] == "koloda"}


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


def test_two_nodes_run_as_the_single_one_does_but_behind_nginx() -> None:
    own = {"environment", "volumes", "ports"}
    alone = {name: value for name, value in composed().items() if name not in own}
    assert len(nodes()) == 2
    for name, service in nodes().items():
        added = own | {"depends_on", "networks"}
        assert {key: value for key, value in service.items() if key not in added} == alone
        assert "ports" not in service
        assert [volume.partition(":")[2] for volume in service["volumes"]] == [containerfile()[1].one("VOLUME")]
        assert service["depends_on"] == {"db": {"condition": "service_healthy"}}
        assert service["environment"]["KOLODA_NODE"] == name
        assert {*service["environment"]} <= settings() | OWN
    volumes = [each for service in cluster()["services"].values() for each in service["volumes"] if each[0] != "."]
    assert sorted(volume.partition(":")[0] for volume in volumes) == sorted(cluster()["volumes"])


def test_the_nodes_know_their_database_and_trust_only_their_proxy() -> None:
    services = cluster()["services"]
    database, proxy = services["db"]["environment"], services["nginx"]["networks"]["inside"]["ipv4_address"]
    for service in nodes().values():
        address = urlsplit(re.sub(r"\$\{.*?\}", "password", service["environment"]["KOLODA_DATABASE"]))
        assert read_database(address.geturl()) == PostgresAddress("postgresql://koloda:password@db/koloda")
        assert (address.username, address.path) == (database["POSTGRES_USER"], f"/{database['POSTGRES_DB']}")
        assert service["environment"]["KOLODA_TRUST_PROXY"] == proxy
    (network,) = cluster()["networks"]["inside"]["ipam"]["config"]
    assert ip_address(proxy) in ip_network(network["subnet"])


def test_only_nginx_can_be_reached_and_it_has_no_rights() -> None:
    services = cluster()["services"]
    assert [name for name, service in services.items() if "ports" in service] == ["nginx"]
    assert [port.rpartition(":")[2] for port in services["nginx"]["ports"]] == re.findall(r"listen (\d+);", NGINX)
    for right in ("read_only", "cap_drop", "security_opt"):
        assert services["nginx"][right] == composed()[right]
    mounted, inside, _ = services["nginx"]["volumes"][0].split(":")
    assert (ROOT / mounted).read_text("utf-8") == NGINX
    assert inside in services["nginx"]["command"]
    written = re.findall(r"^\s*(?:pid|\w+_temp_path) (\S+);", NGINX, re.MULTILINE)
    assert len(written) == 6
    assert all(path.startswith("/tmp/") for path in written)


def test_nginx_sends_connections_to_all_nodes_and_none_is_sticky() -> None:
    servers = re.findall(r"^\s*server (\S+):(\d+) ", NGINX, re.MULTILINE)
    assert servers == [(name, containerfile()[1].one("EXPOSE")) for name in nodes()]
    assert not re.search(r"ip_hash|\bhash |sticky;", NGINX)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="servers are forked")
def test_people_play_through_nginx_while_a_node_stops(tmp_path: Path, database_server: Postgres) -> None:
    address, port = database_server.fresh(), free_port()
    pages = pages_in(tmp_path)
    lives = [
        Life(database=address, pages=pages, seed=f"{SEED} {number}", trust_proxy=["127.0.0.1"]) for number in range(2)
    ]

    async def test() -> None:
        async with Servers() as one, Servers() as two:
            for node, life in zip((one, two), lives, strict=True):
                await node.begin(life)
            changes = {
                "koloda-1:8080": one.address,
                "koloda-2:8080": two.address,
                "listen 8080": f"listen 127.0.0.1:{port}",
                "/tmp/": f"{tmp_path}/",
                "error_log stderr": f"error_log {tmp_path}/error.log",
                "worker_rlimit_nofile 65536;": "",
            }
            with running(adapted(NGINX, changes), tmp_path):
                proxy, up = Behind(f"127.0.0.1:{port}"), asyncio.Event()
                up.set()
                people = await sit_down(proxy.address)
                async with asyncio.TaskGroup() as together:
                    playing = [together.create_task(person.play(proxy, up)) for person in people]
                    await some_commands(people, 60)
                    await two.stop()
                    await some_commands(people, 60)
                    for task in playing:
                        task.cancel()
                await catch_up(people, proxy.address)
            await one.stop()
        store = await PostgresStore.open(address)
        assert await check(store, people) > 100
        await store.close()

    asyncio.run(test())


class Behind(Servers):
    """Where clients go: to nginx."""

    def __init__(self, address: str) -> None:
        self.address = address


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
