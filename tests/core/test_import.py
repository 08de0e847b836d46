"""`import koloda` is quick and does not load the compiler."""

import os
import subprocess
import sys
from importlib.metadata import version

import koloda
from koloda.core import errors

PATHS = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
CHECK = """
import sys, koloda
koloda.play("no_thanks", players=3, seed=1)
print(*sorted({name.partition(".")[0] for name in sys.modules}), "importlib.metadata" in sys.modules)
"""
LIGHT = {"msgspec", "typing_extensions"}


def test_import_brings_no_heavy_module() -> None:
    told = subprocess.run([sys.executable, "-S", "-c", CHECK], env=PATHS, capture_output=True, text=True, check=True)
    *brought, slow = told.stdout.split()
    foreign = {name for name in brought if name not in sys.stdlib_module_names} - {"__main__", "koloda"}
    assert foreign <= LIGHT
    assert "argparse" not in brought
    assert slow == "False"


def test_everything_that_is_exported_is_there() -> None:
    everything: dict[str, object] = {}
    exec("from koloda import *", everything)
    assert set(koloda.__all__) == everything.keys() - {"__builtins__"}


def test_every_error_is_exported() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, errors.KolodaError)]
    assert len(kinds) > 5
    for kind in kinds:
        assert kind.__name__ in koloda.__all__
        assert getattr(koloda, kind.__name__) is kind


def test_the_version_is_the_packages() -> None:
    assert koloda.__version__ == version("koloda")
