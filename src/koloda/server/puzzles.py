"""Puzzles as the browser shows them: what the seat sees, its legal moves, and how much worse than the best each is."""

from datetime import UTC, datetime
from functools import lru_cache

import msgspec

from koloda.analysis.puzzles import (
    find_puzzle,
    game_of_the_day,
    games_with_puzzles,
    number_of_the_day,
    pose,
    puzzles_of,
)
from koloda.core.game import Game
from koloda.games import GAMES
from koloda.server.example_table import example_table
from koloda.server.messages import HintMove, LegalMove, Offer, Puzzle, PuzzleGame, PuzzleList, Seat

_encode = msgspec.json.Encoder().encode


def listing(now: int) -> PuzzleList:
    """All puzzles by game, and those of the day; `now` is in milliseconds."""
    day = datetime.fromtimestamp(now / 1000, UTC).date()
    games = games_with_puzzles()
    return PuzzleList(
        day=day.isoformat(),
        game=game_of_the_day(games, day).name if games else None,
        games=[
            PuzzleGame(
                game=game.name,
                puzzles=[puzzle.origin for puzzle in puzzles_of(game)],
                daily=number_of_the_day(game, day),
            )
            for game in games
        ],
    )


@lru_cache(1024)
def document(game: str, number: int) -> bytes | None:
    """A puzzle as JSON; None if there is none of that number."""
    if game not in GAMES or not 1 <= number <= len(puzzles_of(GAMES[game])):
        return None
    return _encode(shown(GAMES[game], number))


def shown(game: Game, number: int) -> Puzzle:
    """A puzzle with everything that its page needs."""
    puzzle = find_puzzle(game, number)
    posed = pose(game, puzzle)
    s, seat = posed.state, posed.seat
    offered = [
        LegalMove(game.notation.write_action(s, action), game.narration.describe(s, seat, action), info)
        for action in sorted(posed.actions)
        for info in [game.moves.info(s, seat, action)]
    ]
    return Puzzle(
        id=puzzle.origin,
        number=number,
        of=len(puzzles_of(game)),
        difficulty=puzzle.difficulty,
        table=example_table(game, s, [Seat(who="person", here=True) for _ in range(s.players)]),
        seat=seat,
        view=game.view(s, seat),
        reminder=game.reminder(s),
        why=list(puzzle.why),
        offer=Offer(number=0, must=True, moves=offered, attempts={}),
        moves=[HintMove(move=each.move, loss=each.loss, error=each.error, equal=False) for each in puzzle.moves],
    )
