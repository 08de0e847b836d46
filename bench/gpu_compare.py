"""Koloda beside pgx's leduc_holdem on one GPU, in one run: `python bench/gpu_compare.py [GAME ...] [10 12 ...]`.

The games are leduc and crazy_eights unless named, the numbers of games at once are powers of two. The environment needs
what `gpu.py` and `gpu_pgx.py` need: koloda[cuda], the packages of the games, pgx, and jax for CUDA. pgx is measured
before and after Koloda, each side in a process of its own, and the better of its two runs counts.

Prints tables in billions of decisions per second. pgx's observations are those of its faster way, `fused` or `stepped`,
and its random keys the faster kind.
"""

import json
import subprocess
import sys
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from goals import GPU_PLAYOUTS, GPU_STEPS, PGX_GAME, SAME_PLAYERS
from report import judged, table

HERE = Path(__file__).parent
POWERS = ("10", "12", "14", "16", "18", "20")
KINDS = {"playouts": ("playouts",), "step": ("fused", "stepped")}
"""What pgx does that corresponds to what Koloda does."""
ASKED = {("leduc", "playouts"): GPU_PLAYOUTS, ("leduc", "step"): GPU_STEPS}

Rates = dict[tuple[str, str, int], float]
"""Decisions per second, the best seen, by engine or game, by what it did, and by the number of games at once."""


class Row(NamedTuple):
    name: str
    what: str
    by_size: list[float]


def lines_of(script: str, words: Iterable[str]) -> list[dict[str, Any]]:
    """What a script prints, a line of JSON each."""
    command = [sys.executable, str(HERE / script), *words]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    print(done.stdout, end="", file=sys.stderr, flush=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def best_of(lines: Iterable[dict[str, Any]]) -> Rates:
    found: Rates = {}
    for line in lines:
        if "rate" in line:
            key = (line.get("game") or f"pgx {line['pgx']}", line["what"], line["size"])
            found[key] = max(line["rate"], found.get(key, 0.0))
    return found


def rows(found: Rates, games: Iterable[str], sizes: list[int]) -> list[Row]:
    """Koloda's games, then pgx."""
    ours = [Row(game, what, [found[game, what, size] for size in sizes]) for what in KINDS for game in games]
    pgx = f"pgx {PGX_GAME}"
    return ours + [
        Row(pgx, what, [max(found[pgx, kind, size] for kind in kinds) for size in sizes])
        for what, kinds in KINDS.items()
    ]


def as_markdown(listed: list[Row], powers: Iterable[str], circumstances: str) -> str:
    head = ("billion decisions/s", *(f"2^{k}" for k in powers))
    speeds = [(f"{row.name}, {row.what}", *(f"{rate / 1e9:.3f}" for rate in row.by_size)) for row in listed]
    ours, pgx = listed[: -len(KINDS)], {row.what: row.by_size for row in listed[-len(KINDS) :]}
    ratios = [ratio_row(row, pgx[row.what]) for row in ours]
    against = (f"against pgx {PGX_GAME}", *head[1:], "best against best", "asked", "")
    return "\n\n".join([circumstances, table(head, speeds), table(against, ratios)])


def ratio_row(row: Row, pgx: list[float]) -> tuple[str, ...]:
    by_size = (f"{ours / theirs:.1f}×" for ours, theirs in zip(row.by_size, pgx, strict=True))
    best = max(row.by_size) / max(pgx)
    return (f"{row.name}, {row.what}", *by_size, f"{best:.1f}×", *judged(best, ASKED.get((row.name, row.what))))


def circumstances() -> str:
    from numba import cuda

    name = cuda.get_current_device().name
    device = name.decode() if isinstance(name, bytes) else name
    versions = ", ".join(f"{package} {version(package)}" for package in ("numba", "numba-cuda", "jax", "pgx"))
    return f"- `python bench/gpu_compare.py` on one {device}; {versions}"


def main() -> None:
    powers = [word for word in sys.argv[1:] if word.isdecimal()] or list(POWERS)
    games = [word for word in sys.argv[1:] if not word.isdecimal()] or list(SAME_PLAYERS)
    pgx = [PGX_GAME, *powers]
    lines = lines_of("gpu_pgx.py", pgx) + lines_of("gpu.py", [*games, *powers]) + lines_of("gpu_pgx.py", pgx)
    listed = rows(best_of(lines), games, [1 << int(k) for k in powers])
    print(as_markdown(listed, powers, circumstances()))


if __name__ == "__main__":
    main()
