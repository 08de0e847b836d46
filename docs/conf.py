"""The documentation as a site: `make docs` builds it into build/docs with Sphinx. Every warning is an error.

The sources are the Markdown files of the repository, where they are: links between them lead to each other on the site,
too. The pages must work under the server's content security policy (`server/web/security.py`): nothing inline, nothing
from other hosts.
"""

import json
import re
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from sphinx.application import Sphinx
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.errors import SphinxError

import koloda

NAVIGATION = {
    "Play": ["docs/rules", "docs/terminal", "docs/commands", "README.ru"],
    "Host": ["docs/operations", "docs/cluster", "docs/failover", "docs/protocol", "SECURITY"],
    "Bots": ["docs/bots", "docs/arena", "docs/strength", "docs/analysis", "docs/advisor"],
    "Research": ["docs/environments", "docs/training", "docs/positions", "docs/records", "docs/benchmarks"],
    "Python API": [
        "docs/api/koloda",
        "docs/api/analysis",
        "docs/api/bots",
        "docs/api/envs",
        "docs/api/games",
        "docs/api/records",
    ],
    "Add a game": ["docs/new_game"],
    "Internals": ["docs/architecture", "docs/development", "CONTRIBUTING", "CHANGELOG"],
}
RULEBOOKS = "src/koloda/games/*/rulebook/*"

project = "Koloda"
author = "Koloda contributors"
version = release = koloda.__version__
root_doc = "README"
include_patterns = [*(f"{page}.*" for pages in ([root_doc], *NAVIGATION.values()) for page in pages), f"{RULEBOOKS}.md"]
extensions = ["myst_parser", "sphinx.ext.autodoc"]

myst_heading_anchors = 4

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_class_signature = "separated"
autodoc_preserve_defaults = True
autodoc_mock_imports = ["cupy", "gymnasium", "pettingzoo", "pyspiel", "open_spiel", "torch"]
add_module_names = False
python_use_unqualified_type_names = True
default_role = "py:obj"
"""What a docstring has between backticks is a link if it is a name, and code if not."""
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = f"Koloda {release}"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"


class SiteBuilder(StandaloneHTMLBuilder):
    """HTML, whose addresses do not tell where in the repository a page is: docs/bots.md is at bots.html."""

    def get_target_uri(self, docname: str, typ: str | None = None) -> str:
        return f"{_place(docname)}{self.out_suffix}"

    def get_output_path(self, page_name: str, /) -> Path:
        return Path(self.outdir, f"{_place(page_name)}{self.out_suffix}")

    def dump_search_index(self) -> None:
        """The search goes to a page by the name under which the index has it."""
        super().dump_search_index()
        file = Path(self.outdir, self.searchindex_filename)
        before, index, after = re.split(
            r"(?<=^Search\.setIndex\()(.*)(?=\)$)", file.read_text("utf-8"), flags=re.DOTALL
        )
        found = json.loads(index)
        found["docnames"] = [_place(name) for name in found["docnames"]]
        file.write_text(before + json.dumps(found, ensure_ascii=False, separators=(",", ":")) + after, "utf-8")


def _place(docname: str) -> str:
    if docname == root_doc:
        return "index"
    if found := re.fullmatch("src/koloda/games/([^/]+)/rulebook/([^/]+)", docname):
        return f"rules/{found[1]}-{found[2]}"
    return docname.removeprefix("docs/").replace(".", "-").lower()


def _add_navigation(app: Sphinx, docname: str, source: list[str]) -> None:
    """The first page is the README, which has no list of all pages of its own; nor has the page about rules."""
    if docname == root_doc:
        source[0] += "".join(_contents(pages, caption) for caption, pages in NAVIGATION.items())
    elif docname == "docs/rules":
        source[0] += _contents([f"/{RULEBOOKS}"], glob=True)


def _contents(pages: list[str], caption: str = "", glob: bool = False) -> str:
    options = [":hidden:", *([f":caption: {caption}"] if caption else []), *([":glob:"] if glob else [])]
    return "\n".join(["", "", "```{toctree}", *options, "", *pages, "```", ""])


def _read_as_markdown(app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]) -> None:
    """Docstrings are read as reStructuredText; here indented code and tables mean what they mean in Markdown."""
    if lines and lines[0].startswith(f"{getattr(thing, '__name__', '')}("):
        lines.clear()  # what a dataclass without a docstring says: its signature again
    found: list[str] = []
    for number, line in enumerate(lines):
        after_a_gap = number > 0 and not lines[number - 1]
        if line.startswith("    ") and after_a_gap and not _in_code(found):
            found += ["::", ""]
        found.append(line)
    lines[:] = re.sub(r"(^\|.*\|\n)+", _table, "\n".join(found) + "\n", flags=re.MULTILINE).splitlines()


def _in_code(lines: list[str]) -> bool:
    """Is the last line that is not empty part of a code block?"""
    return next((line.startswith("    ") for line in reversed(lines) if line), False)


def _table(found: re.Match[str]) -> str:
    head, _, *rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in found[0].splitlines()]
    widths = [max(map(len, column)) for column in zip(head, *rows, strict=True)]
    border = ["=" * width for width in widths]
    laid_out = [border, head, border, *rows, border]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) for row in laid_out]
    return "\n".join(lines) + "\n"


def _obey_the_content_security_policy(app: Sphinx, error: Exception | None) -> None:
    if error is None:
        folder = Path(app.outdir)
        for pattern in ("*.map", ".buildinfo", "debug.css"):
            for file in folder.rglob(pattern):
                file.unlink()
        for file in folder.rglob("*.html"):
            page = Page(folder, file)
            page.move_out_what_is_inline()
            page.check()


class Page:
    """A built page, which may have nothing inline and load nothing from other hosts."""

    INLINE = re.compile(r"<(script|style)(?![^>]*\b(?:src|type=\"application/)\b)[^>]*>(.*?)</\1>", re.DOTALL)
    STYLED = re.compile(r"(<[a-z][^>]*?) style=\"([^\"]*)\"([^>]*>)")
    FORBIDDEN = re.compile(r"<[a-z][^>]*\s(?:style|on[a-z]+)=\"|<style\b|href=\"javascript:")
    LOADED = re.compile(r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"([^\"]+)\"|<link\b[^>]*\bhref=\"([^\"]+)\"")

    def __init__(self, folder: Path, file: Path) -> None:
        self._folder = folder
        self._file = file
        self._html = file.read_text("utf-8")
        self._rules: set[str] = set()
        if file.stem.endswith("-ru"):  # so that it is read out, hyphenated and translated as what it is
            self._html = self._html.replace('lang="en"', 'lang="ru"', 1)

    def move_out_what_is_inline(self) -> None:
        """Put scripts and styles into files, and attributes into classes."""
        self._html = self.INLINE.sub(self._linked, self._html)
        self._html = self.STYLED.sub(self._with_class, self._html)
        if self._rules:
            link = self._stylesheet("".join(sorted(self._rules)))
            self._html = self._html.replace("</head>", f"{link}</head>", 1)
        self._file.write_text(self._html, "utf-8")

    def _linked(self, found: re.Match[str]) -> str:
        if found[1] == "style":
            return self._stylesheet(found[2])
        return f'<script src="{self._kept(found[2], "js")}"></script>'

    def _stylesheet(self, rules: str) -> str:
        return f'<link rel="stylesheet" href="{self._kept(rules, "css")}">'

    def _kept(self, content: str, suffix: str) -> str:
        """The address of a file with this content."""
        name = f"_static/inline-{sha256(content.encode()).hexdigest()[:12]}.{suffix}"
        (self._folder / name).write_text(content, "utf-8")
        return "../" * (len(self._file.relative_to(self._folder).parts) - 1) + name

    def _with_class(self, found: re.Match[str]) -> str:
        before, style, after = found.groups()
        name = f"inline-{sha256(style.encode()).hexdigest()[:8]}"
        self._rules.add(f".{name} {{ {style.rstrip(';')}; }}\n")
        tag = before + after
        if ' class="' in tag:
            return tag.replace(' class="', f' class="{name} ', 1)
        return f'{before} class="{name}"{after}'

    def check(self) -> None:
        where = self._file.relative_to(self._folder)
        if inline := self.FORBIDDEN.search(self._html):
            raise SphinxError(f"{where} has something inline, which browsers will refuse: {inline[0]}")
        for address in [source or link for source, link in self.LOADED.findall(self._html)]:
            if urlsplit(address).scheme not in ("", "data"):
                raise SphinxError(f"{where} loads {address}: a page may load nothing from other hosts")


def setup(app: Sphinx) -> None:
    app.add_builder(SiteBuilder, override=True)
    app.connect("source-read", _add_navigation)
    app.connect("autodoc-process-docstring", _read_as_markdown)
    app.connect("build-finished", _obey_the_content_security_policy)
