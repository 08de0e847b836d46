"""The learner's speed: `python bench/learner.py [GAME ...] --device cuda` prints a row for each setting.

All is included: rules, bots, past selves, play and learning. Then it says where the time goes, measured apart, with the
device waited for after every part. `--example` measures `examples/ppo.py` and the learner by turns, on the CPU.
"""

import argparse
import json
import runpy
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from koloda.games import GAMES, find
from koloda.learn.opponents import League
from koloda.learn.recipe import read_changes, usual_recipe
from koloda.learn.rollout import Rollout
from koloda.learn.tables import MakeBatch, Tables
from koloda.learn.torch_extra import torch
from koloda.learn.trainer import Trainer, stage_seeds

EXAMPLE = Path(__file__).parents[1] / "examples" / "ppo.py"
VARIANTS: dict[str, list[str]] = {
    "cuda": [
        "",
        "games=131072 steps=32",
        "minibatch=131072",
        "games=32768 steps=128",
        "epochs=2",
        "bots=0 past=0 careless=0",
    ],
    "cpu": ["", "games=1024", "minibatch=16384", "epochs=2", "bots=0 past=0 careless=0"],
}
"""Changes of the recipe, the first one none."""


class Run:
    """A training with a full league, ready to be updated again and again."""

    def __init__(self, game: str, device: str, changes: list[str], compiled: bool) -> None:
        found = find(game)
        recipe = usual_recipe(found, device, read_changes(changes))
        self.league = League(found, recipe, device)
        self.trainer = trainer = Trainer(recipe, device, self.league, MakeBatch(), compiled)
        self.league.meet(trainer.model, 1)
        cards, seats, noise = stage_seeds(recipe.seed, 0)
        trainer.generator.manual_seed(noise)
        numbers = [cards + number for number in range(len(recipe.players))]
        self.tables = Tables(found, recipe.players, recipe.games, device, numbers, MakeBatch(), recipe.weights)
        seating = self.league.seating(self.tables.players, seats, 0.0)
        spreads = trainer.spreads(self.tables)
        self.rollout = Rollout(self.tables, seating, recipe.steps, found.seats, spreads, trainer.generator)
        self.size = recipe.games * recipe.steps

    def update(self) -> int:
        """One update; returns how many decisions were learnt from."""
        trainer = self.trainer
        decisions = self.rollout.play(trainer.network, self.league.network(0), trainer.recipe.trace)
        return trainer.learner.learn(decisions, 0.0).learnt

    def measure(self, seconds: float) -> dict[str, float]:
        self.update()
        self.update()
        wait(self.trainer.device)
        began, cpu, updates, learnt = perf_counter(), process_time(), 0, 0
        while perf_counter() - began < seconds or updates < 2:
            learnt += self.update()
            updates += 1
        wait(self.trainer.device)
        spent, used = perf_counter() - began, process_time() - cpu
        return {
            "decisions_s": updates * self.size / spent,
            "learnt_s": learnt / spent,
            "decisions_cpu_s": updates * self.size / used,
            "ms_update": 1000 * spent / updates,
            **self.halves(),
        }

    def halves(self) -> dict[str, float]:
        """The time of one play, and of learning from it."""
        trainer = self.trainer
        began = perf_counter()
        decisions = self.rollout.play(trainer.network, self.league.network(0), trainer.recipe.trace)
        wait(trainer.device)
        played = perf_counter()
        trainer.learner.learn(decisions, 0.0)
        wait(trainer.device)
        return {"ms_play": 1000 * (played - began), "ms_learn": 1000 * (perf_counter() - played)}

    def parts(self) -> dict[str, float]:
        """The share of the time of each part of an update."""
        spent: dict[str, float] = defaultdict(float)
        device = self.trainer.device

        def timed(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
            def call(*given: Any) -> Any:
                wait(device)
                began = perf_counter()
                found = function(*given)
                wait(device)
                spent[name] += perf_counter() - began
                return found

            return call

        trainer, tables, rollout = self.trainer, self.tables, self.rollout
        network, learn = trainer.network, trainer.learner.learn
        for name in ("read", "bot_actions", "step", "read_ends"):
            setattr(tables, name, timed(name, getattr(tables, name)))
        rollout._judge = timed("targets", rollout._judge)  # type: ignore[method-assign]
        began = perf_counter()
        other = timed("past selves", self.league.network(0))
        decisions = rollout._play(timed("network", network), other, trainer.recipe.trace)  # nothing recorded
        played = perf_counter() - began
        timed("learn", learn)(decisions, 0.0)
        spent["sampling and the rest of play"] = played - sum(each for name, each in spent.items() if name != "learn")
        for name in ("read", "bot_actions", "step", "read_ends"):
            delattr(tables, name)
        del rollout._judge
        total = sum(spent.values())
        return {name: each / total for name, each in sorted(spent.items(), key=lambda item: -item[1])}


def wait(device: str) -> None:
    if device == "cuda":
        torch.cuda.synchronize()


def compare_with_example(game: str, seconds: float, turns: int) -> None:
    """Both with the same game, players and width of layers, by turns; in decisions per second and per CPU second."""
    ppo = runpy.run_path(str(EXAMPLE))
    threads = torch.get_num_threads()
    settings = ppo["Settings"](game=game, players=4)
    old = ppo["Trainer"](settings)
    new = Run(game, "cpu", [f"threads={threads}", f"hidden={settings.hidden}"], compiled=False)
    size = settings.games * settings.steps
    old.learn(old.play())
    for turn in range(turns):
        torch.set_num_threads(settings.threads)
        began, cpu, updates = perf_counter(), process_time(), 0
        while perf_counter() - began < seconds:
            old.learn(old.play())
            updates += 1
        theirs = updates * size / (perf_counter() - began), updates * size / (process_time() - cpu)
        torch.set_num_threads(threads)
        ours = new.measure(seconds)
        ratio, by_cpu = ours["decisions_s"] / theirs[0], ours["decisions_cpu_s"] / theirs[1]
        print(f"turn {turn}: example {theirs[0]:,.0f}/s, learner {ours['decisions_s']:,.0f}/s: {ratio:.2f}x", end="; ")
        print(f"per CPU second {theirs[1]:,.0f} and {ours['decisions_cpu_s']:,.0f}: {by_cpu:.2f}x", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description="The learner's speed")
    parser.add_argument("games", nargs="*", default=list(GAMES), help="default: all games")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--seconds", type=float, default=3.0, help="for each setting")
    parser.add_argument(
        "--variant", action="append", help="changes of the recipe, with spaces between; may be repeated"
    )
    parser.add_argument("--compile", action="store_true", help="measure each setting with torch.compile, too")
    parser.add_argument("--example", action="store_true", help="compare with examples/ppo.py, on the CPU")
    parser.add_argument("--json", action="store_true", help="a line of JSON for every row")
    given = parser.parse_args()
    if given.example:
        for game in given.games:
            compare_with_example(game, given.seconds, turns=3)
        return
    print("| game | setting | compiled | M decisions/s | M learnt/s | ms an update | play | learn |")
    print("|---|---|---|---|---|---|---|---|")
    for game in given.games:
        for variant in given.variant or VARIANTS[given.device]:
            for compiled in (False, True) if given.compile else (False,):
                try:
                    run = Run(game, given.device, variant.split(), compiled)
                    found = run.measure(given.seconds)
                    parts = run.parts()
                except RuntimeError as problem:  # out of memory, or nothing to compile with: the other rows still count
                    print(f"| {game} | {variant or 'usual'} | {compiled} | failed: {problem} |", flush=True)
                    continue
                rates = f"{found['decisions_s'] / 1e6:.3f} | {found['learnt_s'] / 1e6:.3f}"
                times = " | ".join(f"{found[name]:.1f}" for name in ("ms_update", "ms_play", "ms_learn"))
                print(f"| {game} | {variant or 'usual'} | {compiled} | {rates} | {times} |", flush=True)
                print("  " + ", ".join(f"{name} {part:.0%}" for name, part in parts.items()), flush=True)
                if given.json:
                    print(json.dumps({"game": game, "variant": variant, "compiled": compiled, **found, "parts": parts}))
                del run


if __name__ == "__main__":
    main()
