"""The score sheet of Tugriki: who starts, then a line for everything that moves tugriks.

`pay 2` (1 to the bank), `pay 2 3`, `penalty 2` (pays 2; `checked 2` and `caught 2` say why), `rob 3`, `win 1`, `stuck`
(TG-32), `lend 4 to 2: 3`, `next`.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from koloda.core.errors import NotUnderstood, UnknownOption
from koloda.core.facts import Arg, Fact
from koloda.core.score_sheet import Sheet, Standing, Values, everyone, number_in, places_of, seat_in, text_in
from koloda.core.typed_lines import aligned
from koloda.core.view import Seat
from koloda.games.tugriki import GAME
from koloda.games.tugriki.scorekeeping import Balance, Ledger
from koloda.games.tugriki.state import State
from koloda.games.tugriki.view import Loan

WORDS = {
    "start": ("start", "начинает"),
    "pay": ("pay", "платит", "плата"),
    "penalty": ("penalty", "fine", "штраф"),
    "checked": ("checked", "проверили", "проверка"),
    "caught": ("caught", "заметили"),
    "rob": ("rob", "грабит", "грабёж", "грабеж", "ограбление"),
    "win": ("win", "wins", "победа", "банк"),
    "stuck": ("stuck", "тупик"),
    "lend": ("lend", "заём", "заем", "займ", "долг"),
    "next": ("next", "дальше"),
}
EVENTS = {word: event for event, words in WORDS.items() for word in words}
PAYMENT = re.compile(r"(?P<who>.+?)(?:[\s:]+(?P<tugriks>\d{1,4}))?")
LOAN = re.compile(r"(?P<lender>.+?)\s*(?:\bto\b|\bдля\b|→|->)\s*(?P<borrower>.+?)[\s:]+(?P<tugriks>\d{1,4})")
PENALTY = 2
PENALTIES = ("penalty", "checked", "caught")
MOST_TUGRIKS = 4000
LATEST = 40
"""So many lines of the ledger a pad shows."""


class LedgerLine(msgspec.Struct, frozen=True):
    """Something that moved tugriks."""

    what: Fact
    seat: Seat | None
    """Whose money it is; None: everybody's."""
    amount: int


class TugrikiStanding(Standing, frozen=True, kw_only=True):
    """What the pad of Tugriki draws. The totals are those before the event that is being entered."""

    started: bool
    """It is known who starts the first round."""
    bank: int
    tugriks: int
    """All there are (TG-4)."""
    robbery: int
    """What a Robbery would bring now (TG-22)."""
    playing: list[Seat]
    broke: list[Seat]
    """Who is out unless somebody lends (TG-30)."""
    loans: list[Loan]
    """Those that are not paid back yet."""
    ledger: list[LedgerLine]
    """The latest last."""
    effect: Fact | None = None
    """What the event that is being entered does."""


class TugrikiSheet(Sheet):
    game = GAME
    accepts = ("event",)
    own_options = ("tugriks",)
    standing_type = TugrikiStanding

    def begin(self, players: int) -> None:
        self.table: State = GAME.new(players, **self.options)
        self.ledger: Ledger | None = None
        self.happened = []
        self.story = []
        self._lines: list[LedgerLine] = []
        self._effect: Fact | None = None
        self._rounds: list[list[int]] = []
        if "tugriks" in self.own:
            given = self.own["tugriks"]
            if not given.isdecimal() or not players <= int(given) <= MOST_TUGRIKS:
                allowed = f"{players}-{MOST_TUGRIKS}"
                raise UnknownOption.of(
                    "errors.option_value", option="tugriks", given=given, allowed=allowed, rule="TG-4"
                )
            self.table.tugriks = int(given)
            GAME.rules.start(self.table)
        self._money = self.table.money[:players]

    def due(self) -> Fact | None:
        if self.ledger is None:
            return self.fact("ask_start")
        balance = self.ledger.balance()
        if balance.over:
            return None
        if balance.broke:
            return self.fact("ask_loan", players=everyone(balance.broke))
        return self.fact("ask")

    def write(self, line: str) -> None:
        self.happened = []
        word, _, rest = line.strip().partition(" ")
        event = EVENTS.get(word.lower())
        if self.ledger is None:
            if event in (None, "start"):
                starter = self.seat(rest) if event else self._starter(line)
                self._begin(starter)
                self._effect = self.fact("do_start", player=starter)
                return
            self._begin()
        assert self.ledger is not None
        if event not in ("lend", "next"):
            self._tell_changes(self.ledger, self.ledger.go_on)
        self._tell_changes(self.ledger, partial(self._carry_out, self.ledger, event, rest, line))
        self.story += self.happened

    def _begin(self, starter: int = 0) -> None:
        self.ledger = Ledger(self.table, starter)
        self._note("led_antes", None, -1, number=1)

    def _note(self, key: str, seat: int | None, amount: int, /, **args: Arg) -> None:
        """A line of the ledger."""
        self._lines.append(LedgerLine(self.fact(key, **args), seat, amount))

    def _starter(self, line: str) -> int:
        """Read who starts. If no player is called `fly 9`, the line was meant as an event."""
        try:
            return self.seat(line)
        except NotUnderstood:
            word, _, rest = line.strip().partition(" ")
            if rest.strip().isdecimal():
                raise NotUnderstood.of("tugriki.score_event", text=word) from None
            raise

    def _tell_changes(self, ledger: Ledger, step: Callable[[], None]) -> None:
        before = ledger.balance()
        step()
        after = ledger.balance()
        for seat in before.playing:
            if seat not in after.playing:
                self.happened.append(self.fact("goes_out", player=seat))
                self._note("led_out", seat, 0, player=seat)
        next_round = after.round_no > before.round_no
        if next_round or (after.over and not before.over):
            ante = [int(next_round and seat in after.playing) for seat in range(self.players)]
            money = [has + paid for has, paid in zip(after.money, ante, strict=True)]
            self._rounds.append([now - was for now, was in zip(money, self._money, strict=True)])
            self._money = money
        if next_round:
            self.happened.append(self.fact("antes", number=after.round_no))
            self._note("led_antes", None, -1, number=after.round_no)

    def _carry_out(self, ledger: Ledger, event: str | None, rest: str, line: str) -> None:
        if event == "pay" or event in PENALTIES:
            self._pay(ledger, event, rest, line)
        elif event == "rob":
            seat = self.seat(rest)
            self._gains("robbed", "rob", seat, ledger.rob(seat))
        elif event == "win":
            seat = self.seat(rest)
            self._gains("won", "win", seat, ledger.win(seat))
        elif event == "stuck" and not rest:
            ledger.stuck()
            self._effect = self.fact("do_stuck")
            self.happened.append(self.fact("stuck"))
            self._note("led_stuck", None, 0)
        elif event == "next" and not rest:
            self._effect = self.fact("do_next")
            ledger.go_on()
        elif event == "lend" and (found := LOAN.fullmatch(rest.strip())):
            loan = Loan(self.seat(found["lender"]), self.seat(found["borrower"]), int(found["tugriks"]))
            ledger.lend(loan.lender, loan.borrower, loan.tugriks)
            self._effect = self._loan("do_lend", loan)
            self.happened.append(self._loan("lent", loan))
            self._lines.append(LedgerLine(self._loan("led_lend", loan), loan.borrower, loan.tugriks))
        else:
            raise NotUnderstood.of("tugriki.score_line", text=line)

    def _gains(self, told: str, event: str, seat: int, tugriks: int) -> None:
        self._effect = self.fact(f"do_{event}", player=seat, tugriks=tugriks)
        self.happened.append(self.fact(told, player=seat, tugriks=tugriks))
        self._note(f"led_{event}", seat, tugriks, player=seat)

    def _pay(self, ledger: Ledger, event: str, rest: str, line: str) -> None:
        found = PAYMENT.fullmatch(rest.strip())
        if found is None:
            raise NotUnderstood.of("tugriki.score_line", text=line)
        seat, due = self.seat(found["who"]), int(found["tugriks"] or (1 if event == "pay" else PENALTY))
        paid = ledger.pay(seat, due)
        self._effect = self.fact("do_pay", player=seat, tugriks=paid)
        self.happened.append(self.fact("paid" if paid == due else "paid_less", player=seat, tugriks=paid, due=due))
        self._note(f"led_{event}", seat, -paid, player=seat)

    def _loan(self, key: str, loan: Loan, due: int = 0) -> Fact:
        return self.fact(key, player=loan.lender, other=loan.borrower, tugriks=loan.tugriks, due=due)

    def news(self) -> list[str]:
        if self.ledger is None:
            return []
        return [*map(self.said, self.happened), self._status(self.ledger.balance())]

    def _status(self, balance: Balance) -> str:
        """Where the tugriks are."""
        money = ", ".join(f"{self.shown[p]} {balance.money[p]}" for p in balance.playing)
        key = "between" if balance.broke else "status"
        return self.t(key, number=balance.round_no, player=balance.starter, bank=balance.bank, money=money)

    def show(self) -> list[str]:
        if self.ledger is None:
            return []
        balance = self.ledger.balance()
        if balance.over:
            return self._final(balance)
        told = [self._status(balance)]
        if balance.broke:
            told.append(self.t("broke", players=everyone(balance.broke)))
        told += [self.t("is_out", player=p) for p in range(self.players) if p not in balance.playing]
        return told + [self.said(self._loan("owes", loan)) for loan in balance.loans]

    def _final(self, balance: Balance) -> list[str]:
        """TG-30, TG-31."""
        repayments = zip(balance.repaid, balance.loans, strict=True)
        repaid = [self.said(self._loan("repaid", paid, loan.tugriks)) for paid, loan in repayments]
        rows = [[self.t("player"), self.t("tugriks"), self.t("place")]]
        for place, seat in sorted(zip(balance.places, range(self.players), strict=True)):
            rows.append([self.shown[seat], str(balance.money[seat]), str(place)])
        key = "wins" if len(balance.winners) == 1 else "share"
        return [*repaid, *aligned(rows), self.t(key, player=balance.winners[0], players=everyone(balance.winners))]

    def line_of(self, values: Values) -> str:
        """`{"do": "pay", "seat": 2, "tugriks": 1}`, `{"do": "lend", "seat": 3, "to": 1, "tugriks": 3}`, and so on; or a
        line of text."""
        if "do" not in values:
            return super().line_of(values)
        event = text_in(values, "do")
        if event in ("stuck", "next"):
            return event
        if event not in WORDS:
            raise NotUnderstood.of("tugriki.score_event", text=event)
        seat = seat_in(values, self.players) + 1
        if event == "lend":
            return f"lend {seat} to {seat_in(values, self.players, 'to') + 1}: {number_in(values, 'tugriks')}"
        return f"{event} {seat} {number_in(values, 'tugriks')}" if "tugriks" in values else f"{event} {seat}"

    def counted(self) -> Standing:
        ledger = self.ledger
        if ledger is None:
            return TugrikiStanding(
                names=list(self.shown),
                totals=list(self._money),
                round_no=1,
                of_rounds=self.table.rounds,
                form=self.form(),
                started=False,
                bank=self.table.bank,
                tugriks=self.table.tugriks,
                robbery=0,
                playing=list(range(self.players)),
                broke=[],
                loans=[],
                ledger=[],
            )
        balance = ledger.balance()
        return TugrikiStanding(
            names=list(self.shown),
            totals=list(balance.money),
            places=balance.places or places_of(balance.money, lowest=False),
            rounds=list(self._rounds),
            round_no=balance.round_no,
            of_rounds=balance.rounds,
            notes=self._notes(balance),
            over=balance.over,
            winners=balance.winners,
            ranking=GAME.ranking(ledger.s) if balance.over else None,
            form=self.form(),
            started=True,
            bank=balance.bank,
            tugriks=sum(balance.money) + balance.bank,
            robbery=min(balance.bank, len(balance.playing)),
            playing=balance.playing,
            broke=balance.broke,
            loans=balance.loans,
            ledger=self._lines[-LATEST:],
        )

    def with_draft(self, before: Standing) -> Standing:
        """An event is not counted before it is written: people see first what it does."""
        return msgspec.structs.replace(before, complete=True, effect=self._effect)

    def _notes(self, balance: Balance) -> list[Fact]:
        """TG-6, TG-30"""
        if balance.over:
            repayments = zip(balance.repaid, balance.loans, strict=True)
            return [self._loan("gave_back", paid, loan.tugriks) for paid, loan in repayments]
        if balance.broke:
            return [self.fact("needs_loan", players=everyone(balance.broke))]
        return [
            self.fact("starter", number=balance.round_no, player=balance.starter),
            *(self._loan("owed", loan) for loan in balance.loans),
        ]

    def report(self) -> dict[str, Any]:
        if self.ledger is None:
            return {}
        result: dict[str, Any] = msgspec.to_builtins(self.ledger.balance())
        return result


SHEET = TugrikiSheet
