"""Gymnasium's own checker, one seat among bots, and many games at once."""

import copy
import sys
from itertools import cycle
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers.vector import FlattenObservation, RecordEpisodeStatistics

from koloda.bots.external import ExternalBot
from koloda.core.errors import BadBot, NotLegal, NotUnderstood, UnknownOption
from koloda.envs.gymnasium import SeatEnv, SeatVectorEnv, id_of
from koloda.games import GAMES
from tests.referees import REFEREES

ROOT = Path(__file__).parents[2]
every_game = pytest.mark.parametrize("game", GAMES)
COMPARED = ("no_thanks", "dobro")  # compiling takes long


def made(game: str, **options: Any) -> SeatEnv:
    found = gymnasium.make(f"koloda.envs.gymnasium:{id_of(game)}", **options).unwrapped
    assert isinstance(found, SeatEnv)
    return found


@every_game
def test_check_env(game: str) -> None:
    check_env(made(game))
    check_env(made(game, players=3, seat=2, bystanders=True, bots=["random", "rule"], render_mode="ansi"))


def test_check_env_by_ids() -> None:
    """It plays an action of one deal in another: only in No Thanks! this is always legal."""
    check_env(made("no_thanks", choices=False))
    assert id_of("no_thanks") == "koloda/NoThanks-v0"


@pytest.mark.parametrize("form", ["memory", "view"])
def test_one_game_and_many_have_the_same_observation(form: str) -> None:
    env = made("dobro", players=3, bots="rule", observation=form)
    games = SeatVectorEnv("dobro", 1, 3, bots="rule", observation=form)
    one, (many, _) = env.reset(seed=9)[0], games.reset(seed=9)
    assert env.observation_space == games.single_observation_space
    for _ in range(15):
        assert one["observation"].tolist() == many["observation"][0].tolist()
        one, many = env.step(0)[0], games.step(np.zeros(1, np.int64))[0]
    games.close()


@every_game
@pytest.mark.parametrize("bots", ["random", "rule"])
def test_a_game_among_bots(game: str, bots: str) -> None:
    env = made(game, players=3, seat=1, bots=bots, bystanders=True, **REFEREES[game].SHORT)
    env.action_space.seed(5)
    observation, info = env.reset(seed=5)
    for _ in range(400):
        assert observation in env.observation_space
        assert (info["action_mask"] == observation["action_mask"]).all()
        observation, reward, ended, cut, info = env.step(env.action_space.sample())
        assert not cut
        assert (env.action_masks() == info["action_mask"]).all()
        if ended:
            points, won = info["scores"], info["winners"]
            best = points.min() if GAMES[game].lowest_wins else points.max()
            assert set(points[won]) == {best}
            better = -1 if GAMES[game].lowest_wins else 1
            assert reward == pytest.approx(better * (points[1] - np.delete(points, 1).mean()))
            assert not info["action_mask"].any()
            with pytest.raises(NotLegal, match="over"):
                env.step(0)
            return
        assert reward == 0
        assert set(info) == {"action_mask"}
    pytest.fail("the game does not end")


def test_choices_are_counted_round() -> None:
    by_choice, by_id = made("dobro"), made("dobro", choices=False)
    for env in (by_choice, by_id):
        env.reset(seed=9)
    legal = by_id.episode.legal(0)
    assert legal != list(range(len(legal)))
    one = by_choice.step(len(legal) + 1)[0]
    other = by_id.step(legal[1])[0]
    assert one["observation"].tolist() == other["observation"].tolist()


@pytest.mark.parametrize("choices", [True, False])
def test_what_is_no_action_is_an_error(choices: bool) -> None:
    env = made("dobro", choices=choices)
    with pytest.raises(NotLegal, match="reset"):
        env.step(0)
    _, info = env.reset(seed=9)
    decided = env.episode.decisions
    no_numbers = (0.5, True, "0", np.array([0, 0]), np.array([0.0]), np.array([True]), None)
    for wrong, error in ((-1, NotLegal), (99, NotLegal), *((given, NotUnderstood) for given in no_numbers)):
        with pytest.raises(error):
            env.step(wrong)
    if not choices:
        with pytest.raises(NotLegal):
            env.step(int(np.flatnonzero(1 - info["action_mask"])[0]))
    assert env.episode.decisions == decided


@pytest.mark.parametrize("form", [np.int16, np.uint64, np.array, lambda number: np.array([number])])
def test_an_action_may_be_what_a_library_predicts(form: Any) -> None:
    env, other = made("no_thanks"), made("no_thanks")
    env.reset(seed=9)
    other.reset(seed=9)
    assert env.step(form(1))[0]["observation"].tolist() == other.step(1)[0]["observation"].tolist()


def test_masks_need_a_game() -> None:
    for env in (made("no_thanks"), vector("no_thanks")):
        with pytest.raises(NotLegal, match="reset"):
            env.action_masks()


def test_for_people_positions_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    env, shown = (made("no_thanks", render_mode=mode) for mode in ("human", "ansi"))
    for table in (env, shown):
        table.reset(seed=3)
    assert capsys.readouterr().out == f"{shown.render()}\n"
    assert env.render() is None
    for table in (env, shown):
        table.step(1)
    assert capsys.readouterr().out == f"{shown.render()}\n"


def test_render_text_number_the_actions_as_they_are_played() -> None:
    for options, number in (({}, 0), ({"choices": False}, 1)):
        env = made("no_thanks", chips=0, render_mode="ansi", **options)
        env.reset(seed=3)
        shown = env.render()
        assert shown is not None
        assert f"\n  {number} = take: " in shown


@pytest.mark.parametrize(
    ("game", "bots"), [*zip(sorted(GAMES), cycle(("random", "greedy", "search:20", "rule")), strict=False)]
)
def test_a_copy_goes_its_own_way(game: str, bots: str) -> None:
    env = gymnasium.make(id_of(game), players=3, bots=bots, bystanders=True)
    env.reset(seed=4)
    for _ in range(3):
        env.step(1)
    other, left_alone = copy.deepcopy(env), copy.deepcopy(env)
    before = positions(left_alone)
    for choice in (0, 1, 1, 0, 1, 0):
        one, paid, over, _, _ = env.step(choice)
        same, equal_pay, also_over, _, _ = other.step(choice)
        assert (one["observation"].tolist(), paid, over) == (same["observation"].tolist(), equal_pay, also_over)
        assert positions(env) == positions(other)
        if over:
            break
    assert positions(env) != before
    assert positions(left_alone) == before
    dealt = [table.reset()[0]["observation"].tolist() for table in (env, other, left_alone)]
    assert dealt[0] == dealt[1] == dealt[2]


def positions(env: Any) -> Any:
    return env.unwrapped.episode.state.copy()


def test_a_bot_from_outside_plays_one_episode_after_another() -> None:
    """It keeps its process, which is slow to start, and gets another object and another seed."""
    env = SeatEnv("no_thanks", players=2, bots=f"{ROOT / 'tests/bots/bot_classes.py'}:Last")
    bot = env._bots[1]
    assert isinstance(bot, ExternalBot)
    for seed in range(2):
        env.reset(seed=seed)
        while not env.step(0)[2]:
            pass
    assert env._bots[1] is bot
    assert bot.faults == []
    env.close()


@pytest.mark.parametrize("bot", [f"{sys.executable} -c pass", f"{ROOT / 'examples/bots/seventy.py'}:Seventy"])
def test_a_bot_from_outside_is_not_copied(bot: str) -> None:
    env = SeatEnv("no_thanks", players=2, bots=bot)
    with pytest.raises(BadBot, match="cannot be copied"):
        copy.deepcopy(env)
    env.close()


@pytest.mark.parametrize(
    "wrong",
    [{"seat": 4}, {"bots": "genius"}, {"bots": ["rule"]}, {"players": 9}, {"chips": -1}, {"reward": "fame"}],
    ids=str,
)
def test_bad_arguments(wrong: dict[str, Any]) -> None:
    for kind in (SeatEnv, SeatVectorEnv):
        with pytest.raises(UnknownOption):
            kind("no_thanks", **wrong)


def test_arguments_that_libraries_try_out() -> None:
    """Stable-Baselines3 and torchrl go on without them after a TypeError; torchrl reads what it says."""
    name = f"koloda.envs.gymnasium:{id_of('dobro')}"
    with pytest.warns(UserWarning, match="rgb_array"), pytest.raises(TypeError, match="there are: ansi, human"):
        gymnasium.make(name, render_mode="rgb_array")
    with pytest.raises(TypeError, match="unexpected keyword argument 'frameskip'; the options of Dobro are: "):
        gymnasium.make(name, frameskip=4)
    with pytest.raises(TypeError, match=r"'atention'.*attention\?"):
        SeatVectorEnv("dobro", atention=True)


def vector(game: str, **options: Any) -> SeatVectorEnv:
    name = f"koloda.envs.gymnasium:{id_of(game)}"
    found = gymnasium.make_vec(name, num_envs=4, vectorization_mode="vector_entry_point", **options)
    assert isinstance(found, SeatVectorEnv)
    return found


def equal(one: Any, other: Any) -> bool:
    """Is what environments return equal, arrays included, and their types?"""
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(equal(one[key], other[key]) for key in one)
    if isinstance(one, tuple) or (isinstance(one, np.ndarray) and one.dtype == np.object_):
        return len(one) == len(other) and all(map(equal, one, other))
    if isinstance(one, np.ndarray):
        return one.dtype == other.dtype and one.shape == other.shape and bool((one == other).all())
    return bool(one == other)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize("choices", [True, False])
def test_a_vector_is_as_one_of_gymnasium(choices: bool, mode: AutoresetMode) -> None:
    """Everything that Gymnasium's own vector of one environment returns, ours does, infos included."""
    table: dict[str, Any] = {"players": 3, "seat": 1, "bots": "greedy", "choices": choices}
    ours = SeatVectorEnv("no_thanks", 1, autoreset_mode=mode.value, **table)
    theirs = SyncVectorEnv([lambda: SeatEnv("no_thanks", **table)], autoreset_mode=mode)
    assert ours.autoreset_mode is ours.metadata["autoreset_mode"] is mode
    assert equal(ours.reset(seed=3), theirs.reset(seed=3))
    random, ended, over = np.random.default_rng(3), 0, False
    for _ in range(120):
        action = random.choice(np.flatnonzero(ours.action_masks()[0])) if ours.action_masks().any() else 0
        assert bool(ours.action_masks().any()) != (over and mode is AutoresetMode.NEXT_STEP)
        *one, info = ours.step(np.array([action]))
        *other, expected = theirs.step(np.array([action]))
        assert all(map(equal, one, other))
        assert equal(info, expected)
        over = bool(one[2][0])
        ended += over
    assert ended > 2
    ours.close()


def test_the_wrappers_of_gymnasium_take_a_vector() -> None:
    games = gymnasium.make_vec(f"koloda.envs.gymnasium:{id_of('no_thanks')}", num_envs=3)
    counted = RecordEpisodeStatistics(FlattenObservation(games))
    counted.action_space.seed(1)
    observations, _ = counted.reset(seed=1)
    assert observations.shape == (3, GAMES["no_thanks"].observation.size + 2)
    for _ in range(60):
        *_, infos = counted.step(counted.action_space.sample())
        if "episode" in infos:
            break
    (first, *_) = np.flatnonzero(infos["_episode"])
    points = infos["scores"][first]
    assert infos["episode"]["r"][first] == points[1:].mean() - points[0]
    with pytest.raises(UnknownOption, match="NextStep, SameStep, Disabled"):
        SeatVectorEnv("no_thanks", autoreset_mode="Later")


def test_games_can_be_dealt_where_others_have_ended() -> None:
    """With autoreset disabled, as torchrl wants it: the same games as otherwise, when they are asked for."""
    waiting, going_on = (vector("no_thanks", autoreset_mode=mode) for mode in ("Disabled", "SameStep"))
    with pytest.raises(NotLegal, match="reset"):
        waiting.reset(options={"reset_mask": np.ones(4, bool)})
    one, _ = waiting.reset(seed=3)
    going_on.reset(seed=3)
    ended, random = 0, np.random.default_rng(3)
    for _ in range(80):
        actions = random.integers(0, 2, 4)
        one, _, done, _, infos = waiting.step(actions)
        other, *_ = going_on.step(actions)
        if done.any():
            ended += 1
            assert infos["scores"][done].any()
            with pytest.raises(NotLegal, match="over"):
                waiting.step(np.ones(4, int))
            for wrong in (np.ones(3, bool), np.ones(4)):
                with pytest.raises(NotUnderstood, match="4 games"):
                    waiting.reset(options={"reset_mask": wrong})
            one, infos = waiting.reset(options={"reset_mask": done})
            assert infos["_action_mask"].tolist() == done.tolist()
        assert equal(one, other)
    assert ended > 2


@pytest.mark.parametrize("game", COMPARED)
@pytest.mark.parametrize("choices", [True, False])
def test_a_vector_of_games_is_the_same_games(game: str, choices: bool) -> None:
    table: dict[str, Any] = {"bots": ["greedy", "rule"], "players": 3, "seat": 1, "reward": "score", "choices": choices}
    games, single = vector(game, autoreset_mode="SameStep", **table), made(game, **table)
    assert games.single_action_space == single.action_space
    assert games.single_observation_space == single.observation_space
    games.action_space.seed(3)
    many, info = games.reset(seed=21)
    one, _ = single.reset(seed=21)
    ended = 0
    for _ in range(300):
        assert many in games.observation_space
        assert many["observation"][0].tolist() == one["observation"].tolist()
        assert info["action_mask"].tolist() == many["action_mask"].tolist()
        assert info["action_mask"][0].tolist() == one["action_mask"].tolist()
        actions = games.action_space.sample()
        if not choices:
            actions = np.where(info["action_mask"][np.arange(4), actions], actions, info["action_mask"].argmax(axis=1))
        many, rewards, done, _, info = games.step(actions)
        one, reward, over, _, _ = single.step(actions[0])
        assert done[0] == over
        assert rewards[0] == reward
        if over:
            ended += 1
            assert info["_final_obs"][0]
            assert info["final_obs"][0]["observation"].tolist() == one["observation"].tolist()
            assert info["final_obs"][0]["action_mask"].tolist() == one["action_mask"].tolist()
            one, _ = single.reset()
    assert ended > 1
    games.close()


@pytest.mark.parametrize("choices", [True, False])
def test_bad_actions_step_no_game_of_a_vector(choices: bool) -> None:
    games = vector("no_thanks", choices=choices, chips=0)
    with pytest.raises(NotLegal, match="reset"):
        games.step([1, 1, 1, 1])
    games.reset(seed=21)
    boards = games._games.boards.copy()
    for wrong in (-1, 2, 1 << 40):
        with pytest.raises(NotLegal, match=f"Game 2 .*action {wrong}"):
            games.step(np.array([1, 1, wrong, 1]))
    if not choices:
        with pytest.raises(NotLegal, match=r"Game 2 .*not in its mask"):
            games.step([1, 1, 0, 1])
    for form in (np.ones(4), np.ones(4, bool), np.ones(5, int), np.ones((4, 1), int), 1):
        with pytest.raises(NotUnderstood, match="4 games"):
            games.step(form)
    assert (games._games.boards == boards).all()
    games.step(np.ones(4, np.uint64))
    assert not (games._games.boards == boards).any()
    games.close()


def test_a_vector_has_compiled_bots_only() -> None:
    with pytest.raises(UnknownOption, match="compiled"):
        SeatVectorEnv("no_thanks", bots="search")
    with pytest.raises(UnknownOption):
        SeatVectorEnv("no_thanks", num_envs=0)
