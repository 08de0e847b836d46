"""Reachable positions of tiny games, counted and pinned: any change to the rules moves these numbers."""

from typing import Any

import pytest

from koloda.core.game import Act, Draw, Game, Ply
from koloda.games import GAMES
from koloda.table.match import next_state
from tests.referees import REFEREES

TINY = [(game, *tiny) for game in GAMES.values() for tiny in REFEREES[game.name].TINY]


def events(game: Game, s: Any) -> list[Ply]:
    if n := game.rules.chance(s):
        return [Draw(outcome) for outcome in range(n)]
    return [Act(seat, action) for seat in range(s.players) for action in game.legal(s, seat)]


def reachable(game: Game, options: dict[str, Any], depth: int) -> int:
    """Distinct positions after at most `depth` events (-1: after any number)."""
    first = game.new(**options)
    found = {first.values()}
    frontier = [first]
    while frontier and depth:
        depth -= 1
        following = []
        for s in frontier:
            for event in events(game, s):
                after = next_state(game, s, event)
                if after.values() not in found:
                    found.add(after.values())
                    following.append(after)
        frontier = following
    return len(found)


@pytest.mark.parametrize(("game", "options", "depth", "count"), TINY)
def test_reachable_positions(game: Game, options: dict[str, Any], depth: int, count: int) -> None:
    assert reachable(game, options, depth) == count


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_a_tiny_one(game: Game) -> None:
    assert REFEREES[game.name].TINY
