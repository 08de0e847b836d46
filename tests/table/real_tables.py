"""Recorded games as somebody at the table would enter them in the advisor: only what that seat sees."""

from collections.abc import Iterator
from random import Random
from typing import Any

from koloda.bots.knowledge import Knowledge
from koloda.compiled.generator import stream
from koloda.core.advisor import advisor_of
from koloda.core.game import Act, Game
from koloda.core.schema import pack
from koloda.table.followed_game import FollowedGame
from koloda.table.match import Match


def played(game: Game, key: int, **options: Any) -> Match:
    """A whole game of random moves."""
    random = Random(key)
    match = Match(game, game.new(**options), stream(key, 5), history=True)
    while not match.over:
        match.act(match.actor, random.choice(match.legal(match.actor)))
    return match


def meeting_truth(match: Match, seat: int, **options: Any) -> Iterator[tuple[FollowedGame, Match]]:
    """Follow a game from a seat. Yields before every decision of the seat and at the end, with the game up to there."""
    game, advisor = match.game, advisor_of(match.game)
    assert advisor is not None
    follow = FollowedGame(game, seat, **options)
    true = Match(game, match.steps[0].before, history=True)
    drawn: list[str] = []
    for before, ply, _ in match.steps:
        if isinstance(ply, Act):
            if ply.seat == seat:
                yield follow, true
            if ply.seat == seat or ply.action != advisor.assumed(before):
                follow.enter(game.notation.write_action(before, ply.action))
        elif (asked := advisor.asked(before, seat)) is not None and (drawn or asked.forced is None):
            drawn.append(game.notation.write_draw(before, ply.outcome).split()[-1])
            if follow.asked is not None and len(drawn) == follow.asked.count:
                follow.enter(" ".join(drawn))
                drawn = []
        true.apply(ply)
    yield follow, true


def known(knowledge: Knowledge) -> Any:
    """Everything that a seat knows."""
    return (
        pack(knowledge.partial_state),
        knowledge.legal,
        knowledge.must,
        knowledge.view,
        knowledge.story,
        knowledge.events,
    )
