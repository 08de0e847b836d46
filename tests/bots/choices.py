"""The choice of a policy in a position, in notation."""

from koloda.core.game import Game, Policy, seats_of


def policy_of(game: Game) -> Policy:
    assert game.policy is not None
    return game.policy


def with_weights(policy: Policy, **given: int) -> list[int]:
    """Weights of a rule; all others are 0."""
    assert set(given) <= set(policy.WEIGHTS)
    return [given.get(name, 0) for name in policy.WEIGHTS]


def choice(game: Game, position: str, weights: list[int] | None) -> str:
    """The choice of the seat to act, knowing only what it may: greedy, or by the rule with these weights."""
    s = game.notation.read_position(position)
    (seat,) = seats_of(game.rules.actors(s))
    legal = game.legal(s, seat)
    assert len(legal) > 1, "there is nothing to choose"
    policy = policy_of(game)
    seen = s.copy()
    game.rules.hide(seen, seat)
    if weights is None:
        action = policy.greedy(seen, seat, legal, len(legal))
    else:
        action = policy.rule(seen, seat, legal, len(legal), weights)
    assert action in legal
    return game.notation.write_action(s, action)
