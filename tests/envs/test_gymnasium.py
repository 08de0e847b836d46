"""Gymnasium's own check, one seat among bots, and the same many times over."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

from koloda.core.errors import NotLegal, NotUnderstood, UnknownOption
from koloda.envs.gymnasium import SeatEnv, SeatVectorEnv, id_of
from koloda.games import GAMES

every_game = pytest.mark.parametrize("game", GAMES)
COMPARED = ("no_thanks",)  # compiling takes long


def made(game: str, **options: Any) -> SeatEnv:
    found = gymnasium.make(f"koloda.envs.gymnasium:{id_of(game)}", **options).unwrapped
    assert isinstance(found, SeatEnv)
    return found


@every_game
def test_check_env_by_choices(game: str) -> None:
    check_env(made(game, choices=True))
    check_env(made(game, choices=True, players=3, seat=2, bystanders=True, bots=["random", "rule"], render_mode="ansi"))


def test_check_env_by_ids() -> None:
    """It takes an action from one deal to another: that is legal in No Thanks! alone."""
    check_env(made("no_thanks"))
    assert id_of("no_thanks") == "koloda/NoThanks-v0"


@every_game
@pytest.mark.parametrize("bots", ["random", "rule"])
def test_a_game_among_bots(game: str, bots: str) -> None:
    env = made(game, players=3, seat=1, bots=bots, bystanders=True)
    env.action_space.seed(5)
    observation, info = env.reset(seed=5)
    for _ in range(400):
        assert observation in env.observation_space
        assert (info["action_mask"] == observation["action_mask"]).all()
        observation, reward, ended, cut, info = env.step(env.action_space.sample())
        assert not cut
        if ended:
            assert 0 <= reward <= 1
            assert not info["action_mask"].any()
            with pytest.raises(NotLegal, match="over"):
                env.step(0)
            return
        assert reward == 0
    assert game == "tugriki"  # its games are long


def test_choices_are_counted_round() -> None:
    by_choice, by_id = made("dobro", choices=True), made("dobro")
    for env in (by_choice, by_id):
        env.reset(seed=9)
    legal = by_id.table.legal(0)
    one = by_choice.step(len(legal) + 1)[0]
    other = by_id.step(legal[1])[0]
    assert one["observation"].tolist() == other["observation"].tolist()
    with pytest.raises(NotLegal):
        by_choice.step(by_choice.action_space.n)


def test_an_illegal_action_is_an_error() -> None:
    env = made("dobro")
    with pytest.raises(NotLegal, match="reset"):
        env.step(0)
    _, info = env.reset(seed=9)
    for wrong, error in (
        (int(np.flatnonzero(1 - info["action_mask"])[0]), NotLegal),
        (99, NotLegal),
        (0.5, NotUnderstood),
    ):
        with pytest.raises(error):
            env.step(wrong)


@pytest.mark.parametrize(
    "wrong",
    [{"seat": 4}, {"bots": "genius"}, {"bots": ["rule"]}, {"players": 9}, {"render_mode": "human"}, {"chips": -1}],
    ids=str,
)
def test_bad_arguments(wrong: dict[str, Any]) -> None:
    with pytest.raises(UnknownOption):
        SeatEnv("no_thanks", **wrong)


@pytest.mark.parametrize("game", COMPARED)
def test_a_vector_of_games_is_the_same_games(game: str) -> None:
    bots = ["greedy", "rule"]
    vector = gymnasium.make_vec(
        f"koloda.envs.gymnasium:{id_of(game)}",
        num_envs=4,
        vectorization_mode="vector_entry_point",
        bots=bots,
        players=3,
        seat=1,
        reward="score",
    )
    assert isinstance(vector, SeatVectorEnv)
    single = made(game, bots=bots, players=3, seat=1, reward="score")
    many, info = vector.reset(seed=21)
    one, _ = single.reset(seed=21)
    random = np.random.default_rng(3)
    ended = 0
    for _ in range(150):
        assert many in vector.observation_space
        assert many["observation"][0].tolist() == one["observation"].tolist()
        assert info["action_mask"][0].tolist() == one["action_mask"].tolist()
        actions = (random.random(info["action_mask"].shape) * info["action_mask"]).argmax(axis=1)
        many, rewards, done, _, info = vector.step(actions)
        one, reward, over, _, _ = single.step(actions[0])
        assert done[0] == over
        assert rewards[0] == reward
        if over:
            ended += 1
            assert info["_final_obs"][0]
            assert info["final_obs"]["observation"][0].tolist() == one["observation"].tolist()
            one, _ = single.reset()
    assert ended > 1
    before = many["observation"]
    with pytest.raises(NotLegal, match="Game 2"):
        vector.step(np.where(np.arange(4) == 2, 99, info["action_mask"].argmax(axis=1)))
    with pytest.raises(NotUnderstood, match="4 games"):
        vector.step(np.zeros(4))
    assert vector.reset(seed=21)[0]["observation"].shape == before.shape
    vector.close()


def test_a_vector_has_compiled_bots_only() -> None:
    with pytest.raises(UnknownOption, match="compiled"):
        SeatVectorEnv("no_thanks", bots="search")
    with pytest.raises(UnknownOption):
        SeatVectorEnv("no_thanks", num_envs=0)
