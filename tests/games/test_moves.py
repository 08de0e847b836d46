"""What the legal moves are done with: the same that the notation and the rules say."""

from typing import Any

from koloda.core.game import Game
from koloda.core.moves import MoveInfo, PlainMoves
from tests import laws
from tests.games.test_laws import every_game, over_random_games


@every_game
def test_moves_use_cards_of_the_hand_and_have_a_type_of_their_own(game: Game) -> None:
    def body(options: dict[str, Any], key: int) -> None:
        for before, _, _ in laws.walk(game, options, key):
            for seat in range(before.players):
                legal = game.legal(before, seat)
                attempts = game.moves.attempts(before, seat)
                found = [game.moves.info(before, seat, action) for action in legal]
                assert all(isinstance(info, game.move_type) and info.kind for info in found)
                hand = getattr(game.view(before, seat), "hand", None)
                if hand is None:
                    assert attempts == {}
                    continue
                names = [str(getattr(card, "number", card)) for card in hand]
                assert set(attempts) == set(names)
                assert all(set(info.cards) <= set(names) for info in found)

    over_random_games(game, 8, body)


@every_game
def test_attempts_are_moves_that_can_be_read(game: Game) -> None:
    def body(options: dict[str, Any], key: int) -> None:
        for before, _, _ in laws.walk(game, options, key):
            for seat in range(before.players):
                for text in game.moves.attempts(before, seat).values():
                    game.notation.read_action(before, text)

    over_random_games(game, 8, body)


def test_a_game_without_moves_of_its_own_has_plain_ones() -> None:
    assert PlainMoves().info(None, 0, 0) == MoveInfo(kind="move")
    assert PlainMoves().attempts(None, 0) == {}
