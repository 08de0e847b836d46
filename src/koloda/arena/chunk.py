"""A chunk of a plan: what one process plays in one go, as plain numbers and texts that travel and are kept as JSON."""

from collections.abc import Callable
from time import perf_counter
from typing import Any

from koloda.arena.courses import Courses
from koloda.arena.hall import Hall, Played
from koloda.arena.plan import Plan
from koloda.bots.bot import Bot
from koloda.bots.external import Guest
from koloda.bots.levels import make_bot
from koloda.compiled.bot_match import FOREIGN
from koloda.core.names import NAME_LENGTH
from koloda.table import record as records

Result = dict[str, Any]
"""chunk: its number; games: a row each (scores, places, decisions); seconds; failures by bot; what the plan keeps."""

_open: dict[str, tuple[Hall, Courses | None]] = {}


def play_chunk(plan: Plan, number: int) -> Result:
    """The hall stays open: a process plays many chunks of one plan."""
    digest = plan.digest()
    if digest not in _open:
        _open.clear()
        _open[digest] = Hall(plan, seat_bot(plan)), Courses(plan) if "course" in plan.keep else None
    hall, courses = _open[digest]
    hall.failures.clear()
    began = perf_counter()
    result: Result = {"chunk": number, "games": []}
    for game in hall.play(plan.deals_of(number)):
        result["games"].append([*game.scores, *places(game.standings), game.decisions])
        if courses is not None:
            result.setdefault("courses", []).append(courses.of(game.log))
        if "record" in plan.keep:
            result.setdefault("records", []).append([record_name(game), record_text(plan, game)])
    result["seconds"] = round(perf_counter() - began, 6)
    if any(hall.failures.values()):
        result["failures"] = dict(hall.failures)
    return result


def seat_bot(plan: Plan) -> Callable[[str, str], Bot]:
    return lambda spec, seed: make_bot(spec, plan.rules, plan.players, seed, wait=True)


def check_bots(plan: Plan) -> None:
    """Bots that cannot be seated are told of before anything is played."""
    for name, level in zip(plan.names, plan.levels, strict=True):
        if level == FOREIGN:
            bot = seat_bot(plan)(name, "0")
            if isinstance(bot, Guest):
                bot.close()


def places(standings: list[int]) -> list[int]:
    """1 for the first; equals share a place."""
    return [1 + sum(other > mine for other in standings) for mine in standings]


def record_name(game: Played) -> str:
    return f"deal-{game.deal + 1:06}-{game.number + 1:02}.koloda"


def record_text(plan: Plan, game: Played) -> str:
    """The game in our notation. Nobody committed to the cards: they come from the plan's seed."""
    names = [plan.names[bot] for bot in game.seating]
    shown = [f"{seat}: {name}"[:NAME_LENGTH] for seat, name in enumerate(names, 1)]
    record = records.started(plan.rules, plan.values, shown)
    record.bots = dict(enumerate(names))
    for event in game.events():
        record.course.add(event)
    return records.write(record)
