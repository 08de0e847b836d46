"""What these tests need beside Python: the built pages, a browser, axe. See tests/server/web.py for Node.

The pages are those that ship with the package; KOLODA_PAGES names another folder to try.
"""

import os
import shutil
from pathlib import Path

from tests.server.web import ROOT, STATIC, WEB, missing

PAGES = Path(os.environ.get("KOLODA_PAGES", STATIC))
AXE = WEB / "node_modules/axe-core/axe.min.js"
SCREENSHOTS = ROOT / "build/screenshots"


def needs_pages() -> None:
    if not (PAGES / "index.html").is_file():
        missing("the built pages")


def needs_axe() -> str:
    if not AXE.is_file():
        missing("axe")
    return AXE.read_text()


def needs_chromium() -> str:
    """The system's browser."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    missing("Chromium")
    raise AssertionError
