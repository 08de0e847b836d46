"""Networks as files, and what they make of positions."""

from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from koloda.bots.network import FINEST, LARGEST, Network, own_network, read_network, softmax
from koloda.core.errors import BadBot
from koloda.core.game import Game
from koloda.core.text import LANGUAGES
from koloda.games import GAMES
from tests import laws
from tests.bots.networks import random_arrays, random_network, with_network

NO_THANKS, DOBRO = GAMES["no_thanks"], GAMES["dobro"]
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def observations(game: Game, players: int) -> list[list[int]]:
    states = [step.after for step in laws.walk(game, {"players": players}, 1)]
    return [game.observation.insight.of(s, seat) for s in states[::9] for seat in range(players)]


def by_hand(network: Network, observation: list[int], players: int) -> tuple[list[float], list[float]]:
    """The same sums in plain Python and double precision."""
    rows = network.features.rows(observation, players).tolist()
    arrays: dict[str, Any] = {name: array.tolist() for name, array in network.arrays().items()}

    def times(h: list[float], name: str) -> list[float]:
        bias = arrays[f"{name}_bias"]
        return [b + sum(x * line[j] for x, line in zip(h, arrays[name], strict=True)) for j, b in enumerate(bias)]

    bias = arrays["input_bias"]
    h = [max(0.0, b + sum(arrays["input"][row][j] for row in rows)) for j, b in enumerate(bias)]
    for k in range(len(network.hidden)):
        h = [x + max(0.0, more) for x, more in zip(h, times(h, f"hidden_{k}"), strict=True)]
    raised = np.exp(times(h, "value")[:players])
    return times(h, "policy"), (raised / raised.sum()).tolist()


@every_game
def test_a_network_computes_what_the_format_says(game: Game) -> None:
    network = random_network(game, seed=3, width=5)
    for players in (game.set_up.players[0], game.set_up.players[-1]):
        seen = observations(game, players)[:6]
        preferences, shares = network.evaluate(seen, players)
        assert preferences.shape == (len(seen), game.actions)
        assert shares.shape == (len(seen), game.seats)
        for at, one in enumerate(seen):
            expected, of_seats = by_hand(network, one, players)
            assert np.allclose(preferences[at], expected, atol=1e-4)
            assert np.allclose(shares[at, :players], of_seats, atol=1e-5)
            assert not shares[at, players:].any(), "seats that nobody has win nothing"
        alone = network.evaluate(seen[0], players)
        assert np.allclose(alone.preferences, preferences[0], atol=1e-5)


def test_a_network_without_hidden_layers_is_one() -> None:
    network = random_network(NO_THANKS, layers=0)
    assert read_network(NO_THANKS, network.written(), "file").hidden.shape[0] == 0


def test_a_network_reads_back_and_the_same_network_gives_the_same_bytes(tmp_path: Path) -> None:
    network = random_network(NO_THANKS)
    assert network.written() == random_network(NO_THANKS).written()
    network.save(tmp_path / "network.npz")
    read = read_network(NO_THANKS, (tmp_path / "network.npz").read_bytes(), "network.npz")
    assert read.recipe == {"seed": 1}
    for name, array in read.arrays().items():
        original = network.arrays()[name]
        step = np.abs(original).max(axis=0) / FINEST if original.ndim > 1 else 0.0
        assert (np.abs(array - original) <= 0.6 * step).all()
    assert read_network(NO_THANKS, read.written(), "file").written() == read.written()
    found = own_network(with_network(NO_THANKS, tmp_path))
    assert (found.input == read.input).all()


@every_game
def test_the_network_of_a_game_is_for_the_game_as_it_is_now(game: Game) -> None:
    assert game.network is not None
    assert len(game.network.read_bytes()) <= LARGEST
    assert own_network(game).recipe["game"] == game.name


def test_a_network_for_another_game_is_refused() -> None:
    content = random_network(DOBRO).written()
    with pytest.raises(BadBot) as refused:
        read_network(NO_THANKS, content, "dobro.npz")
    for language in LANGUAGES:
        assert "dobro.npz" in refused.value.text(language)


def stored(**arrays: Any) -> bytes:
    file = BytesIO()
    np.savez(file, **arrays)
    return file.getvalue()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"not an archive",
        random_network(NO_THANKS).written()[:2000],
        stored(input=np.zeros(3)),
        stored(about=np.frombuffer(b"[1]", np.uint8)),
        stored(about=np.frombuffer(b"{", np.uint8)),
        stored(about=np.array([{}], dtype=object)),
    ],
    ids=["empty", "text", "cut", "without about", "a list", "no JSON", "a pickle"],
)
def test_what_is_no_network_is_refused(content: bytes) -> None:
    with pytest.raises(BadBot) as refused:
        read_network(NO_THANKS, content, "some.npz")
    assert refused.value.detail.key == "bots.network_file"


def test_arrays_of_a_wrong_shape_are_refused() -> None:
    arrays = random_arrays(NO_THANKS)
    for name, array in arrays.items():
        for wrong in ({**arrays, name: array[:-1]}, {n: a for n, a in arrays.items() if n != name}):
            with pytest.raises(BadBot) as refused:
                Network(NO_THANKS, wrong, {})
            assert refused.value.detail.key in ("bots.network_array", "bots.network_unknown")
    with pytest.raises(BadBot, match="policy"):
        Network(NO_THANKS, {**arrays, "policy": arrays["policy"] * np.nan}, {})


def test_what_a_file_cannot_hold_is_not_written(tmp_path: Path) -> None:
    arrays = random_arrays(NO_THANKS)
    with pytest.raises(BadBot, match="value"):
        Network(NO_THANKS, {**arrays, "value": arrays["value"] + 1e6}, {}).written()
    wide = random_network(NO_THANKS, width=700)
    with pytest.raises(BadBot, match=str(LARGEST)):
        wide.save(tmp_path / "large.npz")
    assert not (tmp_path / "large.npz").exists()


def test_softmax_of_large_numbers_is_finite() -> None:
    assert np.allclose(softmax(np.array([1000.0, 1000.0, -1000.0], np.float32)), [0.5, 0.5, 0])
