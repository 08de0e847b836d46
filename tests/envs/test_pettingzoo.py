"""PettingZoo's own tests, and what they do not check: our games, our errors, seats that wait."""

import copy
import pickle
from functools import partial
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)
from pettingzoo.utils.conversions import aec_to_parallel

from koloda.core.errors import KolodaError, NotLegal, NotUnderstood, NotYourTurn, UnknownOption
from koloda.envs.pettingzoo import TableEnv, env, parallel_env
from koloda.games import GAMES
from tests.envs.reference_batch import ReferenceBatch
from tests.referees import REFEREES

every_game = pytest.mark.parametrize("game", GAMES)
# They warn of observations that are not a bare array, and of masks of seats that are not asked.
its_own_tests = pytest.mark.filterwarnings("ignore::UserWarning")


def masks(table: TableEnv) -> dict[str, list[int]]:
    return {agent: np.flatnonzero(info["action_mask"]).tolist() for agent, info in table.infos.items()}


@its_own_tests
@every_game
@pytest.mark.parametrize("players", [2, 5])
def test_agent_environment_cycle(game: str, players: int) -> None:
    api_test(env(game, players, **REFEREES[game].SHORT), num_cycles=100)
    seed_test(partial(env, game, players), num_cycles=60)


@its_own_tests
def test_bystanders() -> None:
    api_test(env("tugriki", 3, bystanders=True, rounds=1), num_cycles=100)


@its_own_tests
@every_game
def test_states_and_rendering(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    at_once = parallel_env(game) if GAMES[game].simultaneous else parallel_env()
    state_test(env(game, 3), at_once)
    render_test(partial(env, game, 3))
    assert f"{env(game).metadata['name']}" == f"koloda_{game}_v0"
    assert "seat_1 is asked." in capsys.readouterr().out


def test_a_state_has_what_is_hidden() -> None:
    table = env("dobro", 3)
    with pytest.raises(NotLegal, match="reset"):
        table.state()
    table.reset(seed=1)
    assert table.state().tolist() == list(table.episode.state.values())
    fields = {field.name for field in table.episode.game.set_up.State.FIELDS}
    assert "hand" in fields


def test_the_last_infos_have_the_result() -> None:
    table = env("no_thanks", 3)
    table.reset(seed=1)
    while not any(table.terminations.values()):
        assert set(table.infos["seat_0"]) == {"action_mask"}
        table.step(1)
    points = table.episode.match.scores()
    for agent in table.agents:
        assert table.infos[agent]["scores"].tolist() == points
        assert np.flatnonzero(table.infos[agent]["winners"]).tolist() == table.episode.match.winners()
    assert sum(table.rewards.values()) == pytest.approx(0)


@its_own_tests
def test_who_choose_at_once_can_be_asked_at_once() -> None:
    """PettingZoo makes of one environment what the other is."""
    for game in (name for name in GAMES if not GAMES[name].simultaneous):
        assert not env(game).metadata["is_parallelizable"]
    converted, ours = aec_to_parallel(env("mind_up", 3)), parallel_env("mind_up", 3)
    parallel_api_test(aec_to_parallel(env("mind_up", 3)), num_cycles=60)
    one, infos = converted.reset(seed=5)
    other, _ = ours.reset(seed=5)
    while ours.agents:
        for agent in ours.agents:
            assert one[agent]["observation"].tolist() == other[agent]["observation"].tolist()
            assert one[agent]["action_mask"].tolist() == other[agent]["action_mask"].tolist()
        chosen = {agent: int(np.flatnonzero(infos[agent]["action_mask"])[-1]) for agent in ours.agents}
        one, paid, _, _, infos = converted.step(chosen)
        other, rewards, _, _, _ = ours.step(chosen)
        assert dict(paid) == rewards
    assert not converted.agents


@its_own_tests
def test_all_at_once() -> None:
    parallel_api_test(parallel_env(), num_cycles=100)
    parallel_seed_test(parallel_env, num_cycles=60)
    max_cycles_test(SimpleNamespace(env=partial(env, "mind_up"), parallel_env=parallel_env))


def test_the_view_forgets() -> None:
    chips = []
    for form in ("memory", "view"):
        table = env("no_thanks", players=3, observation=form)
        table.reset(seed=11)
        observation = table.observe(table.agent_selection)["observation"]
        assert observation in table.observation_space("seat_0")["observation"]
        chips.append(table.episode.observation.parts(observation)["chips"][:3])
    assert chips == [[11, 11, 11], [11, -1, -1]]


@every_game
def test_a_seed_deals_what_it_deals_to_a_batch(game: str) -> None:
    options = {"players": 3, **REFEREES[game].SHORT}
    table = env(game, reward="difference", **options)
    batch = ReferenceBatch(GAMES[game], options, 1, 11, "difference")
    random = np.random.default_rng(11)
    table.reset(seed=11)
    games = 0
    while games < 2:
        observation, _, _, _, info = table.last()
        assert observation is not None
        assert table.agent_selection == f"seat_{batch.seat(0)}"
        assert observation["observation"].tolist() == GAMES[game].observe(
            batch.states[0], batch.seat(0), batch.memories[0]
        )
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        assert (
            legal == np.flatnonzero(info["action_mask"]).tolist() == GAMES[game].legal(batch.states[0], batch.seat(0))
        )
        action = random.choice(legal)
        batch.step([action])
        table.step(action)
        assert list(table.rewards.values()) == batch.rewards[0]
        assert all(table.terminations.values()) == batch.done[0]
        if batch.done[0]:
            games += 1
            for _ in range(3):
                table.step(None)
            assert table.agents == []
            table.reset()


def test_who_is_not_asked_has_no_actions() -> None:
    table = env("no_thanks", 3)
    table.reset(seed=1)
    waiting = set(table.agents) - {table.agent_selection}
    assert len(waiting) == 2
    assert all(not masks(table)[agent] for agent in waiting)
    assert masks(table)[table.agent_selection] == [0, 1]
    assert not any(table.observe(agent)["action_mask"].any() for agent in waiting)


def test_an_illegal_action_changes_nothing() -> None:
    table = env("no_thanks", 3, chips=0)
    with pytest.raises(NotLegal, match="reset"):
        table.step(1)
    table.reset(seed=1)
    before = table.last()[0]
    assert before is not None
    for wrong, error in ((0, NotLegal), (7, NotLegal), (-1, NotLegal), (1.0, NotUnderstood), (None, NotUnderstood)):
        with pytest.raises(error):
            table.step(wrong)  # type: ignore[arg-type]
    after = table.last()[0]
    assert after is not None
    assert after["observation"].tolist() == before["observation"].tolist()
    table.step(1)


def test_choosing_at_once_checks_all_before_any() -> None:
    table = parallel_env(players=3)
    observations, _ = table.reset(seed=4)
    legal = {agent: int(np.flatnonzero(seen["action_mask"])[0]) for agent, seen in observations.items()}
    for wrong in ({**legal, "seat_2": 0}, {**legal, "seat_2": 61}):
        with pytest.raises(NotLegal):
            table.step(wrong)
    with pytest.raises(NotUnderstood, match="seat_0, seat_1, seat_2 choose"):
        table.step({"seat_0": legal["seat_0"]})
    assert table.episode.asked == [0, 1, 2]
    table.step(legal)


def test_a_game_that_is_over_or_cut_off() -> None:
    table = env("no_thanks", 2, max_cycles=2)
    table.reset(seed=1)
    for _ in range(4):
        table.step(1)
    assert all(table.truncations.values())
    assert not any(table.terminations.values())
    assert not any(masks(table).values())
    while table.agents:
        table.step(None)
    with pytest.raises(NotLegal, match="over"):
        table.step(1)


def test_silence_lets_things_go_on() -> None:
    """TG-27: a seat that could call is asked before the next player; silence is an action."""
    table = env("tugriki", 3, bystanders=True, rounds=1)
    silence = table.episode.silence
    assert table.action_space("seat_0").n == GAMES["tugriki"].actions + 1
    quiet = called = 0
    for seed in range(20):
        table.reset(seed=seed)
        while not any(table.terminations.values()):
            legal = masks(table)[table.agent_selection]
            if silence in legal:
                steps = len(table.episode.match.steps)
                table.step(silence if quiet <= called else legal[0])
                quiet += len(table.episode.match.steps) == steps
                called += len(table.episode.match.steps) > steps
            else:
                table.step(int(table.action_space(table.agent_selection).sample()))
    assert quiet > 3
    assert called > 3


def test_a_copy_goes_its_own_way() -> None:
    table = env("dobro", 3)
    table.reset(seed=3)
    for _ in range(5):
        table.step(table.action_space(table.agent_selection).sample())
    others = copy.deepcopy(table), pickle.loads(pickle.dumps(table))
    for _ in range(20):
        action = masks(table)[table.agent_selection][0]
        table.step(action)
        for other in others:
            other.step(action)
            assert other.agent_selection == table.agent_selection
            assert other.episode.state == table.episode.state


def test_render_text() -> None:
    table = env("no_thanks", 4, render_mode="ansi")
    assert table.render() is None
    table.reset(seed=3)
    shown = table.render()
    assert shown is not None
    assert shown.splitlines()[0] == "No Thanks!: seat_1 is asked."
    assert "  turn: seat_1" in shown
    assert "  card: 22" in shown
    assert "  chips: ? 11 ? ?" in shown
    assert "  0 = pass: pay a chip: 1 on the card, 10 left to you" in shown
    assert parallel_env(render_mode="ansi").render() is None
    assert env("no_thanks").render() is None


@pytest.mark.parametrize(
    "wrong",
    [{"game": "poker"}, {"players": 9}, {"reward": "fame"}, {"max_cycles": 0}, {"render_mode": "film"}, {"jokers": 1}],
    ids=str,
)
def test_bad_arguments(wrong: dict[str, Any]) -> None:
    with pytest.raises(UnknownOption) as refused:
        env(**{"game": "no_thanks", **wrong})
    assert isinstance(refused.value, TypeError) == ("render_mode" in wrong or "jokers" in wrong)


def test_other_mistakes() -> None:
    with pytest.raises(UnknownOption, match="one after another"):
        parallel_env("dobro")
    table = env("dobro")
    with pytest.raises(KolodaError, match="from 0 to"):
        table.reset(seed=-1)
    table.reset(seed=1)
    with pytest.raises(NotYourTurn):
        table.observe("seat_9")
