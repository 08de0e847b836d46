"""Builds self-contained HTML pages: no scripts, no external resources, light or dark like the reader's system."""

from collections.abc import Sequence
from html import escape

from koloda.core.text import Language

STYLE = """
:root { color-scheme: light dark;
  --table: #f0e3d0; --surface: #fff9ef; --surface-2: #f8ecda; --line: #d8c4a8; --line-strong: #8d7466;
  --ink: #2c1822; --ink-2: #654f58; --accent: #b63c19; --sun: #f5ae2e; --good: #2d6a4c; --blue: #1f66b5;
  --purple: #55207a; --sea: #1f7480; --sun-soft: #fde3ac; }
@media (prefers-color-scheme: dark) { :root {
  --table: #231720; --surface: #34242d; --surface-2: #402d37; --line: #55404b; --line-strong: #a98f96;
  --ink: #f9ecdc; --ink-2: #cdb8b0; --accent: #ff8b5e; --sun: #ffc14d; --good: #8fd3a8; --blue: #8fc4ff;
  --purple: #c79be6; --sea: #7cc7d1; --sun-soft: #5b4226; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--table); color: var(--ink); font: 450 16px/1.5 -apple-system, "Segoe UI", Roboto,
  system-ui, "Noto Sans", "Liberation Sans", sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 32px 16px 48px; }
h1 { font-size: 28px; line-height: 1.2; font-weight: 800; margin: 0 0 4px; }
h2 { font-size: 20px; line-height: 1.3; font-weight: 800; margin: 0 0 12px; }
section { background: var(--surface); border: 1px solid var(--line); border-radius: 14px; padding: 20px;
  margin-top: 24px; }
pre { margin: 0 0 12px; overflow-x: auto; font-size: 13px; }
p { margin: 0 0 12px; } .note, .lead { color: var(--ink-2); font-size: 14px; }
section > :last-child { margin-bottom: 0; } .note { margin-top: 12px; }
.scroll { overflow-x: auto; margin: 12px 0; } svg { display: block; width: 100%; height: auto; }
table { border-collapse: collapse; width: 100%; font-size: 14px; font-variant-numeric: tabular-nums; }
th, td { text-align: left; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 700; color: var(--ink-2); } td.up { font-weight: 700; color: var(--good); }
td.down { color: var(--accent); } tr:last-child td { border-bottom: 0; }
svg text { font-size: 12px; fill: var(--ink-2); } svg .value { fill: var(--ink); font-weight: 700; }
.grid { stroke: var(--line); } .mark { stroke: var(--ink); stroke-width: 2; stroke-dasharray: 5 4; }
.whisker { stroke-width: 3; stroke-linecap: round; } .whisker.plain { stroke: var(--line-strong); }
.whisker.strong { stroke: var(--sea); } .dot.plain { fill: var(--line-strong); } .dot.strong { fill: var(--sea); }
.course { fill: none; stroke: var(--ink-2); stroke-width: 2; stroke-linejoin: round; }
.course.strong { stroke: var(--sea); stroke-width: 4; } .course.d1 { stroke-dasharray: 7 4; }
.course.d2 { stroke-dasharray: 2 4; } .course.d3 { stroke-dasharray: 9 3 2 3; }
.column { fill: var(--sea); } .share { stroke: var(--surface); stroke-width: 2; }
.s0 { fill: var(--sea); } .s1 { fill: var(--sun); } .s2 { fill: var(--purple); } .s3 { fill: var(--line-strong); }
"""


def document(title: str, lead: str, sections: Sequence[str], language: Language) -> str:
    """Return a whole page."""
    return (
        f'<!doctype html>\n<html lang="{language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{escape(title)}</h1>\n<p class="lead">{escape(lead)}</p>\n'
        + "\n".join(sections)
        + "\n</main>\n</body>\n</html>\n"
    )


def picture(svg: str) -> str:
    """Return a plot as a file of its own."""
    return svg.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1).replace(
        ">", f"><style>{STYLE} svg {{ background: var(--surface); }}</style>", 1
    )


def section(title: str, *parts: str, note: str = "") -> str:
    footnote = f'<p class="note">{escape(note)}</p>' if note else ""
    return f"<section>\n<h2>{escape(title)}</h2>\n{''.join(parts)}{footnote}\n</section>"


def paragraph(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def preformatted(lines: Sequence[str]) -> str:
    return f"<pre>{escape(chr(10).join(lines))}</pre>" if lines else ""


Cell = str | tuple[str, str]
"""The text of a cell, or the text and its CSS class: "up" or "down"."""


def table(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    heads = "".join(f'<th scope="col">{escape(text)}</th>' for text in head)
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f'<div class="scroll"><table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table></div>'


def _cell(cell: Cell) -> str:
    if isinstance(cell, str):
        return f"<td>{escape(cell)}</td>"
    text, kind = cell
    return f'<td class="{kind}">{escape(text)}</td>'
