"""Links as QR codes: as an image for pages, as blocks for a terminal."""

import io
from functools import lru_cache

import segno


def drawn(link: str) -> bytes:
    """An SVG, dark on light in both themes, with the quiet zone that scanners need."""
    out = io.BytesIO()
    segno.make(link, error="m", micro=False).save(
        out, kind="svg", scale=8, border=4, dark="#000", light="#fff", xmldecl=False, omitsize=True
    )
    return out.getvalue()


picture = lru_cache(maxsize=256)(drawn)
"""The same for links that many ask for. A secret link must not be kept: draw it."""


def blocks(link: str) -> str:
    out = io.StringIO()
    segno.make(link, error="l", micro=False).terminal(out, border=2, compact=True)
    return out.getvalue()
