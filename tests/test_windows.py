"""Nothing in the base install needs Unix."""

import ast
import subprocess
import sys
from pathlib import Path

from tests.shell import ROOT, installed_in
from tests.windows import UNIX_ONLY


def test_koloda_is_imported_plays_and_locks_without_unix(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.windows", str(tmp_path)]
    done = subprocess.run(command, env=installed_in(tmp_path), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    modules, verified, refused = done.stdout.splitlines()
    assert int(modules) > 300
    assert "draws are as the dealer's secret says" in verified
    assert "tables.db.lock" in refused
    assert "held by another process" in refused


def test_modules_of_unix_are_imported_where_they_are_used() -> None:
    """Not when the module is imported, so that a fallback is possible."""
    at_once = [
        (path.relative_to(ROOT).as_posix(), name)
        for path in (ROOT / "src").rglob("*.py")
        for name in imported_at_once(ast.parse(path.read_text("utf-8")))
        if name in UNIX_ONLY
    ]
    assert at_once == []


def imported_at_once(module: ast.Module) -> set[str]:
    waiting: list[ast.AST] = [*module.body]
    found = set()
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            found |= {name.name.partition(".")[0] for name in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
        elif not isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            waiting += ast.iter_child_nodes(node)
    return found
