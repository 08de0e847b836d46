"""What these tests need beside Python: Node and the page's tools, the built page, a browser.

Where one is missing, a test is skipped, visibly; a machine that says CI=true promises to have them, and fails. The page
is the one that ships with the package; KOLODA_PAGES names another folder to try.
"""

import os
import shutil
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "web"
PAGES = Path(os.environ.get("KOLODA_PAGES", ROOT / "src/koloda/server/static"))
AXE = WEB / "node_modules/axe-core/axe.min.js"
SCREENSHOTS = ROOT / "build/screenshots"


def missing(what: str) -> NoReturn:
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


def needs_node() -> None:
    if shutil.which("node") is None:
        missing("no Node on the PATH")
    if not (WEB / "node_modules").is_dir():
        missing("the page's tools are not installed (make web)")


def needs_page() -> None:
    if not (PAGES / "index.html").is_file():
        missing("the page is not built (make web)")


def needs_axe() -> str:
    if not AXE.is_file():
        missing("the page's tools are not installed (make web)")
    return AXE.read_text()


def needs_chromium() -> str:
    """The system's browser."""
    for name in ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"):
        if found := shutil.which(name):
            return found
    missing("no Chromium on the PATH")
