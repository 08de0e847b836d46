"""The messages between Koloda and a bot that is a program: one JSON object per line (docs/bots.md).

    > {"type": "hello", "protocol": 1, "game": "leduc", "seat": 1, ...}
    > {"type": "decide", "id": 1, "view": {...}, "legal": [{"action": 1, "move": "call", ...}, ...], ...}
    < {"id": 1, "move": "call"}
    > {"type": "over", "view": {...}, ...}

A version may add fields; both sides ignore fields that they do not know.
"""

from collections.abc import Sequence
from itertools import takewhile
from typing import Any

import msgspec
from msgspec.structs import asdict

from koloda.bots.knowledge import Knowledge
from koloda.core.errors import NotUnderstood
from koloda.core.facts import Fact
from koloda.core.text import Language, say
from koloda.core.view import View

VERSION = 1
LONGEST_LINE = 1 << 16
"""The largest answer, in bytes."""


class BotAnswer(msgspec.Struct):
    """`{"id": 7, "move": "take"}` or `{"id": 7, "action": 1}`; a bystander answers null to do nothing."""

    id: int
    move: str | msgspec.UnsetType | None = msgspec.UNSET
    action: int | msgspec.UnsetType | None = msgspec.UNSET


def read_answer(line: bytes) -> BotAnswer | None:
    """Parse an answer. None if the line is not one."""
    try:
        answer = msgspec.json.decode(line, type=BotAnswer)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    unset = answer.move is msgspec.UNSET, answer.action is msgspec.UNSET
    return answer if unset in ((True, False), (False, True)) else None


class Speaker:
    """Writes the messages for one seat. It remembers which part of the story it has sent."""

    def __init__(self, names: Sequence[str] = (), language: Language = "en") -> None:
        self.names = names
        self.language: Language = language
        self._told: list[Fact] = []

    def hello(self, knowledge: Knowledge, seed: str) -> bytes:
        """Begin a game. After a restart in mid-game, the next message has the whole story again."""
        self._told = []
        set_up = knowledge.game.set_up
        values = set_up.chosen(knowledge.partial_state)
        flags = {option.name for option in set_up.options if option.flag}
        players = int(values.pop("players"))
        names = [self._say(Fact("common.player", {"player": seat})) for seat in range(players)]
        return _line(
            "hello",
            protocol=VERSION,
            game=knowledge.game.name,
            seat=knowledge.seat,
            players=players,
            options={name: bool(value) if name in flags else value for name, value in values.items()},
            names=names,
            seed=seed,
            language=self.language,
        )

    def decide(self, number: int, knowledge: Knowledge, milliseconds: int, iterations: int | None) -> bytes:
        return _line(
            "decide",
            id=number,
            must=knowledge.must,
            view=knowledge.view,
            legal=self._legal(knowledge),
            **self._news(knowledge.story, knowledge.seat),
            budget_ms=milliseconds,
            iterations=iterations,
        )

    def over(self, view: View, story: Sequence[Fact]) -> bytes:
        return _line("over", view=view, **self._news(story, view.seat))

    def _legal(self, knowledge: Knowledge) -> list[dict[str, Any]]:
        game, s = knowledge.game, knowledge.determinized
        return [
            {
                "action": action,
                "move": game.notation.write_action(s, action),
                "text": self._say(game.narration.describe(s, knowledge.seat, action)),
                "info": game.moves.info(s, knowledge.seat, action),
            }
            for action in knowledge.legal
        ]

    def _news(self, story: Sequence[Fact], seat: int | None) -> dict[str, Any]:
        """The new part of the story. Earlier facts may have been taken back: the first `since` facts still hold."""
        since = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(self._told, story, strict=False)))
        self._told = list(story)
        news = [{**asdict(fact), "text": self._say(fact, seat)} for fact in story[since:]]
        return {"since": since, "story": news}

    def _say(self, told: Fact, reader: int | None = None) -> str:
        return say(told, self.language, self.names, reader)


def _line(kind: str, **fields: Any) -> bytes:
    return msgspec.json.encode({"type": kind, **fields}) + b"\n"


def chosen_action(knowledge: Knowledge, answer: BotAnswer, legal: Sequence[int]) -> int | None:
    """The action in an answer: -1 if it is not legal, None if the bot chose to do nothing."""
    wanted = answer.move if answer.action is msgspec.UNSET else answer.action
    if isinstance(wanted, str):
        try:
            wanted = knowledge.game.notation.read_action(knowledge.determinized, wanted)
        except NotUnderstood:
            return -1
    if wanted is None:
        return None
    assert isinstance(wanted, int)
    return wanted if wanted in legal else -1
