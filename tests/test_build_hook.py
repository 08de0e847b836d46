"""hatch_build.py builds the pages when their sources have changed, with Node that is new enough. npm is a stand-in."""

import os
from pathlib import Path

import pytest

import hatch_build
from hatch_build import NotBuilt, Pages, PagesBuildHook

TEXTS, GAME_TEXTS = "src/koloda/locale/en", "src/koloda/games/pig/locale/en.json"
LESSONS = """
import pathlib, sys
folder = pathlib.Path(sys.argv[1])
folder.mkdir(exist_ok=True)
folder.joinpath("pig.json").write_text("roll")
"""
NPM = """#!/bin/sh
echo "$1" "$2" >> "{asked}"
test ! -e "{fails}" || exit 3
test "$1" != ci || mkdir -p node_modules
test "$1" != run || {{ mkdir -p ../src/koloda/server/static && echo pages > ../src/koloda/server/static/index.html; }}
"""


class Clone:
    """A small clone, and the programs on the PATH."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.root = folder / "clone"
        self.programs = folder / "bin"
        self.asked, self.fails = folder / "asked", folder / "fails"
        for name, text in {
            "web/package.json": '{"engines": {"node": ">=20.19"}}',
            "web/package-lock.json": "{}",
            "web/src/main.ts": "1",
            f"{TEXTS}/web.json": "{}",
            GAME_TEXTS: "{}",
            "src/koloda/__init__.py": "",
            "src/koloda/server/__init__.py": "",
            "src/koloda/server/lessons.py": LESSONS,
        }.items():
            self.write(name, text)
        self.install("npm", NPM.format(asked=self.asked, fails=self.fails))
        self.node("v20.19.0")
        monkeypatch.setattr(hatch_build, "find_spec", lambda name: None)
        monkeypatch.setenv("PATH", f"{self.programs}{os.pathsep}/usr/bin{os.pathsep}/bin")

    def write(self, name: str, text: str) -> None:
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text, "utf-8")

    def install(self, name: str, script: str) -> None:
        self.programs.mkdir(exist_ok=True)
        (self.programs / name).write_text(script, "utf-8")
        (self.programs / name).chmod(0o755)

    def node(self, version: str) -> None:
        self.install("node", f"#!/bin/sh\necho {version}\n")

    @property
    def built(self) -> bool:
        return (self.root / "src/koloda/server/static").exists()

    def build(self) -> list[str]:
        """Build, and return what npm was asked for."""
        self.asked.write_text("")
        Pages(self.root).build()
        return self.asked.read_text().splitlines()


@pytest.fixture
def clone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Clone:
    return Clone(tmp_path, monkeypatch)


def test_packages_come_from_the_lockfile_once(clone: Clone) -> None:
    assert clone.build() == ["ci --loglevel=error", "run --silent"]
    clone.write("web/src/main.ts", "2")
    assert clone.build() == ["run --silent"]


@pytest.mark.parametrize("changed", ["web/src/main.ts", "web/src/new.ts", f"{TEXTS}/web.json", GAME_TEXTS])
def test_pages_are_built_again_when_a_source_has_changed(clone: Clone, changed: str) -> None:
    assert clone.build()
    assert clone.build() == []
    clone.write(changed, '{"changed": ""}')
    assert clone.build() == ["run --silent"]
    assert clone.build() == []


def test_the_rules_make_the_lessons_and_other_lessons_need_other_pages(clone: Clone) -> None:
    assert clone.build()
    assert (clone.root / "web/lessons/pig.json").read_text() == "roll"
    assert clone.build() == []
    clone.write("src/koloda/server/lessons.py", LESSONS.replace("roll", "roll again"))
    assert clone.build() == ["run --silent"]


def test_a_lesson_that_the_rules_do_not_allow_is_an_error_that_says_so(clone: Clone) -> None:
    clone.write("src/koloda/server/lessons.py", "raise ValueError('step 3 of the lesson of pig: it is not your turn')")
    with pytest.raises(
        NotBuilt, match="lessons were not made: ValueError: step 3 of the lesson of pig: it is not your"
    ):
        clone.build()
    assert not clone.built


def test_pages_are_kept_when_only_times_have_changed(clone: Clone) -> None:
    """As in a copy, or in an unpacked source distribution."""
    assert clone.build()
    os.utime(clone.root / "web/src/main.ts")
    (clone.programs / "node").unlink()
    assert clone.build() == []


def test_pages_that_were_removed_are_built_again(clone: Clone) -> None:
    assert clone.build()
    (clone.root / "src/koloda/server/static/index.html").unlink()
    assert clone.build() == ["run --silent"]


@pytest.mark.parametrize("version", ["v20.18.3", "v18.20.0", ""])
def test_an_old_node_builds_nothing_and_is_told_which_one_would(clone: Clone, version: str) -> None:
    clone.node(version)
    with pytest.raises(NotBuilt, match=r"built with Node 20\.19 or newer, which is not on the PATH\. Install it"):
        clone.build()
    assert not clone.built


def test_a_failed_build_is_tried_again(clone: Clone) -> None:
    clone.fails.touch()
    with pytest.raises(NotBuilt, match=r"npm ci --loglevel=error .* failed with status 3"):
        clone.build()
    clone.fails.unlink()
    assert clone.build() == ["ci --loglevel=error", "run --silent"]


def test_an_editable_install_builds_nothing(clone: Clone) -> None:
    clone.node("")
    hook = PagesBuildHook(str(clone.root), {}, None, None, "", "wheel")  # type: ignore[arg-type]
    hook.initialize("editable", {})
    assert not clone.built
    with pytest.raises(SystemExit):
        hook.initialize("standard", {})
