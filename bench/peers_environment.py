"""The environment that the other engines are installed in, apart from Koloda's own."""

import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / ".venv-peers"
PYTHON = FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
LOCK = ROOT / "bench" / "requirements-peers.txt"
STAMP = FOLDER / ".ready"


def ready_python() -> str:
    """Its interpreter; set up first if there is none, or if the lock is newer. The stamp is the Makefile's as well."""
    if not (STAMP.exists() and STAMP.stat().st_mtime >= LOCK.stat().st_mtime):
        print(f"Installing the engines to compare with in {FOLDER.name}", file=sys.stderr)
        venv.create(FOLDER, with_pip=True)
        install = (PYTHON, "-m", "pip", "install", "--quiet", "--require-hashes", "-r", LOCK)
        subprocess.run(install, check=True, stdout=sys.stderr)
        STAMP.touch()
    return str(PYTHON)
