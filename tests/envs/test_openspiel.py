"""OpenSpiel's own tests, and information states: equal if a seat cannot tell states apart, different if it can."""

import importlib
import pickle
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

pyspiel = pytest.importorskip("pyspiel")

from open_spiel.python.algorithms import best_response, cfr, exploitability, ismcts, mcts  # noqa: E402
from open_spiel.python.policy import UniformRandomPolicy  # noqa: E402

from koloda.core.errors import KolodaError, NotLegal, UnknownOption  # noqa: E402
from koloda.core.game import Act  # noqa: E402
from koloda.core.view import encode  # noqa: E402
from koloda.envs.openspiel import load, name_of  # noqa: E402
from koloda.games import GAMES  # noqa: E402
from koloda.table.match import next_state  # noqa: E402

MIND_UP = {"hand": 2, "rounds": 1, "values": [1, 3], "colours": {"orange": [1, 3, 5], "pink": [2, 4, 6]}}
DOBRO = '{"numbers":{"2":2,"3":1},"specials":{"joker":1},"hand":{"usual":2,"six":2},"two":{"aside":0}}'
LAST_ROUND = f"dobro[players=2 attention=off edition={DOBRO}] round=3 phase=deal"


def small(game: str) -> Any:
    """Games whose whole tree is small."""
    if game == "no_thanks":
        return load(game, 2, highest=5, removed=1, chips=1)
    if game == "mind_up":
        return load(game, 2, edition=MIND_UP)
    return load(game, position=LAST_ROUND)


every_game = pytest.mark.parametrize("game", GAMES)
every_small_game = pytest.mark.parametrize("game", ["no_thanks", "mind_up", "dobro"])


@every_game
def test_random_simulation(game: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name_of(game)), num_sims=1, serialize=True, verbose=False)
    pyspiel.random_sim_test(load(game, 2, reward="win"), num_sims=1, serialize=False, verbose=False)
    pyspiel.random_sim_test(load(game, 3, reward="score"), num_sims=1, serialize=False, verbose=False)


@every_game
def test_simulation_in_python(game: str) -> None:
    games_sim_test = importlib.import_module("open_spiel.python.tests.games_sim_test")  # loads SciPy
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name_of(game)))


NODES = {"no_thanks": (21, 102, 84), "dobro": (35, 980, 696)}
"""Different positions of the small games: chance nodes, decisions and ends."""
INFORMATION_STATES = {"no_thanks": 102, "dobro": 296}


@pytest.fixture(scope="module")
def api_test() -> Any:
    """The library's tests of its interface, imported only when needed, because they load SciPy."""
    return importlib.import_module("open_spiel.integration_tests.api_test")


def api_tests(base: type, game: Any) -> None:
    """A class of the library's interface tests, run on one of our games."""
    case: Any = type("Ours", (base,), {"game": game, "game_name": game.get_type().short_name})
    case.setUpClass()
    for name in dir(case):
        if name.startswith("test_"):
            getattr(case(name), name)()


@every_game
def test_the_interface_on_some_states(game: str, api_test: Any) -> None:
    api_tests(api_test.EnforceAPIOnPartialTreeBase, load(game, 2))


@pytest.mark.parametrize("game", NODES)
def test_the_interface_on_the_whole_tree(game: str, api_test: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name_of(game), NODES[game])
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name_of(game), INFORMATION_STATES[game])
    api_tests(api_test.EnforceAPIOnFullTreeBase, small(game))


def states(state: Any) -> Iterator[Any]:
    """A state and all its descendants."""
    yield state
    if state.is_terminal():
        return
    if state.is_simultaneous_node():
        choices = [[a, b] for a in state.legal_actions(0) for b in state.legal_actions(1)]
    else:
        choices = state.legal_actions()
    for choice in choices:
        child = state.clone()
        if state.is_simultaneous_node():
            child.apply_actions(choice)
        else:
            child.apply_action(choice)
        yield from states(child)


@every_small_game
def test_information_states(game: str) -> None:
    """Two states with the same string look the same to the seat, and it has decided the same in both; tensors agree."""
    found: dict[tuple[int, str], tuple[Any, ...]] = {}
    tensors: dict[tuple[int, str], Any] = {}
    for state in states(small(game).new_initial_state()):
        if state.is_chance_node() or state.is_terminal():
            continue
        for seat in (0, 1):
            own = [ply.action for ply in state.at.plies() if isinstance(ply, Act) and ply.seat == seat]
            seen = encode(state.game.view(state.s, seat)), state.legal_actions(seat), own
            key = seat, state.information_state_string(seat)
            assert found.setdefault(key, seen) == seen
            tensor = tuple(state.information_state_tensor(seat))
            assert tensors.setdefault(key, tensor) == tensor
            assert state.observation_string(seat) == seen[0].decode()
    assert len(set(tensors.values())) == len(tensors)


@every_game
def test_what_a_seat_cannot_see_does_not_matter(game: str) -> None:
    """With other hands from the first deal on, a seat learns the same from the same events."""
    rules = GAMES[game].rules
    state = load(game, 3).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[-1][0])
    seat = 1
    other = pickle.loads(pickle.dumps(state))
    hidden = state.s.copy()
    rules.hide(hidden, seat)
    while n := rules.chance(hidden):
        rules.draw(hidden, n // 2)
    other.at.state = hidden
    assert other.information_state_string(seat) == state.information_state_string(seat)
    assert other.information_state_tensor(seat) == state.information_state_tensor(seat)
    assert other.observation_string(seat) == state.observation_string(seat)
    if game != "no_thanks":  # where nothing but the deck is hidden
        assert other.information_state_string(0) != state.information_state_string(0)


@every_game
def test_resampled_states_look_the_same(game: str) -> None:
    """All that the player sees and was told is the same, whatever the others hold; so is the future that it sees."""
    random = np.random.default_rng(3)
    state = load(game, 3).new_initial_state()
    hands = set()
    for _ in range(12):
        while state.is_chance_node():
            state.apply_action(random.choice([outcome for outcome, _ in state.chance_outcomes()]))
        player = 0 if state.is_simultaneous_node() else state.current_player()
        for _ in range(3):
            other = state.resample_from_infostate(player, random.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.legal_actions(player) == state.legal_actions(player)
            assert other.clone().information_state_string(player) == state.information_state_string(player)
            hands.add(other.observation_string((player + 1) % 3))
        if state.is_simultaneous_node():
            state.apply_actions([state.legal_actions(seat)[0] for seat in range(3)])
        else:
            action = random.choice(state.legal_actions())
            for one in (state, other):
                one.apply_action(action)
            if not state.is_chance_node():
                assert other.information_state_string(player) == state.information_state_string(player)
                assert other.information_state_tensor(player) == state.information_state_tensor(player)
    if game != "no_thanks":  # where nothing but the deck is hidden
        assert len(hands) > 12


def test_states_between_decisions_are_not_resampled() -> None:
    state = small("no_thanks").new_initial_state()
    with pytest.raises(NotLegal, match="while a seat decides"):
        state.resample_from_infostate(0, lambda: 0.0)


@pytest.mark.parametrize("game", [name for name in GAMES if not GAMES[name].simultaneous])
def test_search_over_information_sets(game: str) -> None:
    """OpenSpiel's IS-MCTS in Python asserts that what it samples is the same to the player."""
    playing, random = load(game, 3, reward="win"), np.random.RandomState(5)
    bot = ismcts.ISMCTSBot(playing, mcts.RandomRolloutEvaluator(1, random), 2.0, 6, random_state=random)
    state = playing.new_initial_state()
    for _ in range(4):
        while state.is_chance_node():
            state.apply_action(state.chance_outcomes()[0][0])
        action = bot.step(state)
        assert action in state.legal_actions()
        state.apply_action(action)


@pytest.mark.parametrize("form", ["memory", "view"])
def test_tensors_hold_one_form_of_the_observation(form: str) -> None:
    """Copies, too."""
    observation = GAMES["dobro"].observation.form(form)
    state = load("dobro", 3, observation=form).new_initial_state()
    random = Random(5)
    for _ in range(60):
        outcomes = (
            [action for action, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        )
        state.apply_action(random.choice(outcomes))
    for each in (state, pickle.loads(pickle.dumps(state))):
        memory = observation.nothing_remembered()
        s = each.at.game.new(3)
        for ply in each.at.plies():
            observation.watch(s, memory, ply)
            s = next_state(each.at.game, s, ply)
        assert each.observation_tensor(1)[3:] == observation.of(s, 1, memory)


def test_equal_cards_are_one_outcome() -> None:
    state = small("dobro").new_initial_state()
    assert [chance for _, chance in state.chance_outcomes()] == [0.25, 0.5, 0.25]
    assert [state.action_to_string(outcome) for outcome, _ in state.chance_outcomes()] == [
        "deal 1 J",
        "deal 1 2",
        "deal 1 3",
    ]


def test_exact_algorithms() -> None:
    game = small("no_thanks")
    solver = cfr.CFRPlusSolver(game)
    before = exploitability.nash_conv(game, UniformRandomPolicy(game))
    for _ in range(4):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < before / 2
    answer = best_response.BestResponsePolicy(game, 0, UniformRandomPolicy(game))
    assert answer.value(game.new_initial_state()) > 1


def test_bad_input() -> None:
    for wrong in (
        {"players": 9},
        {"reward": "fame"},
        {"observation": "notes"},
        {"jokers": 1},
        {"recall": -1},
        {"removed": 99},
    ):
        with pytest.raises(UnknownOption):
            load("no_thanks", **wrong)
    with pytest.raises(KolodaError):
        load("no_thanks", position="no_thanks[players=3] turn=9")
    state = load("no_thanks", 2, chips=0).new_initial_state()
    with pytest.raises(NotLegal):
        state.apply_action(2)
    state.apply_action(0)
    state.apply_action(0)
    with pytest.raises(NotLegal, match="chip"):
        state.apply_action(0)
