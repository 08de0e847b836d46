"""Checks where things are on a page: visible, inside the screen, not clipped, not covered, not over each other.

`boxes.js` has the rules. A game adds what is its own.
"""

from collections.abc import Iterable
from pathlib import Path

from playwright.async_api import Page, ViewportSize

CHECK = Path(__file__).with_name("boxes.js").read_text()
SIZES: dict[str, ViewportSize] = {
    name: {"width": width, "height": height}
    for name, width, height in (
        ("P", 360, 740),
        ("PS", 360, 640),
        ("PS-320", 320, 568),
        ("tablet", 820, 1180),
        ("L", 740, 360),
        ("LS", 568, 320),
        ("L-zoom", 640, 400),  # 1280 × 800 at 200 %
        ("W-zoom", 960, 540),  # 1920 × 1080 at 200 %
        ("W", 1280, 800),
    )
}
"""The size classes of the table: see web/src/look/frame.css."""
RESTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""What measures itself has done so."""
TABLE = (".bar .ib", ".seats .seat", ".stage", ".log", ".turnrow .flag")
"""What every table shows."""
TURN = (".me.turn :is(.hand .card, .handrow, .moves .btn)", ".acts .btn")
"""What a player needs on the own turn."""
APART = ", ".join(
    (
        *(".bar .ib", ".bar .ttl", ".seats .seat", ".seat :is(.nm, .fig, .st)", ".log", ".turnrow > *", ".direction"),
        *(".hand", ".handrow", ".acts > *", ".stage .side", ".over"),
    )
)
"""What lies beside each other on every table."""


async def boxes(page: Page, *, shown: Iterable[str] = TABLE, apart: Iterable[str] = (), small: str = "") -> list[str]:
    """What is wrong; `small` are controls that need not be 44 px in both directions."""
    await page.evaluate(RESTED)
    options = {"shown": list(shown), "apart": ", ".join((APART, *apart)), "small": small}
    found: list[str] = await page.evaluate(f"({CHECK})", options)
    return found
