"""Bots that are made of others: networks in files, and careless players."""

from dataclasses import replace
from pathlib import Path

import pytest

from koloda.arena.plan import Plan
from koloda.bots.bot import Budget
from koloda.bots.careless_bot import CarelessBot
from koloda.bots.external import is_external
from koloda.bots.guided_bot import GuidedBot
from koloda.bots.levels import GUIDED, NETWORK, check_bot, level_of, levels, make_bot
from koloda.bots.network_bot import NetworkBot
from koloda.bots.spec import Careless, FromFile, careless, from_file
from koloda.core.errors import BadBot, UnknownOption
from koloda.core.text import LANGUAGES
from koloda.games import GAMES
from tests.bots.decisions import knowledge
from tests.bots.networks import random_network

NO_THANKS = replace(GAMES["no_thanks"])
vars(NO_THANKS)["network"] = None


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "some.npz"
    random_network(NO_THANKS, seed=3).save(path)
    return path


@pytest.mark.parametrize(
    ("spec", "found"),
    [
        ("a/b.npz", FromFile("network", "a/b.npz")),
        ("b.npz", FromFile("network", "b.npz")),
        ("guided:b.npz", FromFile("guided", "b.npz")),
        ("5:60ms:a/b.npz", FromFile("5:60ms", "a/b.npz")),
        ("guided:500:a/b.npz", FromFile("guided:500", "a/b.npz")),
        ("cmd:b.npz", None),
        ("node bot.js weights.npz", None),
        ("network", None),
    ],
)
def test_a_bot_is_named_by_the_file_of_its_network(spec: str, found: FromFile | None) -> None:
    assert from_file(spec) == found
    assert is_external(spec) == (found is None and spec != "network")


def test_a_network_in_a_file_plays_and_guides_where_the_game_has_none(file: Path) -> None:
    assert NETWORK not in levels(NO_THANKS)
    alone, searching = make_bot(str(file), NO_THANKS, 3, 1), make_bot(f"guided:4:{file}", NO_THANKS, 3, 1, wait=True)
    assert isinstance(alone, NetworkBot)
    assert isinstance(searching, GuidedBot)
    assert (level_of(str(file)), level_of(f"guided:4:{file}")) == (NETWORK, GUIDED)
    network = random_network(NO_THANKS, seed=3)
    for seen in knowledge(NO_THANKS, 3, 1, every=8):
        if seen.must and len(seen.legal) > 1:
            preferences = network.evaluate(seen.insight, 3).preferences
            assert alone.choose(seen, Budget()) == max(seen.legal, key=lambda action: preferences[action])
            assert searching.choose(seen, Budget()) in seen.legal


def test_a_file_that_is_no_network_of_the_game_is_refused(file: Path, tmp_path: Path) -> None:
    with pytest.raises(BadBot, match="was not made for"):
        make_bot(str(file), GAMES["dobro"], 3, 1)
    with pytest.raises(Exception, match=r"nobody\.npz"):
        make_bot(str(tmp_path / "nobody.npz"), NO_THANKS, 3, 1)


def test_a_match_with_a_file_is_another_one_when_the_file_has_changed(file: Path) -> None:
    plan = Plan.of("no_thanks", [str(file), "2", f"careless:5:{file}"], 1)
    before = plan.digest()
    random_network(NO_THANKS, seed=4).save(file)
    assert plan.digest() != before


def test_tables_name_files_without_their_folders() -> None:
    bots = ["a/b.npz", "careless:20:a/b.npz", "guided:60ms:a/b.npz", "a/c.py:Class", "node a/d.js"]
    labels = Plan.of("no_thanks", bots, 1).labels
    assert labels == ("b.npz", "careless:20:b.npz", "guided:60ms:b.npz", "c.py:Class", "node d.js")


def test_a_careless_player_plays_at_random_as_often_as_it_says() -> None:
    assert careless("careless:20:rule") == Careless(20, "rule")
    bots = {percent: make_bot(f"careless:{percent}:1", NO_THANKS, 4, "a") for percent in (0, 50, 100)}
    usual = make_bot("1", NO_THANKS, 4, "a")
    asked, same = 0, dict.fromkeys(bots, 0)
    for key in range(12):
        for seen in knowledge(NO_THANKS, 4, key, every=3):
            if seen.must and len(seen.legal) == 2:
                asked += 1
                for percent, bot in bots.items():
                    assert isinstance(bot, CarelessBot)
                    choice = bot.choose(seen, Budget())
                    assert choice in seen.legal
                    assert choice == bot.choose(seen, Budget()), "the same knowledge gives the same choice"
                    same[percent] += choice == usual.choose(seen, Budget())
    assert asked > 100
    assert same[0] == asked
    assert same[50] / asked == pytest.approx(0.75, abs=0.1)  # half of all random moves are the usual one
    assert same[100] / asked == pytest.approx(0.5, abs=0.1)


@pytest.mark.parametrize(
    "spec", ["careless:", "careless:2", "careless:101:1", "careless:20:careless:20:1", "careless:20:node bot.js"]
)
def test_what_a_careless_player_is_is_said_where_it_is_none(spec: str) -> None:
    with pytest.raises(UnknownOption) as refused:
        make_bot(spec, NO_THANKS, 3, 1)
    for language in LANGUAGES:
        assert "careless:20:rule" in refused.value.text(language)


def test_a_careless_player_can_play_what_the_bot_can_that_it_else_is() -> None:
    with pytest.raises(UnknownOption, match="network"):
        check_bot("careless:20:4", NO_THANKS)
    with pytest.raises(UnknownOption, match="genius"):
        check_bot("careless:20:genius", NO_THANKS)
