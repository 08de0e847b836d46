"""No Thanks! in text. Actions: `pass`, `take`. Draws: `first 2` (who starts), `card 17`.

Position: `no_thanks[players=4 chips=11] turn=2 card=17 pot=3 chips=11/10/11/9 taken=3-5,9/-/20/-`; `phase=first` before
the first player is drawn. Unseen cards and the deck's size follow from the rest.
"""

from koloda.core import position
from koloda.core.bits import nth
from koloda.core.errors import NotUnderstood
from koloda.games.no_thanks.options import SET_UP, chosen
from koloda.games.no_thanks.state import DECIDE, FIRST, LOWEST, OVER, PASS, REVEAL, TAKE, State
from koloda.games.no_thanks.view import cards

WORDS = {"pass": PASS, "take": TAKE, "пас": PASS, "беру": TAKE, "взять": TAKE}


def write_action(s: State, action: int) -> str:
    return "take" if action == TAKE else "pass"


def read_action(s: State, text: str) -> int:
    word = text.strip().lower()
    if word not in WORDS:
        raise NotUnderstood.of("no_thanks.no_move", text=text)
    return WORDS[word]


def write_draw(s: State, outcome: int) -> str:
    return f"first {outcome + 1}" if s.phase == FIRST else f"card {nth(s.unseen, outcome)}"


def read_draw(s: State, text: str) -> int:
    word, _, number = text.partition(" ")
    if number.isdecimal():
        n = int(number)
        if s.phase == FIRST and word == "first" and 1 <= n <= s.players:
            return n - 1
        if s.phase == REVEAL and word == "card" and n < 63 and s.unseen >> n & 1:
            return sum(s.unseen >> lower & 1 for lower in range(n))
    raise NotUnderstood.of("no_thanks.no_draw", text=text)


def write_runs(taken: int) -> str:
    """Cards in ascending order, runs as `14-16`."""
    runs: list[list[int]] = []
    for card in cards(taken):
        if runs and runs[-1][-1] == card - 1:
            runs[-1].append(card)
        else:
            runs.append([card])
    return ",".join(str(r[0]) if len(r) == 1 else f"{r[0]}-{r[-1]}" for r in runs)


def read_runs(text: str, highest: int) -> int:
    """A set of cards: `3 7-9` or `3,7-9`. A card twice, or one that is not in the deck, is refused."""
    taken = 0
    for part in text.replace(",", " ").split():
        low, dash, high = part.partition("-")
        last = high if dash else low
        if not (low.isdecimal() and last.isdecimal()) or len(part) > 9:
            raise NotUnderstood.of("no_thanks.no_card", text=part, low=LOWEST, high=highest)
        if int(low) > int(last):
            raise NotUnderstood.of("no_thanks.run_downwards", text=part, right=f"{last}-{low}")
        for card in range(int(low), int(last) + 1):
            if not LOWEST <= card <= highest:
                raise NotUnderstood.of("no_thanks.no_card", text=str(card), low=LOWEST, high=highest)
            if taken >> card & 1:
                raise NotUnderstood.of("no_thanks.card_twice", card=card)
            taken |= 1 << card
    return taken


def write_position(s: State) -> str:
    parts = {
        "phase": "first" if s.phase == FIRST else "",
        "turn": "" if s.phase == FIRST else str(s.turn + 1),
        "card": str(s.card or ""),
        "pot": str(s.pot or ""),
        "chips": "/".join(str(s.chips[p]) for p in range(s.players)),
        "taken": "/".join(write_runs(s.taken[p]) or "-" for p in range(s.players)),
    }
    return position.write(SET_UP, chosen(s), parts)


def read_position(text: str) -> State:
    parts = position.Parts(SET_UP, text)
    s: State = parts.start()
    taken = parts.by_seat("taken", s.players, lambda t: read_runs(t, s.highest), 0)
    for p, cards_of_p in enumerate(taken):
        if cards_of_p & ~s.unseen:
            raise parts.bad("no_thanks.not_in_deck", cards=write_runs(cards_of_p & ~s.unseen))
        s.taken[p] = cards_of_p
        s.unseen &= ~cards_of_p
        s.left -= len(cards(cards_of_p))
    s.card = parts.number("card", 0, LOWEST, s.highest)
    if s.card:
        if not s.unseen >> s.card & 1:
            raise parts.bad("no_thanks.not_in_deck", cards=str(s.card))
        s.unseen &= ~(1 << s.card)
        s.left -= 1
    if s.left < 0:
        raise parts.bad("no_thanks.too_many_cards", cards=s.highest - LOWEST + 1 - s.removed)
    s.pot = parts.number("pot", 0)
    s.turn = parts.seat("turn", s.players, 0)
    s.chips[: s.players] = parts.numbers("chips", s.players, s.purse)
    first = parts.text_of("phase") == "first"
    s.phase = FIRST if first else DECIDE if s.card else REVEAL if s.left else OVER
    parts.finish()
    if sum(s.chips) + s.pot != s.players * s.purse:
        raise parts.bad("no_thanks.chips_sum", given=sum(s.chips) + s.pot, right=s.players * s.purse)
    if s.pot and not s.card:
        raise parts.bad("no_thanks.pot_without_card")
    return s
