"""Balance reports: they find luck, skill and card values that we put in; their pages need no other file."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from html import escape
from typing import Any

import numpy as np
import pytest

from koloda.arena import balance_page, balance_report, match_page
from koloda.arena.balance import FAST_LUCK_PLAYOUTS, Balance, among_all, compare, with_usual_luck
from koloda.arena.batch_job import play_batch
from koloda.arena.bot_games import bot_games
from koloda.arena.card_values import Hands, card_values, pair_values
from koloda.arena.game_statistics import StatisticsReplayer
from koloda.arena.match_player import MatchPlayer
from koloda.arena.match_report import Translator
from koloda.arena.match_result import GameResults, MatchResult
from koloda.arena.plan import USUAL_LUCK_PLAYOUTS, Plan
from koloda.arena.seating import random_seatings
from koloda.arena.variance_parts import variance_parts
from koloda.cli.main import main
from koloda.compiled.generator import stream
from koloda.core.errors import UnknownOption
from koloda.core.game import Game
from koloda.core.text import LANGUAGES, say
from koloda.drawing.plots import Dot, columns, dots, nice_ticks
from koloda.games import GAMES
from koloda.table.match import Match
from tests.referees import REFEREES


def play(plan: Plan) -> list[dict[str, Any]]:
    return [play_batch(plan, number) for number in range(plan.batches)]


def by_formula(plan: Plan, score: Callable[[int, int, int, np.random.Generator], float]) -> MatchResult:
    """A match whose scores are a function of deal, seat and bot."""
    rows = []
    random = np.random.default_rng(5)
    for deal in range(plan.deals):
        for seated in plan.seatings(deal):
            scores = [round(1000 * score(deal, seat, bot, random)) for seat, bot in enumerate(seated)]
            rows.append([*scores, *(1 + sum(other > mine for other in scores) for mine in scores), 1])
    return MatchResult.of(plan, [{"games": rows}])


def test_luck_and_skill_are_found_again_where_they_were_put_in() -> None:
    plan = replace(Plan.of("no_thanks", ["strong", "weak"], 1500, players=4), random_seatings=8)
    cards = np.random.default_rng(1).normal(0, 2, (1500, 4))
    match = by_formula(plan, lambda deal, seat, bot, random: 2 * (bot == 0) + cards[deal, seat] + random.normal(0, 3))
    skill, deal, rest = variance_parts(match, match.games.scores.astype(float)).shares
    whole = 1 + 4 + 9  # variances: two bots that differ by 2, cards of 2, the rest of 3
    assert skill == pytest.approx(1 / whole, abs=0.01)
    assert deal == pytest.approx(4 / whole, abs=0.02)
    assert rest == pytest.approx(9 / whole, abs=0.02)


def test_where_there_is_no_luck_and_no_skill_none_is_found() -> None:
    plan = replace(Plan.of("no_thanks", ["a", "b"], 800, players=3), random_seatings=8)
    match = by_formula(plan, lambda deal, seat, bot, random: random.normal(0, 1))
    found = variance_parts(match, match.games.scores.astype(float))
    assert not found.deal.excludes(0.0)
    assert found.shares[0] < 0.005


def test_cards_that_suit_one_bot_more_than_another_are_no_luck_of_the_seat() -> None:
    """The effect of a deal on a bot, in any seat, does not make the seats of a deal alike."""
    plan = replace(Plan.of("no_thanks", ["a", "b"], 2000, players=4), random_seatings=8)
    suits = np.random.default_rng(2).normal(0, 2, 2000)
    match = by_formula(plan, lambda deal, seat, bot, random: suits[deal] * (1 - 2 * bot))
    found = variance_parts(match, match.games.scores.astype(float))
    assert not found.deal.excludes(0.0)


def test_seats_by_lot_are_the_same_for_the_same_seed() -> None:
    assert random_seatings(2, 3, 4, stream(1, 2)) == random_seatings(2, 3, 4, stream(1, 2))
    plan = replace(Plan.of("no_thanks", ["2", "1"], 3), random_seatings=8)
    assert plan.seatings(1) == plan.seatings(1) != plan.seatings(2)


def made_up_hands(worth: Callable[[Any], Any], deals: int = 800, kinds: int = 6) -> Hands:
    """Four seats get cards 0 .. 5 at random; their result is a function of the cards."""
    random = np.random.default_rng(9)
    gained = random.integers(0, 2, (deals, 4, kinds))
    results = worth(gained) + random.normal(0, 1, (deals, 4)) + random.normal(0, 1, (deals, 1))
    statistics = [[0, 0, 0, *([k for k in range(kinds) if row[k]] for row in game)] for game in gained]
    bots = np.zeros((deals, 4), int)
    games = GameResults(np.arange(deals), bots, 1000 * results, np.ones((deals, 4), int), np.ones(deals, int))
    games.__dict__["wins"] = results  # instead of shares: any number will do
    return Hands(games, statistics, kinds)


def test_the_worth_of_a_card_is_found_again() -> None:
    found = {card.kind: card for card in card_values(made_up_hands(lambda gained: 0.5 * gained[..., 2]))}
    assert found[2].win_share.mean == pytest.approx(0.5, abs=0.08)
    assert found[2].certain
    assert not any(card.certain for kind, card in found.items() if kind != 2)


def test_two_cards_that_belong_together_are_found() -> None:
    hands = made_up_hands(lambda gained: 0.8 * gained[..., 1] * gained[..., 4])
    first, *others = pair_values(hands, 15)
    assert first.kinds == (1, 4)
    assert first.extra.mean == pytest.approx(0.8, abs=0.2)
    assert first.certain
    assert not any(pair.certain for pair in others)


def meaningless_hands(seed: int, deals: int = 300, kinds: int = 30) -> Hands:
    """Cards that most seats lack, and a random winner."""
    random = np.random.default_rng(seed)
    gained = random.random((deals, 4, kinds)) < 0.18
    places = np.where(np.arange(4) == random.integers(0, 4, (deals, 1)), 1, 2)
    statistics = [[0, 0, 0, *(np.flatnonzero(row).tolist() for row in game)] for game in gained]
    nothing = np.zeros((deals, 4), int)
    return Hands(GameResults(np.arange(deals), nothing, nothing, places, np.ones(deals, int)), statistics, kinds)


def test_among_hundreds_of_meaningless_cards_and_pairs_hardly_any_is_called_certain() -> None:
    """In 19 of 20 studies there should be none at all."""
    cards = pairs = 0
    for seed in range(30):
        hands = meaningless_hands(seed)
        cards += any(card.certain for card in card_values(hands))
        pairs += any(pair.certain for pair in pair_values(hands, 12))
    assert cards <= 5
    assert pairs <= 5


@pytest.mark.parametrize("name", GAMES)
def test_replayed_statistics_are_those_of_the_interpreted_rules(name: str) -> None:
    """Compared with the interpreted rules, step by step."""
    plan = Plan.of(name, ["2", "0", "1"], 2, keep=["course"])
    part = GAMES[name].statistics
    assert part is not None
    replayer = StatisticsReplayer(plan)
    player = MatchPlayer(plan, lambda spec, seed: pytest.fail(spec))
    for game in player.play(range(2)):
        match = Match(plan.rules, plan.rules.start(plan.values), history=True)
        gained = [[0] * part.KINDS for _ in range(3)]
        ahead, changes, settled, decisions = None, 0, 0, 0
        for event in game.plies():
            before = [held(part, match.state, seat) for seat in range(3)] if part.counts(match.state) else None
            match.apply(event)
            for seat, had in enumerate(before or ()):
                for kind, count in enumerate(held(part, match.state, seat)):
                    gained[seat][kind] += max(count - had[kind], 0)
            if hasattr(event, "seat"):
                decisions += 1
                scores = plan.rules.scores(match.state)
                best = (min if plan.rules.lowest_wins else max)(scores)
                if scores.count(best) == 1 and scores.index(best) != ahead:
                    changes += ahead is not None
                    ahead, settled = scores.index(best), decisions
        told = replayer.of(game.log)
        assert told[:2] == [changes, settled]
        assert told[3:] == [[kind for kind in range(part.KINDS) for _ in range(row[kind])] for row in gained]


def held(part: Any, s: Any, seat: int) -> list[int]:
    out = [0] * part.KINDS
    part.held(s, seat, out)
    return out


@pytest.fixture(scope="module")
def study() -> balance_report.Study:
    plan = Plan.of("no_thanks", ["2"], 60, players=3)
    balance = Balance.of(plan, play)
    changes = {"removed": "0"}
    other = balance_report.changed_plan(plan, changes)
    compared = compare(balance, other, balance_report.new_values(plan, other, changes), play)
    return balance_report.Study(balance, [compared], "en")


def test_house_rules_are_compared_on_the_same_deals(study: balance_report.Study) -> None:
    (other,) = study.others
    assert other.balance.plan.values["removed"] == 0
    assert other.balance.plan.seed == study.plan.seed
    longer = other.balance.lengths.mean() - study.balance.lengths.mean()
    assert other.differences["length"].mean == pytest.approx(longer)


def test_the_same_rules_differ_by_nothing() -> None:
    plan = Plan.of("no_thanks", ["2"], 20, players=3)
    balance = Balance.of(plan, play)
    assert all(found.mean == 0 == found.half for found in compare(balance, plan, {}, play).differences.values())


def test_the_report_is_json_and_win_shares_add_up(study: balance_report.Study) -> None:
    told = json.loads(json.dumps(study.report(), allow_nan=False))
    assert sum(seat["mean"] for seat in told["seats"]) == pytest.approx(1)
    assert sum(turn["mean"] for turn in told["order_of_play"]) == pytest.approx(1)
    assert sum(told["luck"]["win_share"][part] for part in ("skill", "deal", "play")) == pytest.approx(1)
    assert told["compared"][0]["changed"] == {"removed": 0}


def test_a_seat_that_stands_out_by_chance_is_not_marked() -> None:
    """With the usual seed the last seat wins 20.8 % instead of 25 %; other seeds do not confirm it."""
    plan = Plan.of("no_thanks", ["2"], 1000, keep=["course"])
    results = play(plan)
    match = MatchResult.of(plan, results)
    balance = Balance(match, [row for result in results for row in result["courses"]], match, match.failures)
    alone = balance.seat(3).among(1)
    assert alone.mean == pytest.approx(0.2085)
    assert alone.excludes(0.25), "it would stand out if it were the only figure"
    assert not any(each(seat).excludes(0.25) for seat in range(4) for each in (balance.seat, balance.turn))


@pytest.fixture(scope="module")
def lucky() -> balance_report.Study:
    plan = Plan.of("no_thanks", ["2"], 60, players=3, luck_playouts=8)
    return balance_report.Study(Balance.of(plan, play), [], "en")


def test_luck_is_taken_out_of_seats_and_of_nothing_that_is_luck_itself(lucky: balance_report.Study) -> None:
    """Who begins and which cards come is drawn: what they are worth must stay."""
    told = json.loads(json.dumps(lucky.report(), allow_nan=False))
    assert told["luck_playouts"] == 8
    for seat in told["seats"]:
        assert 0 < seat["variance_factor"] < 0.4
        assert seat["family"] == seat["plain"]["family"] == lucky.balance.family
    untouched = [*told["order_of_play"], *(card["win_share"] for card in told["cards"])]
    assert not any("plain" in figure for figure in untouched)
    assert lucky.balance.skilled.plan.luck_playouts == 0


def test_luck_is_measured_where_it_can_be() -> None:
    def usual(bots: list[str], deals: int) -> int:
        return with_usual_luck(Plan.of("no_thanks", bots, deals, players=3, luck_playouts=None)).luck_playouts

    assert usual(["2"], 20) == FAST_LUCK_PLAYOUTS
    assert usual(["3"], 20) == USUAL_LUCK_PLAYOUTS
    assert usual(["2"], 19) == usual(["3"], 19) == 0


def test_reports_say_how_much_luck_is_left(lucky: balance_report.Study, study: balance_report.Study) -> None:
    for language in LANGUAGES:
        t = Translator("balance", language)
        page = balance_page.page(replace(lucky, language=language))
        assert escape(t("notes_luck", playouts=8)) in page
        assert page.count(escape(t("variance_factor"))) == 2, "above the column, and in the note"
        assert t("variance_factor") not in balance_page.page(replace(study, language=language))


def test_the_command_takes_luck_out(capsys: pytest.CaptureFixture[str]) -> None:
    command = ["balance", "no_thanks", "--players", "3", "--deals", "20", "--lang", "en"]
    assert main([*command, "--luck-playouts", "4"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "with 4 playouts for each position" in shown
    assert "Of plain" in shown
    assert main([*command[:-3], "5", "--lang", "en", "--luck-playouts", "4"]) == 0
    assert "these figures are plain" in " ".join(capsys.readouterr().out.split())
    for given, playouts in (([], FAST_LUCK_PLAYOUTS), (["--luck-playouts", "0"], None)):
        assert main([*command, "--json", *given]) == 0
        told = json.loads(capsys.readouterr().out)
        assert told.get("luck_playouts") == playouts
        assert ("plain" in told["seats"][0]) == (playouts is not None)


def test_the_report_says_how_many_figures_are_looked_at(study: balance_report.Study) -> None:
    told: dict[str, Any] = study.report()
    seats, turns, cards = told["seats"], told["order_of_play"], told["cards"]
    family = len(seats) + len(turns) + 2 * len(cards)
    assert {figure["family"] for figure in (*seats, *turns, *(card["score"] for card in cards))} == {family}
    low, high = seats[0]["adjusted_95"]
    assert low < seats[0]["interval_95"][0] < seats[0]["interval_95"][1] < high
    for language in LANGUAGES:
        t = Translator("balance", language)
        page = balance_page.page(replace(study, language=language))
        assert str(family) in balance_report.notes(study, t)[0]
        assert all(escape(note) in page for note in balance_report.notes(study, t))


def test_all_compared_house_rules_are_one_family(study: balance_report.Study) -> None:
    (other,) = study.others
    both = among_all([other, other])
    assert {found.family for each in both for found in each.differences.values()} == {2 * len(other.differences)}


def test_unknown_house_rules_are_refused() -> None:
    plan = Plan.of("no_thanks", ["2"], 5)
    with pytest.raises(UnknownOption, match="no option"):
        balance_report.changed_plan(plan, {"colour": "red"})


@pytest.mark.parametrize("language", LANGUAGES)
def test_pages_stand_by_themselves(study: balance_report.Study, language: Any) -> None:
    plan = Plan.of("no_thanks", ["2", "1", "<script>"], 4)
    rows = [[3, 2, 1, 3, 2, 1, 9] for deal in range(4) for _ in plan.seatings(deal)]
    match = MatchResult.of(plan, [{"games": rows}])
    for page in (balance_page.page(replace(study, language=language)), match_page.page(match, language)):
        assert page.startswith("<!doctype html>")
        assert f'<html lang="{language}">' in page
        assert "prefers-color-scheme: dark" in page
        assert not re.search(r"https?:|<script|@import|url\(|src=|<link", page)
        assert "nan" not in page
        assert page.count("<svg") == page.count("</svg>") > 0
        for tag in ("section", "table", "tr", "td", "th", "p", "h2"):
            assert len(re.findall(rf"<{tag}[ >]", page)) == page.count(f"</{tag}>")
    assert "&lt;script&gt;" in match_page.page(match, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_every_card_has_a_name(name: str, language: Any) -> None:
    game = GAMES[name]
    part = game.statistics
    assert part is not None
    s = game.new(game.seats)
    kinds = kinds_in_play(game, len(REFEREES[name].deck(s)))
    names = [say(part.card_name(s, kind), language) for kind in kinds]
    assert len(set(names)) == len(names)


@cache
def kinds_in_play(game: Game, enough: int) -> list[int]:
    """The kinds of cards that somebody has in some game, until there are enough."""
    assert game.statistics is not None
    out, found = [0] * game.statistics.KINDS, set[int]()
    for match in bot_games(game, "0", 12, seed=1, players=game.seats):
        for step in match.steps[::9]:
            for seat in range(match.state.players):
                game.statistics.held(step.before, seat, out)
                found |= {kind for kind, count in enumerate(out) if count}
            if len(found) >= enough:
                return sorted(found)
    raise AssertionError(f"only these: {found}")


def test_ticks_are_round_and_span_the_range() -> None:
    assert nice_ticks(0.0, 1.0) == [0, 0.2, 0.4, 0.6, 0.8, 1.0]
    assert nice_ticks(-3.0, 17.0) == [-5, 0, 5, 10, 15, 20]
    assert len(nice_ticks(2.0, 2.0)) > 1


def test_plots_of_nothing_are_empty_not_broken() -> None:
    assert dots([], "nothing", str).endswith("</svg>")
    assert columns([], "nothing", str).endswith("</svg>")
    assert "nan" not in dots([Dot("a", float("nan"), 1.0), Dot("b", 1.0, float("inf"))], "some", str)
