"""Tugriki once more, told from start to end as the rules tell it: with lists of card names and no thought of speed.

The game is one generator. It yields what is due, a draw (`Pool`: the cards or seats it is among) or decisions (moves in
notation by seat), and is sent the answer: a card, a seat, or a seat with its move.
"""

from collections.abc import Generator
from typing import Any

from tests.games.tugriki.referee import COLOURS, RANKS

HANDS = {2: 16, 3: 10, 4: 8, 5: 7, 6: 6, 7: 5, 8: 5}
Pool = list[Any]
Asked = dict[int, list[str]]
GameFlow = Generator[Pool | Asked, Any, Any]


class ReferenceGame:
    def __init__(self, players: int, cards: list[str], carries: dict[str, str], tugriks: int, **options: Any) -> None:
        self.players = players
        self.cards = cards
        self.carries = carries
        self.options = options
        self.coloured = [card for card in cards if len(card) == 2]
        self.lowest = min(RANKS.index(card[1]) for card in self.coloured)
        self.inside = list(range(players))
        self.money = [tugriks // players] * players
        self.bank = 0
        self.loans: list[tuple[int, int, int]] = []
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.deck = list(cards)
        self.piles: dict[str, list[str]] = {}  # what lies in the place of each card, the top last
        self.direction = 1

    def play(self) -> GameFlow:
        self.starter = yield list(range(self.players))
        number = 1
        stuck = 0  # rounds in a row
        while True:
            ending = yield from self.round()
            stuck = stuck + 1 if ending == "stalemate" else 0
            if self.options["rounds"]:
                last = number == self.options["rounds"]
            else:
                last = stuck == 3 or number == 20 * self.players
            if ending == "stalemate":
                if last:
                    for seat in self.inside:
                        self.money[seat] += self.bank // len(self.inside)
                    self.bank = 0
            else:
                self.money[self.seat] += self.bank
                self.bank = 0
                if not last:
                    yield from self.help_the_broke(self.seat)
            if last or len(self.inside) == 1:
                break
            number += 1
            self.starter = next(
                seat
                for seat in [(self.starter + i) % self.players for i in range(1, self.players + 1)]
                if seat in self.inside
            )
        for lender, borrower, tugriks in self.loans:
            back = min(tugriks, self.money[borrower])
            self.money[borrower] -= back
            self.money[lender] += back

    def pay(self, seat: int, tugriks: int) -> None:
        paid = min(tugriks, self.money[seat])
        self.money[seat] -= paid
        self.bank += paid

    def after(self, seat: int) -> int:
        at = self.inside.index(seat)
        return self.inside[(at + self.direction) % len(self.inside)]

    def draw(self, seat: int) -> GameFlow:
        card = yield self.deck
        self.deck.remove(card)
        self.hands[seat].append(card)
        return card

    def round(self) -> GameFlow:
        self.deck = list(self.cards)
        self.hands = [[] for _ in range(self.players)]
        self.piles = {}
        self.direction = 1
        self.colour: str | None = None  # named, for so many cards more
        self.more = 0
        self.row: str | None = None  # to be finished; while a colour is named, after that
        self.miss = False
        self.paid: int | None = None
        self.silent: int | None = None
        for seat in self.inside:
            self.pay(seat, 1)
        self.seat = self.starter
        for _ in self.inside:
            for _ in range(self.options["dealt"] or HANDS[len(self.inside)]):
                yield from self.draw(self.seat)
            self.seat = self.after(self.seat)
        while True:
            ending = yield from self.move()
            while ending == "again":
                ending = yield from self.move()
            if ending in ("won", "stalemate"):
                self.direction = 1
                return ending
            self.seat = self.after(self.seat)
            if self.miss:
                self.miss = False
                self.seat = self.after(self.seat)

    def move(self) -> GameFlow:
        me = self.seat
        while True:
            lays = self.lays(self.hands[me])
            doubtful = self.paid is not None and self.paid != me
            moves = list(lays)
            if self.deck:
                if not lays or self.options["challenges"]:
                    moves.append("draw")
            elif not lays:
                if not self.options["attention"] and not doubtful:
                    self.pay(me, 1)
                    self.paid = None
                    return "passed"
                moves += self.payments()
            if doubtful:
                moves.append("challenge")
            asked: Asked = {me: moves}
            if self.silent is not None:
                for seat in self.inside:
                    if seat != self.silent:
                        asked.setdefault(seat, []).append("call")
            _, move = yield asked
            if move == "call":
                assert self.silent is not None
                self.pay(self.silent, 2)
                self.silent = None
            elif move == "challenge":
                assert self.paid is not None
                guilty = bool(self.lays(self.hands[self.paid]))
                loser = self.paid if guilty else me
                self.paid = None
                self.pay(loser, 2 if self.deck else 3)
                if self.deck:
                    yield from self.draw(loser)
                if not guilty:
                    return "passed"
            else:
                break
        self.paid = self.silent = None
        drawn = move == "draw"
        if drawn:
            card = yield from self.draw(me)
            lays = self.lays([card])
            if not lays and not self.options["challenges"] and not self.options["attention"]:
                self.pay(me, 1)
                return "passed"
            keep = self.payments() if not lays or self.options["challenges"] else []
            _, move = yield {me: lays + keep}
        if move == "pay":
            self.pay(me, 1)
            if drawn and self.options["challenges"]:
                self.paid = me
            return "passed"
        if move == "silent":
            self.silent = me
            return "passed"
        return (yield from self.lay(me, move))

    def payments(self) -> list[str]:
        return ["pay", "silent"] if self.options["attention"] else ["pay"]

    def finished(self, colour: str) -> bool:
        return all(card in self.piles for card in self.coloured if card[0] == colour)

    def open(self, card: str) -> bool:
        """TG-8 a, b, c."""
        colour, rank = card[0], RANKS.index(card[1])
        if card in self.piles:
            return False
        if rank == 5:
            return True
        if colour + "5" not in self.piles:
            return False
        inward = range(rank + 1, 6) if rank < 5 else range(5, rank)
        if all(colour + RANKS[r] in self.piles for r in inward):
            return True
        at_end = rank in (self.lowest, 10 - self.lowest)
        return at_end and any(other + card[1] in self.piles for other in COLOURS)

    def lays(self, hand: list[str]) -> list[str]:
        """All moves that lay a card of the hand."""
        bound = self.colour or self.row
        found = []
        for card in self.coloured:
            free = bound in (None, card[0])
            if card in hand and free and (self.open(card) or self.piles.get(card, [""])[-1] in ("genie", "row")):
                found.append(card)
            if self.open(card) and self.stands_for(card):
                if "genie" in hand and free:
                    found.append(f"genie={card}")
                if "row" in hand and (free or self.colour is None):
                    found.append(f"row={card}")
        return found

    def stands_for(self, card: str) -> bool:
        """TG-13, TG-14: may a wild stand for this card?"""
        return card[1] != "5" and (not self.options["plain_wilds"] or self.carries.get(card, "plain") == "plain")

    def lay(self, me: int, move: str) -> GameFlow:
        card, _, place = move.partition("=")
        place = place or card
        colour = place[0]
        finished_before = self.finished(colour)
        self.hands[me].remove(card)
        self.piles.setdefault(place, []).append(card)
        if not self.hands[me]:
            return "won"
        if all(card in self.piles.get(card, []) for card in self.coloured):
            return "stalemate"
        if card == "row":
            self.row = colour
        if self.colour:
            self.more -= 1
            if self.more == 0:
                self.colour = None
        if self.finished(colour) and not finished_before:
            self.miss = True
            self.colour = self.row = None
        return (yield from self.carry_out(me, self.carries.get(card, "plain")))

    def carry_out(self, me: int, action: str) -> GameFlow:
        if action == "colour_choice":
            self.colour = self.row = None
            names = {"R": "red", "Y": "yellow", "G": "green", "P": "purple", "B": "blue", "O": "orange"}
            open_rows = [c for c in COLOURS if c + "5" in self.coloured and not self.finished(c)]
            if open_rows:
                _, said = yield {me: [f"name {names[c]}" for c in open_rows]}
                self.colour = next(c for c in open_rows if said == f"name {names[c]}")
                self.more = 2
        elif action == "draw":
            if self.deck:
                yield from self.draw(self.after(me))
            self.miss = True
        elif action == "skip":
            self.miss = True
        elif action == "reverse":
            self.direction = -self.direction
        elif action == "exchange":
            yield from self.exchange(me)
        elif action == "penalty":
            self.pay(self.after(me), 2)
            self.miss = True
        elif action == "robbery":
            loot = min(self.bank, len(self.inside))
            self.bank -= loot
            self.money[me] += loot
        return "again" if action == "repeat" else "done"

    def exchange(self, me: int) -> GameFlow:
        drawn = {}
        seat = me
        while seat not in drawn:
            drawn[seat] = yield self.hands[self.after(seat)]
            seat = self.after(seat)
        for seat, card in drawn.items():
            self.hands[self.after(seat)].remove(card)
        for seat, card in drawn.items():
            self.hands[seat].append(card)

    def help_the_broke(self, winner: int) -> GameFlow:
        """TG-30."""
        for broke in range(self.players):
            if broke not in self.inside or self.money[broke] or broke == winner:
                continue
            helped = False
            for lender in [(broke + i) % self.players for i in range(1, self.players)]:
                able = self.options["loans"] and len(self.loans) < 64 and self.money[lender] >= 2
                if able and not helped:
                    most = min(5, self.money[lender] - 1)
                    _, move = yield {lender: ["refuse", *(f"lend {n}" for n in range(1, most + 1))]}
                    if move != "refuse":
                        tugriks = int(move.removeprefix("lend "))
                        self.money[lender] -= tugriks
                        self.money[broke] += tugriks
                        self.loans.append((lender, broke, tugriks))
                        helped = True
            if not helped:
                self.inside.remove(broke)
