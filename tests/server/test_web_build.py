"""The built pages: small, self-contained, within the content security policy, and in the wheel."""

import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

from koloda.core.text import LANGUAGES, Language
from tests.server.built_pages import ROOT, WEB, built

FIRST_LOAD = 80_000
"""How many bytes the lobby may load in total."""
NAMED_ONLY = ("http://www.w3.org/", "https://svelte.dev/e/")
"""Namespaces, and pages that the framework's errors link to: nothing is fetched from there."""
LINK = re.compile(r"(?:https?:)?//[a-z0-9-]+(?:\.[a-z0-9-]+)+[^\s\"'`]*", re.I)

Chunk = dict[str, Any]


def sources(*endings: str) -> list[Path]:
    return [file for file in built("").rglob("*") if file.suffix in endings]


def chunks() -> dict[str, Chunk]:
    found: dict[str, Chunk] = json.loads(built(".vite/manifest.json").read_text("utf-8"))
    return found


def files_of(name: str, all_chunks: dict[str, Chunk]) -> set[str]:
    """A chunk's file, its styles, and those of its static imports."""
    chunk = all_chunks[name]
    files = {chunk["file"], *chunk.get("css", [])}
    return files.union(*(files_of(other, all_chunks) for other in chunk.get("imports", [])))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lobby_comes_in_80_kilobytes(language: Language) -> None:
    all_chunks = chunks()
    texts = [f"../src/koloda/locale/{language}/{area}.json" for area in ("common", "web")]
    texts.append(f"virtual:lobby-texts/{language}")
    needed = {"index.html"}.union(
        *(files_of(name, all_chunks) for name in ("index.html", "src/pages/Lobby.svelte", *texts))
    )
    sizes = {name: built(f"{name}.gz").stat().st_size for name in needed}
    assert sum(sizes.values()) <= FIRST_LOAD, sizes


def test_every_text_file_has_packed_twins() -> None:
    for file in sources(".js", ".css", ".html", ".svg", ".webmanifest"):
        for ending in (".gz", ".br"):
            assert file.with_name(file.name + ending).exists(), f"{file}{ending}"


def test_nothing_is_asked_of_other_hosts() -> None:
    for file in sources(".js", ".css", ".html", ".svg", ".webmanifest"):
        links = [link for link in LINK.findall(file.read_text("utf-8")) if not link.startswith(NAMED_ONLY)]
        assert not links, f"{file.name}: {links}"


def test_nothing_is_inline() -> None:
    page = built("index.html").read_text("utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)|<style|\son\w+=", page) == []
    for file in sources(".js", ".html", ".svg"):
        assert not re.search(r"""\sstyle=["'\\]""", file.read_text("utf-8")), f"{file.name} has a style attribute"


def test_the_lock_names_no_host_and_every_platforms_build_tools() -> None:
    packages = json.loads((WEB / "package-lock.json").read_text("utf-8"))["packages"]
    assert not [name for name, package in packages.items() if "resolved" in package]
    needed = {name for package in packages.values() for name in package.get("optionalDependencies", {})}
    assert [name for name in sorted(needed) if f"node_modules/{name}" not in packages] == []


def test_the_service_worker_keeps_every_file_of_its_version() -> None:
    worker = built("sw.js").read_text("utf-8")
    (listed,) = re.findall(r"^const FILES = (\[.*\])$", worker, re.M)
    folder = built("")
    files = {file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()}
    not_kept = {"sw.js", "index.html", ".vite/manifest.json", "icon-512.png"}
    packed = {name for name in files if name.endswith((".gz", ".br"))}
    assert set(json.loads(listed)) == files - packed - not_kept
    assert re.search(r'^const VERSION = "[0-9a-f]{12}"$', worker, re.M)


def test_the_sprite_is_in_the_page() -> None:
    page = built("index.html").read_text("utf-8")
    for symbol in ("n-0", "s-heart", "i-joker", "u-menu", "back", "rings", "coin", "chip", "slice"):
        assert f'id="{symbol}"' in page


def test_the_wheel_brings_the_pages(tmp_path: Path) -> None:
    built("index.html")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    folder = "koloda/server/static"
    assert {
        f"{folder}/index.html",
        f"{folder}/index.html.br",
        f"{folder}/sw.js",
        f"{folder}/manifest.webmanifest",
    } <= names
    assert any(name.startswith(f"{folder}/assets/") for name in names)
    assert not any("node_modules" in name for name in names)
