"""Compiling: the cache, and the CUDA copies under numba's simulator."""

import os
import subprocess
import sys
from dataclasses import replace
from functools import partial
from importlib import import_module
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from numba.core.errors import TypingError

from koloda.compiled import bot_match, game_functions, loader, random_games, replay_statistics
from koloda.compiled.stubs import NotLoaded, part_of, provided_by, size
from koloda.core.game import Game, Rules
from koloda.games import GAMES
from koloda.games.no_thanks import rules as no_thanks_rules
from tests import trace
from tests.timeouts import HANG


def test_the_same_sources_are_compiled_once() -> None:
    game = GAMES["no_thanks"]
    assert loader.rules(game) is loader.rules(game)
    assert loader.compiled(game, trace)(trace.step) is loader.compiled(game, trace)(trace.step)
    assert loader.compiled(game, trace)(trace.step) is not loader.compiled(GAMES["dobro"], trace)(trace.step)


def test_another_source_gets_another_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Numba would not notice that an imported constant has changed; the name of the folder does."""
    monkeypatch.setenv("KOLODA_CACHE", str(tmp_path))
    loader.rules(GAMES["no_thanks"])
    monkeypatch.setattr(no_thanks_rules, "TENS", 1 << 10)
    loader.rules(GAMES["no_thanks"])
    assert len(list(tmp_path.iterdir())) == 2


def test_the_same_source_elsewhere_gets_the_same_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A package that is installed again is not compiled again."""
    monkeypatch.setenv("KOLODA_CACHE", str(tmp_path / "cache"))
    loader.rules(GAMES["no_thanks"])
    moved = tmp_path / "rules.py"
    moved.write_bytes(Path(str(no_thanks_rules.__file__)).read_bytes())
    monkeypatch.setattr(no_thanks_rules, "__file__", str(moved))
    monkeypatch.setattr(no_thanks_rules, "__cached__", str(tmp_path / "rules.pyc"))
    loader.rules(GAMES["no_thanks"])
    assert len(list((tmp_path / "cache").iterdir())) == 1


def test_rules_are_compiled_once_for_integers_of_all_widths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KOLODA_CACHE", str(tmp_path))
    monkeypatch.setattr(no_thanks_rules, "TENS", 1 << 20)  # so that nothing is compiled yet
    act: Any = loader.rules(GAMES["no_thanks"]).act
    for width in (np.int8, np.int16, np.int64):
        states = loader.records([GAMES["no_thanks"].notation.read_position("no_thanks[players=3] card=7")])
        act(states[0], width(0), width(1))
        assert states[0]["card"] == 0
    assert len(act.overloads) == 1


def test_a_function_that_a_game_lacks_is_named_before_anything_is_played() -> None:
    @provided_by("shuffling")
    def shuffle() -> None:
        raise NotLoaded

    game = GAMES["no_thanks"]
    policy, shuffles, sorts = ModuleType("a_policy"), ModuleType("shuffles"), ModuleType("sorts")
    vars(shuffles)["shuffle"] = shuffle
    vars(sorts)["COLOURS"] = size("COLOURS")
    for load in (loader.compiled, loader.interpreted):
        with pytest.raises(
            loader.MissingFunction, match=r"shuffles needs shuffle\(\): no_thanks has no shuffling for it"
        ):
            load(game, shuffles)
        with pytest.raises(loader.MissingFunction, match=r"bot_match needs greedy\(\): a_policy has none"):
            load(game, bot_match, parts={"policy": policy})
        with pytest.raises(loader.MissingFunction, match="sorts needs the size COLOURS, which no_thanks has not"):
            load(game, sorts)


def test_every_driver_is_there_for_a_game_that_brings_only_rules() -> None:
    bare = replace(GAMES["no_thanks"], package="tests.compiled")
    for driver in (bot_match, random_games, replay_statistics):
        assert loader.interpreted(bare, driver).module.__name__ == driver.__name__


def test_only_the_functions_of_a_driver_can_be_called_from_python() -> None:
    game = GAMES["no_thanks"]
    driver: Any = loader.compiled(game, random_games)
    s, words, out = arguments(game)
    assert driver(random_games.play)(s, words, out) > 0
    for function in (driver.module.over, driver.module.seat_to_act):
        with pytest.raises(TypeError, match="for other compiled functions"):
            function(s)
    assert loader.rules(game).over(s)


def test_a_driver_names_what_python_calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "doubles.py").write_text(
        'ENTRIES = ("run",)\ndef twice(n):\n    return 2 * n\ndef run(n):\n    return twice(n) + 1\n'
    )
    (tmp_path / "misnamed.py").write_text('ENTRIES = ("runs",)\ndef run(n):\n    return n\n')
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("KOLODA_CACHE", str(tmp_path / "cache"))
    module: Any = import_module("doubles")
    driver = loader.compiled(GAMES["no_thanks"], module)
    with pytest.raises(TypeError, match=r"twice\(\) is compiled .* name it in its ENTRIES"):
        driver(module.twice)(3)
    assert driver(module.run)(3) == 7
    with pytest.raises(loader.MissingFunction, match="misnamed has no function runs, which its ENTRIES names"):
        loader.compiled(GAMES["no_thanks"], import_module("misnamed"))


def test_an_entry_can_be_called_from_python_and_from_inner_functions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An inner function is compiled without machine code, but an entry that it calls first must get some."""
    (tmp_path / "chained.py").write_text(
        'ENTRIES = ("run", "twice")\ndef twice(n):\n    return 2 * n\n'
        "def inner(n):\n    return twice(n) + 1\ndef run(n):\n    return inner(n) + 1\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("KOLODA_CACHE", str(tmp_path / "cache"))
    module: Any = import_module("chained")
    driver = loader.compiled(GAMES["no_thanks"], module)
    assert driver(module.run)(3) == 8
    assert driver(module.twice)(3) == 6


def test_modules_of_another_package_are_compiled_with_all_that_they_import_from_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "another_package"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "counting.py").write_text("def twice(n):\n    return 2 * n\n")
    (package / "driver.py").write_text(
        "from another_package.counting import twice\nfrom koloda.core.bits import size\n"
        "def run(n):\n    return twice(size(n))\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("KOLODA_CACHE", str(tmp_path / "cache"))
    driver: Any = import_module("another_package.driver")
    assert loader.compiled(GAMES["no_thanks"], driver)(driver.run)(0b1011) == 6


def test_a_local_array_is_a_list_or_lies_on_the_stack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "squares.py").write_text(
        "from koloda.compiled.hints import borrows\nfrom koloda.core.local_array import local_array\nROOM = 5\n"
        "@borrows\ndef square(room):\n    for i in range(ROOM):\n        room[i] = i * i\n"
        "@borrows\ndef run(n):\n    room = local_array(ROOM)\n    square(room)\n    return room[n]\n"
        "@borrows\ndef unwritten(n):\n    return local_array(ROOM)[n] + 0\n"
        "@borrows\ndef any_length(n):\n    return len(local_array(n))\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("KOLODA_CACHE", str(tmp_path / "cache"))
    module: Any = import_module("squares")
    driver = loader.compiled(GAMES["no_thanks"], module)
    assert [driver(module.run)(n) for n in range(5)] == [module.run(n) for n in range(5)] == [0, 1, 4, 9, 16]
    with pytest.raises(TypeError, match="NoneType"):
        module.unwritten(0)
    with pytest.raises(TypingError, match="a constant of the module"):
        driver(module.any_length)(4)


def test_a_driver_that_is_not_loaded_says_so() -> None:
    with pytest.raises(NotLoaded, match=r"koloda\.compiled\.loader"):
        trace.step(GAMES["no_thanks"].new(), [0, 0, 0, 0], [0, 0])
    with pytest.raises(TypeError, match="Size"):
        game_functions.SEATS + 1


def test_stubs_have_the_parameters_of_the_rules() -> None:
    for name, stub in vars(game_functions).items():
        if part_of(stub) == "rules":
            expected = [p for p in signature(getattr(Rules, name)).parameters if p != "self"]
            assert list(signature(stub).parameters) == expected, name
            for game in GAMES.values():
                assert list(signature(getattr(game.rules, name)).parameters) == expected, (game.name, name)


def test_machine_code_of_a_specialized_function_does_the_same() -> None:
    game = GAMES["no_thanks"]
    play = loader.compiled(game, random_games)(random_games.play)
    found = []
    for work in (play, loader.specialized(play, *arguments(game))):
        s, words, out = arguments(game)
        found.append((work(s, words, out), words.tolist(), s))
    assert found[0] == found[1]


def arguments(game: Game) -> tuple[Any, Any, Any]:
    return loader.records([game.new(3)])[0], np.array([1, 2, 3, 4], np.int64), np.zeros(game.widest, np.int16)


TOGETHER = """
import sys
from koloda.compiled import loader
from koloda.games import GAMES

game = GAMES["no_thanks"]
over = loader.rules(game).over
sys.stdin.readline()
assert not over(loader.records([game.new()])[0])
print(sum(over._cache_misses.values()))
"""


def test_of_two_processes_one_compiles_and_the_other_loads(tmp_path: Path) -> None:
    environment = {**os.environ, "KOLODA_CACHE": str(tmp_path)}
    start = partial(subprocess.Popen, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment)
    processes = [start([sys.executable, "-c", TOGETHER]) for _ in range(2)]
    compiled = [process.communicate("now\n", timeout=HANG)[0] for process in processes]
    assert sorted(compiled) == ["0\n", "1\n"]


CUDA = """
import sys
import numpy as np
from numba import cuda
from koloda.compiled import loader
from koloda.compiled.generator import seed
from koloda.games import GAMES
from tests import trace

def compared(game):
    rules = loader.rules(game, "cuda")
    compiled_step = loader.compiled(game, trace, "cuda")(trace.step)

    @cuda.jit
    def one_step(states, words, out):
        compiled_step(states[0], words, out)

    s = game.new(players=3)
    states = loader.records([s], width="i8")
    words = [0, 0, 0, 0]
    seed(words, 3, 4)
    device_words, out = np.array(words, np.int64), [0] * game.widest
    device_out = np.zeros(game.widest, np.int64)
    step = loader.interpreted(game, trace)(trace.step)
    steps = 0
    while not game.rules.over(s) and steps < 400:
        step(s, words, out)
        one_step[1, 1](states, device_words, device_out)
        steps += 1
        for field in s.FIELDS:
            assert np.array_equal(states[0][field.name], getattr(s, field.name)), (game.name, steps, field.name)
    return steps

print(*(compared(GAMES[name]) for name in sys.argv[1:]))
"""
"""For the games named as arguments, in one process: importing numba takes as long as playing one of them."""


def test_device_functions_do_the_same_in_the_cuda_simulator() -> None:
    environment = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    command = [sys.executable, "-c", CUDA, *GAMES]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=Path(__file__).parents[2])
    assert done.returncode == 0, done.stderr
    steps = [int(each) for each in done.stdout.split()]
    assert len(steps) == len(GAMES)
    assert min(steps) > 40
