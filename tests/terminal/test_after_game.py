"""Line by line, after a game: the review is offered, can be cancelled, and mistakes can be tried again."""

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest

from koloda.analysis.judge import Difference, Judgement
from koloda.analysis.reasons import NO_REASON
from koloda.analysis.review import Decision, Review, entry_numbers
from koloda.bots.hint import HintMove
from koloda.cli.main import main
from koloda.core.errors import UnknownOption
from koloda.core.exit_codes import DONE
from koloda.core.facts import fact
from koloda.core.game import Act
from koloda.core.text import Language
from koloda.table.record import Record
from koloda.terminal import after_game
from koloda.terminal.after_game import offer_review
from koloda.terminal.mistakes import Attempt, Lesson, learn, tried
from koloda.terminal.play import PlayOptions, check_review
from tests.bots.test_plain_games import PLAIN
from tests.table.games import opened, play_on
from tests.terminal.in_a_terminal import Scenario, play_in_terminals
from tests.terminal.made_up_review import LOSS, made_up
from tests.terminal.scripted_player import ScriptedPlayer

FILE = Path("game.koloda")


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[Record]:
    """Reviews are made up; the records for which that was done."""
    found: list[Record] = []

    def reviewed(record: Record, accuracy: float, language: Language) -> Review:
        found.append(record)
        return made_up(record)

    monkeypatch.setattr(after_game, "reviewed", reviewed)
    return found


def finished(name: str = "no_thanks") -> Record:
    return play_on(opened(name, "x", players=3)).record


def offered(
    record: Record, *answers: str, asked: bool = False, language: Language = "en", seat: int = 0
) -> ScriptedPlayer:
    player = ScriptedPlayer(answers)
    offer_review(record, seat, asked, FILE, language, player.ask)
    return player


def test_a_review_and_learning_from_mistakes(computed: list[Record], capsys: pytest.CaptureFixture[str]) -> None:
    record = finished()
    lesson = Lesson(record, made_up(record), 0)
    judged, numbers = lesson.decision.judged, {action: f"#{n}" for n, action in enumerate(lesson.legal, 1)}
    played, best = numbers[judged.played or 0], numbers[judged.best or 0]
    player = offered(record, "R", "m", "sing", played, best, "?")
    shown = capsys.readouterr().out
    assert player.shown[0] == "Review this game? R review, Enter leave: "
    assert "Learn from your mistakes (2)? M yes, Enter leave: " in player.shown
    for words in ("How the score came about (all cards face up)", "The decisions that mattered", "Mistake 1 of 2."):
        assert words in shown
    learned = shown[shown.index("Mistake 1 of 2.") :]
    for words in (
        '"sing" is not a move',
        "That is what you did in the game: 12.0% worse. Try something else.",
        "Yes: pay",
    ):
        assert words in learned
    assert learned.index("Try something else") < learned.index("Yes:") < learned.index("Mistake 2 of 2.")
    assert "Best was:" in learned[learned.index("Mistake 2 of 2.") :]
    assert "{" not in shown
    assert computed == [record]


def test_in_russian_by_russian_letters(computed: list[Record], capsys: pytest.CaptureFixture[str]) -> None:
    player = offered(finished(), "к", "ошибки", "дальше", "Й", language="ru")
    shown = capsys.readouterr().out
    assert "Учиться на ошибках (2)? M — да, Enter — выход: " in player.shown
    assert shown.index("Ошибка 1 из 2.") < shown.index("Ошибка 2 из 2.")
    assert "Лучше всего" not in shown
    assert "{" not in shown


def test_no_review_is_no_answer(computed: list[Record], capsys: pytest.CaptureFixture[str]) -> None:
    """Enter, another word and the end of input: the record can still be reviewed later."""
    for answers in ([""], ["#1"], []):
        offered(finished(), *answers)
        assert capsys.readouterr().out.strip() == "To review it later: koloda review game.koloda"
    assert not computed


def test_ctrl_c_cancels_the_review_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> Review:
        raise KeyboardInterrupt

    monkeypatch.setattr(after_game, "reviewed", interrupted)
    offered(finished(), "r")
    assert capsys.readouterr().out.split("\n") == [
        *("", "The review was cancelled.", "To review it later: koloda review game.koloda", "")
    ]


def test_a_game_without_a_policy_is_not_reviewed(computed: list[Record], capsys: pytest.CaptureFixture[str]) -> None:
    player = offered(replace(finished(), game=PLAIN), "r")
    assert not player.shown
    assert not capsys.readouterr().out
    check_review(PLAIN, PlayOptions())
    with pytest.raises(UnknownOption, match="has no policy"):
        check_review(PLAIN, PlayOptions(review=True))


def test_who_has_made_no_mistake_need_not_learn(computed: list[Record], capsys: pytest.CaptureFixture[str]) -> None:
    assert offered(finished(), asked=True, seat=1).shown == []
    assert "Decisions (only what each player could see)" in capsys.readouterr().out


@pytest.mark.parametrize(("option", "reviews"), [((), 0), (("--review",), 1)])
def test_in_a_pipe_only_when_asked_by_an_option(
    option: tuple[str, ...],
    reviews: int,
    computed: list[Record],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("#1\n" * 500))
    words = ("play", "no_thanks", "--players", "3", "--level", "0", "--seed", "7", "--lang", "en", *option)
    assert main(list(words)) == DONE
    shown = capsys.readouterr().out
    assert len(computed) == reviews
    assert "Review this game?" not in shown
    assert ("The decisions that mattered" in shown) == bool(reviews)
    assert shown.index("The game is over.") > 0


def test_in_a_terminal_it_is_offered(tmp_path: Path) -> None:
    """Ctrl-C there leaves: the game is over and kept, whatever becomes of the review."""
    shortest = {"players": 3, "removed": 32}
    seed = next(str(key) for key in range(100) if 0 in opened("no_thanks", str(key), **shortest).actors)
    words = ["play", "no_thanks", "--players", "3", "-o", "removed=32", "--level", "0", "--plain", "--lang", "en"]
    steps = [("Your move:", "take\n"), ("Review this game?", "\x03")]
    ended = play_in_terminals({"": Scenario([*words, "--seed", seed], steps, str(tmp_path))})[""]
    assert ended.status == 0
    assert re.search(r"The review was cancelled\.\s+To review it later: koloda review \S+", ended.output[-1])


def test_what_comes_of_a_try() -> None:
    moves = (HintMove(1, 0.0, 0.0), HintMove(2, 0.01, 0.01), HintMove(3, 0.2, 0.01), HintMove(None, 0.3, 0.01))
    judged = Judgement(0, 3, 1, 1, Difference(0.21, 0.01), True, "mistake", moves)
    assert tried(judged, 1) == Attempt(True, False, False, 0.0)
    assert tried(judged, 2) == Attempt(True, True, False, 0.01)
    assert tried(judged, 3) == Attempt(False, False, True, 0.21)
    assert tried(judged, None) == Attempt(False, False, False, 0.3)


def test_the_solution_comes_with_its_reason() -> None:
    record = finished()
    review = made_up(record)
    why = replace(NO_REASON, facts=(fact("review.is_over"),))
    lesson = Lesson(record, replace(review, decisions=tuple(replace(each, reason=why) for each in review.decisions)), 0)
    lesson.try_again(lesson.decision.judged.played)
    assert len(lesson.verdict("en")) == 1
    lesson.show_solution()
    assert lesson.verdict("en")[1] == "The game is over."


def test_a_bystander_who_did_nothing_tries_again(capsys: pytest.CaptureFixture[str]) -> None:
    record = finished("tugriki")
    lesson = Lesson(record, _with_an_omission(record), 0)
    assert not lesson.must
    player = ScriptedPlayer(["", "#1"])
    written: list[str] = []
    learn(lesson, "en", player.ask, written.append)
    assert any(line.startswith("In the game you did nothing. That cost 12.0% of the win.") for line in written)
    assert "Your move (Enter do nothing, ? solution, S skip, Q back): " in player.shown
    assert "That is what you did in the game: 12.0% worse. Try something else." in written
    assert written[-1] == "In the game you did nothing: −12.0%."


def _with_an_omission(record: Record) -> Review:
    """The first seat had better called, once."""
    game = record.game
    number, step = next(
        (number, step)
        for number, step in enumerate(record.match.steps)
        if isinstance(step.ply, Act) and not game.rules.actors(step.before) & 1 and game.legal(step.before, 0)
    )
    legal = game.legal(step.before, 0)
    moves = (*(HintMove(action, 0.0, 0.0) for action in legal), HintMove(None, LOSS, 0.01))
    judged = Judgement(0, None, legal[0], legal[0], Difference(LOSS, 0.01), True, "mistake", moves)
    entry = entry_numbers(record.match)[number]
    return replace(made_up(record), decisions=(Decision(number, entry, "", judged, NO_REASON),))
