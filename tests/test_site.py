"""The documentation as a site: all pages are in its navigation, all names in its API reference are there.

`make docs` builds it, with every warning as an error; here is what can be seen without Sphinx.
"""

import ast
import re
import tomllib
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement

import koloda
from hatch_build import DOCUMENTATION, PagesBuildHook
from koloda.core.extras import MissingExtra
from koloda.server.web.documentation import built_documentation

ROOT = Path(__file__).parent.parent
DIRECTIVE = re.compile(r"^\.\. (auto\w+|currentmodule):: (\S+)\n((?:   :.*\n)*)", re.MULTILINE)


def configured(name: str) -> Any:
    """A constant of docs/conf.py, which needs Sphinx to be imported."""
    for statement in ast.parse((ROOT / "docs/conf.py").read_text("utf-8")).body:
        if isinstance(statement, ast.Assign) and getattr(statement.targets[0], "id", "") == name:
            return ast.literal_eval(statement.value)
    raise AssertionError


def test_every_page_is_in_the_navigation_once() -> None:
    listed = [page for pages in configured("NAVIGATION").values() for page in pages]
    files = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("docs/api/*.rst")]
    assert sorted([*listed, "README"]) == sorted(file.relative_to(ROOT).with_suffix("").as_posix() for file in files)


@pytest.mark.parametrize("page", sorted(ROOT.glob("docs/api/*.rst")), ids=lambda page: page.stem)
def test_what_the_api_reference_names_is_there(page: Path) -> None:
    module: Any = None
    for directive, name, options in DIRECTIVE.findall(page.read_text("utf-8")):
        if directive in ("automodule", "currentmodule"):
            try:
                module = import_module(name)
            except MissingExtra:
                continue
            members = re.findall(r"\w+", options.partition(":members: ")[2].partition("\n")[0])
            assert [member for member in members if not hasattr(module, member)] == []
        else:
            assert hasattr(module, name), name


def test_no_union_is_made_with_a_class_for_which_sphinx_has_a_stand_in() -> None:
    """Stand-ins know no `|`, so such an annotation needs quotes: else the API reference cannot be built."""
    mocked = tuple(configured("autodoc_mock_imports"))
    found = []
    for file in sorted((ROOT / "src/koloda/envs").glob("*.py")):
        tree = ast.parse(file.read_text("utf-8"))
        names = {
            alias.asname or alias.name
            for node in tree.body
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] in mocked
            for alias in node.names
        }
        for node in ast.walk(tree):
            if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
                sides = {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}
                found += [f"{file.name}:{node.lineno}: {name}" for name in sorted(sides & names)]
    assert found == []


def test_every_exported_name_is_in_the_api_reference() -> None:
    page = (ROOT / "docs/api/koloda.rst").read_text("utf-8")
    assert {name for _, name, _ in DIRECTIVE.findall(page)} == {*koloda.__all__, "koloda"} - {"__version__"}


def test_wheels_and_source_distributions_have_the_site_if_it_was_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hatch_build.Pages.build", lambda pages: None)
    for built in (False, True):
        for target, place in (("wheel", "koloda/server/docs"), ("sdist", DOCUMENTATION)):
            data: dict[str, Any] = {"force_include": {}}
            PagesBuildHook(str(tmp_path), {}, None, None, "", target).initialize("standard", data)  # type: ignore[arg-type]
            assert data["force_include"] == ({str(tmp_path / DOCUMENTATION): place} if built else {})
        (tmp_path / DOCUMENTATION).mkdir(parents=True, exist_ok=True)
        (tmp_path / DOCUMENTATION / "index.html").touch()


def test_the_site_is_found_in_the_package_and_in_a_clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package, clone = tmp_path / "src/koloda", tmp_path
    monkeypatch.setattr("koloda.server.web.documentation.files", lambda name: package)
    in_the_clone, in_the_package = clone / DOCUMENTATION, package / "server/docs"
    assert built_documentation() is None
    for folder in (in_the_clone, in_the_package):
        folder.mkdir(parents=True)
        (folder / "index.html").touch()
        if folder == in_the_clone:
            assert built_documentation() is None, "the folder above an installed package is not ours"
            (clone / "pyproject.toml").touch()
        assert built_documentation() == folder


def test_the_lock_file_has_what_builds_the_site() -> None:
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]
    locked = re.findall(r"^([\w.-]+)==", (ROOT / "requirements-docs.txt").read_text("utf-8"), re.MULTILINE)
    assert {Requirement(each).name for each in groups["docs"]} <= {*locked}
