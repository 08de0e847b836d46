"""The table of scores at the end of a game shows the places and columns of the view."""

from koloda.core.game import Game
from koloda.core.text import Language
from koloda.games import GAMES
from koloda.terminal.screen.result import scores

NAMES = ("Anna", "Boris", "Vera", "Gleb")


def shown(game: Game, position: str, language: Language = "en") -> list[str]:
    """The lines of the table, without padding."""
    s = game.notation.read_position(position)
    lines = str(scores(game.view(s, 0), NAMES[: s.players], language)).splitlines()
    return [" ".join(line.split()) for line in lines if line]


def test_without_a_tie_for_the_first_place_only_the_score_is_shown() -> None:
    """Places below the first follow the rules, too, whatever is shown: DB-27."""
    lines = shown(GAMES["dobro"], "dobro[players=4] phase=over points=6/9/6/6 last=1/2/3/1 piles=2/3/-/2")
    assert lines == ["points in the game", "★ 1. Boris 9", "2. Vera 6", "3. Anna 6", "3. Gleb 6"]


def test_a_tie_shows_as_many_columns_as_it_took_and_what_decided() -> None:
    """DB-27"""
    position = "dobro[players=3] phase=over points=9/9/7 last=2/3/1 piles=2/3/-"
    assert shown(GAMES["dobro"], position) == [
        "points in the game last round",
        "★ 1. Boris 9 3",
        "2. Anna 9 2",
        "3. Vera 7 1",
        "A tie; decided by: last round.",
    ]
    assert shown(GAMES["dobro"], position, "ru")[-1] == "Поровну; решает: последний раунд."


def test_a_shared_win_was_decided_by_nothing() -> None:
    """NT-9"""
    lines = shown(GAMES["no_thanks"], "no_thanks[players=3 removed=30] chips=12/11/10 taken=9/8/30")
    assert lines == ["score", "★ 1. Anna -3", "★ 1. Boris -3", "3. Vera 20"]
