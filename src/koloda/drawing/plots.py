"""Draws plots as inline SVG. Colours come from the page's CSS, so plots follow light and dark; values are also text."""

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor, inf, isnan, log10
from typing import NamedTuple

WIDTH = 640
ROW = 28
TOP, BOTTOM = 8, 28


class Dot(NamedTuple):
    """A figure with its interval. An infinite `half` means that there is no interval."""

    label: str
    mean: float
    half: float
    strong: bool = False
    """Highlighted: its interval excludes the mark."""


def dots(
    rows: Sequence[Dot],
    title: str,
    shown: Callable[[float], str],
    mark: float | None = None,
    lowest: float = -inf,
    highest: float = inf,
) -> str:
    """Draw a dot and an interval for every row on one scale, and a line at `mark`.

    `lowest` and `highest` bound what is possible: 0 and 1 for a share.
    """
    rows = [row for row in rows if not isnan(row.mean)]
    lows = [max(row.mean - _finite(row.half), lowest) for row in rows]
    highs = [min(row.mean + _finite(row.half), highest) for row in rows]
    ends = lows + highs
    margin = min(24 + max((7 * len(row.label) for row in rows), default=0), WIDTH // 2)
    steps = max((WIDTH - 96 - margin) // 80, 2)
    ticks = nice_ticks(*_range(ends + ([] if mark is None else [mark])), steps)
    x = _scale(ticks, margin, WIDTH - 96)
    height = TOP + ROW * len(rows) + BOTTOM
    parts = _grid(ticks, x, height, shown)
    if mark is not None:
        parts.append(f'<line class="mark" x1="{x(mark):.1f}" x2="{x(mark):.1f}" y1="{TOP}" y2="{height - BOTTOM}"/>')
    for number, row in enumerate(rows):
        y = TOP + ROW * number + ROW / 2
        style = "strong" if row.strong else "plain"
        parts.append(f'<text x="{margin - 12}" y="{y + 4:.1f}" text-anchor="end">{escape(row.label)}</text>')
        parts.append(
            f'<line class="whisker {style}" x1="{x(lows[number]):.1f}" x2="{x(highs[number]):.1f}"'
            f' y1="{y:.1f}" y2="{y:.1f}"/>'
        )
        shape = f'cx="{x(row.mean):.1f}" cy="{y:.1f}" r="{5.5 if row.strong else 4}"'
        parts.append(f'<circle class="dot {style}" {shape}/>')
        parts.append(f'<text class="value" x="{WIDTH - 84}" y="{y + 4:.1f}">{escape(shown(row.mean))}</text>')
    return _svg(parts, height, title)


LABELS = 150
"""Room for the labels at the right end of a course."""
COURSE_HEIGHT = 260


def course(
    lines: Sequence[tuple[str, Sequence[float]]],
    title: str,
    shown: Callable[[float], str],
    mark: float,
    strong: int | None = None,
) -> str:
    """Draw shares from 0 to 1 as they went, one line for each, with its label at the right end; and a line at `mark`.

    Lines differ by their dashes, too; `strong` is the number of one to highlight.
    """
    top, bottom, left, right = 12, COURSE_HEIGHT - 12, 52, WIDTH - LABELS

    def y(value: float) -> float:
        return bottom - (bottom - top) * value

    parts = []
    for tick in (0.0, 0.5, 1.0):
        parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
        parts.append(f'<text x="{left - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{escape(shown(tick))}</text>')
    parts.append(f'<line class="mark" x1="{left}" x2="{right}" y1="{y(mark):.1f}" y2="{y(mark):.1f}"/>')
    places = _apart([y(values[-1]) for _, values in lines], 16, bottom)
    for number, (label, values) in enumerate(lines):
        step = (right - left) / max(len(values) - 1, 1)
        path = " ".join(f"{left + step * at:.1f},{y(value):.1f}" for at, value in enumerate(values))
        kind = "strong" if number == strong else f"d{number % 4}"
        parts.append(f'<polyline class="course {kind}" points="{path}"/>')
        parts.append(f'<text class="value" x="{right + 10}" y="{places[number] + 4:.1f}">{escape(label)}</text>')
    return _svg(parts, COURSE_HEIGHT, title)


def _apart(places: Sequence[float], least: float, bottom: float) -> list[float]:
    """Push places apart that are closer than `least`, in their order and not below `bottom`."""
    order = sorted(range(len(places)), key=lambda number: places[number])
    moved = list(places)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + least)
    limit = bottom
    for number in reversed(order):
        moved[number] = min(moved[number], limit)
        limit = moved[number] - least
    return moved


def columns(counts: Sequence[tuple[str, float]], title: str, shown: Callable[[float], str]) -> str:
    """Draw a column chart, such as a distribution."""
    height, floor_at = 220, 190
    ticks = nice_ticks(0.0, max((value for _, value in counts), default=1.0) or 1.0)
    x0, x1 = 64, WIDTH - 12

    def y(value: float) -> float:
        return floor_at - (floor_at - 12) * value / ticks[-1]

    parts = []
    for tick in ticks:
        parts.append(f'<line class="grid" x1="{x0}" x2="{x1}" y1="{y(tick):.1f}" y2="{y(tick):.1f}"/>')
        parts.append(f'<text x="{x0 - 8}" y="{y(tick) + 4:.1f}" text-anchor="end">{escape(shown(tick))}</text>')
    step = (x1 - x0) / max(len(counts), 1)
    every = ceil(len(counts) * 44 / (x1 - x0)) or 1
    for number, (label, value) in enumerate(counts):
        left = x0 + step * number
        hint = f"<title>{escape(label)}: {escape(shown(value))}</title>"
        parts.append(
            f'<rect class="column" x="{left + step * 0.1:.1f}" width="{step * 0.8:.1f}" y="{y(value):.1f}"'
            f' height="{floor_at - y(value):.1f}">{hint}</rect>'
        )
        if number % every == 0:
            middle = left + step / 2
            parts.append(f'<text x="{middle:.1f}" y="{floor_at + 18}" text-anchor="middle">{escape(label)}</text>')
    return _svg(parts, height, title)


def shares(parts_of: Sequence[tuple[str, float]], title: str, shown: Callable[[float], str]) -> str:
    """Draw one bar divided into shares, with a legend below."""
    total = sum(value for _, value in parts_of) or 1.0
    parts, left = [], 0.0
    for number, (label, value) in enumerate(parts_of):
        width = WIDTH * value / total
        hint = f"<title>{escape(label)}: {escape(shown(value / total))}</title>"
        parts.append(
            f'<rect class="share s{number}" x="{left:.1f}" y="8" width="{width:.1f}" height="36">{hint}</rect>'
        )
        left += width
        y = 68 + 22 * number
        parts.append(f'<rect class="share s{number}" x="0" y="{y - 12}" width="14" height="14"/>')
        parts.append(f'<text x="22" y="{y}">{escape(label)} — {escape(shown(value / total))}</text>')
    return _svg(parts, 62 + 22 * len(parts_of), title)


def nice_ticks(low: float, high: float, steps: int = 5) -> list[float]:
    """Return round numbers that span a range in about `steps` steps of 1, 2 or 5 times a power of ten."""
    if high <= low:
        low, high = low - 0.5, high + 0.5
    rough = (high - low) / steps
    power = 10.0 ** floor(log10(rough))
    step = next(power * factor for factor in (1, 2, 5, 10) if power * factor >= rough)
    first, last = floor(low / step), ceil(high / step)
    return [round(step * n, 12) for n in range(first, last + 1)]


def _finite(half: float) -> float:
    return 0.0 if half == inf or isnan(half) else half


def _range(values: Sequence[float]) -> tuple[float, float]:
    return (min(values), max(values)) if values else (0.0, 1.0)


def _scale(ticks: Sequence[float], left: float, right: float) -> Callable[[float], float]:
    return lambda value: left + (right - left) * (value - ticks[0]) / (ticks[-1] - ticks[0])


def _grid(ticks: Sequence[float], x: Callable[[float], float], height: int, shown: Callable[[float], str]) -> list[str]:
    parts = []
    for tick in ticks:
        parts.append(f'<line class="grid" x1="{x(tick):.1f}" x2="{x(tick):.1f}" y1="{TOP}" y2="{height - BOTTOM}"/>')
        parts.append(f'<text x="{x(tick):.1f}" y="{height - 8}" text-anchor="middle">{escape(shown(tick))}</text>')
    return parts


def _svg(parts: Sequence[str], height: int, title: str) -> str:
    head = f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title, quote=True)}">'
    return head + "".join(parts) + "</svg>"
