"""Finds the word that somebody probably meant."""

from collections.abc import Iterable

CUTOFF = 0.6
"""How much of two words must be the same, from 0 to 1."""

LONGEST = 60
"""Characters of a word that is compared at all: anybody may send a longer one to a server."""


def plain(word: str) -> str:
    """A word or title without case, spaces and punctuation: "Crazy Eights!" is "crazyeights"; ё counts as е."""
    return "".join(letter for letter in word.casefold().replace("ё", "е") if letter.isalnum())


def closest(given: str, known: Iterable[str]) -> str | None:
    """The known word that is most like the given one, None if none is like it. (Numbers are like no others.)"""
    from difflib import get_close_matches

    if len(given) > LONGEST or not any(letter.isalpha() for letter in given):
        return None
    words = {plain(word): word for word in known}
    found = get_close_matches(plain(given), words, 1, CUTOFF)
    return words[found[0]] if found else None
