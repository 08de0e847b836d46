"""Standard output and standard error, whatever they are: a terminal, a full disk, a closed pipe, another encoding."""

import codecs
import json
import os
import sys
import unicodedata
from contextlib import suppress
from io import TextIOWrapper, UnsupportedOperation
from typing import Any, TextIO

TRANSLITERATE = "koloda.transliterate"

_CYRILLIC = dict(
    zip(
        "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
        "a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch - y - e yu ya".replace("-", "").split(" "),
        strict=True,
    )
)
_MARKS = {
    **dict.fromkeys("—–−‑─━", "-"),
    **dict.fromkeys("│┃", "|"),
    **dict.fromkeys("«»“”„", '"'),
    **dict.fromkeys("‘’", "'"),
    **dict.fromkeys("·•▪●○", "*"),
    **dict.fromkeys("▁▂▃▄▅▆▇█", "#"),
    "±": "+-",
    "×": "x",
    "→": "->",
    "←": "<-",
}


def transliterated(letter: str) -> str:
    """A character in ASCII: Russian letters as they sound, marks by others that look alike, else "?"."""
    low = letter.lower()
    if low in _CYRILLIC:
        return _CYRILLIC[low] if letter == low else _CYRILLIC[low].capitalize()
    if letter in _MARKS:
        return _MARKS[letter]
    if "BOX DRAWINGS" in unicodedata.name(letter, ""):
        return "+"
    plain = unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
    return plain or ("" if unicodedata.category(letter) in ("Mn", "Cf") else "?")


def _transliterate(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    return "".join(map(transliterated, error.object[error.start : error.end])), error.end


codecs.register_error(TRANSLITERATE, _transliterate)


def prepare() -> None:
    """Let standard output and standard error write every character, in other letters if their encoding lacks it.

    What standard input cannot decode is read as "�". A process may also be started without the three: then what is
    written goes nowhere, and there is nothing to read.
    """
    if sys.stdin is None:
        sys.stdin = open(os.devnull, encoding="utf-8")  # noqa: SIM115
    elif isinstance(sys.stdin, TextIOWrapper) and not sys.stdin.closed:
        with suppress(UnsupportedOperation):  # something has been read from it already
            sys.stdin.reconfigure(errors="replace")
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: SIM115
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors=TRANSLITERATE)


def is_unicode(stream: TextIO) -> bool:
    """Can a stream write every character as it is?"""
    return (stream.encoding or "utf-8").lower().replace("-", "").startswith("utf")


def json_line(value: Any) -> str:
    """JSON for standard output. Letters that its encoding may lack are escaped, so that the data stays the same."""
    return json.dumps(value, ensure_ascii=not is_unicode(sys.stdout))


def print_json(value: Any) -> None:
    """Print one line of JSON."""
    print(json_line(value))


def abandon(stream: TextIO) -> None:
    """Send what a stream still holds, and all that follows, to nowhere: it can no longer be written to."""
    with suppress(OSError, ValueError):  # a stream without a file, as in tests
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
