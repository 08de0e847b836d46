"""Run where a game's package is installed: its records, its environments and its batches."""

import sys
import warnings
from pathlib import Path
from tempfile import TemporaryDirectory

import gymnasium
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

from koloda import envs
from koloda.compiled.generator import stream
from koloda.envs import openspiel, pettingzoo
from koloda.envs.gymnasium import id_of
from koloda.envs.rewards import sign_of
from koloda.games import find
from koloda.table import record
from koloda.terminal.replay import check
from tests.envs.reference_batch import ReferenceBatch
from tests.table.games import opened, play_on


def check_environments(game: str) -> None:
    # They warn of observations that are not a bare array, and of masks of seats that are not asked.
    warnings.simplefilter("ignore", UserWarning)
    for players in (2, 4):
        api_test(pettingzoo.env(game, players), num_cycles=100)
    check_env(gymnasium.make(id_of(game), bots="random").unwrapped)


def check_openspiel(game: str) -> None:
    for number in range(20):
        deal = stream(number)
        state = openspiel.load(game, 3, reward="score").new_initial_state()
        while not state.is_terminal():
            outcomes = (
                [each for each, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
            )
            state.apply_action(outcomes[deal(len(outcomes))])
        assert state.returns() == [sign_of(find(game)) * score for score in find(game).scores(state.s)]


def check_batch(game: str) -> None:
    batch = envs.batch(game, 3, 6, seed=7, reward="score")
    reference = ReferenceBatch(find(game), {"players": 3}, 6, 7, "score")
    for _ in range(100):
        reference.compare(batch)
        actions = batch.random_actions()
        batch.step(actions)
        reference.step(actions)


def check_record(game: str) -> None:
    """A game in which moves were taken back."""
    with TemporaryDirectory() as folder:
        kept = Path(folder) / "game.koloda"
        kept.write_text(record.write(play_on(opened(game), undo=True).record), "utf-8")
        assert check(kept, as_json=False, language="en") == 0


if __name__ == "__main__":
    for check_part in (check_environments, check_openspiel, check_batch, check_record):
        check_part(sys.argv[1])
