"""Lessons are played by the rules when the pages are built: every position is sound, every step leads to the next."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from koloda.core.lesson import LEARNER, Lesson, Play, Step, lesson_of, play, tap, texts_of
from koloda.core.text import LANGUAGES
from koloda.games import GAMES
from koloda.server import lessons
from koloda.server.lessons import BadLesson, made
from koloda.server.tables.legal_moves import legal_moves
from tests.laws import law_of_conservation
from tests.lessons import document, tasks
from tests.referees import REFEREES

LONGEST_LINE, LONGEST_TEXT, LONGEST_TITLE = 60, 175, 24
"""Six lines of the coach on a phone, the line that says what to do, and a line in the list of steps."""


@pytest.mark.parametrize("game", GAMES)
def test_every_position_has_all_cards_once_and_every_view_is_of_the_learner(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Any] = []

    def remember(match: Any, *more: Any) -> Any:
        shown.append(match.state)
        return legal_moves(match, *more)

    monkeypatch.setattr(lessons, "legal_moves", remember)
    lesson = lesson_of(GAMES[game])
    assert lesson is not None
    steps = made(GAMES[game], lesson).steps
    frames = [frame for step in steps for task in step.tasks for frame in task.frames]
    frames += [frame for step in steps for frame in step.after]
    assert len(shown) == len(frames) > len(steps)
    rules, referee = GAMES[game].rules, REFEREES[game]
    for state in shown:
        if rules.actors(state) or rules.over(state):
            law_of_conservation(GAMES[game], referee, state)
        else:  # a moment between two decisions, at which no state of a game rests
            assert referee.whereabouts(state) == referee.deck(state)
    assert {frame.view.seat for frame in frames} == {LEARNER}


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_is_legal_and_leads_on(game: str) -> None:
    lesson = lesson_of(GAMES[game])
    assert lesson is not None
    for asked in tasks(game):
        if asked.task["move"] is not None:
            assert asked.task["move"] in asked.moves
            assert asked.offer["must"]
            assert f"move:{asked.task['move']}" in asked.task["places"]
        assert asked.task["places"]
    for number, (step, script) in enumerate(zip(document(game)["steps"], lesson.steps, strict=True)):
        following = lesson.steps[number + 1] if number + 1 < len(lesson.steps) else None
        frames = step["after"]
        if following is not None and following.at is None:
            assert frames == []
            frames = document(game)["steps"][number + 1]["tasks"][0]["frames"]
        played = bool(script.tasks) and isinstance(script.tasks[-1], Play)
        assert bool(frames) >= played, "the learner sees what comes of a move"
        assert step["fresh"] == (script.at is not None)


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_takes_three_minutes_and_its_texts_fit(game: str) -> None:
    steps = document(game)["steps"]
    assert 7 <= len(steps) <= 9
    for step in steps:
        assert set(step["texts"]) == set(LANGUAGES)
        for told in step["texts"].values():
            assert len(told["title"]) <= LONGEST_TITLE
            assert 0 < len(told["lead"]) + len(told["text"]) <= LONGEST_TEXT
            assert all(0 < len(line) <= LONGEST_LINE for line in told["do"])
    for language in LANGUAGES:
        words = sum(
            len(" ".join([t["lead"], t["text"], *t["do"]]).split()) for t in (s["texts"][language] for s in steps)
        )
        assert words <= 3 * 130, "people read some 130 words a minute and play besides"


def test_a_lesson_is_the_same_in_every_build_and_is_written_once(tmp_path: Path) -> None:
    lessons.write(tmp_path)
    first = {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir()}
    assert set(first) == {f"{game}.json" for game in GAMES}
    (tmp_path / "gone.json").write_text("{}")
    lessons.document.cache_clear()
    lessons.write(tmp_path)
    assert {file.name: file.stat().st_mtime_ns for file in tmp_path.iterdir()} == first
    for game in GAMES:
        assert json.loads((tmp_path / f"{game}.json").read_bytes()) == document(game)


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (
            Step("points", (play("pass"),), at="no_thanks[players=3] turn=1 card=30 chips=0/20/13"),
            "without a chip you must take",
        ),
        (Step("points", (play("pass"),), at="no_thanks[players=3] turn=2 card=30"), "turn"),
        (Step("points", (play("pass"),), at="no_thanks[players=3] turn=1 card=2"), "card"),
        (Step("points", (tap("stage", after="fly"),), at="no_thanks[players=3] turn=1 card=30"), "fly"),
    ],
    ids=["no chip", "not the learner's turn", "no position", "no move"],
)
def test_what_the_rules_do_not_allow_is_an_error_that_names_the_step(
    step: Step, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES["no_thanks"]
    monkeypatch.setattr(lessons, "texts_of", lambda game, lesson: {"en": [None]})
    with pytest.raises(BadLesson, match=rf"step points in the lesson of no_thanks: .*({said})"):
        made(game, Lesson((step,)))


def test_texts_belong_to_the_steps() -> None:
    game = GAMES["no_thanks"]
    lesson = lesson_of(game)
    assert lesson is not None
    with pytest.raises(ValueError, match="has the steps points, but its texts \\(en\\) are of points, chips"):
        texts_of(game, Lesson(lesson.steps[:1]))
    twice = Lesson((Step("points", (play("pass"), play("take"))), *lesson.steps[1:]))
    with pytest.raises(ValueError, match=r"step points .* has 2 tasks, but its texts \(en\) say 1 times what to do"):
        texts_of(game, twice)


def test_a_document_is_what_the_protocol_says() -> None:
    for game in GAMES:
        made_document = lessons.document(game)
        assert made_document is not None
        steps = msgspec.json.decode(made_document)["steps"]
        assert {*steps[0]} == {"table", "fresh", "tasks", "after", "texts"}
        assert {seat["who"] for seat in steps[0]["table"]["seats"][1:]} == {"bot"}
