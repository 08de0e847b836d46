"""A real nginx for tests, from the system's package."""

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.server.built_pages import missing


def program() -> str:
    if found := shutil.which("nginx", path=f"{os.environ.get('PATH', '')}:/usr/sbin:/usr/local/sbin"):
        return found
    missing("nginx")
    raise AssertionError


def free_port() -> int:
    """A port that nobody gets by chance before nginx does: the system takes those of connections from 32768 on."""
    for port in range(20_000 + os.getpid() % 10_000, 32_768):
        try:
            with socket.create_server(("127.0.0.1", port)):
                return port
        except OSError:
            continue
    raise AssertionError("no port is free")


def adapted(sample: str, changes: dict[str, str]) -> str:
    """A configuration that fits this machine. Everything that is changed must be in it."""
    for told, here in changes.items():
        assert told in sample
        sample = sample.replace(told, here)
    return sample


@contextmanager
def running(configuration: str, folder: Path) -> Iterator[None]:
    file = folder / "nginx.conf"
    file.write_text(configuration)
    command = [program(), "-e", str(folder / "error.log"), "-p", str(folder), "-c", str(file)]
    started = subprocess.run(command, capture_output=True, text=True)  # it returns when it listens
    assert started.returncode == 0, started.stderr
    try:
        yield
    finally:
        subprocess.run([*command, "-s", "stop"], check=True, capture_output=True)
