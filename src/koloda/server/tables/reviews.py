"""Reviews of finished games (docs/analysis.md): computed in a process of their own, one after another, and kept.

They take seconds, so replays do not wait for them, and neither do games. A review is stored with its table: who asks
after a restart gets it at once, unless another version of the program has made it.
"""

import asyncio
import gzip
import logging
from bisect import bisect_right
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from koloda import __version__
from koloda.bots.hint import can_hint
from koloda.bots.levels import LEVELS, levels
from koloda.core.facts import Fact, fact
from koloda.core.game import Game
from koloda.games import find
from koloda.server.bus.notes import Reviewing
from koloda.server.messages import (
    Failure,
    HintMove,
    LegalMove,
    Offer,
    Review,
    ReviewAmount,
    ReviewDecision,
    ReviewProgress,
    ReviewSeat,
)
from koloda.server.storage.store import StorageError, Store
from koloda.server.tables.background import Documents, new_progress, note_progress
from koloda.server.tables.node import Node
from koloda.server.tables.refusals import Admit, Refused, admitted, refused
from koloda.server.tables.replay import Document, FinishedGame, decisive, full_record, packed

if TYPE_CHECKING:  # loaded where reviews are computed: the event loop needs none of it
    from koloda.analysis import review as reviewing
    from koloda.analysis.account import Amount
    from koloda.analysis.judge import Judgement

ACCURACY: Final = 0.025
"""The standard error of a win share at the start of the game."""
MOST: Final = 8
"""So many reviews may be under way or wait for their turn."""
EACH: Final = 5
"""Seconds that a review takes, about: how long somebody should wait before asking again."""
TOLD: Final = 1.0
"""Seconds after which a node tells the others again how far its reviews are."""
BELIEVED: Final = 5.0
"""Seconds for which a node relies on another one that reviews a game: it may have died."""

Key = tuple[str, int]

_encode = msgspec.json.Encoder().encode

log = logging.getLogger(__name__)


class Reviews:
    """The reviews that somebody asked for. `executor` makes the thread or process that computes them.

    They are stored, so that every node has them. While one computes a review, the others know how far it is.
    """

    def __init__(self, store: Store, executor: Callable[..., Executor], node: Node) -> None:
        self._store = store
        self._node = node
        self._progress = new_progress()
        self._documents = Documents(partial(executor, self._progress))
        self._asked: dict[Key, asyncio.Task[None]] = {}
        """In the order in which they are computed."""
        self._failed: set[Key] = set()
        self._telling: asyncio.Task[None] | None = None
        self._elsewhere: dict[tuple[str, str], tuple[Reviewing, float]] = {}
        """What other nodes compute, and until when we believe it."""

    async def begin(self, table: str, game: FinishedGame, admit: Admit) -> ReviewProgress:
        """Begin a review, unless it is known or under way, and say how far it is. `admit` may refuse, by raising."""
        check_reviewed(find(game.game))
        key = _key(table, game)
        if key not in self._asked and await self._known(key) is not None:
            return ReviewProgress(ready=True, done=1, of=1, ahead=0)
        if key in self._failed:
            raise refused("unavailable", "review_failed")
        if key not in self._asked and (under_way := self._under_way(key)) is not None:
            return under_way
        if key not in self._asked:
            if len(self._asked) >= MOST:
                wait = EACH * MOST
                raise Refused(Failure(code="busy", detail=fact("server.review_soon", seconds=wait), retry_after=wait))
            admit()
            if not self._asked:
                self._progress[0] = self._progress[1] = 0
            self._asked[key] = asyncio.create_task(self._review(key, game))
            if self._telling is None and not self._node.alone:
                self._telling = asyncio.create_task(self._tell())
        return self._reached(list(self._asked).index(key))

    def _reached(self, ahead: int) -> ReviewProgress:
        """How far a review is before which so many come."""
        done, of = (0, 0) if ahead else (self._progress[0], self._progress[1])
        return ReviewProgress(ready=False, done=done, of=of, ahead=ahead)

    async def _tell(self) -> None:
        """Tell the other nodes what is computed here, as long as something is."""
        while self._asked:
            for ahead, key in enumerate(self._asked):
                far = self._reached(ahead)
                told = Reviewing(table=key[0], made=_made(key), done=far.done, of=far.of, ahead=ahead)
                self._node.tell(told)
            await asyncio.sleep(TOLD)
        self._telling = None

    def take_note(self, note: Reviewing) -> None:
        """Another node computes a review."""
        now = asyncio.get_running_loop().time()
        self._elsewhere = {key: told for key, told in self._elsewhere.items() if told[1] > now}
        self._elsewhere[note.table, note.made] = note, now + BELIEVED

    def _under_way(self, key: Key) -> ReviewProgress | None:
        """How far another node is with a review."""
        told, until = self._elsewhere.get((key[0], _made(key)), (None, 0.0))
        if told is None or until <= asyncio.get_running_loop().time():
            return None
        return ReviewProgress(ready=False, done=told.done, of=told.of, ahead=told.ahead)

    async def found(self, table: str, game: FinishedGame) -> Document:
        """A review that is ready."""
        known = await self._known(_key(table, game))
        if known is None:
            raise refused("not_ready", "review_not_ready")
        return known

    async def _known(self, key: Key) -> Document | None:
        """A review in memory or in the store."""
        known = self._documents.known(key)
        if known is None and (stored := await self._store.review(key[0], _made(key))) is not None:
            known = Document(gzip.decompress(stored), stored)
            self._documents.keep(key, known)
        return known

    async def _review(self, key: Key, game: FinishedGame) -> None:
        try:
            found = await self._documents.get(key, admitted, reviewed, game)
        except Exception:
            log.exception("a game could not be reviewed")
            self._failed.add(key)
        else:
            await self._store_review(key, found)
        finally:
            self._asked.pop(key, None)

    async def _store_review(self, key: Key, found: Document) -> None:
        try:
            await self._store.keep_review(key[0], _made(key), found.gzipped)
        except StorageError:
            log.exception("a review could not be stored; until the server stops it is in memory")

    def close(self) -> None:
        """End the thread or process. What it computes stops at its next step: the server need not wait for it."""
        self._progress[2] = 1
        if self._telling is not None:
            self._telling.cancel()
        for task in self._asked.values():
            task.cancel()
        self._documents.close()


def _key(table: str, game: FinishedGame) -> Key:
    return table, len(game.log)


def _made(key: Key) -> str:
    """What a stored review must have been made by and from: another version may see other mistakes."""
    return f"{__version__} {key[1]}"


def check_reviewed(game: Game) -> None:
    """Refuse a game that cannot be reviewed: it has no reference, or no judge. The event loop loads neither."""
    if LEVELS.index("rule") not in levels(game) or not can_hint(game):
        raise refused("no_review", "no_review", game=Fact(f"{game.name}.title"))


def reviewed(game: FinishedGame) -> Document:
    """`messages.Review`."""
    from koloda.analysis import judge, review

    note_progress(0, 0)
    match, rules = full_record(game).match, find(game.game)
    found = review.review(match, accuracy=ACCURACY, progress=note_progress)
    begins = decisive(match.steps)
    ends = [*begins[1:], len(match.steps)]
    chances = [[round(seat.mean, 4) for seat in found.account.course[end]] for end in ends]
    decisions = [
        judged_decision(
            rules, match.steps[each.step].before, bisect_right(begins, each.step) - 1, each.judged, each.reason.facts
        )
        for each in found.decisions
    ]
    seats = [_seat(found, seat) for seat in range(found.players)]
    return packed(_encode(Review(chances=chances, seats=seats, decisions=decisions, worth=judge.WORTH)))


def judged_decision(game: Game, s: Any, step: int, judged: "Judgement", reason: Sequence[Fact]) -> ReviewDecision:
    """A judgement (`koloda.analysis.judge`) about a seat in a position, for whoever reads the review."""

    def move(action: int | None) -> LegalMove | None:
        return None if action is None else _legal_move(game, s, judged.seat, action)

    def written(action: int | None) -> str | None:
        return None if action is None else game.notation.write_action(s, action)

    mean, error = judged.difference
    return ReviewDecision(
        step=step,
        seat=judged.seat,
        verdict=judged.verdict,
        played=move(judged.played),
        best=move(judged.best),
        difference=round(mean, 4),
        error=round(error, 4),
        equal=not judged.difference.clear,
        loss=round(judged.loss, 4),
        moves=[
            HintMove(move=written(each.action), loss=round(each.loss, 4), error=round(each.error, 4), equal=each.equal)
            for each in judged.moves
        ],
        reason=[*reason],
        offer=_offer(game, s, judged.seat) if judged.verdict == "mistake" else None,
    )


def _offer(game: Game, s: Any, seat: int) -> Offer:
    moves = [_legal_move(game, s, seat, action) for action in game.legal(s, seat)]
    return Offer(number=0, must=bool(game.rules.actors(s) >> seat & 1), moves=moves, attempts={})


def _legal_move(game: Game, s: Any, seat: int, action: int) -> LegalMove:
    meaning: Fact = game.narration.describe(s, seat, action)
    return LegalMove(game.notation.write_action(s, action), meaning, game.moves.info(s, seat, action))


def _seat(found: "reviewing.Review", seat: int) -> ReviewSeat:
    account = found.account.seats[seat]

    def amount(part: "Amount") -> ReviewAmount:
        return ReviewAmount(wins=float(part.wins), points=float(part.points))

    return ReviewSeat(
        even_share=amount(account.even_share),
        cards=amount(account.luck),
        own=amount(account.own),
        others=amount(account.others),
        result=amount(account.result),
        judged=len(found.of(seat)),
        mistakes=found.count(seat, "mistake"),
        great=found.count(seat, "great"),
        lost=round(found.lost(seat), 4),
    )
