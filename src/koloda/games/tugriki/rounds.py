"""Rounds: how they start and end, who is out, loans, the end of the game (TG-3 to TG-6, TG-29 to TG-32)."""

from koloda.core.bits import size
from koloda.games.tugriki.hands import gather
from koloda.games.tugriki.state import DEAL, LOAN, LOANS, NEW_ROUND, OVER, SEATS, State
from koloda.games.tugriki.turns import following, forget, pay

HANDFUL = (0, 0, 16, 10, 8, 7, 6, 5, 5)
# TG-31: a knockout ends after so many rounds in a row without a winner, or so many rounds for each player.
MOST_STALLED = 3
ROUNDS_EACH = 20


def handful(s: State) -> int:
    """TG-3: cards each, by the number of players in the round."""
    return s.dealt + 0 if s.dealt > 0 else HANDFUL[size(s.playing + 0)]


def unbind(s: State) -> None:
    s.bound = -1
    s.named = 0
    s.pledge = 0


def clear(s: State) -> None:
    """Nothing of the round before is left, but the money."""
    gather(s)
    unbind(s)
    forget(s)
    s.drawn = -1
    s.miss = 0
    s.asked = -1
    s.step = 1
    for seat in range(SEATS):
        s.pick[seat] = -1


def start_round(s: State) -> None:
    """TG-5: everybody pays in, then the cards are dealt."""
    clear(s)
    for seat in range(s.players):
        if (s.playing >> seat) & 1:
            pay(s, seat, 1)
    s.turn = s.starter
    s.target = s.starter
    s.phase = DEAL


def is_last(s: State) -> bool:
    """TG-31: is this the last round, whoever wins it? (0 rounds: a knockout, which need not come to its last one.)"""
    return s.round_no >= (s.rounds if s.rounds > 0 else ROUNDS_EACH * s.players) or s.stalled == MOST_STALLED


def win_round(s: State, seat: int) -> None:
    """TG-29, TG-30. While lenders are asked, `turn` stays the winner's."""
    s.money[seat] += s.bank
    s.bank = 0
    s.stalled = 0
    end_round(s)
    if is_last(s):
        end_game(s)
    else:
        next_broke(s)


def stalemate(s: State) -> None:
    """TG-32: the bank stays, or is split after the last round."""
    if s.rounds == 0:
        s.stalled += 1
    end_round(s)
    if is_last(s):
        share = s.bank // size(s.playing + 0)
        for seat in range(s.players):
            if (s.playing >> seat) & 1:
                s.money[seat] += share
        s.bank = 0
        end_game(s)
    else:
        next_round(s)


def end_round(s: State) -> None:
    unbind(s)
    s.miss = 0
    s.step = 1
    s.target = -1


def next_broke(s: State) -> None:
    """TG-30: the next player without tugriks, lowest seat first, is lent some or out; after all of them, on we go."""
    for seat in range(s.target + 1, s.players):
        if (s.playing >> seat) & 1 and s.money[seat] == 0 and seat != s.turn:
            s.target = seat
            s.asked = seat
            if ask_next(s):
                return
            s.playing &= ~(1 << seat)
    s.target = -1
    s.asked = -1
    next_round(s)


def ask_next(s: State) -> bool:
    """TG-30: the next player, clockwise, who can lend to the target; False when there is none."""
    if s.loans and s.lent < LOANS:
        seat = following(s, s.asked + 0)
        while seat != s.target:
            if s.money[seat] >= 2:
                s.asked = seat
                s.phase = LOAN
                return True
            seat = following(s, seat)
    return False


def lend(s: State, seat: int, tugriks: int) -> None:
    """TG-30: 0 refuses."""
    if tugriks > 0:
        s.loan[s.lent] = seat * 64 + s.target * 8 + tugriks
        s.lent += 1
        s.money[seat] -= tugriks
        s.money[s.target] += tugriks
    elif ask_next(s):
        return
    else:
        s.playing &= ~(1 << s.target)
    next_broke(s)


def next_round(s: State) -> None:
    """TG-6, TG-31."""
    if size(s.playing + 0) < 2:
        end_game(s)
    else:
        s.round_no += 1
        s.starter = following(s, s.starter + 0)
        s.phase = NEW_ROUND


def end_game(s: State) -> None:
    """TG-30: loans are paid back, oldest first, as far as the borrower's tugriks reach."""
    for i in range(s.lent):
        lender = s.loan[i] >> 6
        borrower = (s.loan[i] >> 3) & 7
        repaid = min(s.loan[i] & 7, s.money[borrower] + 0)
        s.money[borrower] -= repaid
        s.money[lender] += repaid
    s.phase = OVER
