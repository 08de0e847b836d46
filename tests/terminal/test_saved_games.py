"""Saved games: after every move, several of them, none lost and none replaced."""

import errno
import io
import json
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from koloda.cli.main import main
from koloda.core.errors import BadRecord
from koloda.core.files import write_whole
from koloda.core.text import Language
from koloda.table import record
from koloda.table.table import Table
from koloda.terminal import saved_games
from koloda.terminal.files import read_record
from koloda.terminal.line_mode import LeftTable, LineMode
from koloda.terminal.play import sit_down
from koloda.terminal.saved_games import Autosave, chosen, finished_folder, games_folder, unfinished
from koloda.terminal.session import Session
from tests.table.games import opened, play_on


def saved(table: Table) -> Autosave:
    autosave = Autosave(table.record)
    assert autosave.save() is None
    return autosave


def koloda(capsys: pytest.CaptureFixture[str], typed: str, *words: str, status: int = 0) -> str:
    """What `koloda play` prints while these lines come from a pipe."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO(typed))
        assert main(["play", *words, "--lang", "en"]) == status
    captured = capsys.readouterr()
    return captured.out if status != 2 else captured.err


def test_every_move_is_saved_before_the_next_is_asked_for() -> None:
    session = sit_down(opened("no_thanks", "4", players=3), "x", "en")
    assert session.autosave is not None
    autosave = session.autosave
    seen: list[int] = []

    def ask(_: str) -> str:
        if seen:
            assert read_record(autosave.file).match.entries == session.table.match.entries
        seen.append(len(session.table.match.entries))
        return "undo" if len(seen) == 3 else "#1"

    LineMode(session, "en", ask, lambda text: None).play()
    assert session.table.over
    assert len(seen) > 5
    assert autosave.file.parent == finished_folder()
    assert read_record(autosave.file).over
    assert unfinished() == []


def test_a_crash_at_any_byte_leaves_a_readable_game(monkeypatch: pytest.MonkeyPatch) -> None:
    table = opened("no_thanks", "4", players=3)
    autosave = saved(table)
    before = autosave.file.read_text("utf-8")
    play_on(table, 3)
    after = record.write(table.record)

    class PowerCut(BaseException):
        pass

    def cut(*_: object) -> None:
        raise PowerCut

    for name in ("fsync", "replace"):
        with monkeypatch.context() as patch:
            patch.setattr(os, name, cut)
            with pytest.raises(PowerCut):
                autosave.save()
        assert autosave.file.read_text("utf-8") == before
    for length in range(0, len(after), 97):  # what a kill leaves of a file that was being written
        autosave.file.with_name(f".{autosave.file.name}.1.part").write_text(after[:length], "utf-8")
        (game,) = unfinished()
        assert game.file == autosave.file
        assert game.record is not None
    assert autosave.save() is None
    assert autosave.file.read_text("utf-8") == after
    saved_games.delete(autosave.file)
    assert [*games_folder().iterdir()] == [], "no parts are left for good"


def test_games_have_names_that_tell() -> None:
    autosave = saved(opened("no_thanks", players=3))
    game, *date, id = autosave.file.stem.split("-")
    assert (game, len(date), id) == ("no_thanks", 3, autosave.id)
    assert autosave.file.parent == games_folder()


def test_the_list_the_last_game_first(capsys: pytest.CaptureFixture[str]) -> None:
    first, second = saved(opened("no_thanks", players=3)), saved(opened("dobro", players=4))
    os.utime(first.file, (1e9, 1e9))
    shown = koloda(capsys, "q\n", "--resume")
    assert shown.splitlines()[0] == "Unfinished games:"
    assert shown.splitlines()[1].startswith(f"  1. {second.id}  Dobro (4 players) · ")
    assert shown.splitlines()[1].endswith("round 1 of 3 · clockwise")
    assert shown.splitlines()[2].startswith(f"  2. {first.id}  No Thanks! (3 players) · 2001-09-")
    told = json.loads(koloda(capsys, "", "--resume", "--json"))["games"]
    assert [game["id"] for game in told] == [second.id, first.id]
    assert told[0] == {
        "number": 1,
        "id": second.id,
        "file": str(second.file),
        "saved": told[0]["saved"],
        "game": "dobro",
        "players": [f"Игрок {n}" for n in range(1, 5)],
        "bots": {"2": "random", "3": "random", "4": "random"},
        "round": 1,
        "progress": "round 1 of 3 · clockwise",
        "entries": len(second.record.match.entries),
    }
    assert told[1]["round"] is None
    assert main(["play", "--json", "--lang", "en"]) == 2
    refused = json.loads(capsys.readouterr().out)["error"]
    assert refused["message"] == "--json lists the saved games: koloda play --resume --json"


def test_choosing_by_number_id_or_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    first, second = saved(opened("no_thanks", players=3)), saved(opened("dobro", players=4))
    os.utime(first.file, (1e9, 1e9))
    assert "The game continues: No Thanks!" in koloda(capsys, "9\n2\n", "--resume")
    os.utime(first.file, (1e9, 1e9))
    assert "The game continues: Dobro" in koloda(capsys, "", "--resume", "1")
    assert "The game continues: No Thanks!" in koloda(capsys, "", "--resume", first.id)
    assert "The game continues: Dobro" in koloda(capsys, "", "--resume", str(second.file))
    assert len(unfinished()) == 2, "each goes on in its own file"
    for unknown in ("3", "0", "zzzz", str(tmp_path / "none.koloda")):
        assert koloda(capsys, "", "--resume", unknown, status=2).startswith(f'There is no saved game "{unknown}".')


def test_the_only_game_is_not_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    saved(opened("no_thanks", players=3))
    assert koloda(capsys, "", "--resume").startswith("The game continues: No Thanks!")


def test_a_game_is_deleted_from_the_list_only_after_a_yes(capsys: pytest.CaptureFixture[str]) -> None:
    saved(opened("no_thanks", players=3))
    kept = saved(opened("dobro", players=4))
    os.utime(kept.file, (1e9, 1e9))
    shown = koloda(capsys, "delete 1\nno\ndelete 7\nq\n", "--resume")
    assert "Delete for good:" in shown
    assert 'There is no saved game "7".' in shown
    assert len(unfinished()) == 2
    koloda(capsys, "delete 1\nyes\nq\n", "--resume")
    (left,) = unfinished()
    assert left.file == kept.file


def test_the_menu_offers_saved_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert "saved game" not in koloda(capsys, "q\n")
    for game in ("no_thanks", "dobro"):
        saved(opened(game, players=3))
    shown = koloda(capsys, f"0\n{saved(opened('tugriki', players=3)).id}\n")
    assert "0. Continue a saved game (3)" in shown
    assert "The game continues: Tugriki" in shown


def test_a_file_from_elsewhere_stays_as_it_is(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "game.koloda"
    text = record.write(opened("no_thanks", "4", players=3).record)
    file.write_text(text, "utf-8")
    koloda(capsys, "pass\n", "--resume", str(file))
    assert file.read_text("utf-8") == text
    (game,) = unfinished()
    assert game.record is not None
    assert len(game.record.match.entries) > len(record.read(text).match.entries)


def test_new_games_replace_none(capsys: pytest.CaptureFixture[str]) -> None:
    """Not even without a move."""
    for _ in range(3):
        koloda(capsys, "", "no_thanks", "--level", "0")
    assert len(unfinished()) == 3


def test_the_same_game_in_two_windows_becomes_two() -> None:
    table = opened("no_thanks", "4", players=3)
    one = saved(table)
    found = read_record(one.file)
    other = Autosave(found, one.file)
    play_on(table, 2)
    one.save()
    play_on(Table(found, found.dealer()), 5)
    other.save()
    assert one.file != other.file
    assert [game.record and len(game.record.match.entries) for game in unfinished()].count(None) == 0
    assert read_record(one.file).match.entries == table.match.entries
    assert read_record(other.file).match.entries == found.match.entries


def test_what_the_earlier_version_kept_is_in_the_list_once() -> None:
    old = saved_games.old_autosave()
    old.parent.mkdir()
    text = record.write(play_on(opened("no_thanks", players=3), 3).record)
    old.write_text(text, "utf-8")
    (game,) = unfinished()
    assert not old.exists()
    assert game.file.read_text("utf-8") == text
    assert len(unfinished()) == 1


def test_what_cannot_be_taken_over_stays() -> None:
    old = saved_games.old_autosave()
    old.parent.mkdir()
    old.write_text("scribbles", "utf-8")
    assert unfinished() == []
    assert old.read_text("utf-8") == "scribbles"


def test_a_file_that_cannot_be_read_is_listed_with_the_reason(capsys: pytest.CaptureFixture[str]) -> None:
    saved(opened("no_thanks", players=3))
    (games_folder() / "chess-2026-01-01-pqrs.koloda").write_text("koloda record 99\n", "utf-8")
    shown = koloda(capsys, "q\n", "--resume")
    assert "chess-2026-01-01-pqrs.koloda cannot be read:" in shown
    told = json.loads(koloda(capsys, "", "--resume", "--json"))["games"]
    assert sorted("problem" in game for game in told) == [False, True]


def test_a_finished_game_that_was_not_moved_yet_is_moved() -> None:
    table = play_on(opened("no_thanks", players=3))
    games_folder().mkdir(parents=True)
    file = games_folder() / "no_thanks-2026-01-01-pqrs.koloda"
    file.write_text(record.write(table.record), "utf-8")
    assert unfinished() == []
    assert read_record(finished_folder() / file.name).over


def test_a_full_disk_is_told_once_and_does_not_stop_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    shown = koloda(capsys, "take\n" * 3, "no_thanks", "--level", "0", "--seed", "7", status=1)
    assert shown.count("Could not save to") == 2, "at the first move, and at the end"
    assert shown.splitlines()[-1].endswith("No space left on device.")
    assert [*games_folder().iterdir()] == [], "no parts are left"


def test_a_home_that_nobody_may_look_into(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object, **__: object) -> None:
        raise PermissionError(errno.EACCES, "Permission denied")

    with monkeypatch.context() as patch:
        for name in ("stat", "mkdir"):
            patch.setattr(Path, name, forbidden)
        shown = koloda(capsys, "take\n", "no_thanks", "--level", "0", "--seed", "7", status=1)
        assert "Your moves:" in shown
        assert shown.count("Permission denied") == 2
        assert koloda(capsys, "", "--resume", status=2).startswith("There is no game to resume")


def test_a_name_that_no_file_can_have(tmp_path: Path) -> None:
    for name in ("x" * 5000, "a\0b"):
        assert "Could not save to" in asked(tmp_path / name, "en")


def test_a_signal_while_lines_come_from_a_pipe(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def told_to_end(_: str) -> str:
        signal.raise_signal(signal.SIGTERM)
        raise AssertionError

    monkeypatch.setattr("builtins.input", told_to_end)
    assert "The game is saved in" in koloda(capsys, "", "no_thanks", "--level", "0", status=143)
    assert len(unfinished()) == 1
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL, "nothing is left behind"


def test_ctrl_c_while_a_bot_thinks_saves_the_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(_: Session) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Session, "bots_choice", interrupted)
    assert "The game is saved in" in koloda(capsys, "", "no_thanks", "--level", "0", status=130)


def test_ctrl_c_at_the_list_leaves(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    for game in ("no_thanks", "dobro"):
        saved(opened(game, players=3))
    monkeypatch.setattr("builtins.input", interrupted)
    assert koloda(capsys, "", "--resume").startswith("Unfinished games:")


def asked(file: Path, language: Language, *answers: str) -> str:
    """What line mode says to `save FILE` and these answers."""
    shown: list[str] = []
    lines: Iterator[str] = iter([f"save {file}", *answers])

    def ask(prompt: str) -> str:
        shown.append(prompt)
        for line in lines:
            return line
        raise EOFError

    mode = LineMode(sit_down(opened("no_thanks", "4", players=3), "x", language), language, ask, shown.append)
    with pytest.raises(LeftTable):
        mode.play()
    return "\n".join(shown)


def test_saving_to_a_file_that_exists_asks_first(tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious", "utf-8")
    assert f"{file} exists already. Replace it? [y/N]" in asked(file, "en", "")
    assert f"{file} остался прежним" in asked(file, "ru", "нет")
    assert file.read_text("utf-8") == "precious"
    assert f"Saved to {file}." in asked(file, "en", "y")
    assert "Заменить его?" in asked(file, "ru", "да")
    assert not read_record(file).over


def test_a_record_is_not_written_over_another_file(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text("precious", "utf-8")
    refused = koloda(capsys, "", "no_thanks", "--record", str(file), status=2)
    assert refused == f"{file} exists already and stays as it is. Name another file for the record.\n"
    assert unfinished() == [], "the game has not begun"


def test_writing_keeps_links_and_devices(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "target")
    write_whole(link, "text\n")
    assert link.is_symlink()
    assert (tmp_path / "target").read_text("utf-8") == "text\n"
    write_whole(Path(os.devnull), "text\n")
    assert Path(os.devnull).exists()


def test_numbers_are_never_ids() -> None:
    with pytest.raises(BadRecord, match='There is no saved game "12"'):
        chosen("12", [])


def test_a_session_without_autosave_saves_nothing() -> None:
    table = opened("no_thanks", "4", players=3)
    Session(table, {}).keep()
    assert not games_folder().exists()
