"""Where a package of an extra is missing, the error names the command that installs it."""

import ast
import importlib
import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from koloda.arena import runner
from koloda.arena.plan import Plan
from koloda.compiled import cuda_device
from koloda.core.extras import MissingExtra
from tests.test_docs import table, text

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "koloda"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def on_ray() -> None:
    list(runner.on_ray(Plan.of("no_thanks", ["0", "0", "0"], 1), [0]))


def adapter(name: str) -> Callable[[], object]:
    return lambda: importlib.import_module(f"koloda.envs.{name}")


NEEDED: dict[str, tuple[str, str, Callable[[], object]]] = {
    "cuda": ("numba_cuda", "numba-cuda", cuda_device.check_cuda),
    "gymnasium": ("gymnasium", "gymnasium", adapter("gymnasium")),
    "openspiel": ("pyspiel", "pyspiel", adapter("openspiel")),
    "pettingzoo": ("pettingzoo", "pettingzoo", adapter("pettingzoo")),
    "ray": ("ray", "ray", on_ray),
    "torch": ("torch", "torch", lambda: importlib.import_module("koloda.learn.torch_extra")),
}
"""For each extra the module that is missing, what the error calls it, and what needs it."""


def test_every_extra_is_tried() -> None:
    assert set(NEEDED) == set(PROJECT["optional-dependencies"])


def test_every_extra_is_documented() -> None:
    rows = table(text("docs/operations.md"), "extras")
    assert [row[0] for row in rows] == [f"`koloda[{extra}]`" for extra in PROJECT["optional-dependencies"]]


@pytest.mark.parametrize("extra", NEEDED)
def test_a_missing_extra_is_named_with_the_command_that_installs_it(
    extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    module, package, use = NEEDED[extra]
    monkeypatch.delitem(sys.modules, f"koloda.envs.{extra}", raising=False)
    monkeypatch.delitem(sys.modules, "koloda.learn.torch_extra", raising=False)
    monkeypatch.setitem(sys.modules, module, None)
    monkeypatch.delenv("NUMBA_ENABLE_CUDASIM", raising=False)
    monkeypatch.setattr(cuda_device, "_version", lambda name: None)
    monkeypatch.setattr("numba.cuda.is_available", lambda: False)
    with pytest.raises(MissingExtra) as error:
        use()
    for told, said in ((str(error.value), "is not installed."), (error.value.text("ru"), "не установлен.")):
        assert f"{package} {said}" in told
        assert told.endswith(f': pip install "koloda[{extra}]".')


def test_the_base_install_brings_all_that_is_imported() -> None:
    """Only what names its extra (see above) may import a package of one."""
    needed = {re.split(r"[<>=;\[ ]", requirement)[0].replace("-", "_") for requirement in PROJECT["dependencies"]}
    base = {
        module
        for module, packages in packages_distributions().items()
        if needed & {package.replace("-", "_") for package in packages}
    }
    lacking = {
        (path.relative_to(SOURCES).as_posix(), name)
        for path in SOURCES.rglob("*.py")
        for name in imported_by(path)
        if name not in base | sys.stdlib_module_names | {"koloda", "msvcrt"}
    }
    assert {name for _, name in lacking} <= {"gymnasium", "pettingzoo", "pyspiel", "ray", "torch"}
    assert {path for path, name in lacking if name != "ray"} <= {
        "learn/curves.py",  # only if torch is there
        "learn/torch_extra.py",
        *(f"envs/{name}.py" for name in ("gymnasium", "openspiel", "pettingzoo", "spaces", "vector", "wrappers")),
    }


def imported_by(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (each.name.partition(".")[0] for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            yield node.module.partition(".")[0]
