"""OpenSpiel: every game, with explicit chance nodes, and simultaneous moves where all choose at once. Importing this
module registers them.

    import koloda.envs.openspiel
    game = pyspiel.load_game("koloda_crazy_eights(players=2)")

Parameters are the players and options of the game, and `reward` ("difference", "score" or "win"), `position` (where to
start), `observation` ("memory", "view" or "insight") and `recall` (how many earlier observations the information-state
tensor contains). Editions and positions have characters that a game's string cannot contain: `load` takes them
unencoded.

| what                     | is                                                                            |
| ------------------------ | ----------------------------------------------------------------------------- |
| observation string       | the seat's view, as JSON                                                      |
| observation tensor       | the seat (one-hot), then the numbers of its observation                       |
| information-state string | everything that the seat has learned and decided, then its observation        |
| information-state tensor | the observation tensor, then the different observations before it, last first |

Chance outcomes with the same effect (equal cards) are one outcome with their total probability. Bystanders do not act
(TG-27).
"""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar
from urllib.parse import quote, unquote

import numpy as np

from koloda.core.errors import NotLegal, NotYourTurn, UnknownOption
from koloda.core.extras import MissingExtra
from koloda.core.facts import fact
from koloda.core.game import Act, Draw, Game, seats_of
from koloda.core.observation import MEMORY
from koloda.core.options import Option, Value
from koloda.core.text import texts
from koloda.core.view import encode
from koloda.envs.arguments import BadArgument
from koloda.envs.batch import checked
from koloda.envs.history_node import HistoryNode, root
from koloda.envs.rewards import number_of, rewards
from koloda.games import GAMES, find
from koloda.table.match import check_ply

try:
    import pyspiel
except ModuleNotFoundError as problem:
    raise MissingExtra.naming(str(problem.name), "openspiel") from None

MOST_OUTCOMES = 128
MOST_POINTS = 100_000.0
LONGEST = 1_000_000
"""A bound that no game reaches: the rules end every game, but how soon depends on the options."""
UNSET_NUMBER, UNSET_WORD = -1, ""
OWN = ("players", "observation", "position", "recall", "reward")
"""Parameters that are not options of a game."""
SUMS = {"win": 1.0, "score": None, "difference": 0.0, "shaped": 1.0}
UTILITIES = {
    "win": pyspiel.GameType.Utility.CONSTANT_SUM,
    "score": pyspiel.GameType.Utility.GENERAL_SUM,
    "difference": pyspiel.GameType.Utility.ZERO_SUM,
    "shaped": pyspiel.GameType.Utility.CONSTANT_SUM,
}


def name_of(game: str) -> str:
    return f"koloda_{find(game).name}"


def load(game: str, players: int | None = None, **parameters: Any) -> Any:
    """Load a game for OpenSpiel. Besides options: `reward`, `observation`, `position`, `recall`."""
    found = find(game)
    given: dict[str, Any] = {} if players is None else {"players": players}
    for name, value in parameters.items():
        if name in ("reward", "recall", "observation"):
            given[name] = value
        elif name == "position":
            given[name] = quote(str(value), safe="")
        else:
            option = _option(found, name)
            given[name] = quote(str(option.read(value)), safe="") if _is_word(option) else int(option.read(value))
    return pyspiel.load_game(name_of(game), given)


def _option(game: Game, name: str) -> Option:
    for option in game.set_up.options:
        if option.name == name:
            return option
    allowed = ", ".join([*OWN, *(option.name for option in game.set_up.options)])
    raise BadArgument.of("envs.no_argument", option=name, game=fact(f"{game.name}.title"), allowed=allowed)


def _is_word(option: Option) -> bool:
    """Is the parameter a text? Else it is a number."""
    named = isinstance(option.values[0], str) or option.name == "rounds"  # which may be a number or a word
    return named and not option.flag


def parameters(game: Game) -> dict[str, Any]:
    """The parameters of a game and their defaults; -1 or "" if the default follows from the others."""
    found: dict[str, Any] = {"players": game.set_up.usual, "reward": "difference", "position": "", "recall": 16}
    found["observation"] = MEMORY
    for option in game.set_up.options:
        unset = UNSET_WORD if _is_word(option) else UNSET_NUMBER
        found[option.name] = unset if option.default is None or _is_word(option) else int(option.default)
    return found


def game_type(game: Game, reward: str) -> Any:
    at_once = game.simultaneous
    dynamics = pyspiel.GameType.Dynamics
    return pyspiel.GameType(
        short_name=name_of(game.name),
        long_name=f"Koloda: {texts('en')[f'{game.name}.title']}",
        dynamics=dynamics.SIMULTANEOUS if at_once else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=UTILITIES[reward],
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.set_up.players[-1],
        min_num_players=game.set_up.players[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters(game),
    )


class KolodaGame(pyspiel.Game):
    """A game with its players, options and reward, ready to play."""

    NAME: ClassVar[str]

    def __init__(self, params: Mapping[str, Any]) -> None:
        self.game = game = GAMES[self.NAME]
        given = {**parameters(game), **params}
        self.reward = str(given["reward"])
        number_of(self.reward)
        self.form = str(given["observation"])
        self.observation = game.observation.form(self.form)
        self.recall = checked("recall", given["recall"], 0, 10_000)
        self.start = self._start(given)
        self.players = int(self.start.players)
        if given["position"] and "players" in params and params["players"] not in (self.players, game.set_up.usual):
            raise UnknownOption.of("envs.position_players", right=self.players, given=int(params["players"]))
        low, high = (0.0, 1.0) if self.reward == "win" else (-MOST_POINTS, MOST_POINTS)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=MOST_OUTCOMES,
            num_players=self.players,
            min_utility=low,
            max_utility=high,
            utility_sum=SUMS[self.reward],
            max_game_length=LONGEST,
        )
        super().__init__(game_type(game, self.reward), info, dict(params))

    def _start(self, given: Mapping[str, Any]) -> Any:
        if given["position"]:
            return self.game.notation.read_position(unquote(str(given["position"])))
        options: dict[str, Value] = {}
        for option in self.game.set_up.options:
            value = given[option.name]
            if value not in (UNSET_NUMBER, UNSET_WORD):
                options[option.name] = unquote(value) if isinstance(value, str) else value
        return self.game.new(int(given["players"]), **options)

    def num_players(self) -> int:
        return self.players

    def max_chance_nodes_in_history(self) -> int:
        return LONGEST

    def new_initial_state(self) -> "KolodaState":
        return KolodaState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        return Observer(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class KolodaState(pyspiel.State):
    """A position and its history."""

    def __init__(self, game: KolodaGame) -> None:
        super().__init__(game)
        self.at: HistoryNode = root(game.game, game.start, game.form)
        self._reward = game.reward

    @property
    def game(self) -> Game:
        return self.at.game

    @property
    def s(self) -> Any:
        return self.at.state

    def current_player(self) -> int:
        if self.game.rules.chance(self.s):
            return int(pyspiel.PlayerId.CHANCE)
        actors = seats_of(self.game.rules.actors(self.s))
        if not actors:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if self.game.simultaneous else actors[0]

    def is_terminal(self) -> bool:
        return bool(self.game.rules.over(self.s))

    def _legal_actions(self, player: int) -> list[int]:
        return self.game.legal(self.s, player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.at.outcomes()

    def _apply_action(self, action: int) -> None:
        game, s = self.at.game, self.at.state
        event = Draw(action) if game.rules.chance(s) else Act(self.current_player(), action)
        check_ply(game, s, event)
        self.at = self.at.after(event)

    def _apply_actions(self, actions: list[int]) -> None:
        players = self.s.players
        if len(actions) != players:
            raise NotYourTurn.of("envs.who_chooses", asked=str(players), given=str(len(actions)))
        chosen = [Act(seat, action) for seat, action in enumerate(actions)]
        for act in chosen:
            check_ply(self.game, self.s, act)
        for act in chosen:
            self.at = self.at.after(act)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return self.game.notation.write_draw(self.s, action)
        return self.game.notation.write_action(self.s, action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> "KolodaState":
        """A state that a player cannot tell from this one by what it sees now and was told; `sampler` gives reals from
        0 to 1. Its history is empty, because nobody could know it.
        """
        if self.is_terminal() or self.is_chance_node() or not self.game.deals_anew:
            raise NotLegal.of("envs.not_decided")
        made = KolodaState(self.get_game())
        made.at = self.at.resampled(player, lambda n: min(int(sampler() * n), n - 1))
        return made

    def returns(self) -> list[float]:
        return rewards(self.game, self.s, self._reward)

    def __str__(self) -> str:
        return self.game.notation.write_position(self.s)


class Observer:
    """What a seat observes in a state: a tensor, its parts by name, and a string."""

    def __init__(self, game: KolodaGame, kind: Any, params: Any) -> None:
        if params:
            raise UnknownOption.of("errors.option_name", option=", ".join(params), allowed="-")
        self.kind = kind
        self.players = game.players
        self.dict: dict[str, Any] = {}
        self.tensor: Any = None
        if self._whole:
            layout = game.observation.layout
            past = (game.recall, game.observation.size) if kind.perfect_recall else (0, 0)
            sizes = [game.players, *(part.size for part in layout), past[0] * past[1]]
            self.tensor = np.zeros(sum(sizes), np.float32)
            pieces = np.split(self.tensor, np.cumsum(sizes)[:-1])
            self.dict = dict(zip(["player", *(part.name for part in layout)], pieces, strict=False))
            self._past = pieces[-1].reshape(past)
            if past[0]:
                self.dict["past"] = self._past
            self._now = self.tensor[game.players : game.players + game.observation.size]

    @property
    def _whole(self) -> bool:
        """Does the seat get everything that it may know? Else only what a spectator sees, or only the rest."""
        return bool(self.kind.public_info) and self.kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER

    def set_from(self, state: KolodaState, player: int) -> None:
        if self.tensor is None:
            return
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        self._now[:] = state.at.observed(player)
        if len(self._past):
            for row, numbers in zip(self._past, state.at.observed_before(player), strict=False):
                row[:] = numbers

    def string_from(self, state: KolodaState, player: int) -> str | None:
        if self._whole:
            if self.kind.perfect_recall:
                return state.at.known(player)
            return encode(state.game.view(state.s, player)).decode()
        if self.kind.public_info and self.kind.private_info == pyspiel.PrivateInfoType.NONE:
            return encode(state.game.view(state.s, None)).decode()
        return None


for _game in GAMES.values():
    # OpenSpiel keeps the maker of a game until after Python has ended, so it must be a class.
    _name = "".join(word.capitalize() for word in _game.name.split("_")) + "Game"
    globals()[_name] = type(_name, (KolodaGame,), {"NAME": _game.name, "__module__": __name__})
    pyspiel.register_game(game_type(_game, "difference"), globals()[_name])
