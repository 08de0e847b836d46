"""How long `import koloda` takes in a fresh process, and what takes the time: `python bench/import_time.py`.

The goal is less than 0.2 seconds. A test (tests/core/test_import.py) keeps heavy packages out.
"""

import re
import subprocess
import sys
import time

TIMES = 20
SHOWN = 10


def seconds(code: str) -> float:
    """The quickest of some fresh processes: the one that others on this machine have disturbed least."""
    taken = []
    for _ in range(TIMES):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", code], check=True)
        taken.append(time.perf_counter() - began)
    return min(taken)


def slowest() -> list[tuple[int, str]]:
    """The modules that take the longest without those that they import: microseconds and names."""
    command = [sys.executable, "-X", "importtime", "-c", "import koloda"]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stderr
    found = re.findall(r"^import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)$", told, re.MULTILINE)
    return sorted(((int(time), name) for time, name in found), reverse=True)[:SHOWN]


if __name__ == "__main__":
    bare, whole = seconds("pass"), seconds("import koloda")
    print(f"import koloda: {whole - bare:.3f} s, and {bare:.3f} s for Python itself")
    for micros, name in slowest():
        print(f"{micros / 1000:8.1f} ms  {name}")
