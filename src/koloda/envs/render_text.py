"""A position in words, as a seat sees it: what `render_mode="ansi"` shows. Seats are called `seat_0`, `seat_1`, ..."""

from collections.abc import Iterable
from typing import Any

import msgspec

from koloda.core.facts import Fact, fact
from koloda.core.game import Act
from koloda.core.text import Language, say
from koloda.core.view import View
from koloda.envs.episode import Episode

ABOUT = View.__struct_fields__
"""What every view has, told in the first line or in the story."""


def words(episode: Episode, seat: int | None, language: Language = "en", choices: bool = False) -> str:
    """What a seat (None: a spectator) has learned since its last decision, what it sees, and what it may do.

    Actions are shown by their ids, or numbered as `choices`.
    """

    names = [name_of(number) for number in range(episode.players)]

    def tell(told: Fact) -> str:
        return say(told, language, names, reader=seat)

    shown = [tell(_title(episode, seat))]
    news = episode.match.story(seat, _last_decision(episode, seat))
    if news:
        shown += [tell(fact("envs.since")), *(f"  {tell(told)}" for told in news)]
    shown += [tell(fact("envs.position")), *(f"  {line}" for line in _fields(episode, seat))]
    if seat is not None and episode.legal(seat):
        shown.append(tell(fact("envs.can")))
        for place, action in enumerate(episode.legal(seat)):
            number = place if choices else action
            if action == episode.silence:
                shown.append(f"  {number} = {tell(fact('envs.silence'))}")
            else:
                move = episode.game.notation.write_action(episode.state, action)
                shown.append(
                    f"  {number} = {move}: {tell(episode.game.narration.describe(episode.state, seat, action))}"
                )
    return "\n".join(shown)


def name_of(seat: int) -> str:
    return f"seat_{seat}"


def _title(episode: Episode, seat: int | None) -> Fact:
    game = fact(f"{episode.game.name}.title")
    if episode.over:
        return fact("envs.ended", game=game)
    if seat is None:
        return fact("envs.watched", game=game)
    return fact("envs.asked", game=game, player=seat)


def _last_decision(episode: Episode, seat: int | None) -> int:
    """The number of the step that a seat decided last; for a spectator, the last step."""
    steps = episode.match.steps
    for number in range(len(steps) - 1, -1, -1):
        ply = steps[number].ply
        if isinstance(ply, Act) and seat in (None, ply.seat):
            return number
    return 0


def _fields(episode: Episode, seat: int | None) -> Iterable[str]:
    """The fields of the view, one per line."""
    view: dict[str, Any] = msgspec.to_builtins(episode.game.view(episode.state, seat))
    for name, value in view.items():
        if name not in ABOUT and value not in (None, [], {}):
            yield f"{name.replace('_', ' ')}: {plain(name, value, episode.game.seat_fields)}"


def plain(field: str, value: Any, seats: frozenset[str]) -> str:
    """What a field of a view, or a part of it, holds; `seats` are the fields that hold seats."""
    if isinstance(value, dict):
        return " ".join(f"{name} {plain(name, inner, seats)}" for name, inner in value.items() if inner is not None)
    if isinstance(value, list):
        nested = any(isinstance(item, list | dict) for item in value)
        return (" / " if nested else " ").join(plain(field, item, seats) for item in value) or "-"
    if value is None:
        return "?"
    return name_of(value) if field in seats else str(value)
