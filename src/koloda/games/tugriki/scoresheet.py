"""The score sheet of Tugriki: who starts, then a line for everything that moves tugriks.

`pay 2` (1 to the bank), `pay 2 3`, `penalty 2` (pays 2), `rob 3`, `win 1`, `stuck` (TG-32), `lend 4 to 2: 3`, `next`.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from koloda.core.errors import NotUnderstood, UnknownOption
from koloda.core.score_sheet import Sheet, everyone
from koloda.core.typed_lines import aligned
from koloda.games.tugriki import GAME
from koloda.games.tugriki.scorekeeping import Balance, Ledger, Loan
from koloda.games.tugriki.state import State

WORDS = {
    "start": ("start", "начинает"),
    "pay": ("pay", "платит", "плата"),
    "penalty": ("penalty", "fine", "штраф"),
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
MOST_TUGRIKS = 4000


class TugrikiSheet(Sheet):
    game = GAME
    accepts = ("event",)
    own_options = ("tugriks",)

    def begin(self, players: int) -> None:
        self.table: State = GAME.new(players, **self.options)
        self.ledger: Ledger | None = None
        self.happened: list[str] = []
        self.story: list[str] = []
        if "tugriks" in self.own:
            given = self.own["tugriks"]
            if not given.isdecimal() or not players <= int(given) <= MOST_TUGRIKS:
                allowed = f"{players}-{MOST_TUGRIKS}"
                raise UnknownOption.of(
                    "errors.option_value", option="tugriks", given=given, allowed=allowed, rule="TG-4"
                )
            self.table.tugriks = int(given)
            GAME.rules.start(self.table)

    def due(self) -> str | None:
        if self.ledger is None:
            return self.t("ask_start")
        balance = self.ledger.balance()
        if balance.over:
            return None
        if balance.broke:
            return self.t("ask_loan", players=everyone(balance.broke))
        return self.t("ask")

    def write(self, line: str) -> None:
        self.happened = []
        word, _, rest = line.strip().partition(" ")
        event = EVENTS.get(word.lower())
        if self.ledger is None:
            if event in (None, "start"):
                self.ledger = Ledger(self.table, self.seat(rest) if event else self._starter(line))
                return
            self.ledger = Ledger(self.table)
        if event not in ("lend", "next"):
            self._tell_changes(self.ledger, self.ledger.go_on)
        self._tell_changes(self.ledger, partial(self._carry_out, self.ledger, event, rest, line))
        self.story += self.happened

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
        self.happened += [self.t("goes_out", player=p) for p in before.playing if p not in after.playing]
        if after.round_no > before.round_no:
            self.happened.append(self.t("antes", number=after.round_no))

    def _carry_out(self, ledger: Ledger, event: str | None, rest: str, line: str) -> None:
        if event in ("pay", "penalty"):
            self._pay(ledger, rest, line, PENALTY if event == "penalty" else 1)
        elif event == "rob":
            seat = self.seat(rest)
            self.happened.append(self.t("robbed", player=seat, tugriks=ledger.rob(seat)))
        elif event == "win":
            seat = self.seat(rest)
            self.happened.append(self.t("won", player=seat, tugriks=ledger.win(seat)))
        elif event == "stuck" and not rest:
            ledger.stuck()
            self.happened.append(self.t("stuck"))
        elif event == "next" and not rest:
            ledger.go_on()
        elif event == "lend" and (found := LOAN.fullmatch(rest.strip())):
            loan = Loan(self.seat(found["lender"]), self.seat(found["borrower"]), int(found["tugriks"]))
            ledger.lend(*loan)
            self.happened.append(self._loan("lent", loan))
        else:
            raise NotUnderstood.of("tugriki.score_line", text=line)

    def _pay(self, ledger: Ledger, rest: str, line: str, usual: int) -> None:
        found = PAYMENT.fullmatch(rest.strip())
        if found is None:
            raise NotUnderstood.of("tugriki.score_line", text=line)
        seat, due = self.seat(found["who"]), int(found["tugriks"] or usual)
        paid = ledger.pay(seat, due)
        self.happened.append(self.t("paid" if paid == due else "paid_less", player=seat, tugriks=paid, due=due))

    def _loan(self, key: str, loan: Loan, due: int = 0) -> str:
        return self.t(key, player=loan.lender, other=loan.borrower, tugriks=loan.tugriks, due=due)

    def news(self) -> list[str]:
        return [] if self.ledger is None else [*self.happened, self._status(self.ledger.balance())]

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
        return told + [self._loan("owes", loan) for loan in balance.loans]

    def _final(self, balance: Balance) -> list[str]:
        """TG-30, TG-31."""
        repayments = zip(balance.repaid, balance.loans, strict=True)
        repaid = [self._loan("repaid", paid, loan.tugriks) for paid, loan in repayments]
        rows = [[self.t("player"), self.t("tugriks"), self.t("place")]]
        for place, seat in sorted(zip(balance.places, range(self.players), strict=True)):
            rows.append([self.shown[seat], str(balance.money[seat]), str(place)])
        key = "wins" if len(balance.winners) == 1 else "share"
        return [*repaid, *aligned(rows), self.t(key, player=balance.winners[0], players=everyone(balance.winners))]

    def report(self) -> dict[str, Any]:
        if self.ledger is None:
            return {}
        result: dict[str, Any] = msgspec.to_builtins(self.ledger.balance())
        for key in ("loans", "repaid"):
            result[key] = [dict(zip(Loan._fields, loan, strict=True)) for loan in result[key]]
        return result


SHEET = TugrikiSheet
