"""Relative seats. Compilable."""


def around(seat: int, places: int, players: int) -> int:
    """The seat that comes this many places after another."""
    found = seat + places
    return found if found < players else found - players


def places_after(seat: int, other: int, players: int) -> int:
    """How many places after `seat` the other one comes; -1 for nobody (other is -1)."""
    if other < 0:
        return -1
    return other - seat if other >= seat else other - seat + players
