"""What search bots remember follows from the story, and is true."""

from typing import Any

import pytest

from koloda.bots.knowledge import knowledge_of
from koloda.bots.memory import blank
from koloda.compiled.generator import seed, stream
from koloda.core.game import Game
from koloda.games import GAMES
from koloda.games.dobro.bots import belief as dobro
from koloda.games.dobro.bots.memory import DobroMemory
from koloda.games.dobro.cards import count_of
from koloda.games.dobro.events import Dealt, Played, Took
from koloda.games.dobro.plays import CARDS_LAID
from koloda.games.dobro.state import CHOOSE, JOKER, PLAY, REVERSE, SKIP
from koloda.games.dobro.wording import JokerAs, Number
from koloda.games.tugriki.bots import belief as tugriki
from koloda.games.tugriki.bots.memory import TugrikiMemory, table
from koloda.games.tugriki.events import Gave
from koloda.games.tugriki.rows import FIVES
from koloda.games.tugriki.state import MOVE
from tests import laws


@pytest.mark.parametrize("players", [2, 4])
def test_dobro_cards_that_were_held_are_counted(players: int) -> None:
    game, learned = GAMES["dobro"], 0
    keeper = DobroMemory()
    for before, event, after in laws.walk(game, {"players": players}, 1):
        for told in game.narration.narrate(before, event, after, 0):
            keeper.hear(told)
        if after.phase in (PLAY, CHOOSE):
            assert keeper.held[:players] == after.held[:players]
            assert keeper.good == after.good
            assert keeper.trick == sum(CARDS_LAID[action] for action in after.trick[: after.plays])
            assert all(keeper.memory.old[p] <= after.held[p] for p in range(players))
            learned += any(keeper.memory.lacks)
    assert learned > 10


@pytest.mark.parametrize(
    ("play", "lacking"),
    [
        (["7 to 10"], [7, 8, 9]),
        (["0 to 5"], [2, 3, 4]),
        (["10 joker"], [10, 11, 12]),
        (["7 to 10", "take"], [7, 8, 9]),
    ],
)
def test_dobro_who_plays_high_has_nothing_lower(play: list[str], lacking: list[int]) -> None:
    """A seat plays on a good number; "take" then concerns the others."""
    keeper = DobroMemory()
    keeper.hear(Dealt(round=1, rounds=3, cards=6))
    good, _, what = play[0].partition(" ")
    keeper.good = int(good)
    way = JokerAs(number=12) if what == "joker" else Number(number=int(what.split()[-1]))
    keeper.hear(Played(player=1, play=way, good=12))
    if "take" in play:
        keeper.hear(Took(player=2, cards=1))
    assert [kind for kind in range(14) if count_of(keeper.memory.lacks[1], kind)] == lacking
    assert keeper.memory.old[1] == 5


def test_dobro_who_takes_much_had_nothing_that_would_do() -> None:
    keeper = DobroMemory()
    keeper.hear(Dealt(round=1, rounds=3, cards=6))
    keeper.good, keeper.trick = 11, 4
    keeper.hear(Took(player=1, cards=4))
    assert [kind for kind in range(14) if count_of(keeper.memory.lacks[1], kind)] == [JOKER, SKIP, 11, 12, REVERSE]
    assert keeper.memory.took[1] == 11
    assert keeper.good == keeper.trick == 0


@pytest.mark.parametrize(("challenges", "wilds"), [("on", "any"), ("off", "any"), ("off", "plain")])
def test_tugriki_who_drew_lacked_what_would_have_fitted(challenges: str, wilds: str) -> None:
    """The rows are always known. With challenges off nobody draws who could lay (TG-10), so everything is certain."""
    game, learned = GAMES["tugriki"], 0
    keeper = TugrikiMemory(knowledge_of(game, game.new(3, wilds=wilds), 0, list).partial_state, 0)
    for before, event, after in laws.walk(game, {"players": 3, "challenges": challenges, "wilds": wilds}, 2):
        known = table(keeper.memory, 0)
        for told in game.narration.narrate(before, event, after, 0):
            keeper.hear(told)
        rows = keeper.rows
        if after.phase == MOVE:
            assert (rows.laid, rows.genie_at, rows.choice_at) == (after.laid, after.genie_at, after.choice_at)
            assert rows.bound == after.bound
        for seat in (1, 2):
            new = [now & ~then for now, then in zip(table(keeper.memory, 0)[seat], known[seat], strict=True)]
            learned += any(new)
            if challenges == "off":
                assert not after.hand[seat][0] & new[tugriki.LACKS]
                assert not (new[tugriki.NO_GENIE] and after.genies[seat])
                assert not (new[tugriki.NO_CHOICE] and after.choices[seat])
    assert learned > 10


def test_tugriki_cards_that_changed_hands_are_known() -> None:
    game, given = GAMES["tugriki"], 0
    keeper = TugrikiMemory(knowledge_of(game, game.new(3), 0, list).partial_state, 0)
    for key in range(6):
        for before, event, after in laws.walk(game, {"players": 3}, key):
            for told in game.narration.narrate(before, event, after, 0):
                keeper.hear(told)
                if isinstance(told, Gave):
                    other = told.other
                    assert after.hand[other][0] & table(keeper.memory, 0)[other][tugriki.HOLDS] or after.genies[other]
                    given += 1
    assert given


@pytest.mark.parametrize("game", [GAMES["dobro"], GAMES["tugriki"]], ids=lambda game: game.name)
def test_imagined_hands_heed_what_is_remembered(game: Game) -> None:
    """A card that a seat probably lacks is dealt to it less often, one that it is known to hold always."""
    s = game.new(3)
    deal = stream(1)
    while n := game.rules.chance(s):
        game.rules.draw(s, deal(n))
    seen = knowledge_of(game, s, s.turn, list).partial_state
    other = (s.turn + 1) % 3
    nothing = blank(game.seats)
    taught = blank(game.seats)
    if game.name == "dobro":
        taught[other][dobro.LACKS], taught[other][dobro.OLD] = (
            sum(1 << kind for kind in range(14) if not 2 <= kind < 8),
            6,
        )
    else:
        taught[other][tugriki.LACKS] = FIVES
    held = [
        sum(_fitting(game, _world(game, seen, memory, key), other) for key in range(200))
        for memory in (nothing, taught)
    ]
    assert 0 < held[1] < held[0] / 2


def _world(game: Game, seen: Any, memory: list[list[int]], key: int) -> Any:
    assert game.belief is not None
    world = seen.copy()
    r = [0, 0, 0, 0]
    seed(r, key, 0)
    while n := game.rules.chance(world):
        game.rules.draw(world, game.belief.likely(world, memory, r, n))
    return world


def _fitting(game: Game, s: Any, seat: int) -> int:
    """Cards of a hand that would have followed an 8, or started a row."""
    if game.name == "dobro":
        return sum(count_of(s.hand[seat], card) for card in (JOKER, SKIP, REVERSE, *range(8, 13)))
    return int(s.hand[seat][0] & FIVES).bit_count()
