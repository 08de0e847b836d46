"""The names of players."""

import unicodedata

from koloda.core.errors import UnknownOption

NAME_LENGTH = 40
MOST_MARKS = 4
"""How many combining marks may stand on one character: as many as living languages need."""
JOINER = "\u200d"
"""Joins emoji to one picture: a family, a profession."""
EMOJI_STYLE = "\ufe0f"
"""Asks for the coloured form of the character before it."""
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2065\u2800\u3164\uffa0")
"""Characters that show nothing, though they count as letters, marks or symbols."""
SELECTORS = (range(0x180B, 0x1810), range(0xFE00, 0xFE10), range(0xE0000, 0xE1000))
"""Variation selectors and tags, which show nothing by themselves."""


def checked_name(name: str) -> str:
    """Check a player's name: can it stand in a record?"""
    printable = all(character.isprintable() or character == JOINER for character in name)
    if not 1 <= len(name.strip()) <= NAME_LENGTH or not printable:
        raise UnknownOption.of("errors.name", given=name, most=NAME_LENGTH)
    return name.strip()


def typed_name(name: str) -> str:
    """Check a name that a person types: others must be able to see it, and it must keep to its line."""
    typed = checked_name(name)
    if not _is_visible(typed):
        raise UnknownOption.of("errors.name_invisible", most=MOST_MARKS)
    return typed


def _is_visible(name: str) -> bool:
    marks = MOST_MARKS  # none may come first: there is nothing yet to stand on
    for before, character, after in zip(f" {name}", name, f"{name[1:]} ", strict=False):
        if character == JOINER:
            if not (_is_picture(before) and _is_picture(after)):
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


def _is_picture(character: str) -> bool:
    """Is it an emoji, or what belongs to one: its style, its colour of skin?"""
    return character == EMOJI_STYLE or unicodedata.category(character) in ("So", "Sk") or character in "♀♂⚕⚖✈❤"
