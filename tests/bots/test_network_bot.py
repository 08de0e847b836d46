"""Level 4: legal, reproducible, blind to hidden cards, and it follows its network."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from koloda.bots.bot import Budget
from koloda.bots.knowledge import knowledge_of
from koloda.bots.levels import check_bot, levels, make_bot
from koloda.bots.network import own_network
from koloda.bots.network_bot import NetworkBot
from koloda.compiled.generator import stream
from koloda.core.errors import BadBot, UnknownOption
from koloda.core.game import Game
from koloda.core.text import LANGUAGES
from koloda.games import GAMES
from tests import laws
from tests.bots.decisions import knowledge
from tests.bots.networks import random_network, with_network
from tests.games.test_laws import over_random_games
from tests.referees import REFEREES, hides_cards

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


@every_game
def test_a_choice_is_legal(game: Game, games: dict[str, Game]) -> None:
    for players in game.set_up.players:
        bot = make_bot("4", games[game.name], players, 1)
        for seen in knowledge(games[game.name], players, players, every=6):
            action = bot.choose(seen, Budget())
            assert action in seen.legal or (action is None and not seen.must)


@every_game
def test_with_any_options_it_still_plays(game: Game, games: dict[str, Game]) -> None:
    """The network knows the usual options only, but it must not fail with others."""
    own = games[game.name]
    bot = NetworkBot(own)

    def body(options: dict[str, Any], key: int) -> None:
        deal = stream(key, 7)
        for step in laws.walk(own, options, key):
            for seat in range(step.after.players):
                if own.legal(step.after, seat) and deal(16) == 0:
                    seen = knowledge_of(own, step.after, seat, list)
                    action = bot.choose(seen, Budget())
                    assert action in seen.legal or (action is None and not seen.must)

    over_random_games(game, 8, body)


@every_game
def test_it_plays_what_the_network_likes_best_or_draws_where_seats_choose_simultaneously(
    game: Game, games: dict[str, Game]
) -> None:
    own = games[game.name]
    network = own.once(own_network)
    chosen = set()
    seen = [each for each in knowledge(own, 3, 5, every=4) if each.must and len(each.legal) > 2 - (own.actions == 2)]
    for each in seen:
        preferences = network.evaluate(each.insight, 3).preferences
        best = each.legal[int(np.argmax(preferences[each.legal]))]
        for seed in range(6):
            action = NetworkBot(own, seed).choose(each, Budget())
            assert NetworkBot(own, seed).choose(each, Budget()) == action
            chosen.add(action == best)
    assert chosen == ({True, False} if own.simultaneous else {True})


@pytest.mark.parametrize("game", [GAMES[name] for name in GAMES if hides_cards(name)], ids=lambda game: game.name)
def test_hidden_cards_that_change_places_change_nothing(game: Game, games: dict[str, Game]) -> None:
    own, referee, compared, deal = games[game.name], REFEREES[game.name], 0, stream(9)
    bot = NetworkBot(own)
    for _, _, s in laws.walk(own, {"players": 3}, 3):
        for seat in range(3):
            hidden = [place for place in referee.hidden(s, seat) if place[0] != "pile"]
            if not own.legal(s, seat) or len(hidden) < 2 or deal(3):
                continue
            other = referee.swap(s, hidden[deal(len(hidden))], hidden[deal(len(hidden))])
            seen, swapped = knowledge_of(own, s, seat, list), knowledge_of(own, other, seat, list)
            assert seen.insight == swapped.insight
            assert bot.choose(seen, Budget()) == bot.choose(swapped, Budget())
            compared += 1
    assert compared > 5


def test_a_bystander_does_what_the_policy_does(games: dict[str, Game]) -> None:
    game, asked = games["tugriki"], 0
    bot, rule = make_bot("network", game, 4, 1), make_bot("2", game, 4, 1)
    for key in range(3):
        for seen in knowledge(game, 4, key, every=2):
            if not seen.must:
                assert bot.choose(seen, Budget()) == rule.choose(seen, Budget())
                asked += 1
    assert asked


def test_a_game_has_level_4_if_it_has_a_network(games: dict[str, Game]) -> None:
    with_one = games["no_thanks"]
    without = replace(GAMES["no_thanks"])
    vars(without)["network"] = None
    assert 4 in levels(with_one)
    assert 4 not in levels(without)
    check_bot("network", with_one)
    with pytest.raises(UnknownOption) as refused:
        check_bot("4", without)
    for language in LANGUAGES:
        assert "0 (random), 1 (greedy), 2 (rule), 3 (search)" in refused.value.text(language)


def test_a_network_that_does_not_fit_is_named(tmp_path: Path) -> None:
    game = with_network(GAMES["no_thanks"], tmp_path)
    (tmp_path / "no_thanks.npz").write_bytes(random_network(GAMES["dobro"]).written())
    with pytest.raises(BadBot, match=r"no_thanks\.npz"):
        make_bot("4", game, 3, 1)
