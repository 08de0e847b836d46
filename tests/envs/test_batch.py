"""Batches on the CPU: the games of the interpreted rules, reproducible, and bad input changes nothing."""

from typing import Any

import numpy as np
import pytest

from koloda import envs
from koloda.core.errors import BadRecord, KolodaError, NotLegal, NotUnderstood, UnknownOption
from koloda.envs.rewards import REWARDS
from koloda.games import GAMES
from tests.envs.reference_batch import ReferenceBatch
from tests.referees import REFEREES

every_game = pytest.mark.parametrize("game", GAMES)
ARRAYS = ("observations", "masks", "seats", "rewards", "done")


def arrays(batch: envs.Batch) -> list[Any]:
    return [getattr(batch, name).copy() for name in ARRAYS]


def same(one: list[Any], other: list[Any]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


@every_game
@pytest.mark.parametrize(("players", "reward"), [(2, "win"), (4, "score"), (5, "difference")])
def test_a_batch_plays_as_the_interpreted_rules_do(game: str, players: int, reward: str) -> None:
    options = {"players": players, **REFEREES[game].SHORT}
    batch = envs.batch(game, size=6, seed=7, reward=reward, **options)
    reference = ReferenceBatch(GAMES[game], options, 6, 7, reward)
    reference.compare(batch)
    ended = 0
    for _ in range(400):
        actions = batch.random_actions()
        batch.step(actions)
        reference.step(actions)
        reference.compare(batch)
        ended += batch.done.sum()
    assert ended > 0


@every_game
def test_games_depend_on_the_seed_and_their_number_alone(game: str) -> None:
    alone, among = envs.batch(game, 3, 5, seed=1), envs.batch(game, 3, 1500, seed=1, threads=3)
    other = envs.batch(game, 3, 5, seed=2)
    for _ in range(60):
        assert same(arrays(alone), [array[:5] for array in arrays(among)])
        for batch in (alone, among, other):
            batch.step(batch.random_actions())
    assert not same(arrays(alone), arrays(other))


@every_game
def test_random_steps_are_steps_with_random_actions(game: str) -> None:
    one, other = (envs.batch(game, 4, 9, seed=3, **REFEREES[game].SHORT) for _ in range(2))
    one.random_steps(120)
    for _ in range(120):
        other.step(other.random_actions())
    assert same(arrays(one), arrays(other))


@pytest.mark.parametrize("game", ["no_thanks", "dobro"])
def test_the_view_is_another_observation_of_the_same_games(game: str) -> None:
    known, seen = (envs.batch(game, 4, 9, seed=3, observation=form) for form in ("memory", "view"))
    differences = 0
    for _ in range(40):
        known.step(known.random_actions())
        seen.step(seen.random_actions())
        assert same(arrays(known)[1:], arrays(seen)[1:])
        for numbers, fewer in zip(known.observations, seen.observations, strict=True):
            parts, view = known.observation.parts(numbers), seen.observation.parts(fewer)
            differences += any(parts[name] != view[name] for name in view)
            assert {**parts, **view}.keys() == parts.keys()
    assert differences > 0 if game == "no_thanks" else differences == 0


@every_game
def test_a_checkpoint_goes_on_as_if_nothing_had_happened(game: str) -> None:
    batch = envs.batch(game, 4, 8, seed=5, **REFEREES[game].SHORT)
    batch.random_steps(70)
    kept, before = batch.state_dict(), arrays(batch)
    batch.random_steps(50)
    restored = envs.batch(game, 4, 8, seed=5, **REFEREES[game].SHORT)
    restored.load_state_dict(kept)
    assert same(arrays(restored), before)
    restored.random_steps(50)
    assert same(arrays(restored), arrays(batch))


def test_a_checkpoint_of_another_batch_is_refused() -> None:
    batch = envs.batch("no_thanks", 4, 8, seed=5)
    before = arrays(batch)
    for other in (
        envs.batch("dobro", 4, 8, seed=5),
        envs.batch("no_thanks", 3, 8, seed=5),
        envs.batch("no_thanks", 4, 9, seed=5),
        envs.batch("no_thanks", 4, 8, seed=6),
        envs.batch("no_thanks", 4, 8, seed=5, tactical=True),
        envs.batch("no_thanks", 4, 8, seed=5, observation="view"),
    ):
        with pytest.raises(BadRecord, match="does not fit"):
            batch.load_state_dict(other.state_dict())
    kept = batch.state_dict()
    with pytest.raises(BadRecord, match="words"):
        batch.load_state_dict({**kept, "words": kept["words"][:4]})
    with pytest.raises(BadRecord, match="done"):
        batch.load_state_dict({name: value for name, value in kept.items() if name != "done"})
    assert same(arrays(batch), before)


def test_arrays_are_renewed_in_place() -> None:
    batch = envs.batch("no_thanks", 4, 8)
    held = [getattr(batch, name) for name in ARRAYS]
    batch.random_steps(3)
    assert all(getattr(batch, name) is array for name, array in zip(ARRAYS, held, strict=True))


BAD: list[tuple[dict[str, Any], type[KolodaError]]] = [
    ({"game": "poker"}, UnknownOption),
    ({"players": 9}, UnknownOption),
    ({"size": 0}, UnknownOption),
    ({"size": 2.5}, UnknownOption),
    ({"seed": -1}, UnknownOption),
    ({"device": "tpu"}, UnknownOption),
    ({"reward": "fame"}, UnknownOption),
    ({"observation": "notes"}, UnknownOption),
    ({"threads": 0}, UnknownOption),
    ({"jokers": 2}, UnknownOption),
    ({"removed": 99}, UnknownOption),
    ({"tactical": True, "players": 7}, UnknownOption),
]


@pytest.mark.parametrize(("wrong", "error"), BAD, ids=[str(wrong) for wrong, _ in BAD])
def test_bad_arguments(wrong: dict[str, Any], error: type[KolodaError]) -> None:
    with pytest.raises(error):
        envs.batch(**{"game": "no_thanks", **wrong})


def test_without_cuda_there_is_a_clear_error(monkeypatch: pytest.MonkeyPatch) -> None:
    from numba import cuda

    monkeypatch.setattr(cuda, "is_available", lambda: False)
    with pytest.raises(UnknownOption, match=r"CUDA|cuda"):  # a missing extra, where numba-cuda is not installed
        envs.batch("no_thanks", device="cuda")
    with pytest.raises(UnknownOption, match=r"CUDA|cuda"):
        envs.playouts("no_thanks", device="cuda")


@pytest.mark.parametrize("size", [5, 1100])
def test_an_illegal_action_changes_nothing(size: int) -> None:
    batch = envs.batch("dobro", 3, size, threads=2)
    actions = batch.random_actions().copy()
    for wrong in (-1, 60, 1 << 40, int(np.flatnonzero(~batch.masks[3])[0])):
        bad = actions.astype(np.int64)
        bad[3] = wrong
        before = arrays(batch)
        with pytest.raises(NotLegal, match=f"Game 3 .* action {wrong} "):
            batch.step(bad)
        assert same(arrays(batch), before)
    batch.step(actions)


@pytest.mark.parametrize("actions", [[1.0, 1.0], [True, True], [1], [1, 1, 1], [[1, 1]], 1, ["take", "take"]], ids=str)
def test_actions_of_the_wrong_form(actions: Any) -> None:
    batch = envs.batch("no_thanks", 4, 2)
    before = arrays(batch)
    with pytest.raises(NotUnderstood, match="whole number for each of 2 games"):
        batch.step(actions)
    assert same(arrays(batch), before)


def test_any_kind_of_whole_numbers_will_do() -> None:
    for kind in (np.int8, np.uint8, np.int16, np.int64, np.uint64):
        batch = envs.batch("no_thanks", 4, 3)
        batch.step(np.ones(6, kind)[::2])
        assert batch.seats.tolist() == envs_after_taking()


def envs_after_taking() -> list[int]:
    batch = envs.batch("no_thanks", 4, 3)
    batch.step([1, 1, 1])
    return batch.seats.tolist()  # type: ignore[no-any-return]


@every_game
def test_rewards_of_a_table(game: str) -> None:
    for reward in REWARDS:
        batch = envs.batch(game, 4, 50, seed=9, reward=reward, **REFEREES[game].SHORT)
        totals = []
        for _ in range(400):
            batch.step(batch.random_actions(), trusted=True)
            assert not batch.rewards[~batch.done].any()
            totals += batch.rewards[batch.done].sum(axis=1).tolist()
        assert totals
        if reward == "win":
            assert np.allclose(totals, 1)
        if reward == "difference":
            assert np.allclose(totals, 0, atol=1e-4)
