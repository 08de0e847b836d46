"""The score pad of Tugriki: a ledger of tugriks, the bank and loans at a real table (TG-4 to TG-6, TG-29 to TG-32)."""

from collections.abc import Callable, Sequence

import msgspec

from koloda.core.errors import NotLegal
from koloda.core.game import seats_of
from koloda.core.ranking import places
from koloda.games.tugriki import laying, rounds, turns
from koloda.games.tugriki.rules import standings
from koloda.games.tugriki.state import LOAN, MOST_LENT, NEW_ROUND, OVER, State
from koloda.games.tugriki.view import Loan, loans


class Balance(msgspec.Struct, frozen=True):
    money: list[int]
    bank: int
    round_no: int
    rounds: int
    """0 in a knockout."""
    playing: list[int]
    starter: int
    """Who starts this round (TG-6)."""
    broke: list[int]
    """Who is out unless somebody lends (TG-30)."""
    loans: list[Loan]
    over: bool
    repaid: list[Loan]
    """At the end of the game: what every borrower gives back, oldest loan first."""
    places: list[int]
    """By seat, once the game is over."""
    winners: list[int]


class Ledger:
    """Antes are taken when a round starts (TG-5), and the next one starts as soon as the last is settled."""

    def __init__(self, s: State, starter: int = 0) -> None:
        self.s = s
        self._offers: list[Loan] = []
        self._repaid: list[Loan] = []
        s.starter = starter
        rounds.start_round(s)

    def pay(self, seat: int, tugriks: int) -> int:
        """Into the bank; returns how many, which is never more than the player has (TG-12)."""
        self._go_on(seat)
        before = self.s.bank
        turns.pay(self.s, seat, tugriks)
        return self.s.bank - before

    def rob(self, seat: int) -> int:
        """Out of the bank, one for each player in the round; never more than there are (TG-22)."""
        self._go_on(seat)
        before = self.s.bank
        laying.rob(self.s, seat)
        return before - self.s.bank

    def win(self, seat: int) -> int:
        """TG-29: returns how many were in the bank."""
        self._go_on(seat)
        bank = self.s.bank
        self.s.turn = seat
        self._end(lambda s: rounds.win_round(s, seat))
        return bank

    def stuck(self) -> None:
        """TG-32: nobody can ever lay."""
        self._go_on()
        self._end(rounds.stalemate)

    def lend(self, lender: int, borrower: int, tugriks: int) -> None:
        """TG-30. When everybody who is broke has borrowed, the next round starts."""
        if self.s.phase == OVER:
            raise NotLegal.of("tugriki.score_over")
        if borrower not in self.broke:
            raise NotLegal.of("tugriki.score_not_broke", player=borrower)
        if lender == borrower or not self.s.playing >> lender & 1:
            raise NotLegal.of("tugriki.score_no_lender", player=lender)
        offers = [*self._offers, Loan(lender, borrower, tugriks)]
        _settle(self.s.copy(), offers)
        self._offers = offers
        if not self.broke:
            self.go_on()

    def go_on(self) -> None:
        """Nobody lends any more: who is still broke is out, and the next round starts."""
        if self.s.phase == LOAN:
            offers, self._offers = self._offers, []
            self._end(lambda s: _settle(s, offers))

    @property
    def broke(self) -> list[int]:
        s = self.s
        if s.phase != LOAN:
            return []
        helped = {offer.borrower for offer in self._offers}
        return [p for p in seats_of(s.playing) if s.money[p] == 0 and p != s.turn and p not in helped]

    def balance(self) -> Balance:
        s = self.s
        over = s.phase == OVER
        out = [0] * s.players
        standings(s, out)
        ranked = places(out) if over else []
        money = s.money[: s.players]
        for offer in self._offers:
            money[offer.lender] -= offer.tugriks
            money[offer.borrower] += offer.tugriks
        return Balance(
            money=money,
            bank=s.bank,
            round_no=s.round_no,
            rounds=s.rounds,
            playing=seats_of(s.playing),
            starter=s.starter,
            broke=self.broke,
            loans=[*loans(s), *self._offers],
            over=over,
            repaid=self._repaid,
            places=ranked,
            winners=[seat for seat, place in enumerate(ranked) if place == 1],
        )

    def _go_on(self, *seats: int) -> None:
        """Something happens in a round: it is under way, and these seats are in it."""
        self.go_on()
        if self.s.phase == OVER:
            raise NotLegal.of("tugriki.score_over")
        for seat in seats:
            if not self.s.playing >> seat & 1:
                raise NotLegal.of("tugriki.score_out", player=seat)

    def _end(self, step: Callable[[State], None]) -> None:
        before = self.s.copy()
        step(self.s)
        if self.s.phase == NEW_ROUND:
            rounds.start_round(self.s)
        if self.s.phase == OVER:
            self._repaid = _repayments(before, step)


def _settle(s: State, offers: Sequence[Loan]) -> None:
    """TG-30: everyone who is asked lends as offered, or not at all."""
    left = list(offers)
    while s.phase == LOAN:
        offer = next((o for o in left if (o.lender, o.borrower) == (s.asked, s.target)), None)
        if offer is None:
            rounds.lend(s, s.asked, 0)
            continue
        most = min(MOST_LENT, s.money[offer.lender] - 1)
        if not 1 <= offer.tugriks <= most:
            raise NotLegal.of("tugriki.score_lend", player=offer.lender, given=offer.tugriks, most=most)
        left.remove(offer)
        rounds.lend(s, offer.lender, offer.tugriks)
    if left:
        raise NotLegal.of("tugriki.score_no_lender", player=left[0].lender)


def _repayments(before: State, step: Callable[[State], None]) -> list[Loan]:
    """What each loan moved at the end of the game: the end is played with one loan more each time."""
    unpaid = before.copy()
    unpaid.lent = 0
    step(unpaid)
    repaid = []
    money = unpaid.money
    for number, loan in enumerate(loans(before), 1):
        after = unpaid.copy()
        after.lent = number
        rounds.end_game(after)
        paid = money[loan.borrower] - after.money[loan.borrower]
        repaid.append(msgspec.structs.replace(loan, tugriks=paid))
        money = after.money
    return repaid
