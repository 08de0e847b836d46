"""Records: a game as text, readable and exact. A game is the fold of its record.

    koloda record 1
    game: leduc
    players: 2
    name 1: Player 1
    commitment: 3f0a…
    nonce 1: 9c41…

    1. deal 1 Ks
    2. deal 2 Jh
    3. 1: raise
    4. 2: call
    5. public Qh
    6. 1: call
    7. 1: undo

    status: unfinished
    secret: 81b2…
    checksum: 5d1f…

docs/records.md says what each line means.
"""

import hashlib
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from koloda.core.errors import BadRecord, KolodaError
from koloda.core.facts import Arg, Fact, fact
from koloda.core.game import Act, Draw, Game
from koloda.core.names import checked_name
from koloda.core.options import Value
from koloda.games import find
from koloda.table.dealer import Dealer, commitment
from koloda.table.match import Entry, Match, Undo

FIRST_LINE = "koloda record"
VERSION = 1
OVER, UNFINISHED = "over", "unfinished"


@dataclass
class Record:
    """What a file says: the set-up, who dealt, and the match."""

    game: Game
    values: Mapping[str, Value]
    names: list[str]
    match: Match
    commitment: str | None = None
    nonces: list[bytes] = field(default_factory=list)
    secret: bytes | None = None
    bots: dict[int, str] = field(default_factory=dict)
    """The seats that bots sat in, and which; people sat in the others."""
    lines: list[int] = field(default_factory=list)
    """Where each entry stands in the file that was read."""

    @property
    def over(self) -> bool:
        return self.match.over

    def dealer(self) -> Dealer:
        """The dealer, ready to go on where the record ends."""
        if self.secret is None:
            raise BadRecord.of("errors.no_secret")
        return Dealer(self.secret, self.nonces, self.match.draws)

    def begin(self) -> Match:
        """The same match before its first entry."""
        return Match(self.game, self.game.start(self.values), history=True)

    def replay(self) -> Iterator[tuple[Any, Entry]]:
        """Go through the match again: every entry, and the state before it."""
        if len(self.match.steps) == len(self.match.entries):  # nothing was undone, so all states are known
            yield from ((step.before, step.ply) for step in self.match.steps)
            return
        match = self.begin()
        for entry in self.match.entries:
            yield match.state, entry
            match.apply(entry)


def started(game: Game, values: Mapping[str, Value], names: list[str], dealer: Dealer | None = None) -> Record:
    """The record of a game that is about to begin. `values` are the settled players and options."""
    match = Match(game, game.start(values), history=True)
    if dealer is None:
        return Record(game, values, names, match)
    return Record(game, values, names, match, dealer.commitment, list(dealer.nonces), dealer.secret)


def write(record: Record) -> str:
    """The text of a record. The secret is in it: a running table keeps it to itself until the game is over."""
    body = "\n".join(_lines(record)) + "\n"
    return body + f"checksum: {_checksum(body)}\n"


def _lines(record: Record) -> Iterator[str]:
    options = {option.name: option for option in record.game.set_up.options}
    yield f"{FIRST_LINE} {VERSION}"
    yield f"game: {record.game.name}"
    yield f"players: {record.values['players']}"
    yield from (f"option {name}: {options[name].write(v)}" for name, v in record.values.items() if name in options)
    yield from (f"name {seat}: {name}" for seat, name in enumerate(record.names, 1))
    yield from (f"bot {seat + 1}: {kind}" for seat, kind in sorted(record.bots.items()))
    if record.commitment is not None:
        yield f"commitment: {record.commitment}"
        yield from (f"nonce {seat}: {nonce.hex()}" for seat, nonce in enumerate(record.nonces, 1))
    yield ""
    for number, (s, entry) in enumerate(record.replay(), 1):
        yield f"{number}. {write_entry(record.game, s, entry)}"
    yield ""
    yield f"status: {OVER if record.over else UNFINISHED}"
    if record.over:
        yield f"scores: {' '.join(map(str, record.match.scores()))}"
        yield f"winners: {' '.join(str(seat + 1) for seat in record.match.winners())}"
    if record.secret is not None:
        yield f"secret: {record.secret.hex()}"


def write_entry(game: Game, s: Any, entry: Entry) -> str:
    if isinstance(entry, Draw):
        return game.notation.write_draw(s, entry.outcome)
    if isinstance(entry, Undo):
        return f"{entry.seat + 1}: undo"
    return f"{entry.seat + 1}: {game.notation.write_action(s, entry.action)}"


def read_entry(game: Game, s: Any, text: str) -> Entry:
    if found := re.fullmatch(r"(\d+): (.+)", text):
        seat = int(found[1]) - 1
        return Undo(seat) if found[2] == "undo" else Act(seat, game.notation.read_action(s, found[2]))
    return Draw(game.notation.read_draw(s, text))


def _checksum(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()[:16]


def read(text: str) -> Record:
    """The record in a text; every entry is carried out and checked on the way."""
    return _Reader(text).record()


class _Reader:
    """Goes through the lines of a record; `at` is the number of the line being read."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.lines = text.splitlines()
        self.at = 1

    def bad(self, key: str, /, **args: Arg) -> BadRecord:
        return self.bad_because(fact(key, **args))

    def bad_because(self, reason: Fact) -> BadRecord:
        return BadRecord(fact("errors.record", line=self.at, reason=reason))

    def record(self) -> Record:
        self._first_line()
        headers = self._fields()
        record = self._set_up(headers)
        self._entries(record)
        closing = self._fields()
        self._close(record, closing)
        return record

    def _first_line(self) -> None:
        found = re.fullmatch(rf"{FIRST_LINE} (\d+)", self.lines[0] if self.lines else "")
        if not found:
            raise self.bad("errors.record_foreign", first=f"{FIRST_LINE} {VERSION}")
        if int(found[1]) != VERSION:
            raise self.bad("errors.record_version", given=int(found[1]), known=VERSION)
        self.at = 2

    def _fields(self) -> dict[str, tuple[int, str]]:
        """`key: value` lines up to an empty one or the end."""
        found: dict[str, tuple[int, str]] = {}
        while self.at <= len(self.lines) and self.lines[self.at - 1]:
            key, colon, value = self.lines[self.at - 1].partition(": ")
            if not colon or key in found:
                raise self.bad("errors.record_field", text=self.lines[self.at - 1])
            found[key] = (self.at, value)
            self.at += 1
        if self.at > len(self.lines) and "status" not in found:
            raise self.bad("errors.record_cut")
        self.at += 1
        return found

    def _value(self, fields: dict[str, tuple[int, str]], key: str) -> str:
        if key not in fields:
            raise self.bad("errors.record_missing", key=key)
        self.at, value = fields.pop(key)
        return value

    def _number(self, fields: dict[str, tuple[int, str]], key: str) -> int:
        value = self._value(fields, key)
        if not value.isdecimal():
            raise self.bad("errors.record_value", key=key, given=value)
        return int(value)

    def _bytes(self, fields: dict[str, tuple[int, str]], key: str) -> bytes:
        value = self._value(fields, key)
        try:
            return bytes.fromhex(value)
        except ValueError:
            raise self.bad("errors.record_value", key=key, given=value) from None

    def _set_up(self, headers: dict[str, tuple[int, str]]) -> Record:
        end = self.at
        try:
            game = find(self._value(headers, "game"))
            players = self._number(headers, "players")
            game.set_up.settle(players)
            options: dict[str, str] = {}
            for key in [key for key in headers if key.startswith("option ")]:
                options[key.removeprefix("option ")] = self._value(headers, key)
                game.set_up.settle(players, **options)
            values = game.set_up.settle(players, **options)
            match = Match(game, game.start(values), history=True)
            names = [checked_name(self._value(headers, f"name {seat + 1}")) for seat in range(players)]
        except BadRecord:
            raise
        except KolodaError as error:
            raise self.bad_because(error.detail) from None
        record = Record(game, values, names, match)
        record.bots = {s: self._value(headers, f"bot {s + 1}") for s in range(players) if f"bot {s + 1}" in headers}
        if "commitment" in headers:
            record.commitment = self._value(headers, "commitment")
            record.nonces = [self._bytes(headers, f"nonce {seat + 1}") for seat in range(players)]
        self._nothing_else(headers)
        self.at = end
        return record

    def _nothing_else(self, fields: dict[str, tuple[int, str]]) -> None:
        for key, (self.at, _) in fields.items():
            raise self.bad("errors.record_unknown", key=key)

    def _entries(self, record: Record) -> None:
        while self.at <= len(self.lines) and self.lines[self.at - 1]:
            line = self.lines[self.at - 1]
            number, dot, text = line.partition(". ")
            expected = len(record.lines) + 1
            if not dot or number != str(expected):
                raise self.bad("errors.record_number", text=line, expected=expected)
            try:
                record.match.apply(read_entry(record.game, record.match.state, text))
            except KolodaError as error:
                raise self.bad_because(error.detail) from None
            record.lines.append(self.at)
            self.at += 1
        self.at += 1

    def _close(self, record: Record, closing: dict[str, tuple[int, str]]) -> None:
        status = self._value(closing, "status")
        if status != (OVER if record.over else UNFINISHED):
            raise self.bad("errors.record_status", given=status)
        if record.over:
            self._same(closing, "scores", record.match.scores())
            self._same(closing, "winners", [seat + 1 for seat in record.match.winners()])
        if "secret" in closing:
            record.secret = self._bytes(closing, "secret")
            if record.commitment is None or len(record.secret) != 32:
                raise self.bad("errors.record_value", key="secret", given=record.secret.hex())
        given = self._value(closing, "checksum")
        end = self.at
        self._nothing_else(closing)
        self.at = end
        body = self.text[: self.text.index(f"checksum: {given}")]
        if given != _checksum(body):
            raise self.bad("errors.record_changed")

    def _same(self, fields: dict[str, tuple[int, str]], key: str, right: list[int]) -> None:
        given = self._value(fields, key)
        if given != " ".join(map(str, right)):
            raise self.bad("errors.record_result", key=key, given=given, right=" ".join(map(str, right)))


def verify(record: Record) -> None:
    """Recompute every draw from the secret and the nonces; the first that differs is an error with its line."""
    if record.commitment is None:
        raise BadRecord.of("errors.no_commitment")
    dealer = record.dealer()
    if commitment(dealer.secret) != record.commitment:
        raise BadRecord.of("errors.wrong_secret")
    game, draws = record.game, count()
    for number, (s, entry) in enumerate(record.replay()):
        if isinstance(entry, Draw):
            dealt = game.notation.write_draw(s, dealer.outcome(next(draws), game.rules.chance(s)))
            written = game.notation.write_draw(s, entry.outcome)
            if written != dealt:
                line = record.lines[number] if record.lines else 0
                raise BadRecord.of("errors.wrong_draw", line=line, entry=number + 1, written=written, dealt=dealt)
