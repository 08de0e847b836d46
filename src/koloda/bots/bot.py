"""What a bot is."""

from typing import Protocol

from koloda.core.view import View


class Bot(Protocol):
    def choose(self, view: View, legal: list[int]) -> int:
        """One of the legal actions, for the seat whose view it is."""
