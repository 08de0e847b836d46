"""The names of players."""

import re
import unicodedata

from koloda.core.errors import UnknownOption

NAME_LENGTH = 40
"""As many as a reader counts: a family of emoji is one."""
MOST_BYTES = 256
"""Of a name in UTF-8."""
MOST_MARKS = 4
"""How many combining marks may stand on one character: as many as living languages need."""
JOINER = "\u200d"
"""Joins emoji to one picture: a family, a profession."""
NON_JOINER = "\u200c"
"""Keeps letters of some scripts apart."""
EMOJI_STYLE = "\ufe0f"
"""Asks for the coloured form of the character before it."""
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0")
"""Characters that show nothing, though they count as letters, marks or symbols."""
SKIN = range(0x1F3FB, 0x1F400)
"""The colours of skin, which change the emoji before them."""
FLAG_LETTERS = range(0x1F1E6, 0x1F200)
"""Two of them are one flag."""
JOINING = (range(0x0600, 0x0E00), range(0x1780, 0x1800))
"""Scripts in which joiners change how letters look: Arabic, those of India, Khmer."""
SUBDIVISION_FLAG = re.compile("\U0001f3f4[\U000e0020-\U000e007e]{2,6}\U000e007f")
"""The flag of a part of a country: Scotland, Wales."""
SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0000, 0xE1000))
"""Variation selectors and tags, which show nothing by themselves."""


def checked_name(name: str) -> str:
    """Check a player's name: can it stand in a record?"""
    checked = name.strip()
    plain = SUBDIVISION_FLAG.sub("\U0001f3f4", checked)
    printable = all(character.isprintable() or character in (JOINER, NON_JOINER) for character in plain)
    if not 1 <= length(checked) <= NAME_LENGTH or len(checked.encode()) > MOST_BYTES or not printable:
        raise UnknownOption.of("errors.name", given=name, most=NAME_LENGTH)
    return checked


def length(name: str) -> int:
    """How many characters a reader counts: marks, and what is joined to one picture, belong to the first of them."""
    count, before, in_flag = 0, "", False
    for character in SUBDIVISION_FLAG.sub("\U0001f3f4", name):
        belongs = (
            before == JOINER
            or character in (JOINER, NON_JOINER, EMOJI_STYLE)
            or ord(character) in SKIN
            or unicodedata.category(character).startswith("M")
        )
        in_flag = ord(character) in FLAG_LETTERS and not in_flag
        second = ord(character) in FLAG_LETTERS and not in_flag
        count += not belongs and not second
        before = character
    return count


def typed_name(name: str) -> str:
    """Check a name that a person types: others must be able to see it, and it must keep to its line.

    Equal names are equal strings afterwards, however their accents were typed.
    """
    typed = checked_name(unicodedata.normalize("NFC", name))
    if not _is_visible(typed):
        raise UnknownOption.of("errors.name_invisible", most=MOST_MARKS)
    return typed


def _is_visible(name: str) -> bool:
    marks = MOST_MARKS  # none may come first: there is nothing yet to stand on
    name = SUBDIVISION_FLAG.sub("\U0001f3f4", name)
    for before, character, after in zip(f" {name}", name, f"{name[1:]} ", strict=False):
        if character in (JOINER, NON_JOINER):
            pictures = character == JOINER and _is_picture(before) and _is_picture(after)
            if not pictures and not (_joins(before) and _joins(after)):
                return False
        elif character == EMOJI_STYLE:
            if not (_is_picture(before) or before in "#*0123456789"):
                return False
        elif character in INVISIBLE or any(ord(character) in selectors for selectors in SELECTORS):
            return False
        elif unicodedata.category(character).startswith("M"):
            marks += 1
            if marks > MOST_MARKS:
                return False
        else:
            marks = MOST_MARKS if character == " " else 0
    return True


def _joins(character: str) -> bool:
    """Is it a letter or a mark of a script that needs joiners?"""
    return any(ord(character) in script for script in JOINING) and unicodedata.category(character)[0] in "LM"


def _is_picture(character: str) -> bool:
    """Is it an emoji, or what belongs to one: its style, its colour of skin?"""
    return character == EMOJI_STYLE or unicodedata.category(character) in ("So", "Sk") or character in "♀♂⚕⚖✈❤"
