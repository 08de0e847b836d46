"""Positions of Tugriki in one line.

`tugriki[players=3] turn=2 hands=R3,genie/Y5,Y6/PX,row rows=R4-6,RX genie-at=R7 bound=R*2 bank=5 tugriks=38/38/39`

Cards of a colour may be written as `R3-5`, wilds as `genie*2`. `rows` are the coloured cards on the table; `genie-at`
and `row-at` the places where wilds lie, covered ones too. The deck is what is nowhere else. `bound` is the colour that
binds: by a Row choice (`R`), for two more cards (`R*2`), or so with a Row choice to follow (`R*1+row`). `paid` is who
may be challenged, `silent` who may be called; `miss=1`: the next player misses the turn; `back=1`: anticlockwise;
`out` are the seats that are out; `lent=1>3:5` are loans (lender, borrower, tugriks). `phase` is `move` unless given:
`drawn` (with the card: `drawn=R3`), `name`, `loan` (`target` borrows, `asked` lends), `over`, `first`, `deal`,
`forced`, `caught` (`target` draws), `exchange` (`picks` so far, `target` draws), `drawing`, `redeal` (with `owed` and
the phase `then`). Round, starter and turn are 1 unless given; `stalled` counts the rounds in a row without a winner in
a knockout. Without `tugriks` everybody has just paid for round 1.
"""

import re
from collections.abc import Iterable

from koloda.core import position
from koloda.games.tugriki.cards import LETTERS, NAMES, NUMBERS, RANK_NAMES, cards_of, hand_of
from koloda.games.tugriki.hands import give, holds, take
from koloda.games.tugriki.options import SET_UP, chosen
from koloda.games.tugriki.rounds import MOST_STALLED
from koloda.games.tugriki.rows import filled, unfinished
from koloda.games.tugriki.state import (
    CARDS,
    CAUGHT,
    CHOICE,
    COLOURS,
    DEAL,
    DECK,
    DRAWN,
    EXCHANGING,
    FIRST,
    FORCED,
    GENIE,
    LOAN,
    LOANS,
    MOVE,
    OVER,
    PER_WORD,
    RANKS,
    REDEAL,
    State,
)
from koloda.games.tugriki.view import PHASES, loans

PHASE_NUMBERS = {name: phase for phase, name in PHASES.items()}
EMPTY_HANDED = (FIRST, DEAL, REDEAL, LOAN, OVER)  # when players may be without cards
WITH_TARGET = (DEAL, FORCED, CAUGHT, EXCHANGING, LOAN)


def write_position(s: State) -> str:
    seats = range(s.players)
    parts = {
        "phase": "" if s.phase == MOVE else PHASES[s.phase],
        "then": PHASES[s.then] if s.phase == REDEAL else "",
        "round": str(s.round_no) if s.round_no > 1 else "",
        "stalled": str(s.stalled or ""),
        "starter": _seat(s.starter),
        "turn": _seat(s.turn),
        "back": "1" if s.step < 0 else "",
        "out": ",".join(str(p + 1) for p in seats if not s.playing >> p & 1),
        "hands": _by_seat([write_cards(hand_of(s, p)) for p in seats]),
        "drawn": NAMES[s.drawn] if s.drawn >= 0 else "",
        "rows": write_cards(cards_of(s.laid)),
        "genie-at": write_cards(cards_of(s.genie_at)),
        "row-at": write_cards(cards_of(s.choice_at)),
        "bound": _bound(s),
        "miss": str(s.miss or ""),
        "paid": str(s.suspect + 1) if s.suspect >= 0 and not s.silent else "",
        "silent": str(s.suspect + 1) if s.silent else "",
        "target": str(s.target + 1) if s.target >= 0 else "",
        "asked": str(s.asked + 1) if s.asked >= 0 else "",
        "picks": _by_seat([NAMES[s.pick[p]] if s.pick[p] >= 0 else "" for p in seats]),
        "owed": _by_seat([str(s.owed[p] or "") for p in seats]),
        "bank": str(s.bank),
        "tugriks": "/".join(str(s.money[p]) for p in seats),
        "lent": ",".join(f"{loan.lender + 1}>{loan.borrower + 1}:{loan.tugriks}" for loan in loans(s)),
    }
    return position.write(SET_UP, chosen(s), parts)


def _seat(seat: int) -> str:
    return str(seat + 1) if seat else ""


def _by_seat(texts: list[str]) -> str:
    return "/".join(text or "-" for text in texts) if any(texts) else ""


def _bound(s: State) -> str:
    if s.bound < 0:
        return ""
    return LETTERS[s.bound] + (f"*{s.named}" if s.named else "") + ("+row" if s.pledge else "")


def write_cards(cards: Iterable[int]) -> str:
    """Ascending cards; runs of a colour as `R3-5`, equal wilds as `genie*2`."""
    parts: list[list[int]] = []
    for kind in cards:
        last = parts[-1][-1] if parts else -1
        if kind == last or (kind == last + 1 and kind < CARDS and kind % RANKS):
            parts[-1].append(kind)
        else:
            parts.append([kind])
    return ",".join(_write_part(part) for part in parts)


def _write_part(part: list[int]) -> str:
    name = NAMES[part[0]]
    if len(part) == 1:
        return name
    return f"{name}*{len(part)}" if part[0] >= CARDS else f"{name}-{RANK_NAMES[part[-1] % RANKS]}"


def read_position(text: str) -> State:
    parts = position.Parts(SET_UP, text)
    s: State = parts.start()
    s.phase = _phase(parts, parts.text_of("phase", "move"))
    _read_table(parts, s)
    _read_hands(parts, s)
    _read_course(parts, s)
    _read_money(parts, s)
    parts.finish()
    if s.phase not in EMPTY_HANDED:
        _check_in_play(parts, s)
    return s


def _phase(parts: position.Parts, text: str) -> int:
    if text not in PHASE_NUMBERS:
        raise parts.bad("tugriki.no_phase", text=text, allowed=", ".join(PHASE_NUMBERS))
    return PHASE_NUMBERS[text]


def read_cards(parts: position.Parts, text: str) -> list[int]:
    """Cards such as `R3-5,RX,genie*2`."""
    cards: list[int] = []
    for part in text.split(",") if text else []:
        if found := re.fullmatch(r"(genie|row)(?:\*(\d{1,2}))?", part):
            cards += [NUMBERS[found[1]]] * int(found[2] or 1)
        elif found := re.fullmatch(r"([RYGPBO])([0-9X])(?:-([0-9X]))?", part):
            low, high = NUMBERS[found[1] + found[2]], NUMBERS[found[1] + (found[3] or found[2])]
            cards += range(low, high + 1)
        else:
            raise parts.bad("tugriki.no_card", text=part)
    return cards


def _one_card(parts: position.Parts, text: str) -> int:
    if text and text not in NUMBERS:
        raise parts.bad("tugriki.no_card", text=text)
    return NUMBERS[text] if text else -1


def _read_table(parts: position.Parts, s: State) -> None:
    """The rows; what lies there is not in the deck."""
    for kind in _apart(parts, read_cards(parts, parts.text_of("rows"))):
        _from_deck(parts, s, kind)
        s.laid[kind // PER_WORD] |= 1 << kind % PER_WORD
    for key, wild, places in (("genie-at", GENIE, s.genie_at), ("row-at", CHOICE, s.choice_at)):
        for kind in _apart(parts, read_cards(parts, parts.text_of(key))):
            _from_deck(parts, s, wild)
            places[kind // PER_WORD] |= 1 << kind % PER_WORD
    for colour in range(COLOURS):
        _check_row(parts, s, colour)
    bound = parts.text_of("bound")
    if bound:
        found = re.fullmatch(r"([RYGPBO])(?:\*([12])(\+row)?)?", bound)
        if not found or not unfinished(s, LETTERS.index(found[1])):
            raise parts.bad("tugriki.no_binding", text=bound)
        s.bound = LETTERS.index(found[1])
        s.named = int(found[2] or 0)
        s.pledge = int(bool(found[3]))


def _apart(parts: position.Parts, cards: list[int]) -> list[int]:
    for kind in cards:
        if kind >= CARDS:
            raise parts.bad("tugriki.no_place", text=NAMES[kind])
        if cards.count(kind) > 1:
            raise parts.bad("tugriki.not_in_deck", card=NAMES[kind])
    return cards


def _from_deck(parts: position.Parts, s: State, kind: int) -> None:
    if not holds(s, DECK, kind):
        raise parts.bad("tugriki.not_in_deck", card=NAMES[kind])
    take(s, DECK, kind)


def _check_row(parts: position.Parts, s: State, colour: int) -> None:
    """TG-7, TG-9, TG-13: a real 5, no gaps but before the ends, at most one wild a place, and that where it may lie."""
    word, shift = colour // 5, RANKS * (colour % 5)
    row = filled(s, word) >> shift & (1 << RANKS) - 1
    wild_here = (s.genie_at[word] | s.choice_at[word]) & ((1 << RANKS) - 1) << shift
    inner = [rank for rank in range(5 - s.reach + 1, 5 + s.reach) if row >> rank & 1]
    sound = not row or (
        s.laid[word] >> shift & 1 << 5
        and inner == list(range(inner[0], inner[-1] + 1))
        and not wild_here & ~(s.for_wilds[word] & s.coloured[word])
        and not s.genie_at[word] & s.choice_at[word] & wild_here
    )
    if not sound:
        raise parts.bad("tugriki.no_row", colour=LETTERS[colour])


def _read_hands(parts: position.Parts, s: State) -> None:
    nothing: list[int] = []
    hands = parts.by_seat("hands", s.players, lambda text: read_cards(parts, text), nothing)
    for seat, hand in enumerate(hands):
        for kind in hand:
            _from_deck(parts, s, kind)
            give(s, seat, kind)


def _read_course(parts: position.Parts, s: State) -> None:
    players = s.players
    s.round_no = parts.number("round", 1, 1)
    if s.rounds == 0:
        s.stalled = parts.number("stalled", 0, 0, MOST_STALLED if s.phase == OVER else MOST_STALLED - 1)
    s.starter = parts.seat("starter", players, 0)
    s.turn = parts.seat("turn", players, 0)
    s.step = -1 if parts.number("back", 0, 0, 1) else 1
    s.miss = parts.number("miss", 0, 0, 1)
    for text in filter(None, parts.text_of("out").split(",")):
        if not text.isdecimal() or not 1 <= int(text) <= players:
            raise parts.bad("errors.position_number", key="out", given=text, low=1, high=players)
        s.playing &= ~(1 << int(text) - 1)
    paid, silent = parts.seat("paid", players, -1), parts.seat("silent", players, -1)
    s.suspect = max(paid, silent)
    s.silent = int(silent >= 0)
    s.target = parts.seat("target", players, -1)
    s.asked = parts.seat("asked", players, -1)
    s.pick[:players] = parts.by_seat("picks", players, lambda text: _one_card(parts, text), -1)
    s.owed[:players] = parts.by_seat("owed", players, lambda text: _amount(parts, "owed", text or "0"), 0)
    if s.phase == REDEAL:
        s.then = _phase(parts, parts.text_of("then"))
    s.drawn = _one_card(parts, parts.text_of("drawn"))
    _check_course(parts, s)


def _check_course(parts: position.Parts, s: State) -> None:
    waiting = s.then if s.phase == REDEAL else s.phase
    if s.drawn < 0 if s.phase == DRAWN else s.drawn >= 0 and waiting != DRAWN:
        raise parts.bad("tugriki.no_drawn")
    if s.drawn >= 0 and not holds(s, s.turn, s.drawn):
        raise parts.bad("tugriki.no_drawn")
    if (waiting in WITH_TARGET and s.target < 0) or (waiting == LOAN and s.asked < 0):
        raise parts.bad("tugriki.no_target", phase=PHASES[waiting])
    if sum(s.owed) > s.held[DECK] or bool(sum(s.owed)) != (s.phase == REDEAL):
        raise parts.bad("tugriki.no_owed")


def _read_money(parts: position.Parts, s: State) -> None:
    purse = s.tugriks // s.players
    usual = purse if s.phase == FIRST else purse - 1
    s.money[: s.players] = parts.by_seat("tugriks", s.players, lambda text: _amount(parts, "tugriks", text), usual)
    total = purse * s.players
    s.bank = parts.number("bank", max(0, total - sum(s.money)))
    if sum(s.money) + s.bank != total and s.phase != OVER:
        raise parts.bad("tugriki.money_sum", given=sum(s.money) + s.bank, right=total)
    for text in filter(None, parts.text_of("lent").split(",")):
        found = re.fullmatch(r"([1-8])>([1-8]):([1-5])", text)
        if not found or found[1] == found[2] or max(found[1], found[2]) > str(s.players) or s.lent == LOANS:
            raise parts.bad("tugriki.no_loan", text=text)
        s.loan[s.lent] = (int(found[1]) - 1) * 64 + (int(found[2]) - 1) * 8 + int(found[3])
        s.lent += 1


def _amount(parts: position.Parts, key: str, text: str) -> int:
    if not text.isdecimal() or int(text) >= 1 << 15:
        raise parts.bad("errors.position_number", key=key, given=text, low=0, high=(1 << 15) - 1)
    return int(text)


def _check_in_play(parts: position.Parts, s: State) -> None:
    """During a round everybody who is in has cards, nobody else has, and some coloured card is not on the table."""
    for seat in range(s.players):
        if bool(s.held[seat]) != bool(s.playing >> seat & 1):
            raise parts.bad("tugriki.no_hand", player=seat)
    if not s.playing >> s.turn & 1:
        raise parts.bad("tugriki.turn_out", player=s.turn)
    if s.laid == s.coloured:
        raise parts.bad("tugriki.all_laid")
