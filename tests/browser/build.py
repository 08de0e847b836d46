"""What these tests need besides Python: the built pages, a browser, axe. See tests/server/built_pages.py for Node.

The pages are those that ship with the package; KOLODA_PAGES names another folder to try.
"""

import os
import re
import shutil
from pathlib import Path

from tests.server.built_pages import ROOT, STATIC, WEB, missing

PAGES = Path(os.environ.get("KOLODA_PAGES", STATIC))
WITH_SOURCES = ROOT / "build/pages-with-sources"
AXE = WEB / "node_modules/axe-core/axe.min.js"
SCREENS = ROOT / "build/screens"
"""Pictures of pages: see screens.py."""


def needs_pages() -> None:
    if not (PAGES / "index.html").is_file():
        missing("the built pages")


def needs_axe() -> str:
    if not AXE.is_file():
        missing("axe")
    return AXE.read_text()


def needs_chromium() -> str:
    """The system's browser, preferably without a window, because it is faster."""
    for name in ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    missing("Chromium")
    raise AssertionError


def needs_pages_with_sources() -> Path:
    """The same pages, but every control has a `data-source` with its place in `web/`."""
    if not (WITH_SOURCES / "index.html").is_file():
        missing("the pages with sources")
    return WITH_SOURCES


def controls() -> set[str]:
    """All controls of the pages, by their source: "src/table/Menu.svelte:30"."""
    scripts = [path.read_text() for path in WITH_SOURCES.glob("assets/*.js")]
    return {source for script in scripts for source in re.findall(r'data-source=\\?"([\w/.]+:\d+)', script)}
