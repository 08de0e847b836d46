"""Bots by name."""

import pytest

from koloda.bots.bot import Budget
from koloda.bots.guided_bot import GuidedBot
from koloda.bots.knowledge import knowledge_of
from koloda.bots.levels import FROM_WEAK_TO_STRONG, LEVELS, PolicyBot, levels, make_bot, usual_level
from koloda.bots.network_bot import NetworkBot
from koloda.bots.random import RandomBot
from koloda.bots.search_bot import SearchBot
from koloda.core.errors import UnknownOption
from koloda.core.game import Game
from koloda.core.text import LANGUAGES, Language, first_text
from koloda.games import GAMES
from koloda.server.bots.pool import BotPool
from koloda.server.tables.listing import games
from koloda.terminal.play import PlayOptions
from koloda.terminal.screen.form import Form
from tests import laws

NO_THANKS = GAMES["no_thanks"]


@pytest.mark.parametrize(
    ("spec", "kind"),
    [
        ("0", RandomBot),
        ("random", RandomBot),
        ("1", PolicyBot),
        ("greedy", PolicyBot),
        ("2", PolicyBot),
        ("rule", PolicyBot),
        ("3", SearchBot),
        ("search", SearchBot),
        ("3:50", SearchBot),
        ("4", NetworkBot),
        ("network", NetworkBot),
        ("5", GuidedBot),
        ("guided", GuidedBot),
        ("guided:50", GuidedBot),
    ],
)
def test_a_level_has_a_number_and_a_name(spec: str, kind: type) -> None:
    assert isinstance(make_bot(spec, NO_THANKS, 3, seed=1), kind)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_every_game_has_all_levels_and_the_usual_one_is_the_rule(game: Game) -> None:
    assert levels(game) == tuple(range(len(LEVELS)))
    assert usual_level(game) == 2


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_lobby_offers_all_levels_from_weak_to_strong(game: Game) -> None:
    """Level 4, which does not think ahead, stands before level 3: docs/strength.md."""
    (offered,) = [info.bots for info in games(BotPool({}).specs) if info.name == game.name]
    assert offered == list(FROM_WEAK_TO_STRONG)
    assert sorted(offered) == sorted(LEVELS)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
def test_the_terminal_offers_them_in_the_same_order(game: Game) -> None:
    offered = Form(PlayOptions(game=game.name)).row("bot_1").values
    assert [LEVELS[int(number)] for number in offered] == list(FROM_WEAK_TO_STRONG)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", ["common.level", "levels.about"])
def test_every_level_that_is_offered_has_a_name_and_says_what_it_is_like(language: Language, what: str) -> None:
    """The browser, the terminal and the help of `koloda play` take them from the same texts."""
    told = [first_text(language, f"{what}_{level}") for level in BotPool({}).specs]
    assert len(told) == len(LEVELS)
    assert all(told)
    assert len(set(told)) == len(told), "no two are told alike"


@pytest.mark.parametrize(
    ("spec", "budget"),
    [("search", None), ("search:200ms", Budget(milliseconds=200)), ("search:500", Budget(iterations=500))],
)
def test_a_search_may_have_a_budget(spec: str, budget: Budget | None) -> None:
    bot = make_bot(spec, NO_THANKS, 3, seed=1)
    assert isinstance(bot, SearchBot)
    assert bot.own_budget == budget


@pytest.mark.parametrize("spec", ["", "6", "-1", "Rule", "search:", "search:0", "search:5s", "rule:3", "genius"])
def test_what_there_is_is_said_where_there_is_no_such_bot(spec: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        make_bot(spec, NO_THANKS, 3, seed=1)
    for language in LANGUAGES:
        assert "search:200ms" in refused.value.text(language)


@pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
@pytest.mark.parametrize("spec", ["0", "1", "2"])
def test_a_bot_of_any_level_decides_for_every_seat(game: Game, spec: str) -> None:
    """Bystanders may also do nothing."""
    bot = make_bot(spec, game, 4, seed=1)
    for number, step in enumerate(laws.walk(game, {"players": 4}, 1)):
        for seat in range(4):
            if number % 3 == 0 and game.legal(step.after, seat):
                seen = knowledge_of(game, step.after, seat, list)
                action = bot.choose(seen, Budget())
                assert action in seen.legal or (action is None and not seen.must)
