"""Names that others can see."""

import pytest

from koloda.core.errors import UnknownOption
from koloda.core.names import MOST_MARKS, checked_name, typed_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
TECHNOLOGIST = "\U0001f469\U0001f3fd\u200d\U0001f4bb"
RAINBOW = "\U0001f3f3\ufe0f\u200d\U0001f308"
RUNNER = "\U0001f3c3\u200d\u2640\ufe0f"


@pytest.mark.parametrize(
    "name",
    ["Anna", "Аня", "Zoë", "Zoe\u0308", "Nguye\u0302\u0303n", "שָׁלוֹם", "नमस्ते", "สมชาย", "李雷", "O'Brien-Smith 2",
     "⭐", "❤\ufe0f", "1\ufe0f\u20e3", FAMILY, TECHNOLOGIST, RAINBOW, RUNNER, f"Anna {FAMILY}"],
)  # fmt: skip
def test_names_that_people_have(name: str) -> None:
    assert typed_name(f" {name} ") == name


@pytest.mark.parametrize(
    "name",
    ["", " ", "\u3164", "\u2800", "\u1160", "\u115f", "\uffa0", "\u034f", "\ufe0f", "\u200d", "\u200b", "\u2060",
     "\u00ad", "\U000e0041", "Anna\u3164", "A\u200dB", f"\u200d{FAMILY}", f"{FAMILY}\u200d", "A\ufe0f", "\u0301",
     " \u0301", "a\u0301 \u0301", "Z" + "\u0335" * (MOST_MARKS + 1), "An\nna", "An\x00na", "An\u202ena", "x" * 41],
)  # fmt: skip
def test_names_that_nobody_could_read(name: str) -> None:
    with pytest.raises(UnknownOption):
        typed_name(name)


def test_old_records_can_still_be_read() -> None:
    """A record may contain names from before such names were refused."""
    for name in ("\u3164", "\u2800", "Z" + "\u0335" * 20, FAMILY):
        assert checked_name(name) == name
