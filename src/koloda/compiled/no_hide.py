"""Stands in for `hide` in a game whose rules have none."""

from koloda.compiled.types import State


def hide(s: State, seat: int) -> None:
    """Never asked: without `hide` there are only bots that look at nothing."""
    raise NotImplementedError
