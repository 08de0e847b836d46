"""Puzzles over HTTP: the list with the puzzle of the day, and one puzzle as its seat sees it."""

from datetime import UTC, datetime

import pytest

from koloda.analysis.puzzles import games_with_puzzles, number_of_the_day, pose, puzzles_of
from koloda.core.game import Game
from koloda.server.puzzles import listing, shown
from tests import plugin
from tests.server.in_process_server import go, visitor

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


def milliseconds(moment: datetime) -> int:
    return int(1000 * moment.timestamp())


def test_the_list_names_the_puzzle_of_the_day_in_utc() -> None:
    found = listing(milliseconds(NOON))
    games = games_with_puzzles()
    assert found.day == "2026-11-15"
    assert [each.game for each in found.games] == [game.name for game in games]
    assert found.game in {game.name for game in games}
    for game, each in zip(games, found.games, strict=True):
        assert each.daily == number_of_the_day(game, NOON.date())
        assert each.puzzles == [puzzle.origin for puzzle in puzzles_of(game)]
    assert listing(milliseconds(NOON.replace(hour=23, minute=59))).day == "2026-11-15"
    assert listing(milliseconds(NOON.replace(day=16, hour=0))).day == "2026-11-16"


@pytest.mark.parametrize("game", games_with_puzzles(), ids=lambda game: game.name)
def test_a_puzzle_shows_what_its_seat_sees_and_every_legal_move(game: Game) -> None:
    for number in range(1, len(puzzles_of(game)) + 1, 25):
        found = shown(game, number)
        posed = pose(game, puzzles_of(game)[number - 1])
        assert found.view == game.view(posed.state, found.seat)
        assert found.view.seat == found.seat
        assert sorted(str(move.move) for move in found.moves) == sorted(move.move for move in found.offer.moves)
        assert (found.moves[0].move, found.moves[0].loss) == (posed.puzzle.best, 0)
        assert len(found.table.seats) == posed.state.players
        assert {(seat.who, seat.name) for seat in found.table.seats} == {("person", "")}


def test_puzzles_over_http(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of another package without puzzles is not in the list, and has none."""
    plugin.install(monkeypatch)

    async def ask() -> None:
        async with visitor() as client:
            listed = (await client.get("/api/puzzles")).json()
            assert "pay" not in [each["game"] for each in listed["games"]]
            game, puzzles = listed["games"][0]["game"], listed["games"][0]["puzzles"]
            answer = await client.get(f"/api/puzzles/{game}/{len(puzzles)}")
            assert answer.json()["id"] == puzzles[-1]
            assert answer.headers["cache-control"] == "no-cache"
            for path in (f"{game}/0", f"{game}/{len(puzzles) + 1}", f"{game}/x", f"{game}/²", "pay/1", "nothing/1"):
                assert (await client.get(f"/api/puzzles/{path}")).status_code == 404

    go(ask)
