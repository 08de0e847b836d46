"""Many games stepped together: `batch(...)` on the CPU or on a GPU.

A step takes one action for every game. When a game ends, the next one starts within the same step: `done` and `rewards`
belong to the game that ended, the observation is the first of the new game. The cards of a game depend only on the
seed, its index in the batch and how many games have ended at that index before: not on the size of the batch, the
threads or the device.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from koloda.bots.levels import levels as levels_of
from koloda.compiled.bot_match import FOREIGN
from koloda.compiled.cuda_device import check_cuda
from koloda.core.errors import BadRecord, NotLegal, NotUnderstood, UnknownOption
from koloda.core.game import Game
from koloda.core.observation import MEMORY, Observation
from koloda.core.schema import dtype
from koloda.envs.arguments import settle
from koloda.envs.compile_notice import compile_notice
from koloda.envs.rewards import number_of
from koloda.games import find

if TYPE_CHECKING:
    import numpy as np

Device = Literal["cpu", "cuda"]
DEVICES = ("cpu", "cuda")
MOST_GAMES = 1 << 31
VERSION = 2


class Batch(ABC):
    """Games stepped together. The arrays stay the same objects; every step overwrites them.

    | array          | shape              | type      |                                                    |
    | -------------- | ------------------ | --------- | -------------------------------------------------- |
    | `observations` | size, game's size  | i1 or i2  | what the seat to act may know                      |
    | `masks`        | size, actions      | bool      | its legal actions                                  |
    | `seats`        | size               | i1        | the seat to act                                    |
    | `rewards`      | size, players      | f4        | by seat, if the game has just ended; else 0        |
    | `done`         | size               | bool      | whether the game has just ended                    |
    """

    observations: Any
    masks: Any
    seats: Any
    rewards: Any
    done: Any

    def __init__(
        self, game: Game, values: Mapping[str, Any], size: int, seed: int, reward: str, observation: str
    ) -> None:
        self.game = game
        self.observation = game.observation.form(observation)
        """What the numbers of `observations` mean."""
        self.form = observation
        self.values = dict(values)
        self.players = int(values["players"])
        self.size = size
        self.seed = seed
        self.reward = reward

    @abstractmethod
    def step(self, actions: Any, trusted: bool = False) -> None:
        """Play one action in every game. If one is illegal, raise an error and change no game.

        `trusted` actions are not checked: use it only if they certainly come from the masks.
        """

    @abstractmethod
    def random_actions(self) -> Any:
        """A random legal action for every game. Reproducible, and independent of the cards."""

    @abstractmethod
    def bot_actions(self, levels: Any, trusted: bool = False) -> Any:
        """What bots would do: for every game the action of a bot in the seat to act, which knows what that seat knows.

        `levels` is a whole number for each game, on the batch's device if you like: 0 for a random, 1 for a greedy
        player, 2 for the tuned rule; -1 leaves the entry of the game alone. The array that is returned stays the same
        object (`random_actions` returns it as well), so your own actions can stand in the entries of the other games.
        Reproducible, and the same on every device. A random player uses the stream of `random_actions`.

        `trusted` levels are not checked, and a GPU is not waited for.
        """

    @abstractmethod
    def random_steps(self, steps: int) -> None:
        """Take many steps with random legal actions: like `step(random_actions())` that many times, in one call."""

    def state_dict(self) -> dict[str, Any]:
        """Everything needed to continue later, or on another device."""
        return {"version": VERSION, **self._terms(), **self._kept()}

    def load_state_dict(self, kept: Mapping[str, Any]) -> None:
        """Continue from a checkpoint of a batch with the same arguments."""
        expected = {"version": VERSION, **self._terms()}
        for name, value in expected.items():
            if kept.get(name) != value:
                raise BadRecord.of("errors.checkpoint", field=name, given=str(kept.get(name)), right=str(value))
        blank = self._kept()
        for name, array in blank.items():
            if name not in kept or kept[name].dtype != array.dtype or kept[name].shape != array.shape:
                raise BadRecord.of("errors.checkpoint_array", field=name)
        self._load({name: kept[name] for name in blank})

    def _terms(self) -> dict[str, Any]:
        return {
            "game": self.game.name,
            "options": dict(self.values),
            "size": self.size,
            "seed": self.seed,
            "reward": self.reward,
            "observation": self.form,
        }

    @abstractmethod
    def _kept(self) -> "dict[str, np.ndarray[Any, Any]]":
        """The arrays of a checkpoint."""

    @abstractmethod
    def _load(self, kept: "Mapping[str, np.ndarray[Any, Any]]") -> None:
        """Load the arrays of a checkpoint, which have been checked."""

    def _refuse(self, place: int, action: int) -> NotLegal:
        return NotLegal.of("errors.batch_action", action=action, place=place)

    def _refuse_level(self, place: int, level: int) -> UnknownOption:
        known = ", ".join(map(str, range(self._highest_level + 1)))
        return UnknownOption.of("errors.batch_level", level=level, place=place, levels=known)

    @property
    def _highest_level(self) -> int:
        """Of the bots that are compiled."""
        return max(level for level in levels_of(self.game) if level < FOREIGN)

    def _check_form(self, shape: tuple[int, ...], kind: str, given: str, what: str = "batch_actions") -> None:
        """Check that the actions are an array with one integer per game; `what` names the error otherwise."""
        if shape != (self.size,) or kind not in "iu":
            raise NotUnderstood.of(f"errors.{what}", size=self.size, given=given)


def checked(name: str, value: object, least: int, most: int) -> int:
    """Check that an argument is an integer within its limits."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or not least <= int(value) <= most:
        raise UnknownOption.of("errors.between", option=name, given=str(value), low=least, high=most)
    return int(value)


def batch(
    game: str,
    players: int | None = None,
    size: int = 1024,
    device: Device = "cpu",
    seed: int = 0,
    reward: str = "win",
    threads: int | None = None,
    observation: str = MEMORY,
    progress: bool = True,
    **options: object,
) -> Batch:
    """Make a batch of `size` games, dealt and ready for the first actions.

    `threads`: on the CPU, by default all cores. `observation`: `memory`, `view` for what a seat sees at the moment, or
    `insight` for more than the memory.
    `progress`: say on stderr if compiling takes long.
    """
    found = find(game)
    values = settle(found, players, options)
    checked("size", size, 1, MOST_GAMES)
    checked("seed", seed, 0, (1 << 62) - 1)
    number_of(reward)
    found.observation.form(observation)
    if device not in DEVICES:
        raise UnknownOption.of("errors.device", given=str(device), devices=", ".join(DEVICES))
    found.start(values)
    if device == "cuda":
        check_cuda()
        from koloda.envs.cuda_batch import CudaBatch

        with compile_notice(found, progress):
            return CudaBatch(found, values, size, seed, reward, observation)
    from koloda.envs.cpu_batch import CpuBatch

    return CpuBatch(found, values, size, seed, reward, observation, threads, progress)


def boards(game: Game, values: Mapping[str, Any], size: int, record: "np.dtype[Any] | None" = None) -> Any:
    """This many started states as records."""
    import numpy as np

    from koloda.compiled.loader import records

    made = np.zeros(size, record or dtype(game.set_up.State))
    made[:] = records([game.start(values)])[0]
    return made


def memories(observation: Observation, size: int, width: str | None = None) -> Any:
    """Room for what the players of so many games remember, as records."""
    import numpy as np

    from koloda.compiled.loader import memory_part

    return np.zeros(size, dtype(memory_part(observation).Memory, width))
