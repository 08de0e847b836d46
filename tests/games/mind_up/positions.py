"""Positions and moves of Mind Up! in words, for tests."""

from koloda.games.mind_up import GAME
from koloda.games.mind_up.notation import read_action, read_draw, read_position, write_position
from koloda.games.mind_up.state import State


def after(position: str, *moves: str) -> str:
    """The position after moves (`1: 37` is seat 1's choice) and draws (`deal 2 15`)."""
    return write_position(play(read_position(position), *moves))


def play(s: State, *moves: str) -> State:
    """The state after moves and draws."""
    for move in moves:
        seat, colon, text = move.partition(": ")
        if not colon:
            GAME.rules.draw(s, read_draw(s, move))
            continue
        action = read_action(s, text)
        assert action in GAME.legal(s, int(seat) - 1), move
        GAME.rules.act(s, int(seat) - 1, action)
    return s


def same(position: str) -> str:
    """A position as it is written in full."""
    return write_position(read_position(position))
