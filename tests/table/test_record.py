"""Records: written, parsed, replayed, verified; and errors about files that are not records."""

import re
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from koloda.core.errors import BadRecord
from koloda.core.game import Act
from koloda.games import GAMES
from koloda.table.record import read, verify, write
from koloda.table.table import Table
from tests.referees import REFEREES
from tests.table.games import opened, play_on

every_game = pytest.mark.parametrize("name", GAMES)


@every_game
def test_records_round_trip_and_verify(name: str) -> None:
    """Over random options, finished and not, with moves taken back."""

    @settings(max_examples=12, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(REFEREES[name].options(), st.integers(0, 1000), st.sampled_from([0, 7, 60, 1 << 20]))
    def run(options: dict[str, Any], key: int, decisions: int) -> None:
        table = play_on(opened(name, str(key), **options), decisions, undo=True)
        text = write(table.record)
        again = read(text)
        assert again.match.state == table.state
        assert (again.values, again.names, again.bots) == (
            table.record.values,
            table.record.names,
            table.record.bots,
        )
        assert write(again) == text
        verify(again)

    run()


@every_game
def test_a_saved_game_goes_on_as_if_it_had_never_stopped(name: str) -> None:
    straight = play_on(opened(name, "x"))
    record = read(write(play_on(opened(name, "x"), 9).record))
    resumed = Table(record, record.dealer())
    for _, event, _ in straight.steps[len(resumed.steps) :]:
        if isinstance(event, Act):
            resumed.act(event.seat, event.action)
    assert resumed.state == straight.state
    assert write(resumed.record) == write(straight.record)


@pytest.fixture(scope="module")
def finished() -> str:
    return write(play_on(opened("no_thanks", "x", players=3)).record)


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


def refused(text: str) -> str:
    with pytest.raises(BadRecord) as error:
        verify(read(text))
    assert error.value.text("ru")
    return str(error.value)


def line_of(text: str, part: str) -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if part in line)


def test_a_foreign_file(finished: str) -> None:
    for foreign in ("", "\n", '[Event "?"]\n1. e4 e5', "{}", "koloda"):
        assert refused(foreign).startswith("Line 1: this is not a record")


def test_a_newer_version(finished: str) -> None:
    assert refused(changed(finished, "record 1", "record 2")).startswith("Line 1: this record has version 2")


def test_a_record_that_was_cut_anywhere_is_refused(finished: str) -> None:
    lines = finished.splitlines(keepends=True)
    for kept in range(len(lines)):
        assert re.match(r"Line \d+: ", refused("".join(lines[:kept])))
    assert refused(finished[:-3]).startswith(f"Line {len(lines)}: the checksum does not fit")


def test_a_changed_draw_is_found_even_with_a_new_checksum(finished: str) -> None:
    record = read(finished)
    entry = next(i for i, e in enumerate(record.match.entries) if i > 5 and not isinstance(e, Act))
    wanted = finished.splitlines()[record.lines[entry] - 1]
    later = [line for line in finished.splitlines() if re.match(r"\d+\. card", line)][-1]
    swapped = finished.replace(wanted, "@").replace(later, later.split(".")[0] + "." + wanted.split(".")[1])
    swapped = swapped.replace("@", wanted.split(".")[0] + "." + later.split(".")[1])
    message = refused(with_checksum(swapped))
    written = later.split(". ")[1]
    assert message.startswith(f'Line {record.lines[entry]}: entry {entry + 1} is "{written}", but the dealer drew')


def with_checksum(text: str) -> str:
    """A forged record: results and checksum made to fit the changed moves."""
    from koloda.table import record as records

    for _ in range(3):
        body = text[: text.index("checksum: ")]
        text = f"{body}checksum: {records._checksum(body)}\n"
        try:
            records.read(text)
        except BadRecord as error:
            reason = error.detail.args["reason"]
            if reason.key != "errors.record_result":  # type: ignore[union-attr]
                raise
            args = reason.args  # type: ignore[union-attr]
            text = changed(text, f"{args['key']}: {args['given']}", f"{args['key']}: {args['right']}")
    return text


def test_another_secret_is_found(finished: str) -> None:
    secret = re.search(r"secret: (\w+)", finished)
    assert secret
    forged = with_checksum(changed(finished, secret[1], "00" * 32))
    assert refused(forged) == "The secret is not the one that the dealer committed to."


def test_a_move_out_of_turn_names_the_line(finished: str) -> None:
    found = re.search(r"^(\d+)\. (\d): (?:take|pass)$", finished, re.MULTILINE)
    assert found
    seat = int(found[2])
    line = line_of(finished, found[0])
    message = refused(changed(finished, found[0], f"{found[1]}. {1 + seat % 3}: take"))
    assert message == f"Line {line}: Not your turn: it is Player {seat}'s turn."


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("game: no_thanks", "game: chess", 'Line 2: There is no game "chess"'),
        ("players: 3", "players: 9", "Line 3: No Thanks! is for 2-7 players, not 9."),
        ("players: 3", "players: three", 'Line 3: players cannot be "three".'),
        ("option removed: 9", "option removed: 99", 'Option removed cannot be "99"'),
        ("option removed: 9", "option speed: 99", 'There is no option "speed"'),
        ("name 2: Игрок 2\n", "", '"name 2: …" is missing.'),
        ("name 2: ", "name 2:", 'should read "key: value"'),
        ("nonce 1: ", "nonce 1: xy", "nonce 1 cannot be"),
        ("2. card", "3. card", 'should be entry number 2: "2. …"'),
        ("1. first", "1. furst", "is not the draw that is due"),
        ("status: over", "status: unfinished", 'the status is "unfinished"'),
        ("scores: ", "scores: 1", "do not follow from the moves"),
        ("winners: ", "winners: 1 2 ", "do not follow from the moves"),
        ("secret: ", "secrets: ", 'there is no field "secrets"'),
        ("name 3", "bet 3: 5\nname 3", 'there is no field "bet 3"'),
    ],
)
def test_wrong_lines(finished: str, old: str, new: str, message: str) -> None:
    assert message in refused(changed(finished, old, new))


def test_a_record_without_commitment_cannot_be_verified(finished: str) -> None:
    bare = re.sub(r"(commitment|nonce \d|secret): .*\n", "", finished)
    record = read(with_checksum(bare))
    with pytest.raises(BadRecord, match="no commitment"):
        verify(record)
    with pytest.raises(BadRecord, match="secret is not in the record"):
        record.dealer()


def test_a_change_that_replays_is_found_by_the_checksum(finished: str) -> None:
    assert "the checksum does not fit" in refused(changed(finished, "name 2: Игрок 2", "name 2: Somebody"))
