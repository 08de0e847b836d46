"""`import koloda` is quick and leaves the compiler alone."""

import subprocess
import sys

CHECK = """
import sys, koloda
koloda.play("no_thanks", players=3, seed=1)
heavy = {"numba", "numpy", "rich", "argparse"} & set(sys.modules)
print(sorted(heavy))
"""


def test_import_brings_no_heavy_module() -> None:
    assert subprocess.run([sys.executable, "-c", CHECK], capture_output=True, text=True, check=True).stdout == "[]\n"
