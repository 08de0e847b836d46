"""Rendered text: a seat has the same name in sentences, in fields and as an agent."""

import re
from importlib import import_module
from typing import Any, get_args

import msgspec
import numpy as np
import pytest

from koloda.core.view import View, seat_fields
from koloda.envs.pettingzoo import env
from koloda.envs.render_text import plain
from koloda.games import GAMES
from tests.referees import REFEREES


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


@pytest.mark.parametrize("name", GAMES)
def test_every_number_of_a_view_is_a_seat_or_a_count(name: str) -> None:
    """A game's view says which are seats; its tests say which are counts."""
    game = GAMES[name]
    counts: set[str] = import_module(f"tests.games.{name}.observed").COUNTS
    assert numbers(game.view_type) - numbers(View) == game.seat_fields - seat_fields(View) | counts
    assert not counts & game.seat_fields


@pytest.mark.parametrize("game", GAMES)
def test_seats_have_one_name(game: str) -> None:
    table = env(game, 3, render_mode="ansi", bystanders=True, **REFEREES[game].SHORT)
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
        view = msgspec.to_builtins(GAMES[game].view(table.episode.state, seat))
        for field in (GAMES[game].seat_fields - seat_fields(View)) & {*view}:
            line = re.search(rf"^  {field}: (.*)$", shown, re.MULTILINE)
            named = re.findall(r"seat_(\d)", line[1]) if line else []
            assert [int(number) for number in named] == flat(view[field])
        table.step(int(random.choice(np.flatnonzero(table.infos[table.agent_selection]["action_mask"]))))
    assert told


def test_seats_within_a_field() -> None:
    seats = frozenset({"lender", "borrower", "meeting"})
    loans = [{"lender": 1, "borrower": 0, "tugriks": 2}]
    assert plain("loans", loans, seats) == "lender seat_1 borrower seat_0 tugriks 2"
    assert plain("meeting", [[0, 2], []], seats) == "seat_0 seat_2 / -"


def flat(value: Any) -> list[int]:
    if isinstance(value, list):
        return [seat for item in value for seat in flat(item)]
    return [] if value is None else [value]
