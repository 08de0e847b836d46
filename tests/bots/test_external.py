"""External bots: whatever they do, the game goes on by the rules, and faults are reported."""

import json
import re
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from koloda.bots.bot import Bot, Budget
from koloda.bots.external import ExternalBot, Fault, external_bot, is_external, make_external_bot
from koloda.bots.external.command import CommandBot
from koloda.bots.external.program import THREAD, Program
from koloda.bots.external.program_log import FIRST_LINES, LAST_LINES, LEFT_OUT, ProgramLog
from koloda.bots.external.protocol import Speaker
from koloda.bots.random import RandomBot
from koloda.core.errors import BadBot
from koloda.core.text import LANGUAGES, say
from koloda.games import GAMES
from koloda.games.no_thanks.bots import policy
from koloda.table.match import Match
from koloda.table.table import Table
from tests.laws import walk
from tests.table.games import opened
from tests.timeouts import HANG

HERE = Path(__file__).parent
EXAMPLES = HERE.parent.parent / "examples" / "bots"
LONG, SHORT = Budget(milliseconds=1000 * HANG), Budget(milliseconds=1)
"""For bots that answer, however slow the machine is; for bots that never do."""

SEAT = 1


def program(behaviour: str) -> str:
    return f'"{sys.executable}" -S "{HERE / "misbehaving_program.py"}" {behaviour}'


def of_class(name: str) -> str:
    return f"{HERE / 'bot_classes.py'}:{name}"


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give programs enough time to exit, however slow the machine is."""
    monkeypatch.setattr("koloda.bots.external.program.GOODBYE", HANG)


@pytest.fixture
def hurried(patient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait long for bots that never answer or never end."""
    monkeypatch.setattr("koloda.bots.external.external_bot.GRACE", 0.1)
    monkeypatch.setattr("koloda.bots.external.external_bot.STARTING", 0.1)
    monkeypatch.setattr("koloda.bots.external.program.GOODBYE", 0.1)


@pytest.fixture(autouse=True)
def nothing_is_left() -> Iterator[None]:
    """No process and no thread outlives its game."""
    started: list[subprocess.Popen[bytes]] = []

    real = Program.__init__

    def start(self: Program, *arguments: Any) -> None:
        real(self, *arguments)
        started.append(self._process)

    with patch.object(Program, "__init__", start):
        yield
    assert all(process.returncode is not None for process in started)
    wait_until(lambda: not any(thread.name == THREAD for thread in threading.enumerate()))


def wait_until(happened: Callable[[], bool]) -> None:
    deadline = time.monotonic() + HANG
    while not happened():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def play(spec: str, game: str = "no_thanks", budget: Budget = LONG, **options: Any) -> tuple[ExternalBot, Table]:
    """Play a whole game with the external bot in seat 2 and random bots in the others."""
    sat = make_external_bot(spec, seed=1)
    table = play_with(sat, game, budget, **options)
    sat.close()
    return sat, table


def play_with(sat: ExternalBot, game: str, budget: Budget = LONG, **options: Any) -> Table:
    table = opened(game, "guests", **{"players": 3, **options})
    bots: dict[int, Bot] = {seat: RandomBot(seat) for seat in range(table.state.players)} | {SEAT: sat}
    while (choice := table.bots_choice(bots, budget)) is not None:
        table.act(*choice)
    assert table.over
    sat.finish(table.view(SEAT), table.story(SEAT))
    return table


def codes(sat: ExternalBot) -> list[str]:
    return [fault.code for fault in sat.faults]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("behaviour", ["move", "action"])
def test_a_good_program_plays_every_game(game: str, behaviour: str) -> None:
    assert play(program(behaviour), game)[0].faults == []


@pytest.mark.parametrize("name", ["Last", "Numpy"])
def test_a_class_plays_every_game(name: str) -> None:
    """One after another, in one process."""
    sat = make_external_bot(of_class(name))
    for game in GAMES:
        sat.sow(game)
        play_with(sat, game)
    sat.close()
    assert sat.faults == []


def test_a_program_and_a_class_are_given_the_same_choice() -> None:
    _, one = play(program("move"), "dobro")
    _, other = play(of_class("Last"), "dobro")
    assert one.match.entries == other.match.entries


@pytest.mark.parametrize(
    ("behaviour", "code"),
    [
        ("die_at_once", "exited"),
        ("idle", "idle"),
        ("illegal", "illegal"),
        ("unknown_move", "illegal"),
        ("wrong_id", "wrong_id"),
        ("old_id", "wrong_id"),
        ("late", "nonsense"),
        ("garbage", "nonsense"),
        ("deep", "nonsense"),
        ("both", "nonsense"),
        ("endless", "too_long"),
    ],
)
def test_a_program_that_is_always_wrong_is_given_up(behaviour: str, code: str) -> None:
    sat, _ = play(program(behaviour))
    assert codes(sat) == [code] * external_bot.IN_A_ROW
    assert [fault.gave_up for fault in sat.faults] == [False, False, True]


@pytest.mark.usefixtures("hurried")
@pytest.mark.parametrize("behaviour", ["stall", "deaf", "stubborn"])
def test_a_program_that_stalls_is_not_waited_for(behaviour: str) -> None:
    sat, _ = play(program(behaviour), budget=SHORT)
    assert codes(sat) == ["stalled"] * external_bot.IN_A_ROW


def running(marker: str) -> list[str]:
    """The processes that have a text among their arguments."""
    found = []
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if marker.encode() in process.read_bytes().split(b"\0"):
                found.append(process.parent.name)
    return found


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
@pytest.mark.parametrize("behaviour", ["family", "daemons"])
def test_what_a_program_has_started_ends_with_it(behaviour: str, tmp_path: Path) -> None:
    """Even what has left its session and its parent. The program itself has the marker, too."""
    file = tmp_path / "marker"
    sat, _ = play(f'{program(behaviour)} "{file}"')
    assert sat.faults == []
    assert running(str(file)) == []
    if behaviour == "family":
        assert not Path("/proc", file.read_text("utf-8")).exists()


KILLED = """
import sys
from tests.bots.test_external import LONG, make_external_bot, opened
table = opened("no_thanks", "killed", players=3)
sat = make_external_bot(sys.argv[1])
sat.choose(table.knowledge(table.actors[0]), LONG)
print("ready", flush=True)
sys.stdin.read()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked for in /proc")
def test_what_a_program_has_started_ends_when_koloda_is_killed(tmp_path: Path) -> None:
    marker = str(tmp_path / "marker")
    command = [sys.executable, "-c", KILLED, f'{program("daemons")} "{marker}"']
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=HERE.parents[1]) as koloda:
        assert koloda.stdout is not None
        assert koloda.stdout.readline() == b"ready\n"
        # The supervisor, the program and two daemons; for a moment there are more, or one has no arguments yet.
        wait_until(lambda: len(running(marker)) == 4)
        koloda.kill()
    wait_until(lambda: not running(marker))


def test_the_first_and_the_last_lines_of_a_crash_are_shown() -> None:
    lines = play(program("stack"))[0].faults[0].last_lines
    assert lines[:3] == ("lost.js:1", "Error: lost", "at line 0")
    assert lines[-2:] == ("at line 1999", "v1")
    assert lines[FIRST_LINES] == LEFT_OUT
    assert len(lines) == FIRST_LINES + 1 + LAST_LINES


TALKATIVE = """
import sys
for line in ("at its start", "asked once", "asked twice"):
    print(line, file=sys.stderr, flush=True)
    print("ready", flush=True)
    input()
"""


def test_what_a_program_wrote_at_its_start_belongs_to_its_first_question() -> None:
    """It may break down before it is asked, and what it writes then must not be torn apart."""
    asked = Program([sys.executable, "-S", "-c", TALKATIVE], 100)
    told = []
    for _ in range(3):
        assert asked.receive(HANG) == b"ready"
        told.append(asked.last_lines())
        asked.ask(b"\n")
    asked.end()
    assert told == [["at its start"], ["at its start", "asked once"], ["asked twice"]]


@pytest.mark.parametrize("count", [0, 1, 11, 12, 13, 100, 1000, 3000])
def test_a_log_keeps_its_first_and_last_lines(count: int) -> None:
    log = ProgramLog()
    log.add(b"an earlier line\n")
    log.mark()
    written = [f"line {n}" for n in range(count)]
    for start in range(0, count, 7):
        log.add("".join(f"{line}\n" for line in written[start : start + 7]).encode())
    if count > FIRST_LINES + LAST_LINES:
        written = [*written[:FIRST_LINES], LEFT_OUT, *written[-LAST_LINES:]]
    assert log.lines() == (written or ["an earlier line"])


@pytest.mark.usefixtures("hurried")
def test_a_guest_that_is_forgotten_takes_its_program_along() -> None:
    table = opened("no_thanks", "forgotten", players=3)
    sat = make_external_bot(program("stubborn_at_the_end"))
    sat.choose(table.knowledge(table.actors[0]), LONG)
    del sat  # the fixture sees that nothing is left


def test_a_program_that_has_ended_is_started_again() -> None:
    sat, _ = play(program("die_later"))
    assert codes(sat) == ["exited"]
    assert "(exit status 3)" in sat.faults[0].text()
    assert sat.faults[0].last_lines == ("out of ideas",)


def test_faults_in_a_row_are_counted_anew_in_every_game() -> None:
    table = opened("no_thanks", "again", players=3)
    sat = make_external_bot(program("fail_thrice"))
    knowledge = table.knowledge(table.actors[0])
    for _ in range(5):
        assert sat.choose(knowledge, LONG) in knowledge.legal
    assert (sat.fault_count, sat.gave_up) == (3, True)
    sat.finish(table.view(knowledge.seat), table.story(knowledge.seat))
    assert sat.choose(knowledge, LONG) == knowledge.legal[-1]
    assert (sat.fault_count, sat.gave_up) == (3, False)
    sat.close()


@pytest.mark.usefixtures("hurried")
def test_a_program_that_says_everything_many_times_is_bounded() -> None:
    sat, _ = play(program("talkative"))
    assert set(codes(sat)) <= {"wrong_id"}


def test_a_program_may_write_what_it_likes_to_standard_error() -> None:
    assert play(program("noisy"))[0].faults == []


@pytest.mark.parametrize(("name", "code"), [("Crashing", "crashed"), ("Leaving", "crashed"), ("Odd", "illegal")])
def test_a_class_that_is_wrong_is_given_up(name: str, code: str) -> None:
    sat, _ = play(of_class(name))
    assert codes(sat) == [code] * external_bot.IN_A_ROW


def test_what_a_program_writes_before_a_wrong_answer_is_told_with_it() -> None:
    assert {fault.last_lines for fault in play(program("idle"))[0].faults} == {("nothing to do",)}


def test_what_a_class_prints_stays_in_its_log(capfd: pytest.CaptureFixture[str]) -> None:
    assert play(of_class("Loud"))[0].faults == []
    assert play(of_class("Flooding"))[0].faults == []
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("name", "code", "reason", "line"),
    [
        ("Exiting", "exited", "the program has ended (exit status 3)", "farewell  [2J"),
        ("Segfaulting", "exited", "the program has ended (exit status -11)", "Fatal Python error: Segmentation fault"),
        ("Greedy", "crashed", "MemoryError (bot_classes.py:", "Traceback (most recent call last):"),
    ],
)
def test_a_class_that_breaks_down_is_replaced(name: str, code: str, reason: str, line: str) -> None:
    sat, _ = play(of_class(name))
    assert codes(sat) == [code] * external_bot.IN_A_ROW
    assert say(sat.faults[0].reason).startswith(reason)
    assert sat.faults[0].last_lines[0] == line


def test_a_bot_does_not_get_our_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KOLODA_PASSWORD", "KOLODA_DATABASE", "KOLODA_CACHE", "BOT_KEY"):
        monkeypatch.setenv(name, "x")
    sat, _ = play(of_class("Curious"))
    assert "['BOT_KEY', 'KOLODA_CACHE']" in sat.faults[0].text()


@pytest.mark.usefixtures("hurried")
def test_a_class_that_stalls_is_not_waited_for() -> None:
    sat, _ = play(of_class("Sleepy"), budget=SHORT)
    assert codes(sat) == ["stalled"] * external_bot.IN_A_ROW


def test_a_class_whose_errors_cannot_be_written() -> None:
    sat, _ = play(of_class("Speechless"))
    assert set(codes(sat)) <= {"crashed", "illegal"}
    assert all(fault.text() for fault in sat.faults)


@pytest.mark.usefixtures("hurried")
def test_a_class_that_was_late_once_plays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its late answer is ignored: the next decision gets its own."""
    monkeypatch.setenv("BOT_AWAKE", str(tmp_path / "awake"))
    table = opened("no_thanks", "late", players=3)
    sat = make_external_bot(of_class("Slow"))
    knowledge = table.knowledge(table.actors[0])
    assert sat.choose(knowledge, LONG) == knowledge.legal[-1]
    assert sat.choose(knowledge, SHORT) in knowledge.legal
    assert codes(sat) == ["stalled"]
    (tmp_path / "awake").touch()
    for _ in range(3):
        assert sat.choose(knowledge, LONG) == knowledge.legal[-1]
    assert codes(sat) == ["stalled"]
    sat.close()


def test_in_place_of_a_guest_plays_the_level_1_bot() -> None:
    sat = make_external_bot(of_class("Crashing"))
    for before, _, _ in walk(GAMES["no_thanks"], {"players": 3}, 5):
        if before.phase == 2 and not sat.gave_up:
            knowledge = opened("no_thanks", "x", players=3).knowledge(before.turn)
            knowledge.partial_state, knowledge.legal, knowledge.must = (
                before,
                GAMES["no_thanks"].legal(before, before.turn),
                True,
            )
            expected = policy.greedy(before, before.turn, knowledge.legal, len(knowledge.legal))
            chosen = sat.choose(knowledge, LONG)
            assert chosen == (expected if len(knowledge.legal) > 1 else knowledge.legal[0])
    assert sat.fault_count == 3
    sat.close()


def test_a_fault_is_told_in_both_languages_and_at_once() -> None:
    table = opened("no_thanks", "told", players=3)
    told: list[Fault] = []
    sat = make_external_bot(of_class("Crashing"))
    sat.on_fault = told.append
    seat = table.actors[0]
    sat.choose(table.knowledge(seat), LONG)
    assert told == sat.faults
    names = ["Anna", "Boris", "Vera"]
    english = told[0].text("en", names)
    assert english.startswith(f"{names[seat]} ({of_class('Crashing')}): ZeroDivisionError: no way out (bot_classes.py:")
    assert "). Played instead: pass. It wrote: Traceback (most recent call last): | File " in english
    assert english.endswith(' | raise ZeroDivisionError("no way out") | ZeroDivisionError: no way out')
    assert "). Вместо этого сыграно: pass. Его сообщения: Traceback" in told[0].text("ru", names)
    for _ in range(2):
        sat.choose(table.knowledge(seat), LONG)
    assert "3 faults in a row" in told[2].text("en")
    assert "3 ошибки подряд" in told[2].text("ru")
    sat.close()


def test_a_strangers_words_are_fit_for_a_terminal() -> None:
    sat, _ = play(program("die_at_once"))
    assert sat.faults[0].last_lines == ("no  [2Jlibrary",)
    sat, _ = play(program("unknown_move"))
    assert all(fault.text(language).isprintable() for fault in sat.faults for language in LANGUAGES)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_program_is_told(game: str, tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    _, table = play(f'{program("diary")} "{diary}"', game)
    hello, *decisions, over = [json.loads(line) for line in diary.read_text("utf-8").splitlines()]
    options = hello["options"]
    assert (hello["type"], hello["protocol"], hello["game"]) == ("hello", 1, game)
    assert (hello["seat"], hello["players"], hello["language"]) == (SEAT, 3, "en")
    assert hello["names"] == ["Player 1", "Player 2", "Player 3"]
    assert table.game.set_up.state(table.game.set_up.settle(3, **options)) == table.game.start(table.record.values)
    story: list[Any] = []
    for message in [*decisions, over]:
        assert message["since"] == len(story), "nothing was undone"
        story += message["story"]
    assert [f["key"] for f in story] == [f.key for f in table.story(SEAT)]
    assert [m["id"] for m in decisions] == list(range(1, len(decisions) + 1))
    assert {m["budget_ms"] for m in decisions} == {LONG.milliseconds}
    assert all(m["must"] for m in decisions) or table.game.steps_in
    assert (over["type"], over["view"]["over"]) == ("over", True)
    assert over["view"]["scores"] == table.game.scores(table.state)


@pytest.mark.parametrize("game", GAMES)
def test_moves_are_told_as_they_are_in_the_true_position(game: str) -> None:
    """A program's messages are made from what the seat knows, and equal those made from the state."""
    found = GAMES[game]
    table = opened(game, "texts", players=3)
    table_says = Speaker()
    for key in range(3):
        for before, _, _ in walk(found, {"players": 3}, key):
            for seat in range(3):
                if not found.rules.chance(before) and found.legal(before, seat):
                    table.record.match = Match(found, before, history=True)
                    knowledge = table.knowledge(seat)
                    told = json.loads(table_says.decide(1, knowledge, 1, None))["legal"]
                    assert [m["action"] for m in told] == found.legal(before, seat)
                    assert [m["move"] for m in told] == [
                        found.notation.write_action(before, a) for a in found.legal(before, seat)
                    ]
                    assert [m["text"] for m in told] == [
                        table_says._say(found.narration.describe(before, seat, a)) for a in found.legal(before, seat)
                    ]
                    assert [m["info"] for m in told] == [
                        msgspec.to_builtins(found.moves.info(before, seat, a)) for a in found.legal(before, seat)
                    ]


def test_what_was_taken_back_is_taken_back_from_the_story() -> None:
    for key in range(100):
        table = opened("no_thanks", f"back {key}", players=3)
        if table.actors == [0]:
            break
    speaker = Speaker()
    table.act(0, 0)
    first = json.loads(speaker.decide(1, table.knowledge(1), 1, None))
    table.undo(0)
    table.act(0, 1)
    second = json.loads(speaker.decide(2, table.knowledge(1), 1, None))
    assert first["story"][-1]["key"] == "no_thanks.passed"
    assert second["since"] == len(first["story"]) - 1
    assert second["story"][0]["key"] == "no_thanks.took"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("nonsuch", 'There is no bot "nonsuch".'),
        ("bot.py", '"bot.py" does not name a class: write bot.py:Class'),
        ("none.py:Bot", "There is no file none.py"),
        (of_class("Nonsuch"), "has no class Nonsuch; classes with a method choose: Last, Numpy, Seeded,"),
        (of_class("Mute"), "has no method choose(knowledge, budget)."),
        (of_class("Picky"), "cannot be created: TypeError: "),
        (of_class("HERE"), "has no class HERE"),
        ("cmd:nonsuch-program", "There is no program nonsuch-program"),
        ("./nonsuch x", "There is no program ./nonsuch"),
        ("cmd:", '"cmd:" does not name a program.'),
        ("python 'x", "cannot be read: No closing quotation"),
        ("a\nb", "The name of a bot fits on one line"),
    ],
)
def test_a_bot_that_cannot_be_seated_is_refused_at_once(spec: str, message: str) -> None:
    with pytest.raises(BadBot) as refused:
        make_external_bot(spec)
    assert message in str(refused.value)
    assert refused.value.text("ru") != str(refused.value)


LEAVE = "import os; print('bye'); os._exit(3)"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 +", "SyntaxError"),
        ("import nonsuch", "ModuleNotFoundError"),
        ("raise SystemExit", "SystemExit"),
        (LEAVE, r"ended \(exit status 3\); it wrote: bye"),
    ],
)
def test_a_file_that_cannot_be_loaded(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "broken.py"
    file.write_text(text, "utf-8")
    with pytest.raises(BadBot, match=message):
        make_external_bot(f"{file}:Bot")


def test_a_file_may_import_its_neighbours(tmp_path: Path) -> None:
    (tmp_path / "neighbour_of_guest.py").write_text("class Base:\n    def choose(self, s, b): ...\n", "utf-8")
    (tmp_path / "own.py").write_text("from neighbour_of_guest import Base\nclass Own(Base): ...\n", "utf-8")
    make_external_bot(f"{tmp_path / 'own.py'}:Own").close()


def test_a_file_may_import_its_neighbours_as_long_as_it_plays(tmp_path: Path) -> None:
    """Two bots of one folder: closing the first takes nothing from the second, and closing both leaves nothing."""
    (tmp_path / "late_neighbour.py").write_text("CHOICE = 0\n", "utf-8")
    (tmp_path / "late.py").write_text(
        """class Late:
    def choose(self, knowledge, budget):
        from late_neighbour import CHOICE
        return knowledge.legal[CHOICE]
""",
        "utf-8",
    )
    before = sys.path[:]
    first, second = (make_external_bot(f"{tmp_path / 'late.py'}:Late") for _ in range(2))
    first.close()
    table = opened("no_thanks", "x", players=3)
    given = table.knowledge(table.actors[0])
    assert second.choose(given, LONG) == given.legal[0]
    assert second.faults == []
    second.close()
    second.close()
    assert sys.path == before


def test_a_file_that_cannot_be_loaded_leaves_no_path(tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text("import nonsuch", "utf-8")
    before = sys.path[:]
    with pytest.raises(BadBot):
        make_external_bot(f"{tmp_path / 'broken.py'}:Bot")
    assert sys.path == before


def test_a_program_that_cannot_be_started_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("no program at all", "utf-8")
    file.chmod(0o755)
    sat, _ = play(str(file))
    assert codes(sat) == ["not_started"] * 3


def test_specs_from_outside_and_others() -> None:
    assert all(map(is_external, ["bot.py:Bot", "bot.py", "cmd:bot", "node bot.js", "./bot", r"dir\bot"]))
    assert not any(map(is_external, ["random", "greedy", "2", "level-3"]))


def test_a_class_may_ask_for_the_seed() -> None:
    """It is the same for the same game, and does not reveal the seed of the cards."""
    table = opened("no_thanks", "seeds", players=3)
    knowledge = table.knowledge(table.actors[0])
    sat = make_external_bot(of_class("Seeded"), seed="deal 7")
    for seed in ("deal 7", "deal 8"):
        sat.choose(knowledge, LONG)
        sat.sow(seed)
    sat.choose(knowledge, LONG)
    sat.close()
    seeds = [say(fault.reason) for fault in sat.faults]
    assert seeds[0] == seeds[1] != seeds[2]
    assert re.fullmatch(r"LookupError: [0-9a-f]{16} \(.*\)", seeds[0])


def test_a_program_gets_a_seed_for_every_game(tmp_path: Path) -> None:
    at = opened("no_thanks", "seeds", players=3)
    knowledge = at.knowledge(at.actors[0])
    sat = make_external_bot(f'{program("diary")} "{tmp_path / "diary"}"', seed=1)
    assert isinstance(sat, CommandBot)
    for seed in (1, 2, 1):
        sat.sow(seed)
        sat.choose(knowledge, LONG)
        sat.finish(at.view(knowledge.seat), at.story(knowledge.seat))
    sat.close()
    messages = [json.loads(line) for line in (tmp_path / "diary").read_text("utf-8").splitlines()]
    seeds = [message["seed"] for message in messages if message["type"] == "hello"]
    assert seeds[0] == seeds[2] != seeds[1]


def test_the_example_in_python() -> None:
    sat = make_external_bot(f"{EXAMPLES / 'dreamer.py'}:Dreamer")
    for game in GAMES:
        play_with(sat, game, Budget(LONG.milliseconds, iterations=1))
    sat.close()
    assert sat.faults == []


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed: the example in JavaScript is not run")
@pytest.mark.parametrize("game", GAMES)
def test_the_example_in_javascript(game: str) -> None:
    sat, table = play(f'node "{EXAMPLES / "thrifty.js"}"', game)
    assert sat.faults == []
    if game == "no_thanks":
        assert SEAT in table.game.winners(table.state), "a rule of thumb beats two random bots"
