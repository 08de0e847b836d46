"""The people of a campaign: they play, change their minds, hand over, reload, and write down everything they see."""

import asyncio
import time
from collections.abc import Callable
from random import Random
from typing import Final

import msgspec

from tests.server.failover.evidence import Recorder, Seen, What, news_of
from tests.server.random_clients import AWAY, LOST, Caller, Json, Listener, Person, ServerAway, Story

PATIENCE: Final = 4.0
"""Seconds after which a person tries another node, because an answer does not come."""
SILENCE: Final = 20.0
"""Seconds after which they do so because nothing comes at all: a server that is there sends heartbeats."""
BACKOFF: Final = (0.05, 0.4)
"""Seconds until they try again."""
RELOADS: Final = 0.01
"""How likely it is that a person reloads the page when it could do something."""
HANDS_OVER: Final = 0.01
TAKES_OVER: Final = 0.3
FRAMES: Final[dict[str, What]] = {"news": "news", "answer": "answer"}

_encode = msgspec.json.Encoder().encode


class Reload(OSError):
    """The person reloads the page, and comes back elsewhere."""


class Rules:
    """What all people of a campaign share: how they find a node, what they may still do, and where they write."""

    def __init__(self, recorder: Recorder, door: Callable[[], str], think: tuple[float, float]) -> None:
        self.recorder = recorder
        self.door = door
        """The address of any node."""
        self.think = think
        """Seconds until they decide, at least and at most."""
        self.rematches = True
        self.calm = False
        """Nobody begins anything new."""


class Participant(Person):
    """Writes down what it sends, gets and loses. `rules` are everybody's."""

    patience = PATIENCE
    rules: Rules

    def begin(self, rules: Rules) -> None:
        self.rules = rules
        self._thinks_until = 0.0
        self._heard_at = asyncio.get_running_loop().time()
        self.seat: int | None = None
        self.connected = False

    # What it writes down

    def note(self, what: What, body: bytes | str = b"null", known: int = 0) -> None:
        raw = body if isinstance(body, bytes) else body.encode()
        seen = Seen(at=time.time(), who=self.name, what=what, seat=self.seat, known=known, body=msgspec.Raw(raw))
        self.rules.recorder.note(self.table, seen)

    def read(self, frame: bytes | str) -> Json:
        found = news_of(frame if isinstance(frame, bytes) else frame.encode())
        self._heard_at = asyncio.get_running_loop().time()
        say = found.get("say")
        if say == "news":
            self.seat = found["seat"]
        self.note(FRAMES.get(str(say), "other"), frame)
        return found

    def hear(self, news: Json) -> None:
        self.connected = True
        try:
            super().hear(news)
        except AssertionError as problem:  # the checker will say so, too; go on from the start
            self.note("odd", _encode(str(problem)))
            self.stories[self.table] = Story()
            raise ServerAway from None
        if self.story.seq != news["seq"]:
            raise ServerAway  # something is missing: ask again

    # What it does

    def command(self) -> Json | None:
        loop = asyncio.get_running_loop()
        if loop.time() - self._heard_at > SILENCE:
            raise ServerAway
        if self.pending is None and (self.rules.calm or loop.time() < self._thinks_until):
            return None
        if self.pending is None and self.chance.random() < RELOADS:
            self._think()
            raise Reload
        command = super().command()
        if command is not None:
            self.note("sent", _encode(command), self.story.seq)
        else:
            self._think()
        return command

    def _think(self) -> None:
        self._thinks_until = asyncio.get_running_loop().time() + self.chance.uniform(*self.rules.think)

    def _next_command(self, news: Json) -> Json | None:
        status, seat = news["table"]["status"], news["seat"]
        if status == "over" and not self.rules.rematches:
            return None
        if status == "playing" and seat is not None:
            if news["table"]["seats"][seat]["away"]:
                return {"do": "take_over"} if self.chance.random() < TAKES_OVER else None
            if news["offer"] is not None and self.chance.random() < HANDS_OVER:
                return {"do": "hand_over"}
        return super()._next_command(news)

    def accept(self, answer: Json) -> None:
        if self.pending is None or answer["id"] != self.pending["id"]:
            return  # to a command that came twice
        self._think()
        failure = answer["failure"]
        if failure is not None and failure["code"] not in AWAY:
            self.pending, self.answered = None, ("", 0)
            return
        super().accept(answer)

    def looks_in(self) -> float:
        return max(0.01, min(SILENCE, self._thinks_until - asyncio.get_running_loop().time()))

    async def live(self) -> None:
        """Play at any node, whatever happens."""
        while True:
            try:
                await self.visit(self.rules.door())
            except Reload:
                pass
            except LOST:
                if self.connected:
                    self.note("lost")
                self.connected = False
                await asyncio.sleep(self.chance.uniform(*BACKOFF))
            self._heard_at = asyncio.get_running_loop().time()


class Player(Participant, Listener):
    """Plays over a WebSocket."""


class Poller(Participant, Caller):
    """Plays over plain HTTP."""


class Spectator(Participant, Listener):
    """Has no seat, and only watches, also the rematches."""

    def watch(self, table: str) -> None:
        self.table = table

    def cookie(self, table: str) -> dict[str, str]:
        return {}

    def command(self) -> Json | None:
        news = self.story.news
        if news is not None and news["table"]["next"] is not None:
            self.table = news["table"]["next"]
        return None

    def looks_in(self) -> float:
        return SILENCE


def someone(kind: type[Participant], name: str, seed: str) -> Participant:
    return kind(name, Random(f"{seed} {name}"))
