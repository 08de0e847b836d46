"""The advisor for a real table: what somebody has seen there, followed from their seat. The server keeps none of it."""

import asyncio
from typing import Any, Final

import msgspec

from koloda.bots.hint import can_hint
from koloda.core.errors import KolodaError
from koloda.core.facts import Fact, fact
from koloda.core.game import Act, Game
from koloda.server.messages import (
    AskedDraw,
    AskedValue,
    FollowedTable,
    Hint,
    LegalMove,
    OtherMove,
    RealTable,
    ToldLine,
)
from koloda.server.tables.hints import Hints, Question
from koloda.server.tables.refusals import Admit, Refused, failure_of
from koloda.table.followed_game import FollowedGame

MOST: Final = 1
"""The bot thinks about a real table only while nobody waits for a hint at a table here: those come first."""


async def advise(hints: Hints, game: Game, given: RealTable, household: str, admit: Admit) -> FollowedTable:
    """Follow a table in a thread; if advice is wanted and due, think. `admit` may refuse that, by raising."""
    try:
        follow = await asyncio.to_thread(followed, game, given)
    except KolodaError as error:
        raise Refused(failure_of(error)) from None
    hint: Hint | None = None
    if given.advice and can_advise(follow):
        found = await hints.answer(question(follow, household), admit, MOST)
        hint = msgspec.structs.replace(found, offer=len(follow.lines))
    return await asyncio.to_thread(answer, follow, hint)


def followed(game: Game, given: RealTable) -> FollowedGame:
    found = FollowedGame(game, given.seat, len(given.names), given.names, **given.options)
    for line in given.entries:
        found.enter(line)
    return found


def can_advise(follow: FollowedGame) -> bool:
    return follow.your_turn and len(follow.moves) > 1 and can_hint(follow.game)


def question(follow: FollowedGame, household: str) -> Question:
    """The bot thinks about one question of a household at a time, and about the same one once."""
    written = {action: follow.game.notation.write_action(follow.match.state, action) for action in follow.moves}
    whose = f"advisor {household}"
    number = hash((follow.game.name, follow.players, *follow.lines))
    return Question(whose, follow.seat, number, follow.knowledge(), written)


def answer(follow: FollowedGame, hint: Hint | None) -> FollowedTable:
    told = zip(follow.entered, follow.told(), strict=True)
    return FollowedTable(
        view=follow.view,
        told=[ToldLine(line=entered.line, seat=entered.seat, facts=facts) for entered, facts in told],
        asked=_asked(follow),
        turn=follow.turn,
        moves=[_move(follow.game, follow.match.state, Act(follow.turn, a)) for a in follow.moves]
        if follow.turn is not None
        else [],
        corrections=[_other(follow.game, follow.match.state, act) for act in follow.corrections],
        lowest_wins=follow.game.lowest_wins,
        can_advise=can_advise(follow),
        hint=hint,
    )


def _asked(follow: FollowedGame) -> AskedDraw | None:
    asked = follow.asked
    if asked is None:
        return None
    values = [AskedValue(value=value, left=left) for value, left in asked.values.items()]
    return AskedDraw(word=asked.word, kind=asked.kind, title=asked.title, values=values, count=asked.count)


def _move(game: Game, s: Any, act: Act) -> LegalMove:
    meaning: Fact = game.narration.describe(s, *act)
    return LegalMove(game.notation.write_action(s, act.action), meaning, game.moves.info(s, *act))


def _other(game: Game, s: Any, act: Act) -> OtherMove:
    written = game.notation.write_action(s, act.action)
    title = game.move_name(s, act.action) or fact("common.list", items=[written])
    return OtherMove(seat=act.seat, move=written, title=title)
