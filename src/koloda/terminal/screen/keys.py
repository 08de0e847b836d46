"""Keys and what they mean: the same positions on the keyboard in both layouts."""

from textual import events

_LATIN, _RUSSIAN = "qwertyuiop[]asdfghjkl;'zxcvbnm,.", "йцукенгшщзхъфывапролджэячсмитьбю"
_SAME_PLACE = str.maketrans(_RUSSIAN, _LATIN)

COMMANDS = {
    "question_mark": "help",
    "f1": "help",
    "u": "undo",
    "s": "save",
    "h": "hint",
    "a": "away",
    "g": "log",
    "l": "language",
    "v": "colours",
    "q": "quit",
    "colon": "say",
    "slash": "say",
}
SHOWN = (("?", "help"), ("H", "hint"), ("U", "undo"), ("S", "save"), (":", "say"), ("L", "language"), ("Q", "quit"))


def pressed(event: events.Key) -> str:
    """The name of a key. A Russian letter counts as the Latin letter on the same key."""
    character = event.character or ""
    if character.lower() in _RUSSIAN and character:
        return character.lower().translate(_SAME_PLACE)
    if len(character) == 1 and character.isalpha():
        return character.lower()
    return event.key
