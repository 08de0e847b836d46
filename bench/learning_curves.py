"""Draws learning curves from CSV files of examples/train/cleanrl_ppo.py.

python bench/learning_curves.py LABEL=FILE … --title TITLE --fair SHARE --out FILE
"""

import argparse
import csv
from html import escape
from pathlib import Path

WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 320, 56, 520, 48, 280
LINE = 16
COLOURS = ("#06c", "#c50", "#073", "#808")
Curve = list[tuple[float, float]]


def read(file: Path) -> Curve:
    """Millions of steps, and the share of wins."""
    with file.open(encoding="utf-8") as rows:
        return [(int(row["steps"]) / 1e6, float(row["share"])) for row in csv.DictReader(rows)]


def drawn(curves: dict[str, Curve], title: str, fair: float) -> str:
    longest = max(steps for curve in curves.values() for steps, _ in curve)
    top = 0.6 if max(share for curve in curves.values() for _, share in curve) <= 0.6 else 1.0

    def at(steps: float, share: float) -> tuple[float, float]:
        return LEFT + (RIGHT - LEFT) * steps / longest, BOTTOM - (BOTTOM - TOP) * share / top

    parts = [f'<text x="{LEFT}" y="24" font-size="14">{escape(title)}: wins of one seat, by its decisions</text>']
    for i in range(6):
        x, y = at(longest * i / 5, top * i / 5)
        parts.append(f'<text x="{LEFT - 8}" y="{y + 4:.1f}" font-size="11" text-anchor="end">{top * i / 5:.0%}</text>')
        millions = f"{longest * i / 5:.1f} M"
        parts.append(f'<text x="{x:.1f}" y="{BOTTOM + 20}" font-size="11" text-anchor="middle">{millions}</text>')
    line = f'x1="{LEFT}" x2="{RIGHT}" y1="{at(0, fair)[1]:.1f}" y2="{at(0, fair)[1]:.1f}"'
    parts.append(f'<line {line} stroke="#999" stroke-dasharray="4"/>')
    lowest_label = float(TOP - LINE)
    for label, curve in sorted(curves.items(), key=lambda found: -found[1][-1][1]):
        colour = COLOURS[list(curves).index(label)]
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (at(*point) for point in curve))
        lowest_label = max(at(*curve[-1])[1], lowest_label + LINE)  # labels do not overlap
        parts.append(f'<polyline points="{points}" stroke="{colour}" stroke-width="2" fill="none"/>')
        place = f'x="{RIGHT + 8}" y="{lowest_label + 4:.1f}"'
        parts.append(f'<text {place} font-size="12" fill="{colour}">{escape(label)}</text>')
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">'
    return "\n".join([head, f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>', *parts, "</svg>\n"])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("curves", nargs="+", metavar="LABEL=FILE")
    parser.add_argument("--title", default="Learning")
    parser.add_argument("--fair", type=float, default=0.25, metavar="SHARE")
    parser.add_argument("--out", type=Path, required=True)
    options = parser.parse_args()
    curves = {label: read(Path(file)) for label, _, file in (given.partition("=") for given in options.curves)}
    options.out.write_text(drawn(curves, options.title, options.fair), "utf-8")


if __name__ == "__main__":
    main()
