"""`koloda analyse`: what a position is worth, and how much worse than the best every move is."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from koloda.analysis.judge import check_judge
from koloda.analysis.reference import check_reference
from koloda.analysis.value import Value, check_accuracy, value
from koloda.bots.engine import Engine
from koloda.bots.hint import HintMove, hint
from koloda.bots.knowledge import Knowledge, knowledge_of
from koloda.core.errors import UnknownOption
from koloda.core.exit_codes import DONE
from koloda.core.facts import Arg, fact
from koloda.core.game import Game, seats_of
from koloda.core.output import print_json
from koloda.core.text import Language, figure, say
from koloda.drawing.console import ReportConsole
from koloda.games import find
from koloda.table.match import Match
from koloda.terminal.files import read_record
from koloda.terminal.review import describe, figures_table, loss_cells

POSITION = re.compile(r"\s*(\w+)\s*\[")
"""So begins a position in notation; everything else is a file."""


@dataclass(frozen=True)
class Place:
    """A position to look at, and what its seats know."""

    game: Game
    state: Any
    names: Sequence[str]
    match: Match | None = None
    """How it came about, if that is known."""

    def knowledge(self, seat: int) -> Knowledge:
        if self.match is None:
            return knowledge_of(self.game, self.state, seat)
        return self.match.knowledge(seat)


def run(given: str, to: int | None, seat: int | None, accuracy: float, as_json: bool, language: Language) -> int:
    """Analyse a position in notation, or the one after entry `to` of a record; by default its last decision."""
    check_accuracy(accuracy)
    place = _position(given, to, language) if POSITION.match(given) else _recorded(Path(given), to)
    game, s = place.game, place.state
    check_reference(game)
    check_judge(game)
    asked = _asked(place, seat)
    worth = value(game, s, accuracy=accuracy)
    moves = None if asked is None else _moves(place, asked)
    if as_json:
        print_json(_json(place, worth, asked, moves))
    else:
        _show(place, worth, asked, moves, language)
    return DONE


def _position(text: str, to: int | None, language: Language) -> Place:
    if to is not None:
        raise UnknownOption.of("errors.to_of_position")
    found = POSITION.match(text)
    assert found is not None
    game = find(found[1])
    s = game.notation.read_position(text)
    names = [say(fact("review.seat", seat=seat + 1), language) for seat in range(s.players)]
    return Place(game, s, names)


def _recorded(file: Path, to: int | None) -> Place:
    record = read_record(file)
    entries = record.match.entries
    if to is not None and not 0 <= to <= len(entries):
        raise UnknownOption.of("errors.no_entry", given=to, most=len(entries))
    match = record.begin()
    match.apply(*entries[:to])
    return Place(record.game, match.state, record.names, match)


def _asked(place: Place, seat: int | None) -> int | None:
    """Whose moves to judge: of those who can act, the given seat, or the first who must."""
    game, s = place.game, place.state
    if seat is None:
        must = seats_of(game.rules.actors(s))
        return must[0] if must else None
    if not 1 <= seat <= s.players:
        raise UnknownOption.of("errors.no_seat", seat=seat, players=s.players)
    if game.rules.chance(s) or not game.legal(s, seat - 1):
        raise UnknownOption.of("errors.seat_has_no_move", seat=seat)
    return seat - 1


def _moves(place: Place, seat: int) -> list[HintMove]:
    legal = place.game.legal(place.state, seat)
    if len(legal) == 1 and place.game.rules.actors(place.state) >> seat & 1:
        return [HintMove(legal[0], 0.0, 0.0)]
    place.game.once(Engine).load()
    return hint(place.knowledge(seat))


def _json(place: Place, worth: Value, asked: int | None, moves: list[HintMove] | None) -> dict[str, Any]:
    write = place.game.notation.write_action
    return {
        "game": place.game.name,
        "position": place.game.notation.write_position(place.state),
        "playouts": worth.playouts,
        "seats": [
            {
                "wins": each.wins.mean,
                "wins_error": each.wins.error,
                "score": each.score.mean,
                "score_error": each.score.error,
            }
            for each in worth.seats
        ],
        "seat": None if asked is None else asked + 1,
        "moves": [
            {
                "move": None if move.action is None else write(place.state, move.action),
                "loss": move.loss,
                "error": move.error,
                "equal": move.equal,
            }
            for move in moves or []
        ],
    }


def _show(place: Place, worth: Value, asked: int | None, moves: list[HintMove] | None, language: Language) -> None:
    console, game = ReportConsole(), place.game

    def text(key: str, /, **args: Arg) -> str:
        return say(fact(f"review.{key}", **args), language)

    def heading(words: str) -> None:
        console.print(words, style="bold", markup=False, highlight=False)

    def note(words: str) -> None:
        console.print(words, style="dim", markup=False, highlight=False)

    heading(text("position_value"))
    rows = [
        [
            place.names[seat],
            figure(each.wins.mean, ".1%", language),
            figure(each.wins.error, ".1%", language),
            figure(each.score.mean, ".1f", language),
            figure(each.score.error, ".1f", language),
        ]
        for seat, each in enumerate(worth.seats)
    ]
    console.print(figures_table([text(key) for key in ("player", "wins", "error", "score", "error")], rows))
    note(text("position_value_note", playouts=worth.playouts))
    console.print()
    if asked is None or moves is None:
        note(text("draw_due" if game.rules.chance(place.state) else "is_over"))
        return
    named = [describe(game, place.state, asked, move.action, place.names, language) for move in moves]
    if len(moves) == 1:
        note(text("one_move", move=named[0]))
        return
    heading(text("moves_of", player=place.names[asked]))
    cells = [[name, *loss_cells(move, move is moves[0], language)] for name, move in zip(named, moves, strict=True)]
    console.print(figures_table([text(key) for key in ("move", "loss", "error")], cells))
    note(text("moves_note"))
