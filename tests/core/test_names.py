"""Names that others can see."""

from unicodedata import normalize

import pytest

from koloda.core.errors import UnknownOption
from koloda.core.names import MOST_MARKS, checked_name, length, typed_name

FAMILY = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
TECHNOLOGIST = "\U0001f469\U0001f3fd\u200d\U0001f4bb"
RAINBOW = "\U0001f3f3\ufe0f\u200d\U0001f308"
SCOTLAND = "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f"
RUNNER = "\U0001f3c3\u200d\u2640\ufe0f"


@pytest.mark.parametrize(
    "name",
    ["Anna", "Аня", "Zoë", "Zoe\u0308", "Nguye\u0302\u0303n", "שָׁלוֹם", "नमस्ते", "สมชาย", "李雷", "O'Brien-Smith 2",
     "⭐", "❤\ufe0f", "1\ufe0f\u20e3", FAMILY, TECHNOLOGIST, RAINBOW, RUNNER, f"Anna {FAMILY}", SCOTLAND,
     "علی\u200cرضا", "क्\u200dष", FAMILY * 9],
)  # fmt: skip
def test_names_that_people_have(name: str) -> None:
    assert typed_name(f" {name} ") == normalize("NFC", name)


@pytest.mark.parametrize(
    ("name", "characters"),
    [("Anna", 4), ("Zoe\u0308", 3), (FAMILY, 1), (FAMILY * 3, 3), (TECHNOLOGIST, 1), (f"{RAINBOW}{RUNNER}", 2),
     (SCOTLAND, 1), ("🇫🇷🇩🇪", 2), ("1\ufe0f\u20e3", 1), ("नमस्ते", 4)],
)  # fmt: skip
def test_characters_as_a_reader_counts_them(name: str, characters: int) -> None:
    assert length(name) == characters


@pytest.mark.parametrize(
    "name",
    ["", " ", "\u3164", "\u2800", "\u1160", "\u115f", "\uffa0", "\u034f", "\ufe0f", "\u200d", "\u200b", "\u2060",
     "\u00ad", "\U000e0041", "Anna\u3164", "A\u200dB", f"\u200d{FAMILY}", f"{FAMILY}\u200d", "A\ufe0f", "\u0301",
     " \u0301", "a\u0301 \u0301", "Z" + "\u0335" * (MOST_MARKS + 1), "An\nna", "An\x00na", "An\u202ena", "x" * 41,
     "An\u200cna", "An\u200dna", "\U0001f3f4\U000e0067", f"{SCOTLAND}\U000e0067",
     "ж" * 40 + "\u0301" * 160, FAMILY * 30],
)  # fmt: skip
def test_names_that_nobody_could_read(name: str) -> None:
    with pytest.raises(UnknownOption):
        typed_name(name)


def test_old_records_can_still_be_read() -> None:
    """A record may contain names from before such names were refused."""
    for name in ("\u3164", "\u2800", "Z" + "\u0335" * 20, FAMILY):
        assert checked_name(name) == name
