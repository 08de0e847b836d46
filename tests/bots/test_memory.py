"""What search bots remember is what was told, and it is true."""

from typing import Any

import pytest

from koloda.bots.memory import TugrikiMemory, remember
from koloda.bots.sight import sight
from koloda.bots.worlds import REMEMBERED, WORLDS, dobro, tugriki
from koloda.core.chance import seed, stream
from koloda.core.facts import Fact
from koloda.core.game import Act, Game
from koloda.games import GAMES
from koloda.games.dobro.cards import count_of
from koloda.games.dobro.state import JOKER, REVERSE, SKIP, TAKE
from koloda.games.tugriki.rows import FIVES
from koloda.games.tugriki.state import MOVE
from tests import laws


@pytest.mark.parametrize("players", [2, 4])
def test_dobro_who_took_did_not_follow(players: int) -> None:
    game, story, takes = GAMES["dobro"], list[Fact](), 0
    for before, event, after in laws.walk(game, {"players": players}, 1):
        story += game.narration.narrate(before, event, after, 0)
        memory = remember(sight(game, after, 0, lambda: story))
        assert all(memory[p][dobro.OLD] <= after.held[p] for p in range(players) if after.played == before.played)
        if isinstance(event, Act) and event.action == TAKE:
            assert memory[event.seat][: dobro.OLD + 1] == [before.good, before.held[event.seat]]
            takes += 1
    assert takes > 3


@pytest.mark.parametrize("challenges", ["on", "off"])
def test_tugriki_who_drew_lacked_what_would_have_fitted(challenges: str) -> None:
    """The rows are known at all times. With challenges off nobody draws who could lay (TG-10): then all is certain."""
    game, learned = GAMES["tugriki"], 0
    keeper = TugrikiMemory(sight(game, game.new(3), 0, list))
    for before, event, after in laws.walk(game, {"players": 3, "challenges": challenges}, 2):
        known = [row[:] for row in keeper.memory]
        for told in game.narration.narrate(before, event, after, 0):
            keeper.hear(told)
        rows = keeper.rows
        if after.phase == MOVE:
            assert (rows.laid, rows.genie_at, rows.choice_at) == (after.laid, after.genie_at, after.choice_at)
            assert rows.bound == after.bound
        for seat in (1, 2):
            new = [now & ~then for now, then in zip(keeper.memory[seat], known[seat], strict=True)]
            learned += any(new)
            if challenges == "off":
                assert not after.hand[seat][0] & new[tugriki.LACKS]
                assert not (new[tugriki.NO_GENIE] and after.genies[seat])
                assert not (new[tugriki.NO_CHOICE] and after.choices[seat])
    assert learned > 10


def test_tugriki_cards_that_changed_hands_are_known() -> None:
    game, given = GAMES["tugriki"], 0
    keeper = TugrikiMemory(sight(game, game.new(3), 0, list))
    for key in range(6):
        for before, event, after in laws.walk(game, {"players": 3}, key):
            for told in game.narration.narrate(before, event, after, 0):
                keeper.hear(told)
                if told.key == "tugriki.gave":
                    other = told.args["other"]
                    assert isinstance(other, int)
                    assert after.hand[other][0] & keeper.memory[other][tugriki.HOLDS] or after.genies[other]
                    given += 1
    assert given


@pytest.mark.parametrize("game", [GAMES["dobro"], GAMES["tugriki"]], ids=lambda game: game.name)
def test_imagined_hands_heed_what_is_remembered(game: Game) -> None:
    """A card that a seat is thought to lack is dealt to it less often, one that it is known to hold always."""
    s = game.new(3)
    deal = stream(1)
    while n := game.rules.chance(s):
        game.rules.draw(s, deal(n))
    seen = sight(game, s, s.turn, list).seen
    other = (s.turn + 1) % 3
    blank = [[0] * REMEMBERED for _ in range(game.seats)]
    taught = [row[:] for row in blank]
    if game.name == "dobro":
        taught[other][dobro.BAR], taught[other][dobro.OLD] = 8, 6
    else:
        taught[other][tugriki.LACKS] = FIVES
    held = [
        sum(_fitting(game, _world(game, seen, memory, key), other) for key in range(200)) for memory in (blank, taught)
    ]
    assert 0 < held[1] < held[0] / 2


def _world(game: Game, seen: Any, memory: list[list[int]], key: int) -> Any:
    world = seen.copy()
    r = [0, 0, 0, 0]
    seed(r, key, 0)
    while n := game.rules.chance(world):
        game.rules.draw(world, WORLDS[game.name].likely(world, memory, r, n))
    return world


def _fitting(game: Game, s: Any, seat: int) -> int:
    """Cards of a hand that would have followed an 8, or started a row."""
    if game.name == "dobro":
        return sum(count_of(s.hand[seat], card) for card in (JOKER, SKIP, REVERSE, *range(8, 13)))
    return int(s.hand[seat][0] & FIVES).bit_count()
