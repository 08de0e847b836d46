"""Mind Up! played with plain lists from a record's words; written from the rules text, to hold `rules.py` against."""

from typing import Any

from koloda.games.mind_up.cards import COLOUR_NAMES, Deck

Pile = list[int]


class ReferenceGame:
    """A table that hears draws (`deal 2 15`) and moves, and keeps everything open."""

    def __init__(self, players: int, deck: Deck, goals: str) -> None:
        self.players = players
        self.deck = deck
        self.mode = goals
        self.turned_up: list[int] = []
        self.row: list[int] = []
        self.order: list[int] = []
        self.hands: list[set[int]] = [set() for _ in range(players)]
        self.choices: dict[int, int] = {}
        self.collections: list[list[Pile]] = [[] for _ in range(players)]
        self.goals: list[str] = []
        self.discarded: list[str] = []
        self.rounds: list[list[int]] = []
        self.bonuses = [0] * players

    def hear(self, draw: str) -> None:
        word, *rest = draw.split()
        if word == "up":
            self.turned_up.append(int(rest[1]))
            self.row = sorted(self.turned_up)
        elif word == "deal":
            self.hands[int(rest[0]) - 1].add(int(rest[1]))
        elif word == "value":
            self.order.append(int(rest[0]))
            missing = {*self.deck.values} - {*self.order}
            if len(missing) == 1:
                self.order += missing
        else:
            assert word == "goal"
            self.open_goal(rest[0])

    def open_goal(self, name: str) -> None:
        """MU-18."""
        letters = {goal[0] for goal in self.goals}
        stack = {GOALS[g] for g in self.deck.goals} - {*self.goals} - {*self.discarded}
        possible = {goal for goal in stack if goal[0] not in letters}
        if not possible:
            possible = {goal for goal in self.discarded if goal[0] not in letters}
            self.discarded = []
        assert name in possible
        self.goals.append(name)

    def choose(self, seat: int, card: str) -> None:
        """MU-8: the last choice reveals all."""
        if card == "back":
            del self.choices[seat]
            return
        self.choices[seat] = int(card)
        if len(self.choices) == self.players:
            self.reveal()

    def reveal(self) -> None:
        """MU-9 .. MU-12."""
        played = sorted((card, seat) for seat, card in self.choices.items())
        for (card, seat), taken in zip(played, self.row, strict=True):
            self.hands[seat].remove(card)
            self.place(seat, taken)
        self.row = [card for card, _ in played]
        self.choices = {}
        if len(self.hands[0]) == 1:
            for seat, hand in enumerate(self.hands):
                self.place(seat, hand.pop())
            self.end_round()

    def place(self, seat: int, card: int) -> None:
        """MU-10."""
        for pile in self.collections[seat]:
            if self.colour(pile[0]) == self.colour(card):
                pile.append(card)
                return
        self.collections[seat].append([card])

    def colour(self, card: int) -> str:
        return COLOUR_NAMES[self.deck.colours[card]]

    def end_round(self) -> None:
        """MU-13 .. MU-15, MU-17."""
        worth = {GOALS[g]: points for g, points in self.deck.goals.items()}
        points = []
        for seat in range(self.players):
            marks = [self.deck.marks.get(card, 0) for pile in self.collections[seat] for card in pile]
            met = [worth[goal] for goal in self.goals if applies(goal, self.layout(), seat)]
            points.append(self.values(seat) + sum(marks) + sum(met))
            self.bonuses[seat] += sum(x for x in marks + met if x > 0)
        self.rounds.append(points)
        if len(self.rounds) == self.deck.rounds:
            return
        self.hands = [{card for pile in piles for card in pile} for piles in self.collections]
        self.collections = [[] for _ in range(self.players)]
        self.order = []
        if self.mode == "each-round":
            self.discarded += self.goals
            self.goals = []

    def values(self, seat: int) -> int:
        return sum(value * len(pile) for value, pile in zip(self.order, self.collections[seat], strict=False))

    def layout(self) -> list[dict[str, tuple[int, int, int]]]:
        """By seat: colour -> (place from the left, value under it, cards)."""
        return [
            {
                self.colour(pile[0]): (place, self.order[place], len(pile))
                for place, pile in enumerate(self.collections[seat])
            }
            for seat in range(self.players)
        ]

    def winners(self) -> list[int]:
        """MU-16."""
        rank = [(sum(r[p] for r in self.rounds), self.rounds[-1][p], self.bonuses[p]) for p in range(self.players)]
        return [p for p in range(self.players) if rank[p] == max(rank)]


GOALS = [letter + number for letter in "ABCDEFG" for number in "12"]


def applies(goal: str, layout: list[dict[str, tuple[int, int, int]]], seat: int) -> bool:
    """MU-20."""
    own = layout[seat]
    counts = {colour: own[colour][2] if colour in own else 0 for colour in COLOUR_NAMES}
    places = {colour: own[colour][0] for colour in own}
    under = {colour: own[colour][1] for colour in own}

    def all_of(colour: str) -> list[int]:
        return [other[colour][2] if colour in other else 0 for other in layout]

    truth: dict[str, Any] = {
        "A1": counts["orange"] in (1, 3),
        "A2": under.get("orange") in (1, 2),
        "B1": counts["blue"] in (2, 4),
        "B2": counts["blue"] == max(counts.values()),
        "C1": counts["pink"] == min(all_of("pink")),
        "C2": counts["pink"] == max(all_of("pink")),
        "D1": "green" in own and all(places[c] < places["green"] for c in own if c != "green"),
        "D2": under.get("green") in (4, 5),
        "E1": counts["purple"] >= 1 and counts["purple"] >= counts["orange"],
        "E2": counts["purple"] == max(all_of("purple")),
        "F1": len(own) == 5,
        "F2": len(own) == 3,
        "G1": 3 in counts.values(),
        "G2": 4 in counts.values(),
    }
    return bool(truth[goal])
