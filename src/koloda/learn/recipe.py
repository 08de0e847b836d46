"""How a network is trained: everything that its weights depend on.

What suits a game better than the defaults is in `bots/training.toml` of its folder: one table for both devices
(`[any]`), one for each (`[cpu]`, `[cuda]`).
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from hashlib import sha256
from math import ceil
from typing import Any, Self

from koloda.bots.features import network_features
from koloda.bots.network import LARGEST, Network
from koloda.core.errors import UnknownOption
from koloda.core.game import Game
from koloda.core.numbers import whole_number

ALIGNED = 16
"""Layers and the rows of the first one are multiples of this: a GPU's tensor cores want it."""
SPARE = 80_000
"""Bytes of a network's file that weights do not take: for what else is in it, and so that a checkpoint, which has three
numbers of four bytes for every weight, and the past selves, stays within its own limit."""
SHARES = ("clip", "trace", "bots", "past", "careless", "greedy", "alone", "most_careless", "doubt", "margin_until")
"""Settings between 0 and 1."""
SMALL_TABLE = 5


@dataclass(frozen=True)
class Recipe:
    """The settings of a training. The same recipe on the CPU gives the same network."""

    game: str
    players: tuple[int, ...]
    """Tables of all these sizes are played side by side."""
    seed: int = 0
    start: str = ""
    """The network that the training began with: how the SHA-256 of its file begins; nothing for random weights."""
    decisions: int = 0
    """The budget, of all seats together; 0: time is the budget."""
    hidden: int = 128
    layers: int = 2
    games: int = 2048
    """Games that are stepped together."""
    small_tables: float = 2.0
    """How many times as many games a table of at most five players gets as a larger one."""
    steps: int = 64
    """Steps of every game between two updates."""
    epochs: int = 1
    minibatch: int = 8192
    imitate: int = 40
    """Updates at first that imitate the tuned rule, in a game that has one. Who begins with random moves hardly ever
    sees what good ones lead to."""
    imitate_rate: float = 2e-3
    """The learning rate at the beginning of the imitation; it falls to `rate`."""
    doubt: float = 0.05
    """What an imitator leaves for all legal actions together, so that it still tries others afterwards."""
    rate: float = 5e-4
    """Adam's learning rate after the imitation; it falls in a straight line to `last_rate`."""
    last_rate: float = 3e-5
    clip: float = 0.2
    trace: float = 0.95
    """How far an advantage looks ahead: lambda of generalised advantage estimation."""
    entropy: float = 0.01
    last_entropy: float = 0.001
    explore: float = 0.0
    """The pull towards all legal actions alike, also towards those that are hardly tried any more, at first; it falls
    in a straight line to 0."""
    value_weight: float = 0.5
    margin: float = 0.3
    """How much the margin counts at first, beside the win; it falls in a straight line to 0."""
    margin_until: float = 0.3
    """The part of the training after which only the win counts."""
    bots: float = 0.6
    """The share of games in which compiled bots take seats."""
    past: float = 0.15
    """The share of games in which past selves or attackers take seats, once there are any."""
    careless: float = 0.1
    """The share of games in which others play a random move now and then."""
    greedy: float = 0.15
    """The share of greedy players among the compiled bots; the others follow the tuned rule."""
    alone: float = 0.5
    """The share of the games with others in which the learner has a single seat."""
    most_careless: float = 0.6
    """The largest chance of a random move."""
    slots: int = 4
    """How many past selves are kept."""
    stage: int = 128
    """Updates between two checkpoints. A stage begins with new games, so a checkpoint need not contain any."""
    threads: int = 2
    """Threads of PyTorch on the CPU: sums depend on their number, in the last digits."""
    deals: int = 512
    """Deals of an evaluation, each played once from every seat."""

    @classmethod
    def read(cls, kept: Mapping[str, Any]) -> Self:
        """A recipe from JSON data: the inverse of `data`."""
        values: dict[str, Any] = {each.name: kept[each.name] for each in fields(cls) if each.name in kept}
        return cls(**{**values, "players": tuple(values["players"])})

    def data(self) -> dict[str, Any]:
        return {**asdict(self), "players": list(self.players)}

    @property
    def weights(self) -> tuple[float, ...]:
        """How the games are divided among the numbers of players."""
        return tuple(self.small_tables if count <= SMALL_TABLE else 1.0 for count in self.players)

    def margin_at(self, progress: float) -> float:
        """How much the margin counts when this part of the budget is spent."""
        return self.margin * max(0.0, 1 - progress / max(self.margin_until, 1e-9))

    def changed(self, **values: Any) -> Self:
        return replace(self, **values)


ON_CPU: Mapping[str, Any] = {"decisions": 50_000_000}
ON_CUDA: Mapping[str, Any] = {
    "decisions": 4_000_000_000,
    "hidden": 256,
    "games": 1 << 16,
    "minibatch": 1 << 17,
    "stage": 64,
    "deals": 4096,
}
"""What a GPU is better at: more games together, a wider network."""


def usual_recipe(game: Game, device: str, changes: Mapping[str, Any]) -> Recipe:
    """The recipe for a game: the defaults, what its folder says, and changes to that. Refuses what cannot be."""
    on_device = ON_CUDA if device == "cuda" else ON_CPU
    values = {"players": tuple(game.set_up.players), **on_device, **_from_folder(game, device), **changes}
    values["players"] = tuple(sorted(set(values["players"])))
    for count in values["players"]:
        game.set_up.settle(count)
    recipe = Recipe(game.name, **values)
    recipe = recipe.changed(hidden=changes.get("hidden", widest(game, recipe.layers, recipe.hidden)))
    _check(recipe)
    return recipe


def begun_with(start: Network, changes: Mapping[str, Any]) -> dict[str, Any]:
    """What a recipe must say if a training begins with a network. Refuses changes that another one would need."""
    shape = {"hidden": start.width, "layers": len(start.hidden)}
    for name, value in shape.items():
        if changes.get(name, value) != value:
            raise UnknownOption.of("learn.other_shape", setting=name, given=changes[name], right=value)
    return {**shape, "imitate": 0, "start": sha256(start.written()).hexdigest()[:16]}


def _from_folder(game: Game, device: str) -> dict[str, Any]:
    file = game.folder.joinpath("bots", "training.toml")
    if not file.is_file():
        return {}
    tables = tomllib.loads(file.read_text("utf-8"))
    return {**tables.get("any", {}), **tables.get(device, {})}


def _check(recipe: Recipe) -> None:
    """Refuse numbers with which nothing can be learnt."""
    for each in fields(recipe):
        value = getattr(recipe, each.name)
        if each.name in SHARES:
            if not 0 <= value <= 1:
                raise UnknownOption.of("learn.share", setting=each.name, given=str(value))
        elif each.name not in ("game", "players", "start"):
            least = 0 if each.name in ("seed", "decisions", "layers", "imitate") or each.type in (float, "float") else 1
            if value < least:
                raise UnknownOption.of("errors.at_least", option=each.name, given=str(value), least=least)
    if recipe.small_tables == 0:
        raise UnknownOption.of("learn.positive", setting="small_tables", given=str(recipe.small_tables))
    least = ceil(sum(recipe.weights) / min(recipe.weights))
    if recipe.games < least:
        raise UnknownOption.of("errors.at_least", option="games", given=str(recipe.games), least=least)


def read_players(text: str | None) -> tuple[int, ...] | None:
    """Numbers of players from a list with commas."""
    if text is None:
        return None
    try:
        return tuple(whole_number(part) for part in text.split(","))
    except UnknownOption:
        raise UnknownOption.of("learn.players", given=text) from None


def read_changes(given: Sequence[str]) -> dict[str, Any]:
    """Settings of a recipe from `name=value` pairs."""
    kinds = {each.name: each.type for each in fields(Recipe) if each.name not in ("game", "players", "seed", "start")}
    found: dict[str, Any] = {}
    for pair in given:
        name, equals, text = pair.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            raise UnknownOption.of("errors.option_form", given=pair)
        if name not in kinds:
            raise UnknownOption.near(name, kinds, "learn.no_setting", given=name, known=", ".join(kinds))
        if kinds[name] in (int, "int"):
            found[name] = whole_number(text)
        else:
            try:
                found[name] = float(text)
            except ValueError:
                raise UnknownOption.of("learn.no_number", setting=name, given=text) from None
    return found


def widest(game: Game, layers: int, most: int) -> int:
    """The largest width of layers, up to `most`, for which a network fits into its file, with a byte for a weight."""
    rows, outputs = game.once(network_features).count, game.actions + game.seats
    width = most
    while width > ALIGNED and width * (rows + layers * width + outputs + 6 * layers + 6) > LARGEST - SPARE:
        width -= ALIGNED
    return width
