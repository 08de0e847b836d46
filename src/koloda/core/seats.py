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


def others_after(seats: int, seat: int, players: int) -> int:
    """Which of the other seats are in a set given as bits: bit 0 stands for the seat after `seat`, and so on."""
    return ((seats >> (seat + 1)) | (seats << (players - seat - 1))) & ((1 << (players - 1)) - 1)
