"""Positions in, positions out: the short hand of the rule tests."""

from koloda.core.game import Act, Draw, Ply
from koloda.games.tugriki import GAME
from koloda.games.tugriki.notation import read_action, read_draw, read_position, write_action, write_position
from koloda.games.tugriki.state import State

A, B, C, D = range(4)


def event_of(s: State, move: str) -> Ply:
    """A draw (`card R5`), a move of the one who must act (`R5`), or of another seat (`2: call`)."""
    if GAME.rules.chance(s):
        return Draw(read_draw(s, move))
    seat, colon, text = move.partition(": ")
    actor = int(seat) - 1 if colon else GAME.rules.actors(s).bit_length() - 1
    action = read_action(s, text if colon else move)
    assert action in GAME.legal(s, actor), f"{move} in {write_position(s)}"
    return Act(actor, action)


def apply(s: State, event: Ply) -> None:
    if isinstance(event, Draw):
        GAME.rules.draw(s, event.outcome)
    else:
        GAME.rules.act(s, event.seat, event.action)


def played(position: str, *moves: str) -> State:
    s = read_position(position)
    for move in moves:
        apply(s, event_of(s, move))
    return s


def after(position: str, *moves: str) -> str:
    return write_position(played(position, *moves))


def same(position: str) -> str:
    """The position as it is always written."""
    return write_position(read_position(position))


def moves(position: str | State, seat: int | None = None) -> set[str]:
    """The legal moves of a seat, or of the one who must act."""
    s = read_position(position) if isinstance(position, str) else position
    actor = GAME.rules.actors(s).bit_length() - 1 if seat is None else seat
    return {write_action(s, action) for action in GAME.legal(s, actor)}


def lays(position: str) -> set[str]:
    """The legal moves that lay a card."""
    return {move for move in moves(position) if move[-2] in "RYGPBO"}


def box(players: int, actions: dict[str, list[str]], **options: object) -> str:
    """The beginning of a position with the default cards, but other actions on them."""
    colours = ["red", "yellow", "green", "purple"]
    edition = {"colours": colours, "genies": 2, "row_choices": 2, "tugriks": 120, "actions": actions}
    return write_position(GAME.new(players, edition=edition, **options)).partition("]")[0] + "] "
