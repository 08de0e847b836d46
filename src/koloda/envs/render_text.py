"""A position in words, as a seat sees it: what `render_mode="ansi"` shows. Seats are called `seat_0`, `seat_1`, ..."""

from collections.abc import Iterable
from typing import Any

import msgspec

from koloda.core.facts import Fact, fact
from koloda.core.game import Act
from koloda.core.text import Language, say
from koloda.core.view import View
from koloda.envs.one_game import OneGame

ABOUT = View.__struct_fields__
"""What every view has, told in the first line or in the story."""
SEATS = (
    "borrower",
    "callable",
    "challengeable",
    "chosen",
    "forgetful",
    "layer",
    "lender",
    "meeting",
    "out",
    "turn",
)
"""Fields of views that name seats; all other numbers count something."""


def words(table: OneGame, seat: int | None, language: Language = "en", choices: bool = False) -> str:
    """What a seat (None: a spectator) was told since its last decision, what it sees, and what it may do.

    Actions are shown by their ids, or numbered as `choices`.
    """

    names = [name_of(number) for number in range(table.players)]

    def tell(told: Fact) -> str:
        return say(told, language, names, reader=seat)

    shown = [tell(_title(table, seat))]
    news = table.story(seat, _last_decision(table, seat))
    if news:
        shown += [tell(fact("envs.since")), *(f"  {tell(told)}" for told in news)]
    shown += [tell(fact("envs.position")), *(f"  {line}" for line in _fields(table, seat))]
    if seat is not None and table.legal(seat):
        shown.append(tell(fact("envs.can")))
        for place, action in enumerate(table.legal(seat)):
            number = place if choices else action
            if action == table.silence:
                shown.append(f"  {number} = {tell(fact('envs.silence'))}")
            else:
                move = table.game.notation.write_action(table.state, action)
                shown.append(f"  {number} = {move}: {tell(table.game.narration.describe(table.state, seat, action))}")
    return "\n".join(shown)


def name_of(seat: int) -> str:
    return f"seat_{seat}"


def _title(table: OneGame, seat: int | None) -> Fact:
    game = fact(f"{table.game.name}.title")
    if table.over:
        return fact("envs.ended", game=game)
    if seat is None:
        return fact("envs.watched", game=game)
    return fact("envs.asked", game=game, player=seat)


def _last_decision(table: OneGame, seat: int | None) -> int:
    """The number of the step that a seat decided last; a spectator is told of the last step alone."""
    steps = table.course.steps
    for number in range(len(steps) - 1, -1, -1):
        event = steps[number].event
        if isinstance(event, Act) and seat in (None, event.seat):
            return number
    return 0


def _fields(table: OneGame, seat: int | None) -> Iterable[str]:
    """The fields of the view, one a line."""
    view: dict[str, Any] = msgspec.to_builtins(table.game.view(table.state, seat))
    for name, value in view.items():
        if name not in ABOUT and value not in (None, [], {}):
            yield f"{name.replace('_', ' ')}: {plain(name, value)}"


def plain(field: str, value: Any) -> str:
    """What a field of a view, or a part of it, holds."""
    if isinstance(value, dict):
        return " ".join(f"{name} {plain(name, inner)}" for name, inner in value.items() if inner is not None)
    if isinstance(value, list):
        nested = any(isinstance(item, list | dict) for item in value)
        return (" / " if nested else " ").join(plain(field, item) for item in value) or "-"
    if value is None:
        return "?"
    return name_of(value) if field in SEATS else str(value)
