"""Populations: every bot alone among every other, from constructed games with known truth."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from koloda.arena import runner
from koloda.arena.plan import Plan
from koloda.arena.population import PopulationResult
from koloda.arena.seating import pairings
from koloda.cli.main import main
from koloda.compiled.generator import stream
from koloda.core.errors import UnknownOption
from koloda.games import GAMES
from tests.arena.test_match_result import BEATS, Draw
from tests.bots.networks import random_network


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "default_file", lambda plan: tmp_path / f"{plan.digest()}.jsonl")


def made_up(bots: str, deals: int, players: int, points: Callable[[list[str], Draw], list[int]]) -> PopulationResult:
    """A population whose scores (more is better) are a function of the names by seat."""
    plan = Plan.of("no_thanks", bots.split(","), deals, players, population=True)
    rows = []
    for deal in range(deals):
        for number, seated in enumerate(plan.seatings(deal)):
            scores = points([plan.names[bot] for bot in seated], stream(deal, number))
            rows.append([*scores, *[1 + sum(other > mine for other in scores) for mine in scores], 10])
    return PopulationResult.of(plan, [{"chunk": 0, "games": rows}])


def hands(names: list[str], draw: Draw) -> list[int]:
    """Whoever beats all other hands at the table wins, nine times out of ten; else whoever is drawn."""
    winners = [all(mine == other or (mine, other) in BEATS for other in names) for mine in names]
    lucky = draw(10) == 0 or not any(winners)
    drawn = draw(len(names))
    return [int(seat == drawn) if lucky else int(wins) for seat, wins in enumerate(winners)]


@pytest.mark.parametrize("players", [3, 4])
def test_everybody_sits_alone_among_everybody_else_in_every_seat(players: int) -> None:
    assert pairings(2, players) == [(0, *[1] * (players - 1)), (1, *[0] * (players - 1))]
    plan = Plan.of("no_thanks", ["2", "1", "0"], 1, players, population=True)
    seated = plan.seatings(0)
    assert len(seated) == len(set(seated)) == 6 * players
    assert {seats.index(2) for seats in seated if seats.count(2) == 1 and seats.count(0) > 1} == set(range(players))


def test_two_players_meet_once_in_each_seat() -> None:
    assert pairings(3, 2) == [(0, 1), (0, 2), (1, 2)]


@pytest.mark.parametrize("players", [3, 4])
def test_rock_paper_scissors_goes_round_and_shares_the_mass(players: int) -> None:
    population = made_up("rock,paper,scissors", 60, players, hands)
    rock, paper, scissors = population.bots
    assert population.share(rock, scissors).mean > 0.8
    assert population.share(scissors, rock).mean < 1 / players
    assert population.cycles == [[rock, scissors, paper]]
    for mass in population.masses:
        assert mass.mean == pytest.approx(1 / 3, abs=0.02)
        assert mass.interval is not None
        assert mass.interval[0] <= mass.mean <= mass.interval[1]


def strength(names: list[str], draw: Draw) -> list[int]:
    return [{"strong": 6, "middle": 4, "weak": 0}[name] + draw(10) for name in names]


def test_the_strongest_has_all_the_mass_and_ratings_follow_the_order() -> None:
    population = made_up("weak,strong,middle", 60, 3, strength)
    weak, strong, middle = population.bots
    assert population.cycles == []
    assert [round(mass.mean, 3) for mass in population.masses] == [0, 1, 0]
    assert population.overall(strong).mean > population.overall(middle).mean > population.overall(weak).mean
    assert population.ratings[strong].mu > population.ratings[middle].mu > population.ratings[weak].mu


def test_shares_are_those_of_counting_by_hand() -> None:
    population = made_up("weak,strong", 12, 4, strength)
    games = population.match.games
    alone = (games.bots == 0).sum(axis=1) == 1
    won = [float(wins[list(bots).index(0)]) for wins, bots in zip(games.wins[alone], games.bots[alone], strict=True)]
    assert len(won) == 12 * 4
    assert population.share(0, 1).mean == pytest.approx(sum(won) / len(won))
    assert population.share(0, 1).deals == 12


def test_two_bots_that_look_for_company_push_nobody_out() -> None:
    """With more than two players, neither of two may gain among the other."""

    def company(names: list[str], draw: Draw) -> list[int]:
        usual = max(set(names), key=names.count)
        return [int(name == usual) for name in names]

    population = made_up("a,b", 5, 4, company)
    assert population.share(0, 1).mean == population.share(1, 0).mean == 0
    assert [mass.mean for mass in population.masses] == pytest.approx([0.5, 0.5])


def test_with_two_players_the_shares_of_a_pair_add_up() -> None:
    population = made_up("rock,paper,scissors", 30, 2, hands)
    rock, paper, _ = population.bots
    assert population.share(rock, paper).mean == pytest.approx(0.1, abs=0.1)
    assert population.share(rock, paper).mean + population.share(paper, rock).mean == pytest.approx(1)


def test_a_population_needs_two_bots_and_has_no_luck_taken_out() -> None:
    with pytest.raises(UnknownOption, match="at least two different bots"):
        Plan.of("no_thanks", ["2", "2"], 1, 3, population=True)
    with pytest.raises(UnknownOption, match="Luck is not taken out"):
        Plan.of("no_thanks", ["2", "1"], 30, 3, luck_playouts=4, population=True)
    assert Plan.of("no_thanks", ["2", "3"], 30, 3, luck_playouts=None, population=True).luck_playouts == 0


def test_the_command_prints_a_table_or_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "some.npz"
    random_network(GAMES["no_thanks"]).save(file)
    command = [
        "arena",
        "no_thanks",
        "--bots",
        f"1,0,careless:50:1,{file}",
        "--population",
        "--players",
        "3",
        "--lang",
        "en",
    ]
    assert main([*command, "--deals", "3", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert len(report["pairings"]) == 12
    assert report["games"] == 3 * 12 * 3
    assert sum(each["alpha_rank"]["mass"] for each in report["results"]) == pytest.approx(1)
    assert main([*command, "--deals", "2"]) == 0
    shown = capsys.readouterr().out
    assert "α-rank" in shown
    assert "careless:50:1" in shown
    assert main([*command, "--deals", "2", "--html", str(tmp_path / "page.html")]) == 2
    assert "no page for a population" in capsys.readouterr().err
