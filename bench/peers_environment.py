"""The environment that the other engines are installed in, apart from Koloda's own: the Makefile sees to it."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
PYTHON = ROOT / ".venv-peers" / "bin" / "python"


def ready_python() -> str:
    """Its interpreter, installed and up to date."""
    subprocess.run(("make", "--silent", ".venv-peers/.ready"), cwd=ROOT, check=True, stdout=sys.stderr)
    return str(PYTHON)
