"""The `info` of legal moves, for tests."""

from typing import Any

import msgspec

from koloda.core.game import Game


def told(game: Game, position: str, seat: int = 0) -> dict[str, dict[str, Any]]:
    """All legal moves by their text, with their `info`; empty values are left out."""
    s = game.notation.read_position(position)
    return {
        game.notation.write_action(s, action): {
            name: value
            for name, value in msgspec.to_builtins(game.moves.info(s, seat, action)).items()
            if value not in (None, [], False)
        }
        for action in game.legal(s, seat)
    }
