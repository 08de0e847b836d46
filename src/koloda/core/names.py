"""The names of players."""

from koloda.core.errors import UnknownOption

NAME_LENGTH = 40


def checked_name(name: str) -> str:
    """Check a player's name: can it stand in a record?"""
    if not 1 <= len(name.strip()) <= NAME_LENGTH or not name.isprintable():
        raise UnknownOption.of("errors.name", given=name, most=NAME_LENGTH)
    return name.strip()
