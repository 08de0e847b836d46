"""What these tests need beside Python: Node and the page's tools, the built page, a browser.

Where one is missing, a test is skipped, visibly; a machine that says CI=true promises to have them, and fails.
"""

import os
import shutil
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
STATIC = ROOT / "src/koloda/server/static"


def missing(what: str) -> None:
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


def needs_node() -> None:
    if shutil.which("node") is None:
        missing("no Node on the PATH")
    if not (WEB / "node_modules").is_dir():
        missing("the page's tools are not installed (make web)")


def needs_page() -> None:
    if not (STATIC / "index.html").is_file():
        missing("the page is not built (make web)")


def chromium() -> str:
    """The system's browser."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if found := shutil.which(name):
            return found
    missing("no Chromium on the PATH")
    raise AssertionError
