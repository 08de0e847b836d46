"""Rendered text: a seat has the same name in sentences, in fields and as an agent."""

import re
from typing import Any, get_args

import msgspec
import numpy as np
import pytest

from koloda.core.view import View
from koloda.envs.pettingzoo import env
from koloda.envs.render_text import SEATS, plain
from koloda.games import GAMES

COUNTS = {
    *(
        "above",
        "bank",
        "bonuses",
        "card",
        "cards",
        "chips",
        "choice",
        "deck",
        "direction",
        "doubled",
        "doubles",
        "good",
    ),
    *("hand_limit", "hand_sizes", "held", "known", "last_points", "left", "mark", "named", "number", "order", "pair"),
    *("pile_sizes", "points", "pot", "removed", "round", "rounds", "stack", "stalled", "taken", "totals", "tugriks"),
    "worth",
}
"""Numbers in views that are no seats."""


def numbers(kind: Any) -> set[str]:
    """The names of all fields with integers, nested ones included."""
    found = set()
    for field in msgspec.structs.fields(kind):
        held = within(field.type)
        if int in held:
            found.add(field.name)
        for part in held:
            if isinstance(part, type) and issubclass(part, msgspec.Struct):
                found |= numbers(part)
    return found


def within(kind: Any) -> list[Any]:
    return [kind, *(part for inner in get_args(kind) for part in within(inner))]


def test_every_number_of_a_view_is_a_seat_or_a_count() -> None:
    found = set().union(*(numbers(game.view_type) for game in GAMES.values()))
    assert found - numbers(View) == {*SEATS, *COUNTS}
    assert not COUNTS & {*SEATS}


@pytest.mark.parametrize("game", GAMES)
def test_seats_have_one_name(game: str) -> None:
    short: dict[str, Any] = {"rounds": 1} if game == "tugriki" else {}
    table = env(game, 3, render_mode="ansi", bystanders=True, **short)
    random = np.random.default_rng(2)
    table.reset(seed=2)
    told = False
    while table.agents and not any(table.terminations.values()):
        shown = table.render()
        assert shown is not None
        assert shown.partition("\n")[0].endswith(f": {table.agent_selection} is asked.")
        assert "Player" not in shown
        told = told or bool(re.search(r"^  seat_[0-2] ", shown, re.MULTILINE))
        seat = table.seat(table.agent_selection)
        view = msgspec.to_builtins(GAMES[game].view(table.table.state, seat))
        for field in {*SEATS} & {*view}:
            line = re.search(rf"^  {field}: (.*)$", shown, re.MULTILINE)
            named = re.findall(r"seat_(\d)", line[1]) if line else []
            assert [int(number) for number in named] == flat(view[field])
        table.step(int(random.choice(np.flatnonzero(table.infos[table.agent_selection]["action_mask"]))))
    assert told


def test_seats_within_a_field() -> None:
    assert plain("loans", [{"lender": 1, "borrower": 0, "tugriks": 2}]) == "lender seat_1 borrower seat_0 tugriks 2"
    assert plain("meeting", [[0, 2], []]) == "seat_0 seat_2 / -"


def flat(value: Any) -> list[int]:
    if isinstance(value, list):
        return [seat for item in value for seat in flat(item)]
    return [] if value is None else [value]
