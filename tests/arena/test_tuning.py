"""Tuning of a rule's weights: it climbs, guided by games, and the same way every time."""

import tomllib
from pathlib import Path

import pytest

from koloda.arena import tuning
from koloda.arena.head_to_head import CompiledBot, HeadToHead
from koloda.arena.tuning import HillClimb, file_text, first_guess, main, sections
from koloda.bots.weights import weights
from koloda.compiled.bot_match import GREEDY, RANDOM, RULE
from koloda.games import GAMES
from tests.bots.choices import policy_of


def search(deals: int = 40) -> HillClimb:
    """Start with weights that take no card before its chips pay for more than all of it."""
    policy = policy_of(GAMES["no_thanks"])
    return HillClimb(
        HeadToHead("no_thanks", 3, seed=5), policy.RANGES, tuple(high for _, high in policy.RANGES), deals, "both"
    )


@pytest.mark.parametrize("game", GAMES)
def test_the_numbers_in_use_are_within_their_ranges_for_every_number_of_players(game: str) -> None:
    policy = policy_of(GAMES[game])
    assert len(policy.RANGES) == len(policy.WEIGHTS)
    for players in GAMES[game].set_up.players:
        for value, (low, high) in zip(weights(GAMES[game], players), policy.RANGES, strict=True):
            assert low <= value <= high


def test_equals_share_the_wins_of_every_deal() -> None:
    duel = HeadToHead("no_thanks", 4, seed=1)
    for player in (CompiledBot(GREEDY), CompiledBot(RULE, weights(GAMES["no_thanks"], 4))):
        assert [duel.share(player, player, deal) for deal in range(20)] == [0.25] * 20


def test_a_deal_is_the_same_whenever_it_is_played() -> None:
    one, other = HeadToHead("mind_up", 3, seed=1), HeadToHead("mind_up", 3, seed=1)
    pair = CompiledBot(GREEDY), CompiledBot(RANDOM)
    shares = [one.share(*pair, deal) for deal in range(30)]
    assert [other.share(*pair, deal) for deal in reversed(range(30))] == shares[::-1]
    assert len(set(shares)) > 1


def test_moved_numbers_differ_and_stay_within_their_ranges() -> None:
    climb = search()
    for _ in range(200):
        moved = climb.moved()
        differing = [i for i, value in enumerate(moved) if value != climb.best[i]]
        assert 1 <= len(differing) <= 2
        assert all(low <= value <= high for value, (low, high) in zip(moved, climb.ranges, strict=True))


def test_the_search_finds_better_numbers_and_the_same_ones_again() -> None:
    one, other = search(), search()
    start = one.best
    assert [one.round() for _ in range(6)] == [other.round() for _ in range(6)]
    assert one.best == other.best
    duel = HeadToHead("no_thanks", 3, seed=6)
    won = sum(duel.share(CompiledBot(RULE, one.best), CompiledBot(RULE, start), deal) for deal in range(200)) / 200
    assert won > 0.4


def test_other_numbers_of_players_keep_their_sections(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the requested section is written, and it says how it was found."""
    file = tmp_path / "no_thanks.toml"
    monkeypatch.setattr(tuning, "toml_file", lambda game: file)
    assert sections(GAMES["no_thanks"]) == {}
    guess = first_guess(GAMES["no_thanks"], 3, {}, fresh=False)
    assert guess == tuple((low + high) // 2 for low, high in policy_of(GAMES["no_thanks"]).RANGES)
    file.write_text(file_text({2: "# by hand\nshare = 77"}), "utf-8")
    main(["no_thanks", "--players", "3", "--deals", "4", "--rounds", "1", "--write"])
    text = file.read_text("utf-8")
    assert "[2]\n# by hand\nshare = 77\n" in text
    assert "tuning no_thanks --players 3 --deals 4 --rounds 1 --seed 0" in text
    assert set(tomllib.loads(text)["3"]) == set(policy_of(GAMES["no_thanks"]).WEIGHTS)
    assert first_guess(GAMES["no_thanks"], 2, sections(GAMES["no_thanks"]), fresh=False)[0] == 77
