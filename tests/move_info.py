"""The `info` of legal moves, for tests."""

from typing import Any

import msgspec

from koloda.core.game import Game
from koloda.core.text import Language, say


def told(game: Game, position: str, seat: int = 0) -> dict[str, dict[str, Any]]:
    """All legal moves by their text, with their `info`; consequences and empty values are left out."""
    s = game.notation.read_position(position)
    return {
        game.notation.write_action(s, action): {
            name: value
            for name, value in msgspec.to_builtins(game.moves.info(s, seat, action)).items()
            if value not in (None, [], False) and name != "consequence"
        }
        for action in game.legal(s, seat)
    }


def consequences(game: Game, position: str, language: Language, seat: int = 0) -> dict[str, str]:
    """What stands on the buttons of the legal moves, by the text of the move; moves without a consequence left out."""
    s = game.notation.read_position(position)
    found = {
        game.notation.write_action(s, action): game.moves.info(s, seat, action).consequence
        for action in game.legal(s, seat)
    }
    return {move: say(told, language, reader=seat) for move, told in found.items() if told is not None}
