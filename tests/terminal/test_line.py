"""Line mode: what a player types and reads."""

from itertools import repeat
from pathlib import Path
from random import Random

import pytest

from koloda.core.text import Language
from koloda.games import GAMES
from koloda.games.no_thanks.state import TAKE
from koloda.games.tugriki.state import CALL
from koloda.table import record
from koloda.table.table import Table
from koloda.terminal import session
from tests.table.games import opened
from tests.terminal.adviser import Adviser
from tests.terminal.scripted_player import play_script


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize("name", GAMES)
def test_whole_games_by_number(name: str, language: Language) -> None:
    """The first move of the list, again and again, plays every game to its end."""
    table = opened(name, "whole", players=3)
    player = play_script(table, repeat("#1", 20_000), language)
    assert table.over
    assert "left" not in player.shown
    assert "{" not in player.screen
    assert record.read(record.write(table.record)).over


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_by_moves_as_they_are_written(name: str) -> None:
    """Every listed move can be typed."""
    table = opened(name, "typed", players=3)
    random = Random(1)

    def moves() -> str:
        offered = table.legal(0)
        return table.game.notation.write_action(table.state, random.choice(offered))

    play_script(table, iter(moves, None))
    assert table.over


def test_what_is_shown_and_refused() -> None:
    tables = (opened("no_thanks", str(key), players=3, chips=0) for key in range(100))
    table = next(table for table in tables if 0 in table.actors)
    player = play_script(table, ["pass", "#7", "sing", "", "help", "look", "log", "rules NT-4", "rules XX-1", "undo"])
    screen = player.screen
    assert "left" in player.shown
    assert "Refusing is not possible: without a chip you must take card" in screen
    assert "There is no move number 7; there are 1." in screen
    assert '"sing" is not a move: say "pass" or "take".' in screen
    assert "Type a move (take) or its number (#1)." in screen
    assert "**NT-4**" in screen
    assert "There is no rule XX-1 in this game." in screen
    assert "There is nothing to undo" in screen


def test_russian_words() -> None:
    table = opened("no_thanks", "4", players=3)
    player = play_script(table, ["помощь", "правила nt1", "пас"], "ru")
    assert "Вы: нет уж, спасибо." in player.screen
    assert "**NT-1** В игре 33 карты" in player.screen


@pytest.mark.parametrize(
    ("language", "word", "done", "moves"),
    [
        ("en", "undo", "Undone.", "Your moves:"),
        ("ru", "отменить", "Ход отменён.", "Ваши ходы:"),
        ("ru", "вернуть", "Ход отменён.", "Ваши ходы:"),
    ],
)
def test_undo_then_another_move(language: Language, word: str, done: str, moves: str) -> None:
    for key in range(100):
        player = play_script(opened("no_thanks", str(key), players=3), ["pass", word], language)
        if done in player.shown:
            assert player.screen.count(moves) == 3
            return
    raise AssertionError("the bots never both passed")


def test_save_and_leave(tmp_path: Path) -> None:
    table = opened("no_thanks", "4", players=3)
    file = tmp_path / "kept.koloda"
    player = play_script(table, ["pass", f"save {file}", f"save {tmp_path / 'no' / 'folder'}", "quit", "never read"])
    assert f"Saved to {file}." in player.screen
    assert "Could not save to" in player.screen
    assert player.shown[-1] == "left"
    assert record.read(file.read_text("utf-8")).match.state == table.state


def until_a_bot_forgot_to_pay() -> Table:
    """Tugriki where the player in seat 1 may call, while somebody else is to move (TG-27)."""
    random = Random(3)
    table = opened("tugriki", "forgetful", players=3)
    while 0 in table.actors or CALL not in table.legal(0):
        seat = table.actors[0]
        table.act(seat, random.choice(table.legal(seat)))
    return table


def test_a_bystander_may_call() -> None:
    table = until_a_bot_forgot_to_pay()
    steps = len(table.steps)
    player = play_script(table, ["call"])
    assert "You may act now, or press Enter to continue:" in player.shown
    assert table.steps[steps].ply == (0, CALL)


def test_a_bystander_may_let_it_pass() -> None:
    table = until_a_bot_forgot_to_pay()
    steps = len(table.steps)
    play_script(table, [""])
    assert (0, CALL) not in [step.ply for step in table.steps[steps:]]
    assert len(table.steps) > steps


def test_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "SearchBot", Adviser)
    tables = (opened("no_thanks", str(key), players=3) for key in range(100))
    player = play_script(next(table for table in tables if 0 in table.actors), ["hint"])
    assert "this is a quick look" in player.screen
    assert player.screen.index("50% of the win: take card") < player.screen.index("0% of the win: pay a chip")


def test_a_bot_plays_in_the_persons_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """For one decision, for several, or to the end; then the player decides again."""
    monkeypatch.setattr(session, "SearchBot", Adviser)
    table = opened("no_thanks", "4", players=3)
    player = play_script(table, ["bot", "bot 2", "bot maybe", "bot 0"])
    taken = [step for step in table.steps if step.ply == (0, TAKE)]
    assert len(taken) == 3
    assert '"maybe" is not a number of decisions: say bot, bot 5 or bot all.' in player.shown
    play_script(table, ["bot all"])
    assert table.over
    assert all(step.ply == (0, TAKE) for step in table.steps if getattr(step.ply, "seat", None) == 0)
