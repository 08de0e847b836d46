"""Positions and moves in notation, for tests that read as the rulebook does."""

from koloda.core.events import facts_of
from koloda.core.game import Act, Draw, Ply
from koloda.core.text import Language, say
from koloda.games.dobro import GAME
from koloda.games.dobro.notation import read_position, write_position
from koloda.games.dobro.state import State
from koloda.table.match import next_state


def event(s: State, move: str) -> Ply:
    """A move of whose turn it is, or a draw (`deal 2 J`, `first 3`)."""
    if GAME.rules.chance(s):
        return Draw(GAME.notation.read_draw(s, move))
    action = GAME.notation.read_action(s, move)
    assert action in GAME.legal(s, s.turn), move
    return Act(s.turn, action)


def played(position: str, *moves: str) -> State:
    """The state after moves and draws."""
    s = read_position(position)
    for move in moves:
        s = next_state(GAME, s, event(s, move))
    return s


def told(position: str, *moves: str, seat: int | None, language: Language = "en") -> list[str]:
    """What a seat hears of the last of these moves."""
    before = played(position, *moves[:-1])
    last = event(before, moves[-1])
    facts = facts_of(GAME.narration.narrate(before, last, next_state(GAME, before, last), seat))
    return [say(fact, language, reader=seat) for fact in facts]


def after(position: str, *moves: str) -> str:
    return write_position(played(position, *moves))


def same(position: str) -> str:
    """The position as it is written."""
    return write_position(read_position(position))


def legal(position: str) -> list[str]:
    """What whose turn it is may do."""
    s = read_position(position)
    return [GAME.notation.write_action(s, action) for action in GAME.legal(s, s.turn)]


def good(trick: str, hand: str, move: str, options: str = "") -> int:
    """The good number after one play on a trick; the hand keeps a 2, so that the round goes on."""
    return played(f"dobro[players=3{options}] trick={trick} hands=2,{hand}/3/3", move).good
