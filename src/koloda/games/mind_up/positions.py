"""Positions of Mind Up! in one line.

`mind_up[players=2] round=2 row=10,20 order=2-4-1-5-3 hand=1,2,3/4,5,6 choice=-/5 collection=9+20,37/- points=25/30`

A collection is written from left to right, cards of a colour joined by `+`. `points` (by round: `25,30/28,27`) and
`bonus` are those of the rounds that are over. `known` lists the cards in hands that have lain face up. `layer` is who
lays out the collection cards. `goals` are the open ones, `discarded` others. What is left out is empty; the order is
ascending then. `phase` is `choose` unless given: `turn-up`, `lay-out`, `deal` (with `due`, the cards to come),
`open-goals`, `over`; `deal-anew` and `choose-anew` with the phase to `resume` (`owed` cards by seat, choices `?`).
"""

from collections.abc import Iterable

from koloda.core import position
from koloda.core.errors import NotUnderstood
from koloda.games.mind_up.cards import GOAL_NAMES, numbers
from koloda.games.mind_up.collecting import collect
from koloda.games.mind_up.goals import candidates
from koloda.games.mind_up.options import SET_UP, chosen
from koloda.games.mind_up.state import (
    ANY,
    CHOOSE,
    CHOOSE_ANEW,
    DEAL,
    DEAL_ANEW,
    LAY_OUT,
    OPEN_GOALS,
    OVER,
    TURN_UP,
    State,
)
from koloda.games.mind_up.view import PHASES, piles

PHASE_NAMES = {name: phase for phase, name in PHASES.items()}


def write_position(s: State) -> str:
    seats = range(s.players)
    anew = s.phase in (DEAL_ANEW, CHOOSE_ANEW)
    hands = [s.hand[p] for p in seats]
    parts = {
        "phase": "" if s.phase == CHOOSE else PHASES[s.phase],
        "resume": PHASES[s.resume] if anew else "",
        "round": "" if s.phase == OVER else str(s.scored + 1),
        "row": _cards(n for n in s.row if n),
        "order": "-".join(str(value) for value in s.order if value),
        "layer": str(s.layer + 1) if s.layer else "",
        "hand": _by_seat([_cards(numbers(hand)) for hand in hands]),
        "choice": _by_seat([{0: "", ANY: "?"}.get(s.choice[p], str(s.choice[p])) for p in seats]),
        "known": _cards(numbers(sum(hands) & s.seen)),
        "collection": _by_seat([",".join("+".join(map(str, pile)) for pile in piles(s, p)) for p in seats]),
        "points": _by_seat([_cards(s.points[p][: s.scored]) for p in seats]),
        "bonus": _by_seat([str(_earlier_bonus(s, p) or "") for p in seats]),
        "goals": _goals(s.open_goals),
        "discarded": _goals(s.discarded),
        "due": str(s.due or ""),
        "owed": _by_seat([str(s.owed[p] or "") for p in seats]),
    }
    return position.write(SET_UP, chosen(s), parts)


def _cards(cards: Iterable[int]) -> str:
    return ",".join(map(str, cards))


def _by_seat(parts: list[str]) -> str:
    return "/".join(part or "-" for part in parts) if any(parts) else ""


def _goals(goals: int) -> str:
    return ",".join(name for goal, name in enumerate(GOAL_NAMES) if goals >> goal & 1)


def _earlier_bonus(s: State, seat: int) -> int:
    """Without what the cards of this round have brought so far."""
    if s.phase == OVER:
        return s.bonus[seat]
    return s.bonus[seat] - sum(max(s.mark[n], 0) for n in numbers(s.collection[seat]))


def read_position(text: str) -> State:
    parts = position.Parts(SET_UP, text)
    s: State = parts.start()
    s.phase = _phase(parts, "phase", CHOOSE)
    anew = s.phase in (DEAL_ANEW, CHOOSE_ANEW)
    s.resume = _phase(parts, "resume", CHOOSE) if anew else 0
    phase = s.resume if anew else s.phase
    s.scored = (s.rounds if phase == OVER else parts.number("round", 1, 1, s.rounds)) - 1
    _read_table(s, parts, phase)
    _read_hands(s, parts, phase)
    _read_earlier_rounds(s, parts, phase)
    _read_goals(s, parts, phase)
    parts.finish()
    _check(s, parts, phase)
    return s


def _phase(parts: position.Parts, key: str, default: int) -> int:
    word = parts.text_of(key, PHASES[default])
    if word not in PHASE_NAMES:
        raise parts.bad("mind_up.no_phase", text=word, allowed=", ".join(PHASE_NAMES))
    return PHASE_NAMES[word]


def _numbers(text: str) -> list[int]:
    return _split(text, ",")


def _split(text: str, by: str) -> list[int]:
    return [_number(part) for part in text.split(by) if part]


def _number(text: str) -> int:
    if not text.removeprefix("-").isdecimal():
        raise NotUnderstood.of("mind_up.no_number", text=text)
    return int(text)


def _take(s: State, card: int) -> int:
    """A card out of the stack."""
    if not 0 < card < 63 or not s.stack >> card & 1:
        raise NotUnderstood.of("mind_up.not_in_deck", card=card)
    s.stack &= ~(1 << card)
    return card


def _read_table(s: State, parts: position.Parts, phase: int) -> None:
    """Row, order and collections: all that lies face up."""
    row = sorted(_take(s, card) for card in _numbers(parts.text_of("row")))
    wanted = range(s.players) if phase == TURN_UP else range(s.players, s.players + 1)
    if len(row) not in wanted:
        raise parts.bad("mind_up.row_length", given=len(row), players=s.players)
    s.row[: len(row)] = row
    s.layer = parts.number("layer", 1, 1, s.players) - 1
    _read_order(s, parts, phase)
    for seat, text in enumerate(parts.by_seat("collection", s.players, str, "")):
        if text and phase in (TURN_UP, LAY_OUT):
            raise parts.bad("mind_up.order", text="-")
        for place, pile in enumerate(text.split(",") if text else [], 1):
            for card in _split(pile, "+"):
                collect(s, seat, _take(s, card))
                if s.place[seat][s.colour[card]] != place:
                    raise parts.bad("mind_up.mixed_pile", pile=pile)
    s.seen = sum(1 << card for card in row) + sum(s.collection)


def _read_order(s: State, parts: position.Parts, phase: int) -> None:
    values = numbers(s.collection_cards)
    laid = {TURN_UP: range(1), LAY_OUT: range(len(values) - 1)}.get(phase, range(len(values), len(values) + 1))
    text = parts.text_of("order", "" if 0 in laid else "-".join(map(str, values)))
    order = _split(text, "-")
    if len(order) not in laid or len({*order}) < len(order) or not {*order} <= {*values}:
        raise parts.bad("mind_up.order", text=text)
    s.order[: len(order)] = order
    s.unlaid = s.collection_cards & ~sum(1 << value for value in order) if phase == LAY_OUT else 0


def _read_hands(s: State, parts: position.Parts, phase: int) -> None:
    hands: list[list[int]] = parts.by_seat("hand", s.players, _numbers, [])
    for seat, hand in enumerate(hands):
        s.hand[seat] = sum(1 << _take(s, card) for card in hand)
    for card in _numbers(parts.text_of("known")):
        if not 0 < card < 63 or not sum(s.hand) >> card & 1:
            raise parts.bad("mind_up.not_in_hand", card=card)
        s.seen |= 1 << card
    for seat, text in enumerate(parts.by_seat("choice", s.players, str, "")):
        s.choice[seat] = _choice(s, seat, text)
    s.owed[: s.players] = parts.by_seat("owed", s.players, lambda text: _number(text or "0"), 0)
    if phase == CHOOSE:
        s.undecided = sum(1 << seat for seat in range(s.players) if s.choice[seat] == 0)
    if phase == DEAL:
        missing = s.players * (s.first_hand + s.scored) - sum(map(len, hands)) - sum(s.owed)
        s.due = parts.number("due", max(missing, 1), 1, 127)
        s.turn = -s.due % s.players
    if phase == TURN_UP:
        s.turn = sum(card > 0 for card in s.row)


def _choice(s: State, seat: int, text: str) -> int:
    if not text:
        return 0
    if text == "?" and s.phase in (DEAL_ANEW, CHOOSE_ANEW):
        return ANY
    card = _number(text)
    if not 0 < card < 63 or not s.hand[seat] >> card & 1:
        raise NotUnderstood.of("mind_up.not_in_hand", card=card)
    return card


def _read_earlier_rounds(s: State, parts: position.Parts, phase: int) -> None:
    """Points and bonuses of the rounds that are over; those of this round were counted with the collections."""
    finished = s.scored + (phase == OVER)
    for seat, points in enumerate(parts.by_seat("points", s.players, _numbers, [0] * finished)):
        if len(points) != finished:
            raise parts.bad("mind_up.rounds", given=len(points), right=finished)
        s.points[seat][:finished] = points
    for seat, bonus in enumerate(parts.by_seat("bonus", s.players, lambda text: _number(text or "0"), 0)):
        s.bonus[seat] = bonus + (0 if phase == OVER else s.bonus[seat])
    s.scored = finished


def _read_goals(s: State, parts: position.Parts, phase: int) -> None:
    s.open_goals = _take_goals(s, parts.text_of("goals"))
    s.discarded = _take_goals(s, parts.text_of("discarded"))
    letters = {goal // 2 for goal in range(len(GOAL_NAMES)) if s.open_goals >> goal & 1}
    if len(letters) < s.open_goals.bit_count():
        raise parts.bad("mind_up.same_letter", goals=_goals(s.open_goals))
    complete = phase in (CHOOSE, OVER)
    allowed = range(s.goal_count, s.goal_count + 1) if complete else range(s.goal_count + (phase != OPEN_GOALS))
    if len(letters) not in allowed or (phase == OPEN_GOALS and not candidates(s)):
        raise parts.bad("mind_up.open_goals", given=len(letters), right=s.goal_count)


def _take_goals(s: State, text: str) -> int:
    """Goals out of their stack."""
    goals = 0
    for name in text.split(",") if text else []:
        goal = 1 << GOAL_NAMES.index(name) if name in GOAL_NAMES else 0
        if not s.goal_stack & goal:
            raise NotUnderstood.of("mind_up.no_goal", text=name)
        s.goal_stack &= ~goal
        goals |= goal
    return goals


def _check(s: State, parts: position.Parts, phase: int) -> None:
    """Hands of the same size, as far as they are dealt, and no more cards than there can be; somebody has to choose."""
    seats = range(s.players)
    held = [s.hand[p].bit_count() + s.owed[p] + (phase == DEAL and p >= s.turn) for p in seats]
    least, most = {TURN_UP: (0, 0), OVER: (0, 0), CHOOSE: (2, 99), OPEN_GOALS: (2, 99)}.get(phase, (0, 99))
    if len({*held}) > 1 or not least <= held[0] <= most:
        raise parts.bad("mind_up.hands", sizes="/".join(map(str, held)))
    coming = s.due if phase == DEAL else 0
    if phase == LAY_OUT:
        coming = s.players * (1 if s.scored else s.first_hand)
    full = s.players * (s.first_hand + min(s.scored, s.rounds - 1))
    if sum(c.bit_count() for c in (*s.hand, *s.collection)) + sum(s.owed) + coming > full:
        raise parts.bad("mind_up.too_many", most=full // s.players)
    if phase == CHOOSE and not s.undecided:
        raise parts.bad("mind_up.all_chosen")
    wrong = {DEAL_ANEW: not any(s.owed), CHOOSE_ANEW: any(s.owed) or ANY not in s.choice}
    if wrong.get(s.phase, any(s.owed)) or (phase != CHOOSE and any(s.choice)) or min(s.owed) < 0:
        raise parts.bad("mind_up.anew")
