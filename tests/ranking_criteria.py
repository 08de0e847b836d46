"""What decided a final position, for tests."""

from koloda.core.game import Game


def ranking_criteria(game: Game, position: str) -> list[tuple[str, list[int], bool]]:
    """Each criterion of a final position: its name, the seats that it compared, and whether it decided."""
    found = game.ranking(game.notation.read_position(position)).criteria
    return [(each.name.removeprefix(f"{game.name}.by_"), each.compared, each.decided) for each in found]
