"""Level 4: the game's network alone. It looks at the position once and does not think ahead."""

from random import Random
from typing import Self

from koloda.bots.bot import Budget
from koloda.bots.knowledge import Knowledge
from koloda.bots.network import Network, own_network, softmax
from koloda.core.game import Game
from koloda.core.schema import pack

RARE = 0.05
"""A mixed strategy drops actions that are less likely than this."""


class NetworkBot:
    """A bot that plays what its network prefers.

    Where all seats choose simultaneously, a player who always did the same could be predicted: there the bot draws from
    what the network finds likely. The same seed and knowledge give the same choice.
    """

    def __init__(self, game: Game, seed: object = 0, network: Network | None = None) -> None:
        """Without a `network` it plays by the game's own."""
        self._game = game
        self._seed = str(seed)
        self._network = network or game.once(own_network)

    @property
    def needs_story(self) -> bool:
        """True if the observation remembers something from the story."""
        return self._game.observation.remembers

    def __deepcopy__(self, memo: object) -> Self:
        """The bot has no memory, so a copy is the bot itself."""
        return self

    def choose(self, knowledge: Knowledge, budget: Budget) -> int | None:
        if not knowledge.must:
            return bystander_choice(knowledge)
        if len(knowledge.legal) == 1:
            return knowledge.legal[0]
        likely = self.likelihoods(knowledge)
        if not self._game.simultaneous:
            return max(knowledge.legal, key=lambda action: likely[action])
        kept = {action: each for action, each in likely.items() if each >= RARE} or likely
        return self._random(knowledge).choices(list(kept), list(kept.values()))[0]

    def likelihoods(self, knowledge: Knowledge) -> dict[int, float]:
        """How likely the network finds each legal action."""
        preferences = self._network.evaluate(knowledge.insight, knowledge.players).preferences
        found = softmax(preferences[knowledge.legal]).tolist()
        return dict(zip(knowledge.legal, found, strict=True))

    def _random(self, knowledge: Knowledge) -> Random:
        """Randomness depends on the seed and on what the seat knows, not on earlier decisions."""
        return Random(b"%s %d %s" % (self._seed.encode(), knowledge.seat, pack(knowledge.partial_state)))


def bystander_choice(knowledge: Knowledge) -> int | None:
    """What a bystander does: networks learn nothing about that, so the policy decides. Without one, nothing."""
    policy = knowledge.game.policy
    if policy is None:
        return None
    action = int(policy.step_in(knowledge.partial_state, knowledge.seat, knowledge.legal, len(knowledge.legal)))
    return action if action >= 0 else None
