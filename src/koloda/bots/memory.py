"""What a search bot remembers about the other players (`Knowledge.memory`)."""

from koloda.core.game import REMEMBERED, Memory


def blank(seats: int) -> Memory:
    """Nothing yet."""
    return [[0] * REMEMBERED for _ in range(seats)]
